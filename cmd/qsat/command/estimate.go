package command

import (
	"context"
	"fmt"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findEstimate estimates a count, or reports the number of models if it is known. If it is stopped, it reports the estimate of the walks
// until then.
func (r *request) findEstimate(ctx context.Context) (tell answer, err error) {
	x, err := sat.EstimateCount(ctx, r.question.Problem, r.question.options)
	if err != nil || x.Exact == nil {
		return func() (int, error) { return r.report.tellEstimate(r.question, x), nil }, err
	}
	found, err := r.complete(ctx, x.Exact.IsZero())
	return func() (int, error) {
		r.report.w.CommentText("estimate: this is the number itself, which takes less time than an estimate")
		return r.report.tellCount(r.question, found, *x.Exact), nil
	}, err
}

// tellEstimate reports an estimate, and returns the exit code. Only a model that a walk found
// is certain, so without one the status is UNKNOWN.
func (r *report) tellEstimate(q *question, x sat.Estimate) int {
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
		return 0
	}
	r.w.Comment("estimated models", x.Models.String())
	r.w.Status(dimacs.Satisfiable)
	r.w.CountEstimate(q.projects, x.Log10)
	return program.ExitSatisfiable
}
