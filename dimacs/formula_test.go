package dimacs

import (
	"context"
	"errors"
	"io"
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
	g := f.With([]Lit{7}, []Lit{8, 9})
	for _, tt := range []struct {
		f     *Formula
		vars  int
		all   string
		long  string
		pairs int
	}{
		{f, 6, "1 2 0 -3 4 0 0 5 0 1 2 -6 0 1 -1 0", "0 5 0 1 2 -6 0", 3},
		{g, 9, "1 2 0 -3 4 0 0 5 0 1 2 -6 0 1 -1 0 7 0 8 9 0", "0 5 0 1 2 -6 0 7 0", 4},
	} {
		all := slices.Collect(tt.f.Clauses())
		pairs := 0
		for p := range tt.f.PairBlocks() {
			pairs += len(p)
		}
		if tt.f.Vars != tt.vars || tt.f.NumClauses() != len(all) || pairs != tt.pairs {
			t.Errorf("%d variables, %d clauses, %d pairs", tt.f.Vars, tt.f.NumClauses(), pairs)
		}
		if d := cmp.Diff(tt.all, flat(all)); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(tt.long, flat(slices.Collect(tt.f.LongClauses()))); d != "" {
			t.Error(d)
		}
		for range tt.f.Clauses() {
			break
		}
	}
}

// A formula writes all that it holds.
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
