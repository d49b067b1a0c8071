package dimacs

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormula(t *testing.T) {
	f := &Formula{}
	for _, c := range [][]Lit{{1, 2}, {-3, 4}, {}, {5}, {1, 2, -6}, {1, -1}} {
		f.Add(c...)
	}
	g, h := f.With([]Lit{7}, []Lit{8, 9}), (&Formula{}).WithUnits([]Lit{3, -2, 3})
	for _, tt := range []struct {
		f     *Formula
		vars  int
		all   string
		long  string
		pairs int
	}{
		{f, 6, "1 2 0 -3 4 0 0 5 0 1 2 -6 0 1 -1 0", "0 5 0 1 2 -6 0", 3},
		{g, 9, "1 2 0 -3 4 0 0 5 0 1 2 -6 0 1 -1 0 7 0 8 9 0", "0 5 0 1 2 -6 0 7 0", 4},
		{h, 3, "3 0 -2 0 3 0", "3 0 -2 0 3 0", 0},
	} {
		all := slices.Collect(tt.f.Clauses())
		pairs := 0
		for p := range tt.f.PairBlocks() {
			pairs += len(p)
		}
		if tt.f.Vars != tt.vars || tt.f.NumClauses() != len(all) || pairs != tt.pairs {
			t.Errorf("%d variables, %d clauses, %d pairs", tt.f.Vars, tt.f.NumClauses(), pairs)
		}
		if d := cmp.Diff(tt.all, line(all)); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(tt.long, line(slices.Collect(tt.f.LongClauses()))); d != "" {
			t.Error(d)
		}
		for range tt.f.Clauses() {
			break
		}
	}
}

// Write writes every field of a formula.
func TestFormulaWrite(t *testing.T) {
	f := &Formula{Vars: 4, Projection: []int{3, 1}, CountType: "pmc", Comments: []Comment{{Key: "board", Value: "2"}}}
	f.Add(1, -2)
	f.Add()
	var b strings.Builder
	if err := f.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if want := "c board: 2\nc t pmc\np cnf 4 2\nc p show 3 1 0\n1 -2 0\n0\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	g := &Formula{Incremental: true, Projection: []int{}, Cubes: [][]Lit{{1, -2}, {}}}
	g.Add(1, 2, 3)
	b.Reset()
	if err := g.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if want := "p inccnf\nc p show 0\n1 2 3 0\na 1 -2 0\na 0\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	h := &Formula{Groups: []int{7, 2}}
	h.Add(1)
	h.Add(-1, 3)
	b.Reset()
	if err := h.With([]Lit{3}).Write(t.Context(), &b); err != nil || b.String() != "p gcnf 3 3 7\n{7} 1 0\n{2} -1 3 0\n{0} 3 0\n" {
		t.Errorf("with one more clause: %q, %v", b.String(), err)
	}
	cause := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if err := g.Write(ctx, io.Discard); err != cause {
		t.Errorf("stopped: %v", err)
	}
	full := errors.New("disk full")
	if err := g.Write(t.Context(), writerFunc(func([]byte) (int, error) { return 0, full })); err != full {
		t.Errorf("to a full disk: %v", err)
	}
}

// Add panics on 0 and on variables above the limit, and then changes nothing.
func TestAddPanics(t *testing.T) {
	for _, test := range []struct {
		limit  int
		clause []Lit
		panics bool
	}{
		{0, []Lit{1, 0, 2, 3}, true},
		{0, []Lit{0}, true},
		{0, []Lit{2, 0}, true},
		{0, []Lit{1, math.MinInt32, 2}, true},
		{0, []Lit{MaxVar, -MaxVar}, false},
		{0, nil, false},
		{3, []Lit{1, -3}, false},
		{3, []Lit{1, 2, -4}, true},
		{3, []Lit{4}, true},
		{-1, []Lit{1}, true},
		{-1, nil, false},
	} {
		f := &Formula{Limit: test.limit}
		panicked := panics(func() { f.Add(test.clause...) })
		if panicked != test.panics || panicked != (f.NumClauses() == 0) || panicked && f.Vars != 0 {
			t.Errorf("%v with the limit %d: panicked %t, %d clauses, %d variables", test.clause, test.limit, panicked, f.NumClauses(), f.Vars)
		}
		f.With([]Lit{5})
	}
}

func panics(call func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	call()
	return false
}

// Check and Write return an error for a formula whose fields contradict each other.
func TestCheck(t *testing.T) {
	made := func() *Formula { return (&Formula{Vars: 4}).With([]Lit{1, 2}, []Lit{-3}) }
	read, err := ReadFormula(t.Context(), strings.NewReader("p cnf 4 1\n1 -3 0\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		f      *Formula
		change func(f *Formula)
		want   string
	}{
		{made(), func(f *Formula) { f.Vars = 3 }, ""},
		{made(), func(f *Formula) { f.Vars = 2 }, "a clause has the literal -3, but there are only 2 variables"},
		{made(), func(f *Formula) { f.Vars = -1 }, "the number of variables is -1: expected 0 to 2147483647"},
		{made(), func(f *Formula) { f.Projection = []int{5} }, "there is no variable 5 to project on: the largest is 4"},
		{made(), func(f *Formula) { f.Cubes = [][]Lit{{1}, {-2, 9}} }, "a cube has the literal 9, but there are only 4 variables"},
		{made(), func(f *Formula) { f.Cubes = [][]Lit{{0}} }, "a cube has the literal 0, but there are only 4 variables"},
		{made(), func(f *Formula) { f.Cubes = [][]Lit{{1}} }, "a formula with cubes is not Incremental"},
		{made(), func(f *Formula) { f.Groups = []int{1} }, "Groups has the length 1: expected 2, the number of clauses"},
		{made(), func(f *Formula) { f.Groups = []int{1, 2, 3} }, "Groups has the length 3: expected 2, the number of clauses"},
		{made(), func(f *Formula) { f.Groups = []int{1, -2} }, "a clause belongs to group -2: expected at least 0"},
		{made(), func(f *Formula) { f.Groups = []int{1, 0} }, ""},
		{made(), func(f *Formula) { f.Groups, f.Incremental = []int{1, 0}, true }, "a formula with groups has no cubes and no soft clauses"},
		{read, func(f *Formula) { f.Vars = 3 }, ""},
		{read, func(f *Formula) { f.Vars = 2 }, "a clause has the literal -3, but there are only 2 variables"},
	} {
		test.change(test.f)
		got := ""
		if err := test.f.Check(); err != nil {
			got = err.Error()
		}
		var b strings.Builder
		err := test.f.Write(t.Context(), &b)
		if got != test.want || (err != nil) != (got != "") || err != nil && b.Len() > 0 {
			t.Errorf("got %q, Write %v, want %q", got, err, test.want)
		}
	}
}
