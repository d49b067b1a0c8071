package sat

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Sample yields k models, or nothing if there is no model. The draws are independent, from
// all models that differ on the projection. Every model has exactly the same probability.
// Where Count adds up weights, the probability of a model is exactly proportional to its
// weight. Then no weight may be negative, and at least one model must have a weight other
// than 0. The seed determines the draws. As in Models, the last pair is nil and the error
// if the search fails or k is negative, and each loop starts anew.
func Sample(ctx context.Context, p Problem, o Options, k int64) iter.Seq2[*dimacs.Assignment, error] {
	return sequence(ctx, p, o, func(j *job, ctx context.Context, found func(*dimacs.Assignment) error) error {
		if k < 0 {
			return &ProblemError{Reason: fmt.Sprintf("the number of samples is %d: expected at least 0", k)}
		}
		if err := j.weigh(p); err != nil {
			return err
		}
		if err := nonnegative(p.Formula, j.task.Weights); err != nil {
			return err
		}
		none := true
		err := engine.Sample(ctx, j.engine, unprojected(j.task), k, func(a *dimacs.Assignment) error {
			none = false
			return found(a)
		})
		if err != nil || !none || j.task.Weights == nil || k == 0 {
			return err
		}
		j.task.Weights = nil // the weight of any model is 0
		a, err := engine.Solve(ctx, auto.New(), j.task.With(nil))
		if err == nil && a.Model != nil {
			err = errWeightless
		}
		return err
	})
}

var errWeightless = &ProblemError{Reason: "the weights of all models are 0, so none can be drawn"}

// nonnegative returns a *ProblemError if weights has a negative weight for a literal of f.Weights
// or its complement. The error has the line of the weight in f. nil means that there are no
// weights.
func nonnegative(f *dimacs.Formula, weights map[dimacs.Lit]*big.Rat) error {
	for _, sign := range []dimacs.Lit{1, -1} { // a complement may get its weight from w.Lit
		for _, w := range f.Weights {
			l := sign * w.Lit
			if weight := weights[l]; weight != nil && weight.Sign() < 0 {
				return &ProblemError{w.Line, fmt.Sprintf("literal %d has a negative weight, so models cannot be sampled", l)}
			}
		}
	}
	return nil
}
