package command

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findOptimum finds a model with the least cost. It prints the cost of each better model. With
// --bound, it writes the formula whose models cost less. With --proof or --verify, it refutes this
// formula.
func (r *request) findOptimum(ctx context.Context) (tell answer, err error) {
	q := r.question
	search, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	best, err := sat.Minimize(search, q.Problem, q.options, func(o sat.Optimum) {
		if err := r.pass(func() error { return r.report.improved(o, q.Formula) }); err != nil {
			cancel(err) // the output has failed
		}
	})
	if err != nil {
		return nil, err
	}
	better := *q
	better.Formula = q.Formula.Hard()
	if best.Status == dimacs.Satisfiable {
		better.Formula = sat.Bounded(q.Formula, best.Cost-1)
	}
	var proved result
	if r.outputs.bound != nil || r.outputs.proof != nil {
		if better.Formula == nil {
			return nil, fmt.Errorf("%s: --bound and --proof: the bound of the cost takes too many clauses", q.name)
		}
		better.Project = nil
	}
	if err := r.writeBound(ctx, better.Formula); err != nil {
		return nil, err
	}
	if r.outputs.proof != nil {
		if proved, err = r.confirm(ctx, &better); err != nil {
			return nil, err
		}
	}
	if best.Status == dimacs.Unsatisfiable {
		proved.Answer = q.failed(ctx, false)
		return func() (int, error) {
			if r.count {
				return r.report.tellCount(q, proved, dimacs.Count{M: new(big.Int)}), nil
			}
			return r.report.unsatisfiable(proved), nil
		}, nil
	}
	if r.second.flag != "" {
		return r.findOptima(ctx, best.Cost, proved)
	}
	return func() (int, error) {
		r.report.tellVerified(proved)
		r.report.w.OptimumFound()
		return program.ExitOptimum, r.report.values(ctx, best.Model, q.Formula.Inputs(), func(i int) int { return i + 1 })
	}, nil
}

// writeBound writes f with the assumptions to the file of --bound, if there is one.
func (r *request) writeBound(ctx context.Context, f *dimacs.Formula) error {
	if r.outputs.bound == nil {
		return nil
	}
	plain := f.WithUnits(r.question.Assume)
	plain.Comments, plain.CountType, plain.Projection, plain.Weights = nil, "", nil, nil
	if err := r.outputs.bound.CommitAfter(plain.Write(ctx, r.outputs.bound)); err != nil {
		return fmt.Errorf("bound: %w", err)
	}
	return nil
}

// findOptima asks the second question, about the models with the least cost.
func (r *request) findOptima(ctx context.Context, cost int64, proved result) (tell answer, err error) {
	q := *r.question
	if q.Problem, err = sat.Optima(q.Problem, cost); err != nil {
		return nil, err
	}
	err = r.pass(func() error {
		r.question, r.kind, r.outputs.proof, r.report.optimal = &q, r.second, nil, true
		r.report.tellVerified(proved)
		r.report.w.OptimumFound()
		return r.report.w.Flush()
	})
	if err != nil {
		return nil, err
	}
	return r.kind.find(r, ctx)
}

// improved stores a better model or a higher bound. It prints the cost of a better model at once, as the
// value of the objective of f.
func (r *report) improved(o sat.Optimum, f *dimacs.Formula) error {
	better := r.best.Model == nil || o.Cost < r.best.Cost
	if r.best = o; !better {
		return nil
	}
	total := f.SoftWeight()
	r.w.Objective(f.Objective(o.Cost), total-o.Cost, total)
	return r.w.Flush()
}

// stoppedOptimum prints the best model and the best bound of a stopped search, and returns the exit
// code.
func (r *report) stoppedOptimum(q *question) int {
	if r.best.Model == nil {
		return r.unknown()
	}
	r.w.Status(dimacs.Satisfiable)
	bound := strconv.FormatInt(q.Formula.Objective(r.best.Bound), 10)
	r.w.Remark("bound "+bound, "bound", bound)
	r.values(context.Background(), r.best.Model, q.Formula.Inputs(), func(i int) int { return i + 1 })
	return program.ExitSatisfiable
}
