package session

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"

	"queens/cmd/internal/answers"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// A result is the answer to a question, or after an error the part of the answer that is known.
type result struct {
	sat.Answer
	count    dimacs.Count
	each     iter.Seq2[dimacs.Lit, dimacs.Count]
	optimum  sat.Optimum
	models   []*dimacs.Assignment
	complete bool         // there are no more models, or all samples were drawn
	lits     []dimacs.Lit // inner: the literals of a backbone or of propagate
}

// ask writes the answer to the question of q. If the search is stopped by ctx or by a limit of the line, the
// answer has the reason and the results so far. Other errors of the search are returned, and nothing is
// written. A *sat.ProblemError or *sat.DeclinedError is a mistake in the line. ask also returns errors of
// s.Pass.
func (s *session) ask(ctx context.Context, q *line) error {
	limited, cancel := q.limited(ctx)
	defer cancel()
	if q.Conflicts > 0 {
		s.solver.Budget(q.Conflicts) // search returns the same error
		defer s.solver.Budget(-1)
	}
	a, err := s.search(limited, q)
	reason := ""
	switch {
	case limited.Err() != nil && err != nil && (errors.Is(err, context.Cause(limited)) || errors.Is(err, limited.Err())):
		reason = context.Cause(limited).Error()
	case errors.Is(err, sat.ErrBudget):
		reason = err.Error()
	case err != nil:
		return err
	}
	return s.Pass(func() error {
		s.write(q, a, reason)
		*s.Asked = false
		return s.json.End()
	})
}

// search finds the answer to the question of q. If a count is 0, or if models or sample find no model, search also
// finds out whether there is a model, and the failed assumptions if there is none. The errors are errors of the
// solver.
func (s *session) search(ctx context.Context, q *line) (a result, err error) {
	switch q.question {
	case "core":
		a.Answer, err = s.solver.Core(ctx, q.assume...)
	case "mus":
		if err = s.solver.Hold(q.assume...); err == nil {
			a.Answer, err = s.solver.Core(ctx, s.guards()...)
		}
		err = cmp.Or(s.solver.Hold(s.guards()...), err)
	case "count", "each":
		a.Status = dimacs.Satisfiable
		if a.count.M = new(big.Int); q.question == "count" {
			a.count, err = s.solver.Count(ctx, q.project, q.assume...)
		} else {
			a.each, a.count, err = s.solver.Each(ctx, q.project, q.assume...)
		}
		switch {
		case err != nil || !a.count.IsZero():
		case s.Weighted(): // the weights of models may add up to 0
			a.Answer, err = s.solver.Solve(ctx, q.assume...)
			a.Model = nil
		default:
			a.Status = dimacs.Unsatisfiable
			a.Failed, err = s.solver.Failed(ctx, q.assume...)
		}
	case "models", "more", "sample":
		if err = s.list(ctx, q, &a); err != nil || len(a.models) > 0 || q.question == "more" {
			break
		}
		fallthrough
	case "solve", "backbone":
		if a.Answer, err = s.solver.Solve(ctx, q.assume...); q.question != "backbone" || a.Status != dimacs.Satisfiable {
			break
		}
		for l, wrong := range s.solver.Backbone(ctx, q.project, q.assume...) {
			if err = cmp.Or(err, wrong); err == nil {
				a.lits = append(a.lits, l)
			}
		}
		a.Model = nil
	case "minimize":
		a.optimum, err = s.solver.Minimize(ctx, func(o sat.Optimum) { a.optimum = o }, q.assume...)
		if err == nil && a.optimum.Status == dimacs.Unsatisfiable {
			a.Status = dimacs.Unsatisfiable
			a.Failed, err = s.solver.Failed(ctx, q.assume...)
		}
	case "propagate":
		var conflict bool
		if a.lits, conflict, err = s.solver.Propagate(q.assume...); conflict {
			a.Status = dimacs.Unsatisfiable
		}
	}
	return a, err
}

// list sets a.models to the results of the questions models, more and sample, at most the number of the line.
// It sets a.complete if it has drawn all samples, or if there are no more models. Without a further model or
// after an error, a line with more is a mistake. The errors are errors of the solver.
func (s *session) list(ctx context.Context, q *line, a *result) error {
	k := q.Models + q.More + q.Sample
	switch q.question {
	case "sample":
		seed := s.Options.Seed
		if q.Seed != nil {
			seed = *q.Seed
		}
		for m, err := range s.solver.Sample(ctx, q.project, seed, k, q.assume...) {
			if err != nil {
				return err
			}
			a.models = append(a.models, &dimacs.Assignment{})
			a.models[len(a.models)-1].Copy(m)
		}
		a.complete = true
		return nil
	case "models":
		searching, halt := context.WithCancelCause(context.WithoutCancel(ctx))
		next, stop := iter.Pull2(s.solver.Models(searching, q.project, q.assume...))
		s.next, s.stop, s.halt, s.over = next, stop, halt, q.project
	case "more":
		q.project = s.over
	}
	defer context.AfterFunc(ctx, func() { s.halt(context.Cause(ctx)) })()
	for int64(len(a.models)) < k {
		m, err, more := s.next()
		if a.complete = !more; err != nil || !more {
			s.endModels()
			return err
		}
		a.models = append(a.models, m)
	}
	return nil
}

// endModels ends the enumeration of the questions models and more, if there is one, and removes the preferences
// of the key phase.
func (s *session) endModels() {
	s.solver.Prefer()
	if s.stop != nil {
		s.stop()
		s.halt(nil)
	}
	s.next, s.stop, s.halt = nil, nil, nil
}

// write writes the answer a to the question of q. The reason says why the search was stopped; "" means that it
// was not.
func (s *session) write(q *line, a result, reason string) {
	w := s.json
	switch {
	case len(a.models) > 0 || q.question == "more" && reason == "":
		w.Status(dimacs.Satisfiable)
		s.writeList(q, a)
	case q.question == "minimize" && a.optimum.Model != nil:
		s.writeOptimum(a, reason)
	case q.question == "propagate":
		if w.Status(a.Status); a.Status != dimacs.Unsatisfiable {
			w.Status(dimacs.Unknown)
		}
		w.Remark("", "propagated", s.vars.allOwn(a.lits))
	case reason != "":
		w.Status(dimacs.Unknown)
	case a.Status == dimacs.Unsatisfiable:
		s.writeFailed(q, a)
	default:
		if w.Status(a.Status); a.Model != nil {
			s.writeModel(a.Model)
		}
	}
	if q.question == "backbone" && a.Status == dimacs.Satisfiable {
		for _, l := range s.vars.allOwn(a.lits) {
			w.Name(l)
			w.Backbone(l)
		}
		w.EndBackbone(reason == "")
	}
	if reason != "" {
		w.Remark("", "reason", reason)
	} else if q.question == "count" || q.question == "each" {
		s.writeCount(q, a)
	}
}

// writeModel writes the values of all variables of the session, and with names the names of the true ones. It
// writes nothing if answers have no models.
func (s *session) writeModel(a *dimacs.Assignment) {
	if !s.NoModel {
		s.json.BeginModel()
		s.vars.values(a, s.json.Values)
		s.json.EndModel()
	}
}

// writeList writes the list of models, unless answers have no models, and the length of the list. A model has
// the literals of q.project in this order, or of all variables.
func (s *session) writeList(q *line, a result) {
	list := make([][]dimacs.Lit, len(a.models))
	for i, m := range a.models {
		list[i] = []dimacs.Lit{}
		if q.project == nil {
			s.vars.values(m, func(lits []dimacs.Lit) { list[i] = append(list[i], lits...) })
		}
		for _, v := range q.project {
			list[i] = append(list[i], s.vars.own(m.Lit(v)))
		}
	}
	if !s.NoModel {
		s.json.Remark("", "list", list)
	}
	s.json.Total(map[bool]string{true: "samples", false: "models"}[q.question == "sample"], len(list), !a.complete)
}

// writeOptimum writes the best model with its cost. Without a reason, the model is an optimum. If the search was
// stopped, writeOptimum writes the bound, too.
func (s *session) writeOptimum(a result, reason string) {
	best := a.optimum
	f := s.Formula
	s.json.Objective(f.CostText(best.Cost), f.WeightText(s.weight-best.Cost), f.WeightText(s.weight))
	if reason == "" {
		s.json.OptimumFound()
	} else {
		s.json.Status(dimacs.Satisfiable)
		s.json.Remark("", "bound", f.CostText(best.Bound))
	}
	s.writeModel(best.Model)
}

// writeFailed writes that there is no model. For the question mus it writes the groups. For other questions it
// writes the failed assumptions, if the line or every line has assumptions.
func (s *session) writeFailed(q *line, a result) {
	if q.question == "mus" {
		names := []string{}
		for _, g := range s.groups {
			if slices.Contains(a.Failed, g.guard) {
				names = append(names, g.name)
			}
		}
		if s.json.Remark("", "groups", names); !a.Minimal {
			s.json.Remark("", "mus_not_minimal", true)
		}
	} else if s.Assumes || q.Assume != nil {
		if answers.Failed(s.json, s.vars.allOwn(a.Failed)); q.question == "core" && !a.Minimal {
			s.json.Remark("", "core_not_minimal", true)
		}
	}
	s.json.Status(dimacs.Unsatisfiable)
}

// writeCount writes a count, and for the question each the count of each literal of the session.
func (s *session) writeCount(q *line, a result) {
	if s.Weighted() {
		s.json.CountWeighted(q.projects, a.count.Rat())
	} else {
		s.json.Count(q.projects, a.count)
	}
	if a.each != nil {
		s.json.Each(func(yield func(dimacs.Lit, dimacs.Count) bool) {
			for l, n := range a.each {
				if l = s.vars.own(l); l != 0 && !yield(l, n) {
					return
				}
			}
		})
	}
}
