package sat

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/optima"
	"queens/dimacs"
)

// An Optimum is the result of Minimize, or its state so far.
type Optimum struct {
	// Status is Satisfiable if there is a model, Unsatisfiable if the hard clauses have none, and
	// Unknown otherwise.
	Status dimacs.Status
	Model  *dimacs.Assignment // the best model so far, or nil
	Cost   int64              // the cost of Model: the sum of the weights of the soft clauses that it violates
	Bound  int64              // a lower bound of the cost of every model; equal to Cost at the optimum
}

// Minimize returns an optimum: among the models of the hard clauses and the assumptions, a model
// with the least cost. If there is no model, its Status is Unsatisfiable. Minimize calls improved,
// unless it is nil, with every better model and every higher bound. With an error, it returns the
// best model and bound so far. Formula.Soft may be empty, but not nil. Minimize ignores a
// projection. To prove an optimum, refute Bounded(p.Formula, Cost-1) under the assumptions.
func Minimize(ctx context.Context, p Problem, o Options, improved func(Optimum)) (Optimum, error) {
	f := p.Formula
	if f == nil || f.Soft == nil {
		return Optimum{}, &ProblemError{Reason: "there are no soft clauses"}
	}
	if err := wrong(f); err != nil {
		return Optimum{}, err
	}
	p.Formula, p.Project = f.Hard(), []int{}
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (Optimum, error) {
		if _, is := j.engine.(engine.Solver); !is {
			return Optimum{}, &DeclinedError{Engine: j.engine.Name(), Reason: "it does not look for a model"}
		}
		t := j.task.About(f)
		t.Project = nil
		r, err := optima.Minimize(ctx, j.engine, t, func(r optima.Result) {
			if improved != nil {
				improved(Optimum(r))
			}
		})
		if errors.Is(err, errUndecided) {
			err = &engine.DeclinedError{Engine: j.engine.Name(), Reason: err.Error()}
		}
		return Optimum(r), err
	})
}

// AddSoft adds a soft clause for later calls of Minimize. The weight must be positive, and the sum of all
// weights at most dimacs.MaxWeight; otherwise AddSoft returns a *ProblemError. Other errors are the errors of
// Hold. The method Formula leaves soft clauses out.
func (s *Solver) AddSoft(weight int64, c ...dimacs.Lit) error {
	if err := s.raise(c); err != nil {
		return err
	}
	if weight < 1 || weight > dimacs.MaxWeight-s.weight {
		return &ProblemError{Reason: fmt.Sprintf("a soft clause has the weight %d: expected positive weights with a sum of at most %d", weight, int64(dimacs.MaxWeight))}
	}
	s.soft, s.weight = append(s.soft, dimacs.SoftClause{Lits: slices.Clone(c), Weight: weight}), s.weight+weight
	return nil
}

// Minimize is the function Minimize for the clauses and soft clauses so far, under the assumptions and the
// literals of Hold. It needs no soft clauses; without them, the cost is 0.
//
// Minimize keeps the last optimum. This is an optimum again if three conditions hold: it is a model of the clauses
// and assumptions now; its cost has not changed; and the assumptions contain all assumptions under which it was
// found. Then Minimize returns it without a search, and does not call improved. Otherwise it is a new search,
// which learns nothing from earlier questions. The errors are the errors of the function Minimize, and Err.
func (s *Solver) Minimize(ctx context.Context, improved func(Optimum), assume ...dimacs.Lit) (Optimum, error) {
	if err := s.raise(assume); err != nil {
		return Optimum{}, err
	}
	ctx, release, err := s.limited(ctx)
	if err != nil {
		return Optimum{}, err
	}
	defer release()
	f := *s.formula
	f.Soft = append([]dimacs.SoftClause{}, s.soft...) // not nil
	t := s.task.About(&f).Under(s.withHeld(assume))
	last := &s.best
	narrower := !slices.ContainsFunc(s.bestUnder, func(l dimacs.Lit) bool { return !slices.Contains(t.Assume, l) })
	if last.Model != nil && narrower && f.Cost(last.Model) == last.Cost && engine.Check(t, last.Model) == nil {
		return *last, nil
	}
	r, err := Minimize(ctx, Problem{Formula: &f, Assume: t.Assume}, s.options(), improved)
	if err == nil && r.Status == dimacs.Satisfiable {
		*last, s.bestUnder = r, slices.Clone(t.Assume)
	}
	return r, err
}

// Optima returns the problem whose models are the models of p that cost at most cost. If cost is
// the least cost, which Minimize finds, these are all optima. Models, Count and Sample answer the
// problem. Without a projection in p, its models differ on the inputs of p.Formula, because the new
// formula may have more variables. Optima returns p and a *ProblemError if there are no soft
// clauses, or if the bound of the cost takes too many clauses.
func Optima(p Problem, cost int64) (Problem, error) {
	if p.Formula == nil || p.Formula.Soft == nil {
		return p, &ProblemError{Reason: "there are no soft clauses"}
	}
	f := Bounded(p.Formula, cost)
	if f == nil {
		return p, &ProblemError{Reason: "the bound of the cost takes too many clauses"}
	}
	if p.projection() == nil && f.Vars > p.Formula.Inputs() {
		p.Project = lists.From(1, p.Formula.Inputs())
	}
	p.Formula = f
	return p, nil
}

// Bounded returns a formula without soft clauses that has a model if and only if f has a model that
// costs at most most. It returns nil if this takes too many clauses or variables. The section
// "Optima" in the manual of qsat describes the clauses.
func Bounded(f *dimacs.Formula, most int64) *dimacs.Formula { return optima.Bounded(f, most) }
