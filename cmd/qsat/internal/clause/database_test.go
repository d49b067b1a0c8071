package clause_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

type lits = []dimacs.Lit

func formula(clauses ...lits) *dimacs.Formula {
	f := &dimacs.Formula{}
	for _, c := range clauses {
		f.Add(c...)
	}
	return f
}

// load returns the database of a formula and units.
func load(t testing.TB, f *dimacs.Formula, units lits) *clause.Database {
	t.Helper()
	d, err := clause.Load(f, units)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// refs returns the clauses in the arena.
func refs(d *clause.Database) []clause.Ref { return slices.Collect(d.All) }

// named returns a clause in the variables of the formula, sorted.
func named(d *clause.Database, c []clause.Lit) lits {
	named := make(lits, len(c))
	for i, l := range c {
		named[i] = d.Name(l)
	}
	slices.Sort(named)
	return named
}

// residual returns the unsatisfied clauses without false literals, and the trail as units,
// all sorted. If d is refuted, it returns the empty clause only.
func residual(d *clause.Database) []lits {
	if d.Unsat {
		return []lits{{}}
	}
	var list []lits
	for _, l := range d.Trail {
		list = append(list, lits{d.Name(l)})
	}
	for c := range d.Unsatisfied {
		list = append(list, named(d, c))
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

// literals converts literals of the formula to literals of d.
func literals(d *clause.Database, ls ...dimacs.Lit) []clause.Lit {
	list := make([]clause.Lit, len(ls))
	for i, l := range ls {
		list[i] = d.Lit(l)
	}
	return list
}

// randomDatabase returns the database of a random formula and copies of its unsatisfied
// clauses, or nil if the formula is refuted or has no variables.
func randomDatabase(t *testing.T, r *rand.Rand) (d *clause.Database, clauses [][]clause.Lit) {
	t.Helper()
	f, _ := random(r, 12, 1, 2)
	if d = load(t, f, nil); d.Unsat || d.Vars == 0 {
		return nil, nil
	}
	for c := range d.Unsatisfied {
		clauses = append(clauses, slices.Clone(c))
	}
	return d, clauses
}

// random returns a random formula and up to two units. Its n variables are the multiples
// of scale up to n*scale; its clauses have shortest to shortest+3 literals.
func random(r *rand.Rand, n, scale, shortest int) (*dimacs.Formula, lits) {
	literal := func() dimacs.Lit {
		l := dimacs.Lit(scale * (1 + r.IntN(n)))
		if r.IntN(2) == 0 {
			return -l
		}
		return l
	}
	f := &dimacs.Formula{}
	for range r.IntN(3 * n) {
		var c lits
		for range shortest + r.IntN(4) {
			c = append(c, literal())
		}
		f.Add(c...)
	}
	var units lits
	for range r.IntN(3) {
		units = append(units, literal())
	}
	f.Vars = scale * n
	return f, units
}

// models returns the assignments that satisfy all clauses. The n variables are the
// multiples of scale; bit i of an assignment is the value of variable (i+1)*scale.
func models(n, scale int, clauses []lits) []int {
	var found []int
	for a := range 1 << n {
		holds := func(l dimacs.Lit) bool { return a>>(l.Var()/scale-1)&1 != 0 == (l > 0) }
		if !slices.ContainsFunc(clauses, func(c lits) bool { return !slices.ContainsFunc(c, holds) }) {
			found = append(found, a)
		}
	}
	return found
}

// broken returns an error that describes the first violated invariant of d, or nil. The
// trail must be propagated, and the clauses watched.
func broken(d *clause.Database) error {
	assigned := 0
	for v := 1; v <= d.Vars; v++ {
		a, b := d.Value(clause.Positive(v)), d.Value(clause.Negative(v))
		if a != -b {
			return fmt.Errorf("values %d and %d of variable %d", a, b, v)
		}
		if a != 0 {
			assigned++
		}
	}
	if assigned != len(d.Trail) {
		return fmt.Errorf("%d assigned, a trail of %d", assigned, len(d.Trail))
	}
	for i, l := range d.Trail {
		if d.Value(l) != 1 || d.LevelOf(l) > d.Level() || i > 0 && d.LevelOf(l) < d.LevelOf(d.Trail[i-1]) {
			return fmt.Errorf("literal %d has the value %d at level %d", l, d.Value(l), d.LevelOf(l))
		} else if err := badReason(d, l, d.ReasonOf(l)); err != nil {
			return err
		}
	}
	watched, longer := map[clause.Ref]int{}, 0
	for l := range d.Literals {
		for _, w := range d.Watching(l) {
			if w.IsBinary() {
				if !slices.ContainsFunc(d.Watching(w.Lit()), func(x clause.Watch) bool {
					return x.IsBinary() && x.Lit() == l && x.IsLearned() == w.IsLearned()
				}) || d.Value(l) < 0 && d.Value(w.Lit()) <= 0 {
					return fmt.Errorf("binary clause %d %d", l, w.Lit())
				}
				continue
			}
			c := d.Lits(w.Ref())
			if c[0] != l && c[1] != l || !slices.Contains(c, w.Lit()) && d.Fixed(w.Lit()) >= 0 {
				return fmt.Errorf("literal %d watches clause %v with blocking literal %d", l, c, w.Lit())
			}
			if other := c[0] ^ c[1] ^ l; d.Value(l) < 0 && d.Value(other) <= 0 && d.Value(w.Lit()) <= 0 {
				return fmt.Errorf("literal %d of clause %v is false and watched", l, c)
			}
			watched[w.Ref()]++
		}
	}
	for c := range d.All {
		if !d.Has(c, clause.Garbage) {
			longer++
			if watched[c] != 2 {
				return fmt.Errorf("clause %v is watched %d times", d.Lits(c), watched[c])
			}
		}
	}
	if longer != len(watched) {
		return fmt.Errorf("%d clauses are watched, of %d", len(watched), longer)
	}
	return nil
}

// badReason returns an error if r cannot be the reason of the true literal l.
func badReason(d *clause.Database, l clause.Lit, r clause.Reason) error {
	switch {
	case r == 0:
		return nil
	case r.IsBinary():
		if d.Value(r.Other()) >= 0 {
			return fmt.Errorf("literal %d has the reason %d, which is not false", l, r.Other())
		}
		return nil
	}
	c := d.Lits(r.Ref())
	for _, k := range c {
		if k != l && d.Value(k) >= 0 {
			return fmt.Errorf("literal %d has the reason %v, in which %d is not false", l, c, k)
		}
	}
	if c[0] != l && c[1] != l {
		return fmt.Errorf("literal %d does not watch its reason %v", l, c)
	}
	return nil
}

// TestFlags checks that flags, glue and uses of a clause do not affect each other.
func TestFlags(t *testing.T) {
	d := load(t, formula(lits{1, 2, 3, 4}), nil)
	first := refs(d)[0]
	c := d.AddWatched(literals(d, 1, -2, 3, -4), 3).Ref()
	if !d.Has(c, clause.Learned) || !d.Has(c, clause.Added) || d.Has(c, clause.Garbage) || d.Has(first, clause.Learned) {
		t.Errorf("flags %b and %b", d.Flags(c), d.Flags(first))
	}
	noteUses(d, clause.LongReason(c), 1) // fewer uses than AddWatched has set
	d.SetGlue(c, 3)
	d.Set(c, clause.Vivified)
	d.Clear(c, clause.Vivified)
	if first, second, third := d.Unuse(c), d.Unuse(c), d.Unuse(c); first != 2 || second != 1 || third != 0 {
		t.Errorf("uses %d, %d, %d", first, second, third)
	}
	if d.Glue(c) != 3 || d.Size(c) != 4 || d.Has(c, clause.Vivified) || !d.Has(c, clause.Added) {
		t.Errorf("glue %d, size %d, flags %b", d.Glue(c), d.Size(c), d.Flags(c))
	}
	if d.Replace(c, literals(d, 1, -2, -4)); d.Glue(c) != 2 || len(d.Lits(c)) != 3 {
		t.Errorf("shrunk: glue %d, literals %v", d.Glue(c), d.Lits(c))
	}
}
