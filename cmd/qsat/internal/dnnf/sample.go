package dnnf

import (
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// A Sampler draws models of a graph at random. The probability of a model is its weight divided
// by the sum of all weights. Draw walks down from the root and takes an edge of each node with
// the probability of the models below the edge.
type Sampler struct {
	graph  *Graph
	counts []*big.Int                // indexed by node: the sum of its Edge.Count
	digits []uint64                  // indexed by node: random.Digits of the share of its first edge
	weight func(dimacs.Lit) *big.Int // as for Edge.Count
	values map[dimacs.Lit]uint64     // indexed by variable: random.Digits of the share of the value true
}

// NewSampler returns a sampler of g. Weights must not be negative; weight may be nil or return
// nil, as for Edge.Count. The error is the cause if ctx ends.
func NewSampler(ctx context.Context, g *Graph, weight func(dimacs.Lit) *big.Int) (*Sampler, error) {
	s := &Sampler{graph: g, counts: make([]*big.Int, g.Len()), digits: make([]uint64, g.Len()), weight: weight, values: map[dimacs.Lit]uint64{}}
	for n := range s.counts {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		first := new(big.Int)
		s.counts[n] = new(big.Int)
		for i, e := range g.Edges(Node(n)) {
			count := e.Count(s.counts, weight)
			if s.counts[n].Add(s.counts[n], count); i == 0 {
				first = count
			}
		}
		if s.counts[n].Sign() > 0 {
			s.digits[n] = random.Digits(first, s.counts[n])
		}
	}
	return s, nil
}

// IsEmpty reports whether there is nothing to draw: no model, or only models of weight 0.
func (s *Sampler) IsEmpty() bool { return s.counts[s.graph.Root].Sign() == 0 }

// Draw draws a model, and sets the variables in a that occur in edges of the graph. The sampler
// must not be empty. For each unnamed variable, call Value.
func (s *Sampler) Draw(d *random.Source, a *dimacs.Assignment) {
	s.graph.assign(a, func(n Node, first Edge) bool {
		return d.Falls(s.digits[n], func() (*big.Int, *big.Int) { return first.Count(s.counts, s.weight), s.counts[n] })
	}, func(v dimacs.Lit) { s.Value(d, v, a) })
}

// assign makes the literals of a model true in a, and calls free with each free variable of its edges. The
// function first is as for walk.
func (g *Graph) assign(a *dimacs.Assignment, first func(Node, Edge) bool, free func(v dimacs.Lit)) {
	g.walk(first, func(e Edge) bool {
		for _, l := range e.Lits {
			a.SetLit(l)
		}
		for _, v := range e.Free {
			free(v)
		}
		return true
	})
}

// walk visits one edge of the root, and then one edge of each child of a visited edge. If a node
// has two edges, walk visits the first one if first returns true for the node and its first edge,
// and otherwise the second one. If visit returns false, walk stops and returns false. The root must
// not be False.
func (g *Graph) walk(first func(Node, Edge) bool, visit func(Edge) bool) bool {
	for stack := append(make([]Node, 0, 64), g.Root); len(stack) > 0; {
		n := stack[len(stack)-1]
		e := g.edge(g.nodes[n])
		if g.nodes[n+1]-g.nodes[n] > 1 && !first(n, e) {
			e = g.edge(g.nodes[n] + 1)
		}
		if !visit(e) {
			return false
		}
		stack = append(stack[:len(stack)-1], e.Children...)
	}
	return true
}

// Holds reports whether a satisfies the graph. It follows the values of a down from the root.
func (g *Graph) Holds(a *dimacs.Assignment) bool {
	return g.Root != False && g.walk(func(_ Node, e Edge) bool { return a.Holds(e.Lits[0]) }, func(e Edge) bool {
		return !slices.ContainsFunc(e.Lits, func(l dimacs.Lit) bool { return !a.Holds(l) })
	})
}

// Value sets variable v, a positive literal, in a to a random value, with probabilities in
// proportion to its two weights, which must not both be 0. If weights are given, it keeps their share
// in s.values.
func (s *Sampler) Value(d *random.Source, v dimacs.Lit, a *dimacs.Assignment) {
	if s.weight == nil || s.weight(v) == nil {
		a.Set(int(v), d.Flip())
		return
	}
	exactly := func() (share, all *big.Int) { return s.weight(v), new(big.Int).Add(s.weight(v), s.weight(-v)) }
	digits, known := s.values[v]
	if !known {
		digits = random.Digits(exactly())
		s.values[v] = digits
	}
	a.Set(int(v), d.Falls(digits, exactly))
}

// Models sets the named variables in a to the values of each model in turn, and calls found, until
// found returns false. It reports whether it reached the end.
func (g *Graph) Models(a *dimacs.Assignment, found func() bool) bool {
	if g.Root == False {
		return true
	}
	for choices := []bool(nil); ; { // of the model: whether each node has its first edge and each free variable is true
		made := 0
		choose := func() bool {
			if made++; made > len(choices) {
				choices = append(choices, true)
			}
			return choices[made-1]
		}
		g.assign(a, func(Node, Edge) bool { return choose() }, func(v dimacs.Lit) { a.Set(int(v), choose()) })
		if !found() {
			return false
		}
		for len(choices) > 0 && !choices[len(choices)-1] {
			choices = choices[:len(choices)-1]
		}
		if len(choices) == 0 {
			return true
		}
		choices[len(choices)-1] = false
	}
}
