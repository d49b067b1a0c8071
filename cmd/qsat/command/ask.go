package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"

	"queens/cmd/internal/formula"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// ask finds the answer to a question and reports it.
func (s *settings) ask(ctx context.Context, q *question, p *proofFile, x *exclusion, r *report) (int, error) {
	switch {
	case s.count:
		return s.countModels(ctx, q, p, x, r)
	case s.enumerate:
		return s.enumerateModels(ctx, q, p, x, r)
	}
	a, err := s.solve(ctx, q, p, r)
	if r.part != nil && p != nil && err == nil {
		r.nameProof(p)
	}
	return r.single(ctx, a, q.Formula.Vars, stopped(ctx, err))
}

// errEnough ends an enumeration that has found as many models as were asked for.
var errEnough = errors.New("enough models")

// enumerateModels prints models as they are found. One goroutine searches and
// checks while another prints, unless there is one processor.
func (s *settings) enumerateModels(ctx context.Context, q *question, p *proofFile, x *exclusion, r *report) (int, error) {
	printer := newPrinter(runtime.GOMAXPROCS(0), func(a *dimacs.Assignment) error { return r.model(ctx, q, a) })
	found, err := s.each(ctx, q, func(a *dimacs.Assignment) error { return cmp.Or(printer.print(a), x.add(q, a)) })
	if perr := printer.close(); perr == errStopped {
		err = errStopped
	} else if perr != nil {
		return 0, perr
	}
	if err == nil {
		err = s.proveFound(ctx, q, p, x, found == 0, r)
	}
	if err = stopped(ctx, err); err != nil && err != errStopped && err != errEnough {
		return 0, err
	}
	var a sat.Answer
	if found == 0 && err == nil {
		a = r.failed(ctx, q)
	}
	return r.enumerated(a, err), nil
}

// each calls do with each model that is found, until it returns an error or they are as
// many as were asked for, which is errEnough.
func (s *settings) each(ctx context.Context, q *question, do func(*dimacs.Assignment) error) (found int64, err error) {
	for a, err := range q.models(ctx) {
		if err == nil {
			err = do(a)
		}
		if err != nil {
			return found, err
		}
		if found++; found == s.models {
			return found, errEnough
		}
	}
	return found, nil
}

// failed returns the answer that there is no model, with the assumptions that have failed
// if they are to be named.
func (r *report) failed(ctx context.Context, q *question) sat.Answer {
	a := sat.Answer{Status: dimacs.Unsatisfiable, Failed: q.Assume}
	if r.assumed && q.parts == nil {
		if failed, err := sat.Failed(ctx, q.Problem, q.options); err == nil {
			a.Failed = failed
		}
	}
	return a
}

// countModels prints the number of models.
func (s *settings) countModels(ctx context.Context, q *question, p *proofFile, x *exclusion, r *report) (int, error) {
	n, err := dimacs.Count{}, error(nil)
	if x != nil {
		var found int64
		found, err = s.each(ctx, q, func(a *dimacs.Assignment) error { return x.add(q, a) })
		n.M = big.NewInt(found)
	} else {
		n, err = q.count(ctx)
	}
	weighted := q.Weighted()
	a := sat.Answer{Status: dimacs.Satisfiable}
	switch {
	case err == nil && weighted && n.IsZero(): // weights may be 0, or add up to it
		unweighted := *q
		unweighted.options.Engine = ""
		a, err = s.solve(ctx, &unweighted, p, r)
	case err == nil:
		if err = s.proveFound(ctx, q, p, x, n.IsZero(), r); n.IsZero() {
			a = r.failed(ctx, q)
		}
	}
	switch err = stopped(ctx, err); {
	case err == errStopped && weighted:
		return r.unknown(), nil
	case err != nil && err != errStopped:
		return 0, err
	case weighted:
		return r.weighted(a, q.projects, n), nil
	}
	return r.counted(a, q.projects, n, err == errStopped), nil
}

// solve finds one model, or the assumptions that have failed, and writes the proof
// that was asked for, which with --verify is checked.
func (s *settings) solve(ctx context.Context, q *question, p *proofFile, r *report) (sat.Answer, error) {
	switch {
	case p != nil && s.external != nil:
		s.external.Proof = p.checked
	case p != nil:
		q.options.Proof = p
	}
	a, err := s.answerOne(ctx, q, p)
	if p == nil || err != nil && (!isStop(ctx, err) || s.part.K > 0) {
		return a, err
	}
	if perr := p.commit(); perr != nil {
		return a, fmt.Errorf("proof: %w", perr)
	}
	if s.verify && err == nil && a.Status == dimacs.Unsatisfiable {
		assumed := q.Assume
		if s.core {
			assumed = a.Failed
		}
		err = p.verify(ctx, formula.WithUnits(q.Formula, assumed))
		r.verified = err == nil
	}
	return a, err
}

// answerOne finds one model, or the assumptions that have failed. With --core another
// solver writes the proof about these in the end.
func (s *settings) answerOne(ctx context.Context, q *question, p *proofFile) (sat.Answer, error) {
	if !s.core {
		return q.solve(ctx)
	}
	core, err := sat.Core(ctx, q.Problem, q.options)
	if err != nil || p == nil || s.external == nil || core.Status != dimacs.Unsatisfiable {
		return core, err
	}
	about := *q
	about.Assume = core.Failed
	a, err := about.solve(ctx)
	a.Minimal = core.Minimal
	return a, err
}

// proveFound has it proved, where that is asked for, that all models were found, or that
// there is none.
func (s *settings) proveFound(ctx context.Context, q *question, p *proofFile, x *exclusion, none bool, r *report) error {
	switch {
	case x != nil:
		return s.proveComplete(ctx, q, x, r)
	case none:
		return s.confirm(ctx, q, p, r)
	}
	return nil
}

// confirm has an answer proved, with --verify, that there is no model.
func (s *settings) confirm(ctx context.Context, q *question, p *proofFile, r *report) error {
	if p == nil {
		return nil
	}
	a, err := s.solve(ctx, q, p, r)
	if err == nil && a.Status != dimacs.Unsatisfiable {
		err = errors.New("internal error: there is a model, but none was found")
	}
	return err
}
