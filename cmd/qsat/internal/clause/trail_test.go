package clause_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// closure propagates the decided literals by package dimacs. It returns the true literals, sorted,
// and whether a clause is false.
func closure(d *clause.Database, clauses [][]clause.Lit, decided []clause.Lit) (isTrue []clause.Lit, conflict bool) {
	p := propagate.New(d.Vars)
	for _, c := range clauses {
		var list lits
		for _, l := range c {
			list = append(list, l.Dimacs())
		}
		p.Add(list...)
	}
	for _, l := range decided {
		p.Add(l.Dimacs())
	}
	conflict = p.Propagate() >= 0
	for _, l := range p.Trail() {
		isTrue = append(isTrue, clause.Of(l))
	}
	slices.Sort(isTrue)
	return isTrue, conflict
}

// TestPropagate compares random sequences of decisions and backtracking with the
// definition of unit propagation, and checks the invariants.
func TestPropagate(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	conflicts, decisions := 0, 0
	for i := range 600 { // with and without WatchTrue in turn
		d, clauses := randomDatabase(t, r)
		if d == nil {
			continue
		}
		d.WatchTrue = i%2 == 1
		fixed := slices.Clone(d.Trail)
		var decided []clause.Lit
		for range 60 {
			l := clause.Lit(2 + r.IntN(2*d.Vars))
			if d.Value(l) != 0 {
				level := r.IntN(d.Level() + 1)
				d.Backtrack(level)
				decided = decided[:level]
				continue
			}
			decisions++
			d.Decide(l)
			decided = append(decided, l)
			falsified := d.Propagate()
			want, conflict := closure(d, clauses, slices.Concat(fixed, decided))
			if conflict != (falsified != nil) {
				t.Fatalf("%v under %v: conflict %v, want %v", clauses, decided, falsified, conflict)
			}
			if conflict {
				conflicts++
				for _, k := range falsified {
					if d.Value(k) >= 0 {
						t.Fatalf("the false clause %v has the literal %d of value %d", falsified, k, d.Value(k))
					}
				}
				d.Backtrack(d.Level() - 1)
				decided = decided[:len(decided)-1]
			} else if diff := cmp.Diff(want, slices.Sorted(slices.Values(d.Trail))); diff != "" {
				t.Fatalf("%v under %v: -want +got\n%s", clauses, decided, diff)
			}
			if err := broken(d); err != nil {
				t.Fatalf("%v under %v: %v", clauses, decided, err)
			}
			if d.Level() != len(decided) {
				t.Fatalf("level %d after %d decisions", d.Level(), len(decided))
			}
		}
	}
	if conflicts < 100 || decisions < 1000 {
		t.Errorf("%d conflicts in %d decisions", conflicts, decisions)
	}
}

// TestWatchTrue checks that only with WatchTrue a true literal is watched instead of a
// false one.
func TestWatchTrue(t *testing.T) {
	for watchTrue, want := range map[bool]int{false: 1, true: 0} {
		d := load(t, formula(lits{1, 2, 3}), nil)
		d.WatchTrue = watchTrue
		for _, l := range []dimacs.Lit{3, -1} {
			d.Decide(d.Lit(l))
			d.Propagate()
		}
		if got := len(d.Watching(d.Lit(1))); got != want {
			t.Errorf("with WatchTrue %t a false literal watches %d clauses, want %d", watchTrue, got, want)
		}
	}
}

// TestPropagateShorter checks that propagation works in a clause that has become shorter
// than the position at which the last search ended.
func TestPropagateShorter(t *testing.T) {
	d := load(t, formula(lits{1, 2, 3, 4, 5, 6}), nil)
	c := refs(d)[0]
	falsify := func(l clause.Lit) {
		d.Decide(l.Not())
		if d.Propagate() != nil {
			t.Fatal("a conflict")
		}
	}
	watched := slices.Clone(d.Lits(c)[:2])
	for _, l := range slices.Clone(d.Lits(c)[2:5]) {
		falsify(l)
	}
	falsify(watched[0])
	d.Backtrack(0)
	kept := slices.Clone(d.Lits(c)[:4])
	d.Replace(c, kept)
	for i, k := range []int{0, 2, 3} {
		if d.Value(kept[1]) != 0 {
			t.Errorf("implied by %d of three", i)
		}
		falsify(kept[k])
	}
	if d.Value(kept[1]) != 1 {
		t.Error("not implied")
	}
}
