package dimacs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/dimacs/internal/lex"
)

// written returns the output of write, whose argument is a Writer or a Writer.
func written[W interface{ Flush() error }](t *testing.T, create func(w io.Writer) W, write func(w W)) string {
	t.Helper()
	var b bytes.Buffer
	w := create(&b)
	write(w)
	if err := w.Flush(); err != nil {
		t.Fatalf("Flush: %v", err)
	}
	return b.String()
}

func TestWriterText(t *testing.T) {
	tests := []struct {
		name  string
		write func(w *Writer)
		want  string
	}{
		{"nothing", func(w *Writer) {}, ""},
		{"comment", func(w *Writer) { w.Comment("board", "8") }, "c board: 8\n"},
		{"comment without value", func(w *Writer) { w.Comment("placed", "") }, "c placed:\n"},
		{"comment text", func(w *Writer) { w.CommentText("row 1") }, "c row 1\n"},
		{"empty comment text", func(w *Writer) { w.CommentText("") }, "c\n"},
		{"header", func(w *Writer) { w.Header(64, 744) }, "p cnf 64 744\n"},
		{"largest header", func(w *Writer) { w.Header(MaxVar, math.MaxInt64) }, "p cnf 2147483647 9223372036854775807\n"},
		{"projection", func(w *Writer) { w.Projection(slices.Values([]int{1, 20, 3})) }, "c p show 1 20 3 0\n"},
		{"empty projection", func(w *Writer) { w.Projection(slices.Values([]int(nil))) }, "c p show 0\n"},
		{"empty clause", func(w *Writer) { w.Clause() }, "0\n"},
		{"clause", func(w *Writer) { w.Clause(1, -22, MaxVar, -MaxVar) }, "1 -22 2147483647 -2147483647 0\n"},
		{"cubes", func(w *Writer) { w.IncrementalHeader(); w.Clause(1, 2); w.Cube(1, -2); w.Cube() },
			"p inccnf\n1 2 0\na 1 -2 0\na 0\n"},
		{"binary", func(w *Writer) { w.Binary(-7, 100) }, "-7 100 0\n"},
		{"no pairs", func(w *Writer) { w.Pairs(nil); w.Pairs([]Lit{1}) }, ""},
		{"pairs", func(w *Writer) { w.Pairs([]Lit{-1, 12345678, -12345678}) },
			"-1 12345678 0\n-1 -12345678 0\n12345678 -12345678 0\n"},
		{"widest pairs", func(w *Writer) { w.Pairs([]Lit{-MaxVar, MaxVar, -MaxVar}) },
			"-2147483647 2147483647 0\n-2147483647 -2147483647 0\n2147483647 -2147483647 0\n"},
	}
	for _, tt := range tests {
		if got := written(t, NewWriter, tt.write); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWriterClauses(t *testing.T) {
	f := &Formula{}
	f.Add(1, -2)
	f.Add(3)
	f.Add(-1, 2, -3)
	if got, want := written(t, NewWriter, func(w *Writer) { w.Clauses(t.Context(), f) }), "1 -2 0\n3 0\n-1 2 -3 0\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for range 1 << 14 {
		f.Add(1, 2, 3)
	}
	cause := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	var text strings.Builder
	w := NewWriter(&text)
	if err := w.Clauses(ctx, f); err != cause {
		t.Errorf("stopped: %v, want %v", err, cause)
	}
	if w.Flush(); strings.Count(text.String(), "\n") > 1<<13 {
		t.Error("stopped: most clauses are there")
	}
	w.Header(-1, 0)
	if err := w.Clauses(t.Context(), f); err == nil || err != w.Err() {
		t.Errorf("after an error: %v, want %v", err, w.Err())
	}
}

// The end of the buffer may fall anywhere without an effect on the output.
func TestWriterAcrossBuffers(t *testing.T) {
	lits := make([]Lit, 300)
	var want strings.Builder
	for i := range lits {
		lits[i] = Lit(1-2*(i%2)) * Lit(7*i+1)
	}
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			fmt.Fprintf(&want, "%d %d 0\n", a, b)
		}
	}
	for shift := range 40 {
		pad := strings.Repeat("x", shift+shift%2*2*writerSize)
		for name, pairs := range map[string]func(w *Writer){"Pairs": func(w *Writer) { w.Pairs(lits) }, "Binary": func(w *Writer) { AddPairs(w, lits) }} {
			got := written(t, NewWriter, func(w *Writer) {
				w.CommentText("x" + pad)
				pairs(w)
				for range writerSize/2 + 1 {
					w.Clause()
				}
			})
			if got != "c x"+pad+"\n"+want.String()+strings.Repeat("0\n", writerSize/2+1) {
				t.Fatalf("%s after %d bytes differ from the plain rendering", name, len(pad))
			}
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	tests := []struct {
		name  string
		write func(w *Writer)
	}{
		{"line feed in a value", func(w *Writer) { w.Comment("board", "8\np cnf 1 1") }},
		{"carriage return in a key", func(w *Writer) { w.Comment("a\rb", "8") }},
		{"line feed in a text", func(w *Writer) { w.CommentText("\n") }},
		{"negative variables", func(w *Writer) { w.Header(-1, 0) }},
		{"too many variables", func(w *Writer) { vars := MaxVar; w.Header(vars+1, 0) }}, // negative where int has 32 bits
		{"negative clauses", func(w *Writer) { w.Header(0, -1) }},
		{"zero in a clause", func(w *Writer) { w.Clause(1, 0, 2) }},
		{"no negation in a clause", func(w *Writer) { w.Clause(math.MinInt32) }},
		{"zero in a binary clause", func(w *Writer) { w.Binary(0, 1) }},
		{"zero in pairs", func(w *Writer) { w.Pairs([]Lit{1, 2, 0}) }},
		{"weight without a value", func(w *Writer) { w.Weight(1, nil) }},
		{"weight of 0", func(w *Writer) { w.Weight(0, big.NewRat(1, 2)) }},
		{"negative projection", func(w *Writer) { w.Projection(slices.Values([]int{1, -2})) }},
	}
	for _, tt := range tests {
		var b bytes.Buffer
		w := NewWriter(&b)
		w.Header(2, 1)
		tt.write(w)
		w.Clause(1)
		if w.Err() == nil || w.Flush() == nil || !strings.HasPrefix(b.String(), "p cnf 2 1\n") || strings.HasSuffix(b.String(), "1 0\n") {
			t.Errorf("%s: %v, wrote %q: want what came before the error and nothing after", tt.name, w.Err(), b.String())
		}
	}
}

// After the first error, nothing is written, and the error stays.
func TestWriterKeepsFirstError(t *testing.T) {
	full := errors.New("disk full")
	lits := Negated((&Assignment{}).Lits(2000))
	for _, tt := range []struct{ err, want error }{{full, full}, {nil, io.ErrShortWrite}} {
		calls := 0
		w := NewWriter(writerFunc(func([]byte) (int, error) { calls++; return 10, tt.err }))
		w.Pairs(lits)
		first := w.Err()
		w.Clause(0) // a later error of another kind
		w.Pairs(lits)
		w.Projection(slices.Values([]int{1}))
		if err := w.Flush(); first != tt.want || err != tt.want || calls != 1 {
			t.Errorf("%v, then %v, after %d writes; want %v", first, err, calls, tt.want)
		}
	}
}

func TestPutLiteral(t *testing.T) {
	check := func(l Lit) {
		var b [lex.NumeralWidth]byte
		if got, want := string(b[:lex.PutLiteral(&b, int32(l))]), strconv.Itoa(int(l)); got != want {
			t.Fatalf("putLiteral(%d) = %q", l, got)
		}
	}
	for v := Lit(1); v < 100_000; v++ {
		check(v)
		check(-v)
	}
	for v := int64(99_991); v <= MaxVar; v += 10_007 { // a prime: every digit everywhere
		check(Lit(v))
		check(-Lit(v))
	}
	for p := int64(1); p <= MaxVar; p *= 10 {
		check(Lit(p))
		check(-Lit(p))
		if p > 1 {
			check(Lit(p - 1))
		}
	}
	check(MaxVar)
	check(-MaxVar)
}

func BenchmarkWriterPairs(b *testing.B) {
	for _, k := range []int{8, 200, 1000} {
		b.Run(strconv.Itoa(k), func(b *testing.B) {
			lits := Negated((&Assignment{}).Lits(20_000 + k)[20_000:])
			b.ReportAllocs()
			w := NewWriter(io.Discard)
			for b.Loop() {
				w.Pairs(lits)
			}
		})
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
