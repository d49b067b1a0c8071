package command

import (
	"context"
	"errors"
	"fmt"

	"queens/cmd/internal/external"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A result is the answer to a question for one model.
type result struct {
	sat.Answer
	verified bool // the proof was verified
}

// findModel finds one model or the failed assumptions. For a part with a proof, it also
// reports the digest of the proof.
func (r *request) findModel(ctx context.Context) (tell answer, err error) {
	found, err := r.solve(ctx, r.question)
	if err == nil && r.part.K > 0 && r.outputs.proof != nil {
		err = r.nameProof(r.outputs.proof.digest)
	}
	if err != nil {
		return nil, err
	}
	return func() (int, error) { return r.report.tellModel(ctx, r.question, found) }, nil
}

// solve finds one model of q or the failed assumptions; with --core, a minimal set of them. It writes
// the proof if there is one to write, and checks the proof of a refutation with --verify. If the file
// of --proof is LRAT, that check also writes the file.
func (r *request) solve(ctx context.Context, q *question) (found result, err error) {
	p, options, ask := r.outputs.proof, q.options, sat.Solve
	if r.core {
		ask = sat.Core
	}
	if p != nil {
		if r.external != nil {
			r.external.Proof = p.checked
		} else {
			options.Proof = p
		}
		r.pass(func() error { p.begun = true; return nil })
	}
	found.Answer, err = ask(ctx, q.Problem, options)
	if p == nil || err != nil {
		return found, err
	}
	about := q.Problem
	if r.core && found.Status == dimacs.Unsatisfiable {
		about.Assume = found.Failed
		if r.external != nil { // once more, so that the proof is about the core
			minimal := found.Minimal
			if found.Answer, err = sat.Solve(ctx, about, options); err != nil {
				return found, err
			}
			found.Minimal = minimal
		}
	}
	if err = r.pass(p.complete); err == nil && p.checked != "" && found.Status == dimacs.Unsatisfiable {
		err = p.verify(ctx, q.Formula, about.Assume)
		found.verified = r.verify && err == nil
	}
	return found, err
}

// checkModel returns an error unless the answer of another solver has a model of f. Variables without a
// value are false.
func checkModel(ctx context.Context, f *dimacs.Formula, a external.Answer) error {
	v, err := verdict.Check(ctx, verdict.Question{Formula: f, Answer: a.Result, Model: append([]dimacs.Lit{}, a.Model...), OthersFalse: true})
	switch {
	case err != nil:
		return err
	case v.Fault.Reason != "" && a.Model == nil:
		return errors.New("it printed no model")
	case v.Fault.Reason != "":
		return fmt.Errorf("%s: %s", v.Fault.Kind, v.Fault.Reason)
	}
	return nil
}

// failed returns the answer that q has no model. If named is true, Failed holds failed
// assumptions; otherwise, or if they are not known, it holds all assumptions.
func (q *question) failed(ctx context.Context, named bool) sat.Answer {
	a := sat.Answer{Status: dimacs.Unsatisfiable, Failed: q.Assume}
	if named && q.options.Parts == nil {
		if failed, err := sat.Failed(ctx, q.Problem, q.options); err == nil {
			a.Failed = failed
		}
	}
	return a
}

// tellModel reports a model or a refutation, and returns the exit code. If the model is cut
// off, it returns the error of values.
func (r *report) tellModel(ctx context.Context, q *question, found result) (int, error) {
	switch found.Status {
	case dimacs.Unknown: // the solver of --solver has no answer
		return r.unknown(), nil
	case dimacs.Unsatisfiable:
		return r.unsatisfiable(found), nil
	}
	r.w.Status(found.Status)
	return program.ExitSatisfiable, r.values(ctx, found.Model, q.Formula.Inputs(), func(i int) int { return i + 1 })
}
