package clause_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestStrengthen checks that Derive finds clauses to strengthen. Strengthen must keep the models and
// the invariants, write a correct proof, and return a falsified clause from which Derive derives a
// clause.
func TestStrengthen(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	short, long := 0, 0 // numbers of clauses that became binary, and of others
	for range 1000 {
		f, _ := random(r, 10, 1, 2)
		v := r.Perm(10) // the decision v[0] makes v[1] and v[2] false; v[3] is weak in a clause with them, maybe with v[4]
		lit := func(i int) dimacs.Lit { return dimacs.Lit(v[i] + 1) }
		pair := lits{lit(1), lit(2), lit(4)}[:2+r.IntN(2)]
		for _, c := range []lits{{-lit(0), -lit(1)}, {-lit(0), -lit(2)}, append(pair[:len(pair):len(pair)], lit(3)), append(pair[:len(pair):len(pair)], -lit(3))} {
			f.Add(c...)
		}
		d, all, proof := load(t, f, nil), slices.Collect(f.Clauses()), &enginetest.Proof{}
		if d.SetProof(proof); d.Unsat {
			continue
		}
		for _, c := range slices.Collect(d.All) { // learned copies, so that Derive also meets learned clauses
			ls := slices.Clone(d.Lits(c))
			if d.ProveAdd(ls...); r.IntN(2) == 0 && !slices.ContainsFunc(ls, func(l clause.Lit) bool { return d.Value(l) != 0 }) {
				d.AddWatched(ls, 1)
			}
		}
		a := clause.NewAnalysis(d)
		a.Strengthens = true
		for range 5 {
			d.Backtrack(0)
			falsified := decideRandomly(d, r)
			if falsified == nil {
				continue
			}
			level := d.Level()
			for a.Derive(falsified, level); a.Strengthening.Clause != 0; a.Derive(falsified, level) {
				a.Unmark()
				before, original := slices.Clone(d.Lits(a.Strengthening.Clause)), !d.Has(a.Strengthening.Clause, clause.Learned)
				falsified = d.Strengthen(a.Strengthening)
				after := slices.Clone(falsified)
				if len(after) == 2 {
					short++
					list := d.Watching(after[0])
					if d.Falsified != 0 || !slices.Contains(list, clause.Binary(after[1], false)) && (original || !slices.Contains(list, clause.Binary(after[1], true))) {
						t.Errorf("%v: the clause %v is not watched", all, after)
					}
				} else if long++; d.Falsified != a.Strengthening.Clause || d.Has(d.Falsified, clause.Learned) == original || !d.Has(d.Falsified, clause.Added) {
					t.Errorf("%v: clause %d in place of %d", all, d.Falsified, a.Strengthening.Clause)
				}
				if slices.ContainsFunc(after, func(l clause.Lit) bool { return d.Value(l) >= 0 }) {
					t.Errorf("%v: %v is not false", all, after)
				}
				slices.Sort(before)
				if want := append(after, a.Strengthening.Lit); !slices.Equal(before, slices.Sorted(slices.Values(want))) {
					t.Errorf("%v: %v became %v without %d", all, before, falsified, a.Strengthening.Lit)
				}
			}
			a.Unmark()
			if len(a.Derived) == 0 {
				t.Errorf("%v: no clause", all)
			}
			if d.Backtrack(level - 1); d.Propagate() == nil {
				if err := broken(d); err != nil {
					t.Fatalf("%v: %v", all, err)
				}
			}
		}
		d.Backtrack(0)
		check(t, d, proof, all)
	}
	if short < 50 || long < 50 {
		t.Errorf("%d clauses became binary, %d others shorter", short, long)
	}
}
