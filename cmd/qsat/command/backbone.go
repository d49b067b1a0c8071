package command

import (
	"context"
	"errors"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findBackbone prints the literals of --backbone as soon as they are known, each after its lemma in the
// proof.
func (r *request) findBackbone(ctx context.Context) (tell answer, err error) {
	q, p := *r.question, r.outputs.proof
	if p != nil {
		q.options.Proof = p
		r.pass(func() error { p.begun = true; return nil })
	}
	for l, err := range sat.Backbone(ctx, q.Problem, q.options) {
		if errors.Is(err, sat.ErrNoModel) {
			found, err := r.complete(ctx, true)
			return func() (int, error) { return r.report.unsatisfiable(found), nil }, err
		}
		if err == nil {
			err = r.pass(func() error { r.report.name(l); r.report.w.Backbone(l); return r.report.shown() })
		}
		if err != nil {
			return nil, err
		}
	}
	return func() (int, error) {
		r.report.w.EndBackbone(true)
		r.report.w.Status(dimacs.Satisfiable)
		return program.ExitSatisfiable, nil
	}, r.pass(p.complete)
}

// stoppedBackbone ends a backbone that may lack literals, and returns the exit code.
func (r *report) stoppedBackbone(*question) int {
	r.w.EndBackbone(false)
	return r.unknown()
}
