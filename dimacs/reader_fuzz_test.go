package dimacs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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
	"p cnf 200 12\n" + strings.Repeat("-99 -100 0\n-99 -101 0\n-100 101 0\n", 4),
}

// fuzzKeys holds the keys of the comments that the fuzz target keeps.
var fuzzKeys = []string{"board", "shuffle"}

// A reading is the result of reading a text.
type reading struct {
	Err         string
	Clauses     [][]Lit
	Vars        int
	Projection  []int
	CountType   string
	Cubes       [][]Lit
	Incremental bool
	Comments    []Comment
	Weights     []string
	Warnings    []string
	Doubts      []string
}

// describe sets the fields that a formula without its clauses determines.
func (r *reading) describe(f *Formula) {
	r.Vars, r.Projection, r.CountType, r.Cubes = f.Vars, f.Projection, f.CountType, f.Cubes
	r.Incremental, r.Comments, r.Warnings, r.Doubts = f.Incremental, f.Comments, messages(f.Warnings), messages(f.Doubts)
	for _, w := range f.Weights {
		r.Weights = append(r.Weights, fmt.Sprint(w.Lit, " ", w.Value, " ", w.Line))
	}
}

// fields returns the fields that come from comments, cubes and warnings, without the zero ones.
func (r *reading) fields() string {
	var b strings.Builder
	add := func(name string, list ...any) {
		for _, v := range list {
			fmt.Fprintf(&b, "%s %v; ", name, v)
		}
	}
	if r.Projection != nil {
		add("show", r.Projection)
	}
	if r.CountType != "" {
		add("type", r.CountType)
	}
	if r.Incremental {
		add("cubes", r.Cubes)
	}
	if r.Incremental || r.Warnings != nil {
		add("vars", r.Vars)
	}
	for _, c := range r.Comments {
		add(c.Key, fmt.Sprintf("%s %d:%d", c.Value, c.Line, c.Column))
	}
	for _, w := range r.Weights {
		add("weight", w)
	}
	for _, w := range r.Warnings {
		add("warning", w)
	}
	for _, d := range r.Doubts {
		add("doubt", strings.TrimSuffix(d, " (the line is taken for a comment)"))
	}
	return strings.TrimSuffix(b.String(), "; ")
}

func messages(warnings []*SyntaxError) []string {
	var list []string
	for _, w := range warnings {
		list = append(list, w.Error())
	}
	return list
}

// whole reads a text with ReadFormula.
func whole(r io.Reader, o Options, threads int) (out reading, err error) {
	o.Threads = threads
	f, err := ReadFormula(context.Background(), r, o)
	if err != nil {
		return reading{}, err
	}
	out.describe(f)
	for c := range f.Clauses() {
		out.Clauses = append(out.Clauses, slices.Clone(c))
	}
	if len(out.Clauses) != f.NumClauses() {
		err = fmt.Errorf("NumClauses() = %d for %d clauses", f.NumClauses(), len(out.Clauses))
	}
	return out, err
}

// readers holds several ways of reading a text. Their results must agree.
var readers = map[string]func(r io.Reader, o Options) (reading, error){
	"1 thread":           func(r io.Reader, o Options) (reading, error) { return whole(r, o, 1) },
	"one byte at a time": func(r io.Reader, o Options) (reading, error) { return whole(iotest.OneByteReader(r), o, 2) },
	"3 threads":          func(r io.Reader, o Options) (reading, error) { return whole(iotest.HalfReader(r), o, 3) },
}

// FuzzReader checks for any text, in every mode:
//
//   - all readers agree: they accept the text, or report the same position in it
//   - if a stricter mode accepts the text, the result is the same
//   - a text that was accepted, written and read again gives the same result
//
// The seeds are the rows of wildTexts, and moreTexts.
// Chunks have 64 bytes or more, so that cuts between chunks fall everywhere.
func FuzzReader(f *testing.F) {
	for _, tt := range wildTexts {
		f.Add([]byte(tt.text), uint8(0))
	}
	for _, text := range moreTexts {
		f.Add([]byte(text), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		var accepted *reading
		for _, mode := range []Mode{Strict, Default, Relaxed} {
			got := agreed(t, text, Options{Name: "in", Mode: mode, Keys: fuzzKeys, chunk: 64 + int(size)})
			if accepted != nil {
				if d := cmp.Diff(*accepted, got, cmpopts.EquateEmpty()); d != "" {
					t.Fatalf("mode %d differs from a stricter one (-stricter +this):\n%s", mode, d)
				}
			}
			if got.Err == "" && accepted == nil {
				accepted = &got
				rewrite(t, got)
			}
		}
	})
}

// agreed reads a text with all readers, and fails if their results differ. It returns the
// result.
func agreed(t *testing.T, text []byte, o Options) reading {
	t.Helper()
	read := func(how string) reading {
		got, err := readers[how](bytes.NewReader(text), o)
		if err != nil {
			return reading{Err: err.Error()}
		}
		return got
	}
	want := read("1 thread")
	if want.Err != "" && !strings.HasPrefix(want.Err, "in:") {
		t.Fatalf("mode %d: an error without a position: %s", o.Mode, want.Err)
	}
	for how := range readers {
		if d := cmp.Diff(want, read(how), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("mode %d: 1 thread and %s differ (-1 thread +%[2]s):\n%s", o.Mode, how, d)
		}
	}
	return want
}

// rewrite writes a formula that was read, reads it again, and compares. The text is canonical
// except for clauses that contain a variable twice.
func rewrite(t *testing.T, first reading) {
	t.Helper()
	f := &Formula{Projection: first.Projection, CountType: first.CountType, Incremental: first.Incremental, Cubes: first.Cubes}
	mode := Strict
	for _, c := range first.Clauses {
		f.Add(c...)
		if repeats(c) {
			mode = Default
		}
	}
	for _, c := range first.Cubes {
		if repeats(c) {
			mode = Default
		}
	}
	f.Vars = first.Vars
	f.Comments = slices.DeleteFunc(slices.Clone(first.Comments), func(c Comment) bool {
		return strings.Contains(c.Value, "\r") // Write returns an error for them
	})
	var b bytes.Buffer
	if err := f.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	second, err := whole(&b, Options{Name: "in", Mode: mode, Keys: fuzzKeys}, 1)
	if err != nil {
		t.Fatalf("written and read again: %v\n%s", err, text)
	}
	for i := range second.Comments {
		second.Comments[i].Line = f.Comments[min(i, len(f.Comments)-1)].Line
	}
	first.Comments, first.Weights, first.Warnings, first.Doubts = f.Comments, nil, nil, nil
	if d := cmp.Diff(first, second, cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("written and read again (-first +second):\n%s\n%s", d, text)
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
