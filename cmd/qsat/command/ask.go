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

// ask finds the answer to a question, has it proved where that is asked for, and reports it.
func (s *settings) ask(ctx context.Context, q *question, p *proofFile, x *exclusion, e *evidence, r *report) (int, error) {
	var a sat.Answer
	var n dimacs.Count
	var err error
	if s.estimate {
		x, err := sat.EstimateCount(ctx, q.Problem, q.options)
		if err = stopped(ctx, err); err != nil && err != errStopped {
			return 0, err
		}
		return r.estimated(q, x, err == errStopped), nil
	}
	switch {
	case s.enumerate, x != nil:
		n.M, err = s.each(ctx, q, x, r)
	case e != nil:
		n, err = e.count(ctx, q)
	case s.count:
		n, err = sat.Count(ctx, q.Problem, q.options)
		if r.part == nil { // that of a checkpoint is the whole
			q.options.Parts = nil
		}
	default:
		a, err = s.solve(ctx, q, p, r)
	}
	if several := s.enumerate || s.count; several && err == nil {
		a, err = s.complete(ctx, q, p, x, n.IsZero(), r)
	} else if r.part != nil && p != nil && err == nil {
		r.nameProof(p)
	}
	if err = stopped(ctx, err); err != nil && err != errStopped && err != errEnough {
		return 0, err
	}
	switch {
	case s.enumerate:
		return r.enumerated(a, err), nil
	case s.count:
		return r.counted(q, a, n, err == errStopped), nil
	}
	return r.single(ctx, a, q.Formula.Vars, err)
}

// errEnough ends an enumeration that has found as many models as were asked for.
var errEnough = errors.New("enough models")

// each goes through the models and returns how many they are: it prints them, and adds them
// to x. With --models it ends with errEnough, with --sample it draws them. One goroutine
// searches and checks while another prints, unless there is one processor or nothing to print.
func (s *settings) each(ctx context.Context, q *question, x *exclusion, r *report) (found *big.Int, err error) {
	print, processors := func(a *dimacs.Assignment) error { return r.model(ctx, q, a) }, runtime.GOMAXPROCS(0)
	if s.count {
		print = func(*dimacs.Assignment) error { return nil }
	}
	if s.count || s.noModel {
		processors = 1
	}
	printer := newPrinter(processors, print)
	n := int64(0)
	models := sat.Models(ctx, q.Problem, q.options)
	if s.samples > 0 {
		models = sat.Sample(ctx, q.Problem, q.options, s.samples)
	}
	for a, modelErr := range models {
		if err = modelErr; err == nil {
			err = cmp.Or(printer.print(a), x.add(q, a))
		}
		if err != nil {
			break
		}
		if n++; n == s.models {
			err = errEnough
			break
		}
	}
	return big.NewInt(n), cmp.Or(printer.close(), err)
}

// complete returns whether there is a model, where all of them were found or counted. If it
// is asked for it has that proved, of all of them with x.
func (s *settings) complete(ctx context.Context, q *question, p *proofFile, x *exclusion, none bool, r *report) (a sat.Answer, err error) {
	switch {
	case x != nil:
		others := *q
		others.Formula, others.Project, others.options.Engine = q.Formula.With(x.clauses...), nil, ""
		if err := s.confirm(ctx, &others, p, r); err != nil {
			return a, err
		}
		err = x.write(ctx, formula.WithUnits(others.Formula, q.Assume))
	case none && s.count && q.Weighted(): // weights may be 0, or add up to it
		unweighted := *q
		unweighted.options.Engine = ""
		return s.solve(ctx, &unweighted, p, r)
	case none && p != nil:
		err = s.confirm(ctx, q, p, r)
	}
	if !none || err != nil {
		return sat.Answer{Status: dimacs.Satisfiable}, err
	}
	return q.failed(ctx, r.assumed), nil
}

// confirm has an answer proved that there is no model.
func (s *settings) confirm(ctx context.Context, q *question, p *proofFile, r *report) error {
	a, err := s.solve(ctx, q, p, r)
	if err == nil && a.Status != dimacs.Unsatisfiable {
		err = errors.New("internal error: there is a model, but none was found")
	}
	return err
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
	if p.checked != "" && err == nil && a.Status == dimacs.Unsatisfiable {
		assumed := q.Assume
		if s.core {
			assumed = a.Failed
		}
		err = p.verify(ctx, q.Formula, assumed)
		r.verified = s.verify && err == nil
	}
	return a, err
}

// answerOne finds one model, or the assumptions that have failed. With --core another
// solver writes the proof about these in the end.
func (s *settings) answerOne(ctx context.Context, q *question, p *proofFile) (sat.Answer, error) {
	if !s.core {
		return sat.Solve(ctx, q.Problem, q.options)
	}
	core, err := sat.Core(ctx, q.Problem, q.options)
	if err != nil || p == nil || s.external == nil || core.Status != dimacs.Unsatisfiable {
		return core, err
	}
	about := q.Problem
	about.Assume = core.Failed
	a, err := sat.Solve(ctx, about, q.options)
	a.Minimal = core.Minimal
	return a, err
}

// failed returns the answer that there is no model, with the assumptions that have failed
// if they are to be named.
func (q *question) failed(ctx context.Context, named bool) sat.Answer {
	a := sat.Answer{Status: dimacs.Unsatisfiable, Failed: q.Assume}
	if named && q.options.Parts == nil {
		if failed, err := sat.Failed(ctx, q.Problem, q.options); err == nil {
			a.Failed = failed
		}
	}
	return a
}
