package dpll

import (
	"container/list"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// Split cuts the search for the models of a task into n cubes, or fewer if no cube can be cut
// further. A cube consists of the assumptions of the task and of decisions, which are on the
// projection if there is one. Each model satisfies exactly one cube. A formula that unit
// propagation refutes has no cubes. Split always cuts the cube with the most unassigned variables,
// with the decision that the search would make there. It returns an engine.DeclinedError if the
// formula is too large, or the cause of ctx.
//
// References: M. J. H. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and
// Conquer: Guiding CDCL SAT Solvers by Lookaheads", HVC 2011.
func Split(ctx context.Context, t *engine.Task, n int) ([][]dimacs.Lit, error) {
	s, err := New().load(t, true)
	if err != nil {
		return nil, err
	}
	s.ctx, s.err = ctx, context.Cause(ctx)
	p := &splitter{search: s, unassigned: map[int][]*list.Element{}}
	if !s.empty && p.propagate() {
		p.root = len(s.trail)
		p.note(p.cubes.PushBack([]clause.Lit(nil)))
	}
	// The halves of a cube have fewer unassigned variables than the cube.
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
		cubes = append(cubes, slices.Concat(t.Assume, lists.Map(at.Value.([]clause.Lit), s.numbering.Name)))
	}
	return cubes, nil
}

// A splitter is the state of Split. A cube is represented by its decisions.
type splitter struct {
	*search
	root       int                     // length of the propagated trail before any decision
	cubes      list.List               // cubes in the order of the search
	unassigned map[int][]*list.Element // indexed by number of unassigned variables: cubes, oldest first
}

// enter moves the search to the given decisions. It returns false if unit propagation refutes them
// or the search must stop; then the trail is incomplete.
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

// note adds the element at of p.cubes to p.unassigned. The search must be at that cube.
func (p *splitter) note(at *list.Element) {
	vars := p.vars - len(p.trail)
	p.unassigned[vars] = append(p.unassigned[vars], at)
}

// cut cuts the cube of the element at in two, and drops a half that unit propagation refutes. The
// halves take the place of the cube in p.cubes. A cube without a decision on the projection stays
// whole. So does a cube whose halves are both refuted: unit propagation does not refute the cube
// itself, and a proof of the whole formula relies on the cube. If the search must stop, p.err is
// set.
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
