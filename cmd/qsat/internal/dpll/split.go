package dpll

import (
	"container/list"
	"context"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Split cuts the search for the models of a task into at least n cubes, or as
// many as there are to be had. Each model is a model under exactly one of them; a
// formula that unit propagation refutes has none. A cube holds the assumptions of
// the task and then decisions, with the projection only on variables of it. The
// part with the most open variables is cut first, by the decision that the search
// would take there.
//
// References: M. J. H. Heule, O. Kullmann, S. Wieringa and A. Biere, "Cube and
// Conquer: Guiding CDCL SAT Solvers by Lookaheads", HVC 2011.
func Split(ctx context.Context, t *engine.Task, n int) ([][]dimacs.Lit, error) {
	s, err := prepare(ctx, t, purpose{all: true})
	if err != nil {
		return nil, err
	}
	s.ctx = ctx
	p := &splitter{search: s, root: len(s.trail), open: map[int][]*list.Element{}}
	if !s.empty && p.enter(nil) {
		p.root = len(s.trail)
		p.note(p.parts.PushBack([]int32(nil)))
	}
	// What a part is cut into has fewer open variables.
	for vars := s.src.Vars; vars > 0; vars-- {
		for i := 0; i < len(p.open[vars]) && p.parts.Len() < n && s.err == nil; i++ {
			p.cut(p.open[vars][i])
		}
	}
	if s.err != nil {
		return nil, s.err
	}
	var cubes [][]dimacs.Lit
	for at := p.parts.Front(); at != nil; at = at.Next() {
		cube := slices.Clone(t.Assume)
		for _, l := range at.Value.([]int32) {
			cube = append(cube, s.literal(l))
		}
		cubes = append(cubes, cube)
	}
	return cubes, nil
}

// A splitter holds the parts of the search, each as its decisions.
type splitter struct {
	*search
	root  int                     // length of the trail before any decision
	parts list.List               // in the order of the search
	open  map[int][]*list.Element // of parts, by number of open variables, in the order in which they were made
}

// enter moves the search to where decisions have been made. It returns false if
// unit propagation refutes them.
func (p *splitter) enter(lits []int32) bool {
	p.undo(p.root)
	p.free, p.cursor = p.free[:0], cursor{}
	ok := p.propagate()
	for _, l := range lits {
		if ok && p.value.of(l) == isOpen {
			p.assign(l)
			ok = p.propagate()
		}
		ok = ok && p.value.of(l) == isTrue
	}
	return ok
}

// note notes the part in which the search is.
func (p *splitter) note(at *list.Element) {
	vars := p.src.Vars - len(p.trail)
	p.open[vars] = append(p.open[vars], at)
}

// cut cuts a part in two, of which those refuted vanish. A part in which nothing is
// to be decided stays as it is.
func (p *splitter) cut(at *list.Element) {
	decisions := at.Value.([]int32)
	p.enter(decisions)
	l, projected := p.decide()
	if l == 0 || !projected {
		return
	}
	for _, l := range []int32{l, l ^ 1} {
		if lits := append(slices.Clone(decisions), l); p.enter(lits) {
			p.note(p.parts.InsertBefore(lits, at))
		}
	}
	p.parts.Remove(at)
}
