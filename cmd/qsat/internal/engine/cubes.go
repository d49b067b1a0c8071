package engine

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"

	"queens/cmd/internal/parts"
	"queens/dimacs"
)

// Cubes returns an engine that answers for the formula under a disjunction of
// cubes: one of them, a conjunction of literals, has to hold. It asks e about
// one cube after the other. Models that several cubes allow are found once.
func Cubes(e Engine, cubes [][]dimacs.Lit) Engine { return cubed{e: e, cubes: cubes, step: 1} }

// Share returns an engine like that of Cubes for every step-th cube from first on.
// A model that an earlier cube allows, of all there are, is left to the share of that.
// Where there is no model a proof derives the negation of each cube, see ProveCover.
func Share(e Engine, cubes [][]dimacs.Lit, first, step int) Engine {
	return cubed{e, cubes, first, step, true}
}

type cubed struct {
	e           Engine
	cubes       [][]dimacs.Lit
	first, step int
	proves      bool
}

var errCubeProof = errors.New("a proof is about clauses, not cubes: --part writes one of a share of them, and qmerge one of the whole")

var errCubeProjection = errors.New("all variables of the cubes have to be in the projection")

// Solve returns a model under the first cube that allows one.
func (c cubed) Solve(ctx context.Context, t *Task) (*dimacs.Assignment, error) {
	if t.Proof != nil && !c.proves {
		return nil, errCubeProof
	}
	series := &Series{Assume: append(slices.Concat(c.cubes...), t.Assume...)}
	defer func() {
		if series.Session != nil {
			series.Session.Close()
		}
	}()
	for task := range c.tasks(t, false) {
		if t.Proof == nil { // each cube has a proof of its own
			task.Series = series
		}
		if a, err := c.e.Solve(ctx, task); a != nil || err != nil {
			return a, err
		}
	}
	return nil, nil
}

// Enumerate goes through the models of one cube after the other.
func (c cubed) Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error {
	if !c.areProjected(t) {
		return errCubeProjection
	}
	for task := range c.tasks(t, true) {
		if err := c.e.Enumerate(ctx, task, found); err != nil {
			return err
		}
	}
	return nil
}

// Count adds up the models of the cubes.
func (c cubed) Count(ctx context.Context, t *Task) (dimacs.Count, error) {
	total := dimacs.Count{M: new(big.Int)}
	if !c.areProjected(t) {
		return total, errCubeProjection
	}
	for task := range c.tasks(t, true) {
		n, err := c.e.Count(ctx, task)
		if total = total.Plus(n); err != nil {
			return total, err
		}
	}
	return total, nil
}

// areProjected reports whether all variables of the cubes are in the projection.
func (c cubed) areProjected(t *Task) bool {
	return !slices.ContainsFunc(c.cubes, func(cube []dimacs.Lit) bool {
		return slices.ContainsFunc(cube, func(l dimacs.Lit) bool { return !t.IsProjected(l.Var()) })
	})
}

// tasks yields the task of each cube; if they are to be disjoint, none has a model of
// an earlier one. Behind the last one it sets the failed assumptions of t: those that
// have failed under any of the cubes, unless they are not known under all.
func (c cubed) tasks(t *Task, disjoint bool) iter.Seq[*Task] {
	return func(yield func(*Task) bool) {
		var failed []dimacs.Lit
		known := true
		for i := c.first; i < len(c.cubes); i += c.step {
			cube := c.cubes[i]
			task := t.Under(slices.Concat(t.Assume, cube))
			if t.Proof != nil {
				task.Proof = newCubeProof(t.Proof, cube)
			}
			if disjoint {
				task.Formula = t.Formula.With(c.excluded(i)...)
			}
			if !yield(task) {
				return
			}
			known = known && task.Failed != nil
			for _, l := range task.Failed {
				if !slices.Contains(cube, l) {
					failed = append(failed, l)
				}
			}
		}
		if t.Failed = nil; known {
			t.Failed = slices.DeleteFunc(Distinct(t.Assume), func(l dimacs.Lit) bool { return !slices.Contains(failed, l) })
		}
	}
}

// excluded returns the negations of the cubes before the i-th, but for those that one of
// its literals satisfies.
func (c cubed) excluded(i int) (clauses [][]dimacs.Lit) {
	for _, cube := range c.cubes[:i] {
		clause := parts.Negation(cube)
		if !slices.ContainsFunc(clause, func(l dimacs.Lit) bool { return slices.Contains(c.cubes[i], l) }) {
			clauses = append(clauses, clause)
		}
	}
	return clauses
}
