package cover

import (
	"context"
	"slices"

	"queens/dimacs"
)

// walker returns a walker that calls found with a model for each solution, in
// which the eliminated variables have no value yet. It is valid during the
// call.
func (p *problem) walker(ctx context.Context, found func(*modeler, *dimacs.Assignment) error) *walker {
	m := newModeler(p)
	w := &walker{
		in: p.in,
		halt: func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return nil
		},
	}
	w.visit = func(chosen []int32) error {
		a := m.model(chosen)
		if a == nil {
			return nil
		}
		w.models++
		return found(m, a)
	}
	return w
}

// walkAll has w visit all solutions, or one for each way to choose among the
// marked literals.
func (p *problem) walkAll(w *walker) error {
	if p.marked == nil {
		return w.walk(p.in.root(), 0)
	}
	below := &walker{in: p.in, halt: w.halt}
	below.visit = func(chosen []int32) error {
		before := w.models
		if err := w.visit(chosen); err != nil || w.models == before {
			return err
		}
		return errFirst
	}
	return (&partialWalker{walker: w, marked: p.marked, below: below}).walk(p.in.root(), 0)
}

// A modeler turns solutions into models.
type modeler struct {
	p      *problem
	chosen []dimacs.Lit       // of the formula, by number
	base   *dimacs.Assignment // in which no literal is chosen
	a      dimacs.Assignment
	set    []uint64
	value  []bool // by variable of the form
}

func newModeler(p *problem) *modeler {
	m := &modeler{
		p: p, chosen: p.named(p.in.lits), base: &dimacs.Assignment{},
		set: make([]uint64, p.in.words), value: make([]bool, len(p.form.Names)+1),
	}
	for _, l := range slices.Concat(p.form.Fixed, p.named(p.elim.units)) {
		m.base.SetLit(l)
	}
	for _, l := range m.chosen {
		m.base.SetLit(-l)
	}
	return m
}

// model returns the model that a solution stands for, without the eliminated
// variables, or nil if the clauses outside the instance rule it out.
func (m *modeler) model(chosen []int32) *dimacs.Assignment {
	p := m.p
	m.a.Copy(m.base)
	for _, i := range chosen {
		m.a.SetLit(m.chosen[i])
	}
	if r := p.in.rest; r != nil {
		clear(m.set)
		for _, i := range chosen {
			set(m.set, int(i))
		}
		if !r.holds(p.in.lits, m.set) {
			return nil
		}
		for v, k := range r.value {
			if k != 0 {
				m.a.Set(int(p.form.Names[v-1]), k > 0)
			}
		}
	}
	return &m.a
}

// complete gives the eliminated variables of a model their values, which
// depend on those of all others.
func (m *modeler) complete(a *dimacs.Assignment) {
	p := m.p
	if len(p.elim.steps) == 0 {
		return
	}
	for v, name := range p.form.Names {
		m.value[v+1] = a.Value(int(name))
	}
	p.elim.extend(m.value)
	for _, s := range p.elim.steps {
		a.Set(int(p.form.Names[s.v-1]), m.value[s.v])
	}
}

// free returns the variables of the projection that are in no clause, as
// engine.Task.Unconstrained does.
func (p *problem) free(ctx context.Context) (first []int, n int) {
	bound := make(map[int]bool, len(p.form.Fixed)+len(p.form.Names))
	for _, l := range p.form.Fixed {
		bound[l.Var()] = true
	}
	name := func(k int32) { bound[int(p.form.Names[max(k, -k)-1])] = true }
	for _, k := range p.elim.units {
		name(k)
	}
	for _, s := range p.elim.steps {
		name(s.v)
	}
	for _, k := range p.in.lits {
		name(k)
	}
	if p.in.rest != nil {
		for _, c := range p.in.rest.clauses {
			for _, k := range c {
				name(k)
			}
		}
	}
	return p.task.Unconstrained(ctx, func(v int) bool { return bound[v] }, len(bound))
}

// named returns a clause of the form in the variables of the formula.
func (p *problem) named(c []int32) []dimacs.Lit {
	lits := make([]dimacs.Lit, len(c))
	for i, k := range c {
		lits[i] = dimacs.Lit(p.form.Names[max(k, -k)-1])
		if k < 0 {
			lits[i] = -lits[i]
		}
	}
	return lits
}

// proveRefuted writes that the chosen literals are not all true: with those
// below it refuted, unit propagation finds the contradiction.
func (p *problem) proveRefuted(chosen []int32) error {
	clause := make([]int32, len(chosen))
	for i, k := range chosen {
		clause[i] = -p.in.lits[k]
	}
	return p.prove(clause)
}

// refuted completes the proof of a formula without a search.
func (p *problem) refuted() error {
	if p.task.Proof == nil {
		return nil
	}
	return p.task.Proof.Add(nil)
}
