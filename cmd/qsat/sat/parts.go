package sat

import (
	"context"
	"fmt"

	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// cubesPerPart is the number of cubes per part that NewParts makes at least, if there are
// enough. More cubes make the work of the parts more equal.
const cubesPerPart = 32

// Parts divides one search into shares, one for each of several processes. Processes that
// call NewParts with the same arguments get the same parts. Part i of k, from 1, consists of
// the cubes i, i+k, i+2k and so on, where the first cube is 1; see Options. The models and
// counts of the parts add up to the whole.
type Parts struct {
	Cubes [][]dimacs.Lit // of all parts
	// Weights is indexed like Cubes: the number of cubes, equal up to symmetry, that this
	// cube represents. nil means 1 for all cubes. If it is not nil, Parts is for one call of Count
	// only.
	Weights []int64

	job *job // of all parts; nil if NewParts has not made the Parts
}

// A splitter is an engine that can divide a count into at least n subtrees if there are enough, as
// cover.Engine.Split does: one for each class of symmetric subtrees. It declines formulas that it
// cannot divide.
type splitter interface {
	Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error)
}

// NewParts divides a search into k parts, for a count if counts is true. The parts consist of the
// cubes of the formula, if it has any, and otherwise of new cubes. It returns a *ProblemError if k
// < 1, for a count with weights, and if o.Proof is set but the cubes of the formula leave a gap:
// the error names a conjunction of literals that contradicts every cube and that unit propagation
// does not refute. If no part has a model, the proofs of all parts, one after the other, followed
// by the proof of ProveCover, refute the formula with the assumptions as unit clauses.
func NewParts(ctx context.Context, p Problem, o Options, k int, counts bool) (*Parts, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (_ *Parts, err error) {
		if k < 1 {
			return nil, &ProblemError{Reason: fmt.Sprintf("the number of parts must be at least 1, found %d", k)}
		}
		if counts && p.Weighted() {
			return nil, &ProblemError{Reason: "parts do not count with weights (to count without, add the line `c t mc` to the formula)"}
		}
		given := j.cubes != nil
		j.step, j.isPart, j.explains = k, true, false
		if e, is := j.engine.(splitter); is && counts && !given {
			if j.split, err = e.Split(ctx, j.task, k*cubesPerPart); err == nil {
				return &Parts{Cubes: j.split.Cubes, Weights: j.split.Weights, job: j}, nil
			}
			if !engine.IsDeclined(err) {
				return nil, err
			}
		}
		switch {
		case !given:
			j.cubes, err = dpll.Split(ctx, j.task, k*cubesPerPart) // no other engine divides the search for models
			for i := range j.cubes {
				j.cubes[i] = j.cubes[i][len(p.Assume):]
			}
			if len(j.cubes) == 0 { // unit propagation refutes the formula
				j.cubes = [][]dimacs.Lit{nil}
			}
		case o.Proof != nil:
			var gap []dimacs.Lit
			if gap, err = j.gap(ctx); gap != nil {
				err = &ProblemError{Reason: fmt.Sprintf("the cubes do not cover the search, so their proofs do not refute the formula: "+
					"no cube covers %v", gap)}
			}
		}
		if err != nil {
			return nil, err
		}
		return &Parts{Cubes: j.cubes, job: j}, nil
	}, "Cubes", "Proof")
}

// ProveCover writes to proof a derivation of the empty clause from the negations of all cubes,
// which the proofs of the parts have derived. The cubes are the paths of a tree. The negation of
// each node follows from the negations of its children.
func (p *Parts) ProveCover(proof proof.Sink) error { return dimacs.ProveCover(p.Cubes, proof.Add) }
