package engine

import (
	"context"
	"math/big"
	"math/bits"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Models is a function that finds models one by one. It calls found with one model for each
// combination of values that the branch variables of the projection have in a model, and with that
// Projection. In between, found may change unconstrained variables of the model. Models stops at the
// first error of found and returns it.
type Models func(ctx context.Context, t *Task, found func(*dimacs.Assignment, *Projection) error) error

// Enumerate implements Enumerator. For each model of m, it calls found with every model that differs
// from it only in unconstrained variables of the projection; see Expand.
func (m Models) Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error {
	return m(ctx, t, func(a *dimacs.Assignment, p *Projection) error { return Expand(ctx, a, p.First, found) })
}

// Count implements Counter. It checks every model of m and passes the number so far to Tell.
func (m Models) Count(ctx context.Context, t *Task) (dimacs.Count, error) {
	n, one, u := dimacs.Count{M: new(big.Int)}, big.NewInt(1), t.checked()
	err := m(ctx, u, func(a *dimacs.Assignment, p *Projection) error {
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

// Tell calls t.Counted, unless it is nil, if n.M is a positive multiple of 1024. A search that finds
// models one by one calls Tell after each model with the number of models so far.
func (t *Task) Tell(n dimacs.Count) {
	if t.Counted != nil && n.M.TrailingZeroBits() >= 10 {
		t.Counted(n)
	}
}

// expandable is the largest number of unconstrained variables that Expand enumerates. No
// caller can use all models that 62 variables yield.
const expandable = 62

// Expand calls found with every assignment that equals a outside the first 62 variables of
// unconstrained. Each time it passes a itself, with changed values. The first assignment makes these
// variables false, and they are false again when Expand returns nil. Expand stops at the first error of
// found and returns it, or the cause when ctx ends.
func Expand(ctx context.Context, a *dimacs.Assignment, unconstrained []int, found func(*dimacs.Assignment) error) error {
	vars := unconstrained[:min(len(unconstrained), expandable)]
	for _, v := range vars {
		a.Set(v, false)
	}
	for i := uint64(1); ; i++ { // counts in binary: a step changes two values on average
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

// Unconstrained returns the number of variables of the projection that are not constrained, and the
// first of these variables in ascending order, at most the number that Expand uses. Each such variable
// doubles a count. The function constrained takes the number of a variable in names, from 1 to vars. For
// 0, the number of all variables that names lacks, it must return false. So a header of billions of
// variables costs nothing.
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

// A Projection divides the projection of a task into three sets: assigned variables, variables to
// branch on, and unconstrained variables, which may have any value.
type Projection struct {
	Branch        []uint32 // the unassigned variables in unsatisfied clauses, as the database numbers them
	Unconstrained int      // the number of variables neither assigned nor in an unsatisfied clause
	First         []int    // the first unconstrained variables, as the formula numbers them; at most expandable
}

// Projection divides the projection of the task by the clauses of d, which must be propagated at
// level 0.
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

// A Sampler draws models at random.
type Sampler interface {
	// Sample calls found with k models, or not at all if there is no model. The draws are
	// independent, from the models that differ on the projection. Without weights, all
	// models are equally likely. With weights, which must not be negative, the probability
	// of a model is proportional to its weight. The seed of t determines the draws. The
	// assignment is valid during the call. Sample stops at the first error of found and returns it.
	Sample(ctx context.Context, t *Task, k int64, found func(*dimacs.Assignment) error) error
}

// Sample calls e for k random models, and calls found with each model, as a Sampler does. It checks the
// model before, and ends with the error of a wrong one. It declines if e is not a Sampler.
func Sample(ctx context.Context, e Engine, t *Task, k int64, found func(*dimacs.Assignment) error) error {
	s, is := e.(Sampler)
	if !is {
		return &DeclinedError{e.Name(), "it does not draw samples"}
	}
	checker := checker{task: t}
	return s.Sample(ctx, t, k, func(a *dimacs.Assignment) error {
		if err := checker.check(a); err != nil {
			return err
		}
		return found(a)
	})
}

// Free is an ascending list of ranges of variables that may have any value. A range is its first
// variable and its last variable.
type Free [][2]int

// Free returns the variables of the projection for which constrained returns false.
func (t *Task) Free(constrained func(v int) bool) (free Free) {
	for i := range t.NumProjected() {
		switch v, last := t.Projected(i), len(free)-1; {
		case constrained(v):
		case last >= 0 && free[last][1] == v-1:
			free[last][1] = v
		default:
			free = append(free, [2]int{v, v})
		}
	}
	return free
}

// Each calls do for every variable, ascending.
func (f Free) Each(do func(v int)) {
	for _, r := range f {
		for v := r[0]; v <= r[1]; v++ {
			do(v)
		}
	}
}
