package dpll

import (
	"container/list"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Split cuts the search for the models of a task into at least n cubes, or as
// many as there are. Each model is a model under exactly one of them; a
// formula that unit propagation refutes has none. A cube holds the assumptions of
// the task and then decisions, with the projection only on variables of it. The
// cube with the most unassigned variables is cut first, by the decision that the
// search would take there.
//
// References: M. J. H. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and
// Conquer: Guiding CDCL SAT Solvers by Lookaheads", HVC 2011.
func Split(ctx context.Context, t *engine.Task, n int) ([][]dimacs.Lit, error) {
	s, err := New().load(ctx, t, true)
	if err != nil {
		return nil, err
	}
	s.ctx, s.err = ctx, context.Cause(ctx)
	p := &splitter{search: s, unassigned: map[int][]*list.Element{}}
	if !s.empty && p.propagate() {
		p.root = len(s.trail)
		p.note(p.cubes.PushBack([]clause.Lit(nil)))
	}
	// What a cube is cut into has fewer unassigned variables.
	for vars := s.vars; vars > 0; vars-- {
		for i := 0; i < len(p.unassigned[vars]) && p.cubes.Len() < n && s.err == nil; i++ {
			p.cut(p.unassigned[vars][i])
		}
	}
	if s.err != nil {
		return nil, s.err
	}
	var cubes [][]dimacs.Lit
	for at := p.cubes.Front(); at != nil; at = at.Next() {
		cube := slices.Clone(t.Assume)
		for _, l := range at.Value.([]clause.Lit) {
			cube = append(cube, s.numbering.Name(l))
		}
		cubes = append(cubes, cube)
	}
	return cubes, nil
}

// A splitter holds the cubes, each as its decisions.
type splitter struct {
	*search
	root       int                     // length of the trail before any decision, propagated
	cubes      list.List               // in the order of the search
	unassigned map[int][]*list.Element // cubes by number of unassigned variables, the oldest first
}

// enter moves the search to where decisions have been made. It returns false if
// unit propagation refutes them.
func (p *splitter) enter(decisions []clause.Lit) bool {
	p.undo(p.root)
	p.unconstrained, p.next = p.unconstrained[:0], 0
	for _, l := range decisions {
		if !p.makeTrue(l) || !p.propagate() {
			return false
		}
	}
	return true
}

// note notes the cube in which the search is.
func (p *splitter) note(at *list.Element) {
	vars := p.vars - len(p.trail)
	p.unassigned[vars] = append(p.unassigned[vars], at)
}

// cut cuts a cube in two, of which one that is refuted vanishes. A cube in which
// nothing is to be decided stays as it is, and so does one that both are refuted in:
// unit propagation does not refute that itself, which a proof of the whole relies on.
func (p *splitter) cut(at *list.Element) {
	decisions := at.Value.([]clause.Lit)
	p.enter(decisions)
	l, projected := p.decide()
	if l == 0 || !projected {
		return
	}
	isCut := false
	for _, l := range []clause.Lit{l, l.Not()} {
		if longer := append(slices.Clone(decisions), l); p.enter(longer) {
			p.note(p.cubes.InsertBefore(longer, at))
			isCut = true
		}
	}
	if isCut {
		p.cubes.Remove(at)
	}
}
