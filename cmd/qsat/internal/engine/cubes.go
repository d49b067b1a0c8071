package engine

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"queens/dimacs"
)

// Cubes returns an engine that answers for the formula under a disjunction of
// cubes: one of them, a conjunction of literals, has to hold. It asks e about
// one cube after the other. Models that several cubes allow are found once.
func Cubes(e Engine, cubes [][]dimacs.Lit) Engine { return cubed{e, cubes} }

type cubed struct {
	e     Engine
	cubes [][]dimacs.Lit
}

var errCubeProof = errors.New("a proof cannot speak of cubes: prove each of them as clauses of its own")

var errCubeProjection = errors.New("the variables of the cubes have to be among those that tell models apart")

// Solve returns a model under the first cube that allows one.
func (c cubed) Solve(ctx context.Context, t *Task) (*dimacs.Assignment, error) {
	if t.Proof != nil {
		return nil, errCubeProof
	}
	failed := []dimacs.Lit{}
	for i := range c.cubes {
		task := c.under(t, i)
		a, err := c.e.Solve(ctx, task)
		if a != nil || err != nil {
			return a, err
		}
		failed = c.addFailed(failed, task, i)
	}
	t.Failed = inOrder(failed, t.Assume)
	return nil, nil
}

// addFailed adds to failed assumptions those that fail under the i-th cube, without
// its own literals; nil stands for unknown ones.
func (c cubed) addFailed(failed []dimacs.Lit, under *Task, i int) []dimacs.Lit {
	if failed == nil || under.Failed == nil {
		return nil
	}
	for _, l := range under.Failed {
		if !slices.Contains(c.cubes[i], l) && !slices.Contains(failed, l) {
			failed = append(failed, l)
		}
	}
	return failed
}

// inOrder returns failed assumptions, which may be unknown, in the order in which
// they were given.
func inOrder(failed, assume []dimacs.Lit) []dimacs.Lit {
	if failed == nil {
		return nil
	}
	return slices.DeleteFunc(Distinct(assume), func(l dimacs.Lit) bool { return !slices.Contains(failed, l) })
}

// Enumerate goes through the models of one cube after the other.
func (c cubed) Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error {
	return c.each(t, func(t *Task) error { return c.e.Enumerate(ctx, t, found) })
}

// Count adds up the models of the cubes.
func (c cubed) Count(ctx context.Context, t *Task) (Count, error) {
	total := Count{M: new(big.Int)}
	err := c.each(t, func(t *Task) error {
		n, err := c.e.Count(ctx, t)
		total = total.plus(n)
		return err
	})
	return total, err
}

// each calls ask with the tasks of the cubes, none of which has a model of an
// earlier one.
func (c cubed) each(t *Task, ask func(*Task) error) error {
	if t.Project != nil && !c.projected(t) {
		return errCubeProjection
	}
	failed := []dimacs.Lit{}
	for i := range c.cubes {
		task := c.under(t, i)
		var before [][]dimacs.Lit
		for _, other := range c.cubes[:i] {
			if !exclude(other, c.cubes[i]) {
				before = append(before, negated(other))
			}
		}
		if len(before) > 0 {
			task.Formula = t.Formula.With(before...)
		}
		if err := ask(task); err != nil {
			return err
		}
		failed = c.addFailed(failed, task, i)
	}
	t.Failed = inOrder(failed, t.Assume)
	return nil
}

// under returns the task of the i-th cube.
func (c cubed) under(t *Task, i int) *Task {
	return t.Under(slices.Concat(t.Assume, c.cubes[i]))
}

// projected reports whether all variables of the cubes are in the projection.
func (c cubed) projected(t *Task) bool {
	listed := make(map[int]bool, len(t.Project))
	for _, v := range t.Project {
		listed[v] = true
	}
	for _, cube := range c.cubes {
		for _, l := range cube {
			if !listed[l.Var()] {
				return false
			}
		}
	}
	return true
}

// exclude reports whether a literal of one cube is the complement of one of
// the other.
func exclude(a, b []dimacs.Lit) bool {
	for _, l := range a {
		for _, k := range b {
			if l == -k {
				return true
			}
		}
	}
	return false
}

// negated returns the clause that a cube does not hold.
func negated(cube []dimacs.Lit) []dimacs.Lit {
	clause := make([]dimacs.Lit, len(cube))
	for i, l := range cube {
		clause[i] = -l
	}
	return clause
}

// plus returns the sum of two numbers.
func (c Count) plus(d Count) Count {
	shift := min(c.Shift, d.Shift)
	if c.IsZero() {
		shift = d.Shift
	} else if d.IsZero() {
		shift = c.Shift
	}
	m := func(x Count) *big.Int {
		if x.IsZero() {
			return x.M
		}
		return new(big.Int).Lsh(x.M, uint(x.Shift-shift))
	}
	return Count{M: new(big.Int).Add(m(c), m(d)), Shift: shift}
}
