package sat

import (
	"context"
	"errors"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/optima"
	"queens/dimacs"
)

// An Optimum is the state of Minimize.
type Optimum struct {
	// Status is Satisfiable if there is a model, Unsatisfiable if the hard clauses have none, and
	// Unknown otherwise.
	Status dimacs.Status
	Model  *dimacs.Assignment // the best model so far
	Cost   int64              // the cost of Model: the weights of the soft clauses that it violates
	Bound  int64              // no model costs less; equal to Cost if Minimize returns no error
}

// Minimize returns a model of the hard clauses and the assumptions that costs least. It calls
// improved, unless it is nil, with every better model and with every higher bound. With an error,
// the result is what is known so far. The formula must have soft clauses, or an empty list of
// them; see dimacs.Formula. A projection, a proof and parts have no effect. The proof of an optimum
// is a proof of Bounded.
func Minimize(ctx context.Context, p Problem, o Options, improved func(Optimum)) (Optimum, error) {
	f := p.Formula
	if f == nil || f.Soft == nil {
		return Optimum{}, &ProblemError{Reason: "there are no soft clauses"}
	}
	if err := f.Check(); err != nil {
		return Optimum{}, &ProblemError{Reason: err.Error()}
	}
	p.Formula, p.Project, o.Proof, o.Parts = f.Hard(), []int{}, nil, nil
	s, err := newSearch(p, o)
	if err != nil {
		return Optimum{}, public(err)
	}
	t := s.task.About(f)
	t.Project = nil
	r, err := optima.Minimize(ctx, s.engine, t, func(r optima.Result) {
		if improved != nil {
			improved(Optimum(r))
		}
	})
	if errors.Is(err, errUndecided) {
		err = &engine.DeclinedError{Engine: s.engine.Name(), Reason: err.Error()}
	}
	return Optimum(r), public(err)
}

// Bounded returns a formula without soft clauses that has a model if and only if a model of f costs
// at most most. It returns nil if that takes too many clauses. For the clauses, see the manual of
// qsat.
func Bounded(f *dimacs.Formula, most int64) *dimacs.Formula { return optima.Bounded(f, most) }
