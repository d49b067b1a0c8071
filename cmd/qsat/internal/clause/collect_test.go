package clause_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
)

// changed returns the database of a random formula, its proof and its clauses. The
// database has a learned clause and more units than Load found. The result is nil if the
// formula is refuted.
func changed(t *testing.T, r *rand.Rand) (*clause.Database, *enginetest.Proof, []lits) {
	f, _ := random(r, 10, 1, 2)
	all := slices.Collect(f.Clauses())
	d := load(t, f, nil)
	proof := &enginetest.Proof{}
	d.SetProof(proof)
	if d.Unsat {
		return nil, nil, nil
	}
	for c := range d.All { // learn a copy of a clause
		if ls := slices.Clone(d.Lits(c)); !slices.ContainsFunc(ls, func(l clause.Lit) bool { return d.Value(l) != 0 }) {
			d.ProveAdd(ls...)
			d.AddWatched(ls, 1)
			break
		}
	}
	for v := 1; v <= d.Vars; v++ { // and the complements of failed literals
		for _, l := range []clause.Lit{clause.Positive(v), clause.Positive(v).Not()} {
			if d.Value(l) != 0 {
				continue
			}
			d.Decide(l)
			fails := d.Propagate() != nil
			d.Backtrack(0)
			if fails {
				d.AddUnit(l.Not())
				if !d.PropagateUnits() {
					return nil, nil, nil
				}
			}
		}
	}
	if err := broken(d); err != nil {
		t.Fatalf("%v: %v", all, err)
	}
	return d, proof, all
}

// check checks that d has the same models as the clauses all, and checks the invariants
// and the proof.
func check(t *testing.T, d *clause.Database, proof *enginetest.Proof, all []lits) {
	t.Helper()
	if diff := cmp.Diff(models(10, 1, all), models(10, 1, residual(d))); diff != "" {
		t.Fatalf("%v: models (-want +got)\n%s", all, diff)
	}
	if err := broken(d); err != nil && !d.Unsat {
		t.Fatalf("%v: %v", all, err)
	}
	enginetest.CheckDerivation(t, formula(all...), proof)
	if t.Failed() {
		t.Fatalf("the formula is %v", all)
	}
}

func TestCleanAndCollect(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 17))
	seen, shrunk := 0, 0
	for range 500 {
		d, proof, all := changed(t, r)
		if d == nil {
			continue
		}
		seen++
		before := d.Words()
		d.Clean()
		for c := range d.Unsatisfied { // no false literal is left
			for _, l := range c {
				if d.Value(l) != 0 {
					t.Fatalf("literal %d of %v is assigned", l, c)
				}
			}
		}
		d.Collect()
		if d.Words() < before {
			shrunk++
		}
		for c := range d.All {
			if d.Has(c, clause.Garbage) || d.Size(c) < 3 {
				t.Fatalf("garbage, or a clause of %d literals", d.Size(c))
			}
			for _, l := range d.Lits(c) {
				if d.Value(l) != 0 {
					t.Fatalf("literal %d of %v is assigned", l, d.Lits(c))
				}
			}
		}
		check(t, d, proof, all)
		for _, l := range d.Trail {
			if len(d.Watching(l))+len(d.Watching(l.Not())) > 0 {
				t.Fatalf("literal %d of value 1 has watches", l)
			}
		}
	}
	if seen < 300 || shrunk < 100 {
		t.Errorf("%d databases, %d got smaller", seen, shrunk)
	}
}

// TestConnectAndRewatch checks that occurrence lists match the clauses, and that Rewatch
// propagates units which were assigned meanwhile.
func TestConnectAndRewatch(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 23))
	seen, refuted := 0, 0
	for range 500 {
		d, proof, all := changed(t, r)
		if d == nil || d.Vars == 0 {
			continue
		}
		seen++
		d.Clean()
		d.Collect()
		if err := d.Connect(); err != nil || !d.Unwatched {
			t.Fatalf("connecting: %v, unwatched: %v", err, d.Unwatched)
		}
		occurrences := 0
		for l := range d.Literals {
			list := d.Watching(l)
			for _, w := range list {
				c := d.Lits(w.Ref())
				if occurrences++; !slices.Contains(c, clause.Lit(l)) || d.Has(w.Ref(), clause.Learned) || w.IsBinary() != (len(c) == 2) {
					t.Fatalf("%d occurs in %v", l, c)
				}
				if uint32(w.Lit()) != clause.Signature(c) || clause.Signature(c[:1])&^clause.Signature(c) != 0 {
					t.Fatalf("%v has the signature %b, want %b", c, w.Lit(), clause.Signature(c))
				}
			}
		}
		for c := range d.All {
			if !d.Has(c, clause.Learned) {
				occurrences -= d.Size(c)
			}
		}
		if occurrences != 0 {
			t.Fatalf("%d occurrences too many", occurrences)
		}
		for range r.IntN(5) { // as assumptions
			if l := clause.Lit(2 + r.IntN(2*d.Vars)); d.Value(l) == 0 {
				all = append(all, lits{d.Name(l)})
				d.Assign(l, 0)
			}
		}
		if d.Rewatch(); d.Unwatched && !d.Unsat {
			t.Fatal("not watched again")
		}
		if d.Unsat {
			refuted++
		}
		check(t, d, proof, all)
	}
	if seen < 300 || refuted == 0 {
		t.Errorf("%d databases, %d refuted", seen, refuted)
	}
}
