package dimacs

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// manyClauses is a text of several chunks.
var manyClauses = "p cnf 9 40\n" + strings.Repeat("1 -2 0\n-3 -4 0\n5 6 7 -8\n 9 0\n-1 0\n", 8) + "c p show 1 2 3 0\n"

// moreTexts holds texts with comments and cubes, and texts of several chunks.
var moreTexts = []string{
	"c board: 8\nc shuffle: 3\nc t pmc\np cnf 9 1\nc p show 3 1 0\nc ind 4 0\n1 2 0\nc board: 10 \n",
	"c ind 1 2 0\np cnf 3 1\n1 2 0\nc ind 3 0\n",
	"p cnf 3 1\nc p show 1 0\nc p show 2 0\n1 2 0\n",
	"p cnf 3 1\nc p show 9 0\n1 2 0\n",
	"p inccnf\n1 2 0\n-3 0\na 1 -2 0\nc hi\na\n0\na 4 0\n",
	"p inccnf\n1 0\na 1",
	"p inccnf\na 1 0\n2 0\n",
	manyClauses,
	manyClauses + "x\n",
	strings.Replace(manyClauses, "40", "16", 1)[:200] + "\n%\n0\n" + manyClauses,
	"c " + strings.Repeat("board: ", 50) + "\np cnf 1 1\nc" + strings.Repeat(" x", 200) + "\n1 0\n",
	"p cnf 1 1\nc p show" + strings.Repeat(" 1", 200) + " 0\n1 0\n",
	"p cnf 300 1\n" + countTo(300) + "0\n",
	"p cnf 9 90\n" + strings.Repeat("1 -2 0 ", 90) + "\n",
	"p cnf 2 1\n1" + strings.Repeat(" ", 400) + "2 0\n",
	"p cnf 2 1\n1 " + strings.Repeat("7", 400) + " 0\n",
	"h 1 2 0\n3 -1 0\n", "p wcnf 2 2 3\n3 1 0 2 -2 0\nc x", "h 1 0\n0 2 0\n", "p gcnf 2 2 3\n{3} 1 0\n{0} 2 0\n",
	"* #variable= 2 #constraint= 1\nmin: 1 x1 ;\n-1 x1 +2 ~x2 >= 1 ;\n", "p knf 2 2\nk 1 1 2 0\n1 0\n", "p cnf+ 2 1\n1 2 <= 1\n", "1 x1 1 x2 x3 = 1;",
	"p cnf 200 12\n" + strings.Repeat("-99 -100 0\n-99 -101 0\n-100 101 0\n", 4),
	"soft: 9 ;\n[2] +1 x1 x2 >= 1 ;\n+3 ~x1 x2 x2 = 3 ;\n", "h 1 0\n-0.5 1 2 0\n1.25 -2 0\n", "p cnf 3 1\nw 1 0.5\nw -2 3 0\nc weights 1 2 3 4\n1 0\n",
	"p wcnf 2 1\n1 2 0\nw 1 0.5 0\n",
	strings.Replace(manyClauses, "\n", "\nx", 30) + "1 0\nx -3 4 0 1 0",
}

// fuzzKeys holds the keys of the comments that the fuzz target keeps.
var fuzzKeys = []string{"board", "shuffle"}

// A reader reads a text with some size of reads and number of threads.
type reader func(r io.Reader, o Options) (*Formula, error)

// readers holds several ways of reading a text. Their results must agree.
var readers = map[string]reader{
	"1 thread": func(r io.Reader, o Options) (*Formula, error) {
		o.Threads = 1
		return ReadFormula(context.Background(), r, o)
	},
	"one byte at a time": func(r io.Reader, o Options) (*Formula, error) {
		return ReadFormula(context.Background(), iotest.OneByteReader(r), o)
	},
	"3 threads": func(r io.Reader, o Options) (*Formula, error) {
		o.Threads = 3
		return ReadFormula(context.Background(), iotest.HalfReader(r), o)
	},
}

// told returns the clauses of f and everything that fields describes.
func told(f *Formula) string {
	return fmt.Sprintf("%s; %d variables, %d clauses; %v %v %v; %s", flat(f), f.Vars, f.NumClauses(), f.Soft, f.Linear, f.Groups, fields(f))
}

// fields returns the fields of f that come from comments, cubes and warnings, without the zero ones.
func fields(f *Formula) string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if f.Projection != nil {
		add("show %v", f.Projection)
	}
	if f.CountType != "" {
		add("type %s", f.CountType)
	}
	if f.Incremental {
		add("cubes %v", f.Cubes)
	}
	if f.Incremental || f.Warnings != nil {
		add("vars %d", f.Vars)
	}
	for _, c := range f.Comments {
		add("%s %s %d:%d", c.Key, c.Value, c.Line, c.Column)
	}
	for _, w := range f.Weights {
		add("weight %d %v %d", w.Lit, w.Value, w.Line)
	}
	for _, w := range f.Warnings {
		add("warning %v", w)
	}
	for _, d := range f.Doubts {
		add("doubt %s", strings.TrimSuffix(d.Error(), " (the line is taken for a comment)"))
	}
	return strings.Join(list, "; ")
}

// FuzzReader checks for any text, in every mode:
//
//   - all readers agree: they accept the text, or report the same position in it
//   - if a stricter mode accepts the text, the result is the same
//   - a text that was accepted, written and read again gives the same result
//
// The seeds are the rows of wildTexts, and moreTexts. Bits of size choose the formats. Chunks have 64 bytes
// or more, so that cuts between chunks fall everywhere.
func FuzzReader(f *testing.F) {
	for _, tt := range wildTexts {
		f.Add([]byte(tt.text), uint8(0))
	}
	for i, text := range moreTexts {
		f.Add([]byte(text), uint8(i)<<5)
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		accepted := ""
		for _, mode := range []Mode{Strict, Default, Relaxed} {
			o := Options{Name: "in", Mode: mode, Keys: fuzzKeys, chunk: 64 + int(size), Soft: size&32 != 0, Linear: size&64 != 0, Groups: size&128 != 0}
			f, got := agreed(t, text, o)
			if accepted != "" && got != accepted {
				t.Fatalf("mode %d: %s, in a stricter one %s", mode, got, accepted)
			}
			if f != nil && accepted == "" {
				accepted = got
				rewrite(t, f, o)
			}
		}
	})
}

// agreed reads a text with all readers, and fails if their results differ. It returns the
// formula, and the result of told or the text of the error.
func agreed(t *testing.T, text []byte, o Options) (f *Formula, want string) {
	t.Helper()
	for how, read := range readers {
		g, err := read(bytes.NewReader(text), o)
		got := fmt.Sprint(err)
		if err == nil {
			got = told(g)
		} else if !strings.HasPrefix(got, "in:") {
			t.Fatalf("mode %d: an error without a position: %s", o.Mode, got)
		}
		if f, want = g, cmp.Or(want, got); got != want {
			t.Fatalf("mode %d: with %s %s, want %s", o.Mode, how, got, want)
		}
	}
	return f, want
}

// rewrite writes a formula that was read, reads it again, and compares. The text is canonical
// except for clauses that contain a variable twice.
func rewrite(t *testing.T, f *Formula, o Options) {
	t.Helper()
	o.Mode, o.chunk, o.Name = Strict, 0, "in.wcnf"
	if f.Soft != nil || slices.ContainsFunc(append(slices.Collect(f.Clauses()), f.Cubes...), repeats) {
		o.Mode = Default
	}
	f.Vars += len(f.Definitions)
	if f.Encoded = true; f.Linear != nil || f.Soft != nil && (f.NumClauses()+len(f.Soft) == 0 || f.Projection != nil || f.Weights != nil || f.CountType != "") {
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		return // it cannot be written
	}
	g := *f
	g.Weights, g.Warnings, g.Doubts = nil, nil, nil
	g.Comments = slices.DeleteFunc(g.Comments, func(c Comment) bool {
		return strings.Contains(c.Value, "\r") // Write returns an error for them
	})
	var b bytes.Buffer
	if err := g.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	second, err := ReadFormula(t.Context(), &b, o)
	if err != nil {
		t.Fatalf("written and read again: %v\n%s", err, text)
	}
	for i := range min(len(g.Comments), len(second.Comments)) {
		second.Comments[i].Line, second.Comments[i].Column = g.Comments[i].Line, g.Comments[i].Column
	}
	if first, again := told(&g), told(second); first != again || second.Doubts != nil {
		t.Fatalf("written and read again: %s, was %s\n%s", again, first, text)
	}
}

// repeats reports whether a clause contains a variable twice.
func repeats(c []Lit) bool {
	seen := map[int]bool{}
	for _, l := range c {
		if seen[l.Var()] {
			return true
		}
		seen[l.Var()] = true
	}
	return false
}

// countTo returns the numbers from 1 to n, with a blank after each.
func countTo(n int) string {
	var b strings.Builder
	for v := range n {
		b.WriteString(strconv.Itoa(v+1) + " ")
	}
	return b.String()
}
