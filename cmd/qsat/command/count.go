package command

import (
	"context"
	"fmt"
	"math/big"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findCount counts the models, or adds up their weights.
func (r *request) findCount(ctx context.Context) (tell answer, err error) {
	q := r.question
	var n dimacs.Count
	switch {
	case r.outputs.excluded != nil:
		var models int64
		models, err = r.each(ctx)
		n.M = big.NewInt(models)
	case r.outputs.graph != nil || r.outputs.certificate != nil:
		n, err = r.compile(ctx)
	default:
		n, err = sat.Count(ctx, q.Problem, q.options)
		if r.part.K == 0 { // without --part, the parts of a checkpoint are the whole
			q.options.Parts, q.options.Part, q.options.Checkpoint = nil, 0, nil
		}
	}
	var found result
	if err == nil {
		found, err = r.complete(ctx, n.IsZero())
	}
	if err != nil {
		r.report.found(n)
		return nil, err
	}
	return func() (int, error) { return r.report.tellCount(q, found, n), nil }, nil
}

// compile counts by a decision-DNNF. When the count is known, it completes the files of
// --graph and of the certificate.
func (r *request) compile(ctx context.Context) (n dimacs.Count, err error) {
	q, graph, certificate := r.question, r.outputs.graph, r.outputs.certificate
	var g *sat.Graph
	if certificate != nil {
		if g, err = sat.Certify(ctx, q.Problem, q.options, certificate); err == nil {
			err = certificate.Commit()
		}
	} else {
		g, err = sat.Compile(ctx, q.Problem, q.options)
	}
	if err != nil {
		return n, err
	}
	if graph != nil {
		if err = graph.CommitAfter(g.WriteD4(graph)); err != nil {
			return n, fmt.Errorf("graph: %w", err)
		}
	}
	return g.Count(), nil
}

// found keeps n, the number of models that a count has found, unless it is 0.
func (r *report) found(n dimacs.Count) {
	r.pass(func() error {
		if !n.IsZero() {
			r.atLeast = dimacs.Count{M: new(big.Int).Set(n.M), Shift: n.Shift}
		}
		return nil
	})
}

// stoppedCount reports the end of a count that was stopped: the status UNKNOWN and, unless
// the count is weighted, the number of models found. It returns the exit code 0.
func (r *report) stoppedCount(q *question) int {
	r.unknown()
	if !q.Weighted() {
		r.w.Models(r.atLeast, true)
	}
	return 0
}

// tellCount reports the status, and the number of models or the sum of their weights. It
// returns the exit code.
func (r *report) tellCount(q *question, found result, n dimacs.Count) int {
	code := exitSatisfiable
	if found.Status == dimacs.Unsatisfiable {
		code = r.unsatisfiable(found)
	} else {
		r.tellVerified(found)
		r.w.Status(dimacs.Satisfiable)
	}
	if q.Weighted() {
		r.w.CountWeighted(q.projects, n.Rat())
	} else {
		r.w.Count(q.projects, n)
	}
	return code
}
