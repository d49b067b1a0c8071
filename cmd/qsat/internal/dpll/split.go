package dpll

import (
	"container/heap"
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
	p := &splitter{s: s, root: len(s.trail)}
	if !s.empty && p.enter(nil) {
		p.root = len(s.trail)
		p.whole = p.part(nil)
	}
	for parts := len(p.open); p.Len() > 0 && parts < n && s.err == nil; {
		parts += p.cut(heap.Pop(p).(*part)) - 1
	}
	if s.err != nil {
		return nil, s.err
	}
	return p.cubes(nil, p.whole), nil
}

// A part is a part of the search, a node of the tree of decisions.
type part struct {
	lits  []int32 // decisions
	vars  int     // open variables
	order int     // of creation
	kids  []*part // what it was cut into
	cut   bool
}

// A splitter is a priority queue of the parts that may be cut.
type splitter struct {
	s     *Search
	root  int // length of the trail before any decision
	whole *part
	open  []*part
	made  int
}

// enter moves the search to where decisions have been made. It returns false if
// unit propagation refutes them.
func (p *splitter) enter(lits []int32) bool {
	s := p.s
	s.undo(p.root)
	s.free, s.cursor = s.free[:0], cursor{}
	ok := s.propagate()
	for _, l := range lits {
		if ok && s.value.of(l) == isOpen {
			s.assign(l)
			ok = s.propagate()
		}
		ok = ok && s.value.of(l) == isTrue
	}
	return ok
}

// part makes a part of where the search is, below decisions.
func (p *splitter) part(lits []int32) *part {
	p.made++
	made := &part{lits: lits, vars: p.s.src.Vars - len(p.s.trail), order: p.made}
	heap.Push(p, made)
	return made
}

// cut cuts a part in two and returns how many of these are left. A part in which
// nothing is to be decided stays as it is.
func (p *splitter) cut(at *part) int {
	p.enter(at.lits)
	l, projected := p.s.decide()
	if l == 0 || !projected {
		return 1
	}
	at.cut = true
	for _, l := range []int32{l, l ^ 1} {
		if lits := append(slices.Clone(at.lits), l); p.enter(lits) {
			at.kids = append(at.kids, p.part(lits))
		}
	}
	return len(at.kids)
}

// cubes appends the cubes of the parts of a part, in the order of the search.
func (p *splitter) cubes(list [][]dimacs.Lit, at *part) [][]dimacs.Lit {
	switch {
	case at == nil:
		return list
	case !at.cut:
		cube := append([]dimacs.Lit(nil), p.s.task.Assume...)
		for _, l := range at.lits {
			cube = append(cube, p.s.literal(l))
		}
		return append(list, cube)
	}
	for _, kid := range at.kids {
		list = p.cubes(list, kid)
	}
	return list
}

// Len, Less, Swap, Push and Pop are for package heap.
func (p *splitter) Len() int { return len(p.open) }

func (p *splitter) Less(i, j int) bool {
	a, b := p.open[i], p.open[j]
	if a.vars != b.vars {
		return a.vars > b.vars
	}
	return a.order < b.order
}

func (p *splitter) Swap(i, j int) { p.open[i], p.open[j] = p.open[j], p.open[i] }

func (p *splitter) Push(x any) { p.open = append(p.open, x.(*part)) }

func (p *splitter) Pop() any {
	last := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	return last
}
