package engine

import (
	"context"
	"math/big"
	"math/bits"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Models is a function that finds models one by one: it calls found with such as
// differ on the constrained variables of the projection.
type Models func(ctx context.Context, t *Task, found func(*dimacs.Assignment, *Projection) error) error

// Enumerate calls found with the models and all that differ from them on
// unconstrained variables of the projection alone.
func (each Models) Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error {
	return each(ctx, t, func(a *dimacs.Assignment, p *Projection) error { return Expand(ctx, a, p.First, found) })
}

// Count returns the number of models, each of which is checked.
func (each Models) Count(ctx context.Context, t *Task) (dimacs.Count, error) {
	n, one, u := dimacs.Count{M: new(big.Int)}, big.NewInt(1), t.checked()
	err := each(ctx, u, func(a *dimacs.Assignment, p *Projection) error {
		if err := u.checker.check(a); err != nil {
			return err
		}
		n.M.Add(n.M, one)
		n.Shift = uint64(p.Unconstrained)
		t.Tell(n)
		return nil
	})
	return n, err
}

// Tell calls Found for about one of a thousand counts of a search that finds models one by one.
func (t *Task) Tell(n dimacs.Count) {
	if t.Found != nil && n.M.TrailingZeroBits() >= 10 {
		t.Found(n)
	}
}

// expandable is how many unconstrained variables Expand goes through: the models
// that differ on those can never be all written.
const expandable = 62

// Expand calls found with a and with every other assignment that differs from it on
// unconstrained variables, which it leaves false.
func Expand(ctx context.Context, a *dimacs.Assignment, unconstrained []int, found func(*dimacs.Assignment) error) error {
	vars := unconstrained[:min(len(unconstrained), expandable)]
	for _, v := range vars {
		a.Set(v, false)
	}
	for i := uint64(1); ; i++ { // the next number, of which few digits differ in the mean
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := found(a); err != nil {
			return err
		}
		next := bits.TrailingZeros64(i)
		for _, v := range vars[:min(next, len(vars))] {
			a.Set(v, false)
		}
		if next >= len(vars) {
			return nil
		}
		a.Set(vars[next], true)
	}
}

// Unconstrained returns the number of variables of the projection that are not
// constrained, each of which doubles a count, and the first of them, as many as
// Expand can use. Only vars variables may be constrained, which is told by their numbers: so
// billions of others need not be gone through.
func (t *Task) Unconstrained(names *clause.Numbering, vars int, constrained func(v int) bool) (first []int, count int) {
	count = t.NumProjected()
	for v := 1; v <= vars; v++ {
		if constrained(v) && t.IsProjected(names.Name(clause.Positive(v)).Var()) {
			count--
		}
	}
	for i := range t.NumProjected() {
		if len(first) == min(expandable, count) {
			break
		}
		if v := t.Projected(i); !constrained(names.Var(v)) {
			first = append(first, v)
		}
	}
	return first, count
}

// A Projection is that of a task, by what its clauses say of the variables.
type Projection struct {
	Branch        []uint32 // those unassigned and in a clause, as the database numbers them
	Unconstrained int      // number of those in no clause
	First         []int    // the first of them, as many as Expand can use
}

// Projection returns the projection, by clauses that have been propagated.
func (t *Task) Projection(d *clause.Database) *Projection {
	p, constrained := &Projection{}, d.Constrained()
	for v := range d.Variables {
		if constrained[v] && !d.IsAssigned(v) && t.IsProjected(int(d.Names[v])) {
			p.Branch = append(p.Branch, v)
		}
	}
	p.First, p.Unconstrained = t.Unconstrained(d.Numbering, d.Vars, func(v int) bool { return constrained[v] })
	return p
}
