package command

import (
	"context"
	"errors"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findBackbone prints each literal of --backbone as soon as it is known, after its lemma in the
// proof, and completes the proof. The answer has only the status SATISFIABLE. If there is no model,
// findBackbone returns the answer of complete.
func (r *run) findBackbone(ctx context.Context) (a answer, err error) {
	q := r.question
	for l, err := range sat.Backbone(ctx, q.Problem, r.proving(q.options)) {
		if errors.Is(err, sat.ErrNoModel) {
			return r.complete(ctx, true)
		}
		if err == nil {
			err = r.pass(func() error { r.reporter.name(l); r.reporter.w.Backbone(l); return r.reporter.shown() })
		}
		if err != nil {
			return a, err
		}
	}
	a.Status = dimacs.Satisfiable
	return a, r.pass(r.outputs.proof.complete)
}

// reportBackbone reports the end of the list of literals and the status, and returns the exit code.
// If the search was stopped, the list may lack literals, and the status is UNKNOWN. If there is no
// model, it reports that instead.
func (r *reporter) reportBackbone(_ context.Context, q *question, a answer) (int, error) {
	if a.Status == dimacs.Unsatisfiable {
		return r.unsatisfiable(q, a), nil
	}
	if r.w.EndBackbone(!a.stopped); a.stopped {
		return r.unknown(), nil
	}
	r.w.Status(dimacs.Satisfiable)
	return program.ExitSatisfiable, nil
}
