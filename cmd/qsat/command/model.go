package command

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/internal/external"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findModel finds one model or the failed assumptions; with --core, a minimal set of them. It
// completes and checks the proof, as prove does. For a part with a proof, it also reports the
// digest of the proof.
func (r *run) findModel(ctx context.Context) (a answer, err error) {
	q, ask := r.question, sat.Solve
	if r.core {
		ask = sat.Core
	}
	a.Answer, err = ask(ctx, q.Problem, r.proving(q.options))
	if err = r.prove(ctx, q, &a, err); err == nil && r.part.K > 0 && r.outputs.proof != nil {
		err = r.nameProof(r.outputs.proof.digest)
	}
	return a, err
}

// solve finds one model of q or the failed assumptions. It completes and checks the proof, as prove
// does.
func (r *run) solve(ctx context.Context, q *question) (a answer, err error) {
	a.Answer, err = sat.Solve(ctx, q.Problem, r.proving(q.options))
	return a, r.prove(ctx, q, &a, err)
}

// proving returns o with the proof of the run as Proof, and marks the proof as begun. With
// --solver, the solver gets the name of the temporary proof instead. Without a proof, proving
// returns o.
func (r *run) proving(o sat.Options) sat.Options {
	p := r.outputs.proof
	if p == nil {
		return o
	}
	r.pass(func() error { p.begun = true; return nil })
	if r.external != nil {
		r.external.Proof = p.checked
		return o
	}
	o.Proof = p
	return o
}

// prove completes the proof of the answer a to q. It checks the proof of a refutation for --verify,
// and then sets a.verified, or for a file of --proof in LRAT, which that check writes. With --core
// and --solver, the solver first refutes the core once more, so that the proof is about the core,
// and a becomes this answer. If err is not nil, the search has failed, and prove only returns err.
// Without a proof, it does nothing.
func (r *run) prove(ctx context.Context, q *question, a *answer, err error) error {
	p, about := r.outputs.proof, q.Problem
	if err != nil || p == nil {
		return err
	}
	if r.core && a.Status == dimacs.Unsatisfiable {
		about.Assume = a.Failed
		if r.external != nil { // once more, so that the proof is about the core
			minimal := a.Minimal
			if a.Answer, err = sat.Solve(ctx, about, q.options); err != nil {
				return err
			}
			a.Minimal = minimal
		}
	}
	if err = r.pass(p.complete); err == nil && p.checked != "" && a.Status == dimacs.Unsatisfiable {
		err = p.verify(ctx, q.Formula, about.Assume)
		a.verified = r.verify && err == nil
	}
	return err
}

// checkModel returns an error unless the answer of another solver has a model of f. A variable
// without a value is false.
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

// failed returns the answer that q has no model. Failed has all assumptions. If named is true and q
// is not about a part, Failed has only the assumptions that sat.Failed finds, unless it returns an
// error.
func (q *question) failed(ctx context.Context, named bool) sat.Answer {
	a := sat.Answer{Status: dimacs.Unsatisfiable, Failed: q.Assume}
	if named && q.options.Parts == nil {
		if failed, err := sat.Failed(ctx, q.Problem, q.options); err == nil {
			a.Failed = failed
		}
	}
	return a
}

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
