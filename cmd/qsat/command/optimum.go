package command

import (
	"context"
	"fmt"
	"math/big"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findOptimum finds a model with the least cost. It prints the cost of each better model, and ends if
// that fails. With --bound, it writes the formula whose models cost less, or the hard clauses if they
// have no model. With --proof or --verify, it refutes this formula. With any of these flags, it is an
// error if the bound of the cost takes too many clauses. If the hard clauses have no model, the answer
// says so, and its count is 0. Otherwise findOptimum asks the second question, if there is one.
func (r *run) findOptimum(ctx context.Context) (a answer, err error) {
	q := r.question
	search, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	best, err := sat.Minimize(search, q.Problem, q.options, func(o sat.Optimum) {
		err := r.pass(func() error {
			best, w := &r.reporter.soFar.optimum, r.reporter.w
			better := best.Model == nil || o.Cost < best.Cost
			if *best = o; !better {
				return nil
			}
			total := q.Formula.SoftWeight()
			w.Objective(q.Formula.CostText(o.Cost), q.Formula.WeightText(total-o.Cost), q.Formula.WeightText(total))
			return w.Flush()
		})
		if err != nil {
			cancel(err) // the output has failed
		}
	})
	if err != nil {
		return a, err
	}
	better := *q
	better.Formula = q.Formula.Hard()
	if best.Status == dimacs.Satisfiable {
		better.Formula = sat.Bounded(q.Formula, best.Cost-1)
	}
	if r.outputs.bound != nil || r.outputs.proof != nil {
		if better.Formula == nil {
			return a, fmt.Errorf("%s: --bound and --proof: the bound of the cost takes too many clauses", q.name)
		}
		better.Project = nil
	}
	if err := r.writeBound(ctx, better.Formula); err != nil {
		return a, err
	}
	if r.outputs.proof != nil {
		if a, err = r.confirm(ctx, &better); err != nil {
			return a, err
		}
	}
	if best.Status == dimacs.Unsatisfiable {
		a.Answer = q.failed(ctx, false)
		a.count.M = new(big.Int)
		return a, nil
	}
	if a.optimum = best; q.second == nil {
		return a, nil
	}
	return r.findOptima(ctx, a)
}

// writeBound writes the clauses of f, and the assumptions as unit clauses, to the file of --bound,
// if there is one. With --count, the projection and the weights are part of the question.
func (r *run) writeBound(ctx context.Context, f *dimacs.Formula) error {
	if r.outputs.bound == nil {
		return nil
	}
	plain := f.WithUnits(r.question.Assume)
	if plain.Comments = nil; !r.count {
		plain.CountType, plain.Projection, plain.Weights = "", nil, nil
	} else if plain.Projection = r.question.Project; len(plain.Projection) == f.Inputs() {
		plain.Projection = nil
	}
	if err := r.outputs.bound.CommitAfter(plain.Write(ctx, r.outputs.bound)); err != nil {
		return fmt.Errorf("bound: %w", err)
	}
	return nil
}

// findOptima finds the answer to the second question of the run about the models that cost as much as
// a.optimum. Before that, it prints whether the proof was verified, and the status OPTIMUM FOUND. The
// question of the run becomes this question, without a proof. It is an error if the bound of the cost
// takes too many clauses.
func (r *run) findOptima(ctx context.Context, a answer) (_ answer, err error) {
	q := *r.question
	if q.Problem, err = sat.Optima(q.Problem, a.optimum.Cost); err != nil {
		return a, err
	}
	q.kind = q.second
	err = r.pass(func() error {
		r.question, r.outputs.proof, r.reporter.optimal = &q, nil, true
		r.reporter.verified(a)
		r.reporter.w.OptimumFound()
		return r.reporter.w.Flush()
	})
	if err != nil {
		return a, err
	}
	return q.kind.search(r, ctx)
}

// reportOptimum prints the status OPTIMUM FOUND and the best model, or the status that the hard clauses
// have no model, and returns the exit code. With --count, the number 0 follows the second status. The
// error is the error of inputs. If the search was stopped, reportOptimum prints the status SATISFIABLE,
// the best lower bound of the cost and the best model, or only UNKNOWN without a model. Then it returns
// no error, and does not cut off the model.
func (r *reporter) reportOptimum(ctx context.Context, q *question, a answer) (int, error) {
	best := a.optimum
	switch {
	case a.stopped && best.Model == nil:
		return r.unknown(), nil
	case a.stopped:
		r.w.Status(dimacs.Satisfiable)
		bound := q.Formula.CostText(best.Bound)
		r.w.Remark("bound "+bound, "bound", bound)
		r.inputs(context.Background(), q, best.Model)
		return program.ExitSatisfiable, nil
	case a.Status == dimacs.Unsatisfiable && r.count:
		return r.reportCount(ctx, q, a)
	case best.Status != dimacs.Satisfiable:
		return r.unsatisfiable(q, a), nil
	}
	r.verified(a)
	r.w.OptimumFound()
	return program.ExitOptimum, r.inputs(ctx, q, best.Model)
}
