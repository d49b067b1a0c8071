package cover

import (
	"context"
	"fmt"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// walker returns a walker that calls found with a model for each solution, in
// which the eliminated variables have no value yet. It is valid during the
// call.
func (p *problem) walker(ctx context.Context, found func(*modeler, *dimacs.Assignment) error) *walker {
	m := newModeler(p)
	w := newWalker(p.in)
	w.marked, w.first = p.marked, p.marked != nil
	w.halt = func() error {
		if p.task.Progress != nil {
			p.task.Progress(func() string { return fmt.Sprintf("%d nodes", w.nodes) })
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return nil
	}
	w.visit = func(chosen []int32) (bool, error) {
		a, err := m.model(chosen)
		if a == nil || err != nil {
			return false, err
		}
		return true, found(m, a)
	}
	return w
}

// walkAll calls found with a model for each solution, or one for each way to choose
// among the marked literals, and returns the number of nodes.
func (p *problem) walkAll(ctx context.Context, found func(*modeler, *dimacs.Assignment) error) (uint64, error) {
	w, walk := p.walker(ctx, found), (*walker).walk
	if p.marked != nil {
		walk = (*walker).walkMarked
	}
	err := walk(w, p.in.root(), 0)
	return w.nodes, err
}

// A modeler turns solutions into models.
type modeler struct {
	p      *problem
	base   dimacs.Assignment // in which no literal is chosen
	a      dimacs.Assignment
	values []int8 // by literal; nil if no variables were eliminated
}

func newModeler(p *problem) *modeler {
	m := &modeler{p: p}
	for _, l := range p.clauses.Trail {
		m.base.SetLit(p.clauses.Name(l))
	}
	for _, l := range p.in.lits {
		m.base.SetLit(p.clauses.Name(l.Not()))
	}
	if p.simple != nil && p.simple.Stats.Eliminated > 0 {
		m.values = make([]int8, 2*p.clauses.Vars+2)
	}
	return m
}

// model returns the model that a solution stands for, without the eliminated
// variables, or nil if the clauses outside the instance rule it out.
func (m *modeler) model(chosen []int32) (*dimacs.Assignment, error) {
	m.a.Copy(&m.base)
	for _, i := range chosen {
		m.a.SetLit(m.p.clauses.Name(m.p.in.lits[i]))
	}
	r := m.p.in.rest
	if r == nil {
		return &m.a, nil
	}
	if ok, err := r.holds(m.p.in.lits, chosen); !ok {
		return nil, err
	}
	for _, l := range r.Trail {
		m.a.SetLit(r.Name(l))
	}
	return &m.a, nil
}

// complete gives the eliminated variables of a model their values, which
// depend on those of all others.
func (m *modeler) complete(a *dimacs.Assignment) {
	if m.values == nil {
		return
	}
	clear(m.values) // none counts as false
	for v, name := range m.p.clauses.Names {
		if v > 0 && a.Value(int(name)) && !m.p.simple.Eliminated(uint32(v)) {
			m.values[2*v], m.values[2*v+1] = 1, -1
		}
	}
	m.p.simple.Extend(m.values)
	for v, name := range m.p.clauses.Names {
		if v > 0 && m.p.simple.Eliminated(uint32(v)) {
			a.Set(int(name), m.values[2*v] > 0)
		}
	}
}

// unconstrained returns what engine.Task.Unconstrained does. No variable of the
// projection was eliminated.
func (p *problem) unconstrained(ctx context.Context) (first []int, n int) {
	constrained, n := p.clauses.Constrained()
	return p.task.Unconstrained(ctx, func(v int) bool { return constrained[p.clauses.Var(v)] }, n)
}

// proveRefuted writes that the chosen literals are not all true: with those
// below it refuted, unit propagation finds the contradiction.
func (p *problem) proveRefuted(chosen []int32) error {
	lits := make([]clause.Lit, len(chosen))
	for i, k := range chosen {
		lits[i] = p.in.lits[k].Not()
	}
	p.clauses.ProveAdd(lits...)
	return p.clauses.Err
}
