package command

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findBackbone prints each literal of --backbone as soon as it is known, after its lemma in the
// proof, and completes the proof. For --valid, it leaves out the choices. The answer has only the status
// SATISFIABLE. If there is no model, findBackbone returns the answer of complete, or for --valid of
// findSubset.
func (r *run) findBackbone(ctx context.Context) (a answer, err error) {
	q := r.question
	for l, err := range sat.Backbone(ctx, q.Problem, r.proving(q.options)) {
		switch none := errors.Is(err, sat.ErrNoModel); {
		case none && r.valid:
			return r.findSubset(ctx)
		case none:
			return r.complete(ctx, true)
		case r.valid && slices.Contains(q.Assume, l):
			continue
		}
		if err == nil {
			err = r.pass(func() error { r.reporter.w.Name(l); r.reporter.w.Backbone(l); return r.reporter.shown() })
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
// model, it reports that instead, and for --valid the conflict, as reportSubset does.
func (r *reporter) reportBackbone(ctx context.Context, q *question, a answer) (int, error) {
	switch {
	case a.subset.Groups != nil:
		return r.reportSubset(ctx, q, a)
	case a.Status == dimacs.Unsatisfiable:
		return r.unsatisfiable(q, a), nil
	}
	if r.w.EndBackbone(!a.stopped); a.stopped {
		return r.unknown(), nil
	}
	r.w.Status(dimacs.Satisfiable)
	return program.ExitSatisfiable, nil
}
