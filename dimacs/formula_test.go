package dimacs

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormula(t *testing.T) {
	f := &Formula{}
	for _, c := range [][]Lit{{1, 2}, {-3, 4}, {}, {5}, {1, 2, -6}, {1, -1}} {
		f.Add(c...)
	}
	g := f.With([]Lit{7}, []Lit{8, 9})
	for _, row := range []struct {
		f     *Formula
		vars  int
		all   string
		long  string
		pairs int
	}{
		{f, 6, "1 2 0 -3 4 0 0 5 0 1 2 -6 0 1 -1 0", "0 5 0 1 2 -6 0", 3},
		{g, 9, "1 2 0 -3 4 0 0 5 0 1 2 -6 0 1 -1 0 7 0 8 9 0", "0 5 0 1 2 -6 0 7 0", 4},
	} {
		all := slices.Collect(row.f.Clauses())
		pairs := 0
		for p := range row.f.PairBlocks() {
			pairs += len(p)
		}
		if row.f.Vars != row.vars || row.f.NumClauses() != len(all) || pairs != row.pairs {
			t.Errorf("%d variables, %d clauses, %d pairs", row.f.Vars, row.f.NumClauses(), pairs)
		}
		if d := cmp.Diff(row.all, flat(all)); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff(row.long, flat(slices.Collect(row.f.LongClauses()))); d != "" {
			t.Error(d)
		}
		for range row.f.Clauses() {
			break
		}
	}
}
