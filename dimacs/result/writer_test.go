package result

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
)

func TestWriterText(t *testing.T) {
	tests := []struct {
		name  string
		write func(w *Writer)
		want  string
	}{
		{"comment", func(w *Writer) { w.Comment("board", "8") }, "c board: 8\n"},
		{"comment text", func(w *Writer) { w.CommentText("a b") }, "c a b\n"},
		{"satisfiable", func(w *Writer) { w.Status(dimacs.Satisfiable) }, "s SATISFIABLE\n"},
		{"unsatisfiable", func(w *Writer) { w.Status(dimacs.Unsatisfiable) }, "s UNSATISFIABLE\n"},
		{"unknown", func(w *Writer) { w.Status(dimacs.Unknown) }, "s UNKNOWN\n"},
		{"empty model", func(w *Writer) { w.Model(nil) }, "v 0\n"},
		{"models", func(w *Writer) { w.Model([]dimacs.Lit{1, -2}); w.Model([]dimacs.Lit{-1, 2}) }, "v 1 -2 0\nv -1 2 0\n"},
		{"extremes", func(w *Writer) { w.Model([]dimacs.Lit{math.MaxInt32, -math.MaxInt32}) }, "v 2147483647 -2147483647 0\n"},
		{"number of models", func(w *Writer) { w.Total("models", dimacs.Count{M: big.NewInt(92)}, false) }, "c models 92\n"},
		{"stopped early", func(w *Writer) { w.Total("models", dimacs.Count{M: big.NewInt(92)}, true) }, "c models 92+\n"},
		{"samples", func(w *Writer) { w.Total("samples", 7, false); w.Total("samples", int64(math.MaxInt64), true) }, "c samples 7\nc samples 9223372036854775807+\n"},
		{"backbone", func(w *Writer) { w.Backbone(3); w.Backbone(-dimacs.MaxVar); w.Backbone(0) }, "b 3\nb -2147483647\nb 0\n"},
		{"count", func(w *Writer) { w.Count(false, dimacs.Count{M: big.NewInt(92)}) },
			"c s type mc\nc s log10-estimate 1.96378782734556\nc s exact arb int 92\n"},
		{"projected count", func(w *Writer) { w.Count(true, dimacs.Count{M: big.NewInt(1)}) },
			"c s type pmc\nc s log10-estimate 0\nc s exact arb int 1\n"},
		{"count with a power", func(w *Writer) { w.Count(true, dimacs.Count{M: big.NewInt(3), Shift: 1 << 32}) },
			"c s type pmc\nc s log10-estimate 1292913986.96894\nc s exact 2^4294967296 * 3\n"},
		{"sum of weights", func(w *Writer) { w.CountWeighted(false, big.NewRat(19, 15)) },
			"c s type wmc\nc s log10-estimate 0.102662341897148\nc s exact arb frac 19/15\n"},
		{"negative sum", func(w *Writer) { w.CountWeighted(true, big.NewRat(-1, 1000)) },
			"c s type pwmc\nc s neglog10-estimate -3\nc s exact arb frac -1/1000\n"},
		{"integer sum", func(w *Writer) { w.CountWeighted(false, big.NewRat(100, 1)) },
			"c s type wmc\nc s log10-estimate 2\nc s exact arb frac 100/1\n"},
		{"sum of 0", func(w *Writer) { w.CountWeighted(false, new(big.Rat)) },
			"c s type wmc\nc s log10-estimate -inf\nc s exact arb frac 0/1\n"},
		{"model in parts", func(w *Writer) {
			w.BeginModel()
			w.Values([]dimacs.Lit{1})
			w.Values(nil)
			w.Values([]dimacs.Lit{-2})
			w.EndModel()
		},
			"v 1 -2 0\n"},
		{"words", func(w *Writer) {
			w.Words("v", nil)
			w.Words("c true", []string{"a", strings.Repeat("b", 69), strings.Repeat("c", 99), "d"})
		}, "c true a " + strings.Repeat("b", 69) + "\nc true " + strings.Repeat("c", 99) + "\nc true d\n"},
		{"count of none", func(w *Writer) { w.Count(false, dimacs.Count{M: new(big.Int)}) },
			"c s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, written(t, tt.write)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

func TestFormatLog10(t *testing.T) {
	for want, n := range map[string][2]int64{"1": {10, 1}, "3": {10, 3}, "40": {10, 40}, "301.029995663981": {2, 1000}, "5000": {10, 5000}} {
		if got := formatLog10(new(big.Int).Exp(big.NewInt(n[0]), big.NewInt(n[1]), nil)); got != want {
			t.Errorf("formatLog10(%d^%d) = %s, want %s", n[0], n[1], got, want)
		}
	}
}

// TestWriterColumns compares lines of values with wrapped, for every column where a line
// can end.
func TestWriterColumns(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b)
	for width := 1; width <= 120; width++ {
		var model []dimacs.Lit
		for i := range width {
			model = append(model, dimacs.Lit(i%13*i*i*(1+width%2*20)+1)*dimacs.Lit(1-i%3%2*2))
		}
		b.Reset()
		w.Model(model)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wrapped(model), b.String()); diff != "" {
			t.Fatalf("model of %d (-want +got)\n%s", width, diff)
		}
	}
}

// wrapped returns the lines of a model, adding one word at a time.
func wrapped(model []dimacs.Lit) string {
	lines := []string{"v"}
	for _, l := range append(append([]dimacs.Lit{}, model...), 0) {
		word := " " + strconv.Itoa(int(l))
		if last := &lines[len(lines)-1]; len(*last)+len(word) <= 78 {
			*last += word
		} else {
			lines = append(lines, "v"+word)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestWriterErrors(t *testing.T) {
	full := errors.New("disk full")
	w := NewWriter(writerFunc(func([]byte) (int, error) { return 0, full }))
	for range 100000 {
		w.Model([]dimacs.Lit{1, 2, 3})
	}
	w.Model(slices.Repeat([]dimacs.Lit{1 << 20}, 1000))
	if err := w.Flush(); !errors.Is(err, full) || w.Err() != err {
		t.Errorf("Flush: %v, Err: %v; want the error of the writer", err, w.Err())
	}
	half := dimacs.Count{M: big.NewInt(1), Denominator: big.NewInt(2)}
	for name, write := range map[string]func(w *Writer){
		"a literal 0":            func(w *Writer) { w.Model([]dimacs.Lit{5, -7, 0}) },
		"a literal -2^31":        func(w *Writer) { w.Model([]dimacs.Lit{5, -7, math.MinInt32}) },
		"a comment of two lines": func(w *Writer) { w.Comment("a", "b\nv 1 0") },
		"half a count":           func(w *Writer) { w.Count(false, half) },
	} {
		w := NewWriter(io.Discard)
		if write(w); w.Flush() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// queensModel returns a model of an n by n board with one true variable in each row. The queens
// may attack each other.
func queensModel(n int) []dimacs.Lit {
	model := make([]dimacs.Lit, n*n)
	for i := range model {
		model[i] = -dimacs.Lit(i + 1)
		if i%n == i/n*2%n {
			model[i] = dimacs.Lit(i + 1)
		}
	}
	return model
}

func BenchmarkReader(b *testing.B) {
	for _, n := range []int{8, 14, 100} {
		b.Run("board="+strconv.Itoa(n), func(b *testing.B) {
			text := wrapped(queensModel(n))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			rr := NewReader(&repeated{text: text, times: b.N}, "in", "board")
			for range b.N {
				if _, err := rr.Read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// written returns the output of write.
func written(t *testing.T, write func(w *Writer)) string {
	t.Helper()
	var b strings.Builder
	w := NewWriter(&b)
	write(w)
	if err := w.Flush(); err != nil {
		t.Fatalf("Flush: %v", err)
	}
	return b.String()
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
