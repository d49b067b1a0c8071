package command

import (
	"context"
	"fmt"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findEstimate estimates a count, or finds the number of models if that takes less time. If it is stopped,
// the answer so far is the estimate of the walks until then.
func (r *run) findEstimate(ctx context.Context) (a answer, err error) {
	x, err := sat.EstimateCount(ctx, r.question.Problem, r.question.options)
	if err == nil && x.Exact != nil {
		a, err = r.complete(ctx, x.Exact.IsZero())
		a.count = *x.Exact
	}
	a.estimate = x
	r.pass(func() error { r.reporter.soFar = a; return nil })
	return a, err
}

// reportEstimate reports an estimate, or an exact number as a count, and returns the exit code. Of an
// estimate, only a model that a walk found is certain, so without one the status is UNKNOWN. The error is
// the error of reportCount.
func (r *reporter) reportEstimate(ctx context.Context, q *question, a answer) (int, error) {
	x := a.estimate
	switch {
	case x.Exact != nil:
		r.w.CommentText("estimate: this is the number itself, which takes less time than an estimate")
		return r.reportCount(ctx, q, a)
	case x.Engine == "": // stopped before the engine has begun
		return r.unknown(), nil
	}
	r.w.CommentText(fmt.Sprintf("estimate: means of %d random walks in the search tree of %s; the intervals are no guarantee", x.Walks, x.Engine))
	if x.Counter != "" {
		r.w.CommentText(fmt.Sprintf("estimate: --count tries the engine %s before %s; the estimate does not include it", x.Counter, x.Engine))
	}
	r.w.Comment("estimated nodes", x.Nodes.String())
	if x.NodeSeconds > 0 {
		r.w.Comment("estimated core-hours", fmt.Sprintf("%s, at %.0f ns a node, as measured on this machine", x.CoreHours, 1e9*x.NodeSeconds))
	}
	if x.Model == nil {
		r.w.CommentText("estimate: no walk has met a model")
		r.w.Status(dimacs.Unknown)
		return 0, nil
	}
	r.w.Comment("estimated models", x.Models.String())
	r.w.Status(dimacs.Satisfiable)
	r.w.CountEstimate(q.projects, x.Log10)
	return program.ExitSatisfiable, nil
}
