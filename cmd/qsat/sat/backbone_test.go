package sat

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// backboneOf returns the literals of variables from 1 to n that are true in every model of f and
// assume, by all assignments, or ErrNoModel.
func backboneOf(f *dimacs.Formula, n int, project []int, assume []dimacs.Lit) (lits []dimacs.Lit, err error) {
	if !holdsIn(f, n, assume) {
		return nil, ErrNoModel
	}
	for v := 1; v <= n; v++ {
		for _, l := range []dimacs.Lit{dimacs.Lit(v), -dimacs.Lit(v)} {
			if (project == nil || slices.Contains(project, v)) && !holdsIn(f, n, append(slices.Clip(assume), -l)) {
				lits = append(lits, l)
			}
		}
	}
	return lits, nil
}

// collected returns the pairs of a backbone, sorted.
func collected(pairs iter.Seq2[dimacs.Lit, error]) (lits []dimacs.Lit, err error) {
	for l, err := range pairs {
		if err != nil {
			return lits, err
		}
		lits = append(lits, l)
	}
	slices.SortFunc(lits, func(k, l dimacs.Lit) int { return k.Var() - l.Var() })
	return lits, nil
}

// TestBackbone compares backbones with all assignments, and checks the proofs.
func TestBackbone(t *testing.T) {
	r, found := rand.New(rand.NewPCG(2, 66)), 0
	for i := range 150 {
		n := 3 + i%7
		f, s := formulas.Random(r, n, 2*n, 1, 2, 3), NewSolver(Options{Seed: int64(i)})
		if i%3 > 0 {
			f = formulas.Random(r, n, 3*n, 2, 3)
		}
		f.Vars = n
		for c := range f.Clauses() {
			s.Add(c...)
		}
		for k, project := range [][]int{nil, {3, 1, 3}, {}} {
			assume := []dimacs.Lit{dimacs.Lit(1 + r.IntN(n)), -dimacs.Lit(1 + r.IntN(n))}[:k]
			want, wantErr := backboneOf(f, n, project, assume)
			found += len(want)
			var proof enginetest.Proof
			p := Problem{Formula: f, Project: project, Assume: assume}
			for name, pairs := range map[string]iter.Seq2[dimacs.Lit, error]{
				"Backbone": Backbone(t.Context(), p, Options{Proof: &proof}), "Solver": s.Backbone(t.Context(), project, assume...),
			} {
				got, err := collected(pairs)
				if diff := cmp.Diff(want, got); diff != "" || !errors.Is(err, wantErr) {
					t.Fatalf("%s of formula %d, %v, %v: %v (-want +got)\n%s", name, i, project, assume, err, diff)
				}
			}
		}
		s.Close()
	}
	if found < 200 {
		t.Error(found)
	}
}

var _ = drat.Options{}
