package cover

import (
	"context"
	"fmt"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// newSearch returns a search that calls found with the model of each solution. Under a
// projection, it calls found once per set of chosen options in the projection. If found is nil,
// the search counts instead. The model has no values yet for eliminated and unconstrained
// variables; the next solution overwrites it. The search reports its progress, calls task.Pause,
// and stops with the cause when ctx ends.
func (p *problem) newSearch(ctx context.Context, found func(*dimacs.Assignment) error) *search {
	var s *search
	s = newSearch(p.in, func() error {
		if p.task.Progress != nil {
			p.task.Progress(func() string { return fmt.Sprintf("%d nodes", s.kernel.nodes) })
		}
		if p.task.Pause != nil {
			p.task.Pause(int64(s.kernel.nodes) * int64(p.in.nodeWords()))
		}
		return context.Cause(ctx)
	})
	if s.projection, s.first = p.projection, p.projection != nil; found == nil {
		return s
	}
	var unchosen, model dimacs.Assignment // unchosen: the assignment in which no option is chosen
	for _, l := range p.clauses.Trail {
		unchosen.SetLit(p.clauses.Name(l))
	}
	for _, l := range p.in.options {
		unchosen.SetLit(p.clauses.Name(l.Not()))
	}
	s.found = func(chosen []int32) error {
		model.Copy(&unchosen)
		for _, i := range chosen {
			model.SetLit(p.clauses.Name(p.in.options[i]))
		}
		if err := found(&model); err != nil || !s.first {
			return err
		}
		return errFirst
	}
	return s
}

// complete gives values to the eliminated variables in a, a model of the other variables. If p
// has a simplifier, the other unassigned variables of the clauses become false.
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
