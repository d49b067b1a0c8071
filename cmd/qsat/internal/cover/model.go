package cover

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// newSearch returns a search that calls found with a model for each solution, or one
// for each way to choose among the projected options. The eliminated variables have no
// value yet in the model, which is valid during the call.
func (p *problem) newSearch(ctx context.Context, found func(*dimacs.Assignment) error) *search {
	var none, model dimacs.Assignment // none has no option chosen
	for _, l := range p.clauses.Trail {
		none.SetLit(p.clauses.Name(l))
	}
	for _, l := range p.in.options {
		none.SetLit(p.clauses.Name(l.Not()))
	}
	var s *search
	s = newSearch(p.in, func() error {
		if p.task.Progress != nil {
			p.task.Progress(func() string { return fmt.Sprintf("%d nodes", s.kernel.nodes) })
		}
		return context.Cause(ctx)
	})
	s.projection, s.first = p.projection, p.projection != nil
	s.found = func(chosen []int32) error {
		model.Copy(&none)
		for _, i := range chosen {
			model.SetLit(p.clauses.Name(p.in.options[i]))
		}
		if ok, err := p.residual.extend(p.in.options, chosen, &model); !ok {
			return err
		}
		if err := found(&model); err != nil || !s.first {
			return err
		}
		return errFirst
	}
	return s
}

// complete gives the eliminated variables of a model their values, which
// depend on those of all others.
func (p *problem) complete(a *dimacs.Assignment) {
	if p.simplifier == nil {
		return
	}
	for v := 1; v <= p.clauses.Vars; v++ {
		l := clause.Positive(v)
		if !a.Holds(p.clauses.Name(l)) {
			l = l.Not()
		}
		p.values[l], p.values[l.Not()] = 1, -1
	}
	p.simplifier.Extend(p.values)
	for v := 1; v <= p.clauses.Vars; v++ {
		a.Set(int(p.clauses.Names[v]), p.values[clause.Positive(v)] > 0)
	}
}

// A residual is the residual formula: the clauses that an instance has no place for,
// as a database of their own. They are looked at once the chosen options are known:
// those are a solution if the variables outside the instance have values that satisfy
// the clauses.
type residual struct {
	*clause.Database
	ctx     context.Context
	clauses [][]clause.Lit
	options []clause.Lit // those that occur in the clauses
	steps   int
}

// setResidual makes clauses of other shapes the residual formula.
func (p *problem) setResidual(ctx context.Context, clauses [][]clause.Lit, g goal) error {
	if slices.ContainsFunc(p.in.itemsOf, func(items []int) bool { return len(items) == 0 }) {
		return declined("a variable is in conflicts but in no clause that offers a choice")
	}
	r := &residual{Database: clause.New(p.clauses.Numbering), ctx: ctx, clauses: clauses}
	outside := make([]bool, p.clauses.Vars+1) // by variable
	for _, c := range clauses {
		for _, l := range c {
			outside[l.Var()] = true
		}
		r.AddWatched(c, false)
	}
	for _, l := range p.in.options {
		if outside[l.Var()] {
			r.options = append(r.options, l)
			outside[l.Var()] = false
		}
	}
	for v := range outside {
		if outside[v] && g != oneModel && p.projected[v] {
			return declined("a variable to be counted is in no clause that offers a choice")
		}
	}
	p.residual = r
	return nil
}

// extend reports whether the clauses can be satisfied when of the options exactly
// those chosen are true, by number, and adds what they make true to a model. Without
// a residual formula they can. It returns the cause when the context ends.
func (r *residual) extend(options []clause.Lit, chosen []int32, model *dimacs.Assignment) (bool, error) {
	if r == nil {
		return true, nil
	}
	r.Backtrack(0)
	r.BeginLevel()
	for _, i := range chosen {
		r.Assign(options[i], 0)
	}
	for _, l := range r.options {
		if r.Values[l] == 0 {
			r.Assign(l.Not(), 0)
		}
	}
	ok, err := r.search(0)
	for _, l := range r.Trail {
		model.SetLit(r.Name(l))
	}
	return ok, err
}

// search finds values for what is unassigned: the simplest search there is, as
// little is left to it. The clauses before i are satisfied.
func (r *residual) search(i int) (bool, error) {
	if r.steps++; r.steps%256 == 0 && r.ctx.Err() != nil {
		return false, context.Cause(r.ctx)
	}
	if r.Propagate() != nil {
		return false, nil
	}
	for i < len(r.clauses) && slices.ContainsFunc(r.clauses[i], func(l clause.Lit) bool { return r.Values[l] > 0 }) {
		i++
	}
	if i == len(r.clauses) {
		return true, nil
	}
	c := r.clauses[i]
	l := c[slices.IndexFunc(c, func(l clause.Lit) bool { return r.Values[l] == 0 })]
	level := r.Level()
	for _, l := range []clause.Lit{l, l.Not()} {
		r.Decide(l)
		if ok, err := r.search(i); ok || err != nil {
			return ok, err
		}
		r.Backtrack(level)
	}
	return false, nil
}
