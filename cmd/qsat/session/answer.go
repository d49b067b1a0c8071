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

// A result is the answer to a question, or what is known of it after an error.
type result struct {
	sat.Answer
	count    dimacs.Count
	each     iter.Seq2[dimacs.Lit, dimacs.Count]
	optimum  sat.Optimum
	models   []*dimacs.Assignment
	complete bool         // there are no more models
	lits     []dimacs.Lit // a backbone, or the literals of propagate; inner
}

// ask writes the answer to a question. If ctx or a limit of the line ends, the answer has the reason, and
// what was found until then. An error of type *sat.ProblemError or *sat.DeclinedError is a mistake in the
// line; nothing was written then.
func (s *session) ask(ctx context.Context, q *line) error {
	limited, cancel := q.limited(ctx)
	defer cancel()
	if q.Conflicts > 0 {
		s.solver.Budget(q.Conflicts) // the search returns its error, too
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
		return s.json.End()
	})
}

// search finds the answer to a question. If a count is 0, or if there is nothing to list, it looks for a
// model, or for the assumptions that fail.
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

// list finds the models of models, more and sample, at most as many as the line says. After fewer, a.complete
// is true, and after an error there are no more.
func (s *session) list(ctx context.Context, q *line, a *result) error {
	k := q.Models + q.More + q.Sample
	switch q.question {
	case "sample":
		for m, err := range s.solver.Sample(ctx, q.project, cmp.Or(q.Seed, s.Options.Seed), k, q.assume...) {
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

// endModels ends the enumeration of models and more, if there is one, and forgets the literals of phase.
func (s *session) endModels() {
	s.solver.Prefer()
	if s.stop != nil {
		s.stop()
		s.halt(nil)
	}
	s.next, s.stop, s.halt = nil, nil, nil
}

// write writes the answer to a question. The reason says why the search was stopped, or is empty.
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
		for _, l := range s.named(a.lits) {
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

// writeModel writes the values of all variables, and the names of those that are true.
func (s *session) writeModel(a *dimacs.Assignment) {
	if !s.NoModel {
		var names []string
		s.json.BeginModel()
		s.vars.values(a, func(lits []dimacs.Lit) {
			s.json.Values(lits)
			names = append(names, answers.True(lits, s.Name)...)
		})
		s.json.EndModel(names)
	}
}

// writeList writes a list of models, each with the variables of the projection.
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

// writeOptimum writes the best model. It is an optimum unless there is a reason why the search was stopped.
func (s *session) writeOptimum(a result, reason string) {
	best := a.optimum
	s.json.Objective(s.Formula.Objective(best.Cost), s.weight-best.Cost, s.weight)
	if reason == "" {
		s.json.OptimumFound()
	} else {
		s.json.Status(dimacs.Satisfiable)
		s.json.Remark("", "bound", big.NewInt(s.Formula.Objective(best.Bound)).String())
	}
	s.writeModel(best.Model)
}

// writeFailed writes that there is no model: with the groups of mus, or with the failed assumptions if there
// were any.
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
		if s.json.Remark("", "failed", s.named(a.Failed)); q.question == "core" && !a.Minimal {
			s.json.Remark("", "core_not_minimal", true)
		}
	}
	s.json.Status(dimacs.Unsatisfiable)
}

// writeCount writes a count, and the counts of literals of each.
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

// named returns the literals of the session for literals of the solver, and writes their names if answers have
// names.
func (s *session) named(lits []dimacs.Lit) []dimacs.Lit {
	lits = s.vars.allOwn(lits)
	for i := 0; i < len(lits) && s.Name != nil; i++ {
		s.json.Name(int(lits[i]), s.Name(lits[i]))
	}
	return lits
}
