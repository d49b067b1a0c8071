package command

import (
	"context"
	"fmt"
	"math/big"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findCount counts models, or adds up their weights.
func (r *request) findCount(ctx context.Context) (found result, err error) {
	q := r.question
	switch {
	case r.outputs.excluded != nil:
		n := int64(0)
		n, err = r.each(ctx)
		found.count.M = big.NewInt(n)
	case r.outputs.graph != nil || r.outputs.certificate != nil:
		found.count, err = r.compile(ctx)
	default:
		found.count, err = sat.Count(ctx, q.Problem, q.options)
		if r.part.K == 0 { // the parts of a checkpoint are the whole
			q.options.Parts = nil
		}
	}
	if err != nil {
		return found, err
	}
	return r.complete(ctx, found, found.count.IsZero())
}

// compile counts, and writes the files that say how the count comes about once the whole is known.
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

// found takes the number of models that a count has found so far.
func (r *report) found(n dimacs.Count) {
	r.pass(func() error {
		r.atLeast = dimacs.Count{M: new(big.Int).Set(n.M), Shift: n.Shift}
		return nil
	})
}

// tellCount reports the number of models, or the sum of their weights, or that it is
// incomplete.
func (r *report) tellCount(_ context.Context, q *question, found result, err error) (int, error) {
	n := found.count
	switch {
	case err != nil && q.Weighted():
		return r.unknown(), nil
	case err != nil:
		if n.IsZero() {
			n = r.atLeast
		}
		r.unknown()
		r.w.Models(n, true)
		return 0, nil
	}
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
	return code, nil
}
