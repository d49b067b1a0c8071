package orbit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// counters finds most sequential counters. It finds some counters with a missing or a wrong clause, if the
// others prove the bounds.
func TestCounters(t *testing.T) {
	whole, damaged, none := 0, 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := 4 + r.IntN(3)
		f := &dimacs.Formula{Vars: n}
		least := r.IntN(n)
		count(r, f, n, least, least+r.IntN(n-least))
		isDamaged := r.IntN(3) > 0
		if isDamaged {
			f = damage(r, f)
		}
		labels := make([]dimacs.Lit, n)
		for range 12 { // many clauses, so that no label is taken for a sum
			for v := range labels {
				labels[v] = dimacs.Lit((v + 1) * (1 - 2*r.IntN(2)))
			}
			f.Add(labels...)
		}
		task := enginetest.Task(f)
		if r.IntN(2) == 0 {
			for _, l := range labels {
				task.Project = append(task.Project, l.Var())
			}
		}
		d := enginetest.Load(t, f)
		switch {
		case d.Unsat:
		case len(counters(task, d)) == 0:
			none++
		case isDamaged:
			damaged++
		default:
			whole++
		}
	}
	if whole < 50 || damaged < 20 || none < 20 {
		t.Errorf("%d counters, %d with a defect, none %d times", whole, damaged, none)
	}
}

// damage returns f with one random change: a clause is missing, or a literal of a clause is complemented.
func damage(r *rand.Rand, f *dimacs.Formula) *dimacs.Formula {
	g, at, without := &dimacs.Formula{Vars: f.Vars}, r.IntN(f.NumClauses()), r.IntN(2) == 0
	i := 0
	for c := range f.Clauses() {
		lits := slices.Clone(c)
		if i == at && len(lits) > 0 {
			k := r.IntN(len(lits))
			lits[k] = -lits[k]
		}
		if i != at || !without {
			g.Add(lits...)
		}
		i++
	}
	return g
}
