package sat

import (
	"context"
	"fmt"

	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// cubesPerPart is how many cubes of its own a formula is split into for each part: the
// more, the more alike are the parts.
const cubesPerPart = 32

// Parts are shares of one search, each for a process of its own: processes that call
// NewParts for the same problem have the same parts. Part i of k, from 1, is about every
// k-th cube from the i-th on; see Options. What parts find and count adds up to the whole.
type Parts struct {
	Cubes [][]dimacs.Lit // of all parts
	// Weights say for how many cubes that are the same up to symmetry each one stands, and
	// nil for one. Cubes with weights are for Count alone, which may be called once.
	Weights []int64

	search *search
}

// A splitter is an engine that splits a count into subtrees that are different up to
// symmetry.
type splitter interface {
	Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error)
}

// NewParts divides the search for models, or for a count, into k parts: by the cubes of the
// formula, if it has some, or by others. If a proof is asked for they have to cover the
// search: a *ProblemError names a cube that none covers. The proofs of all parts, one after
// the other, and what ProveCover adds, refute the formula.
func NewParts(ctx context.Context, p Problem, o Options, k int, counts bool) (*Parts, error) {
	s, err := newSearch(p, o)
	if err == nil && k < 1 {
		err = &ProblemError{Reason: fmt.Sprintf("there are no %d parts", k)}
	}
	if err != nil {
		return nil, err
	}
	if counts && p.Weighted() {
		return nil, &ProblemError{Reason: "parts do not count with weights (`c t mc` in the formula counts without)"}
	}
	given := s.cubes != nil
	s.step, s.isPart, s.explains = k, true, false
	if e, is := s.engine.(splitter); is && counts && !given {
		if s.split, err = e.Split(ctx, s.task, k*cubesPerPart); err == nil {
			return &Parts{Cubes: s.split.Cubes, Weights: s.split.Weights, search: s}, nil
		}
		if !engine.IsDeclined(err) {
			return nil, public(err)
		}
	}
	switch {
	case !given:
		s.cubes, err = dpll.Split(ctx, s.task, k*cubesPerPart)
		for i := range s.cubes {
			s.cubes[i] = s.cubes[i][len(p.Assume):]
		}
		if len(s.cubes) == 0 { // unit propagation refutes the formula
			s.cubes = [][]dimacs.Lit{nil}
		}
	case o.Proof != nil:
		var gap []dimacs.Lit
		if gap, err = s.gap(ctx); gap != nil {
			err = &ProblemError{Reason: fmt.Sprintf("the cubes do not cover the search, so their proofs do not refute the formula: no cube covers %v", gap)}
		}
	}
	if err != nil {
		return nil, public(err)
	}
	return &Parts{Cubes: s.cubes, search: s}, nil
}

// ProveCover derives the empty clause after the proofs of all parts: cubes are the paths of a
// tree, of which the negation of each node follows from those of its children.
func (p *Parts) ProveCover(proof dimacs.Proof) error { return dimacs.ProveCover(p.Cubes, proof.Add) }
