package dnnf

import (
	"math"
	"math/big"
	"math/bits"
	"sync"

	"queens/dimacs"
)

// An Evaluator counts the models of a graph under different assumptions. It keeps the counts
// without assumptions, and computes again only the nodes above an edge with an assumed variable.
//
// An assumed literal has the weight 2 and its complement 0, and the count is divided by 2 for each.
// So an assumption changes no edge in which its variable is free. Methods may be called at the same
// time.
type Evaluator struct {
	graph   *Graph
	counts  []*big.Int
	parents [][]Node
	edges   map[dimacs.Lit][]place
	states  sync.Pool // of *state
}

// A place is an edge and its node.
type place struct {
	edge uint32
	node Node
}

// A state holds what differs from the counts without assumptions.
type state struct {
	changed  []uint64   // a bit for each node: its count is in counts
	due      []uint64   // a bit for each node to compute again
	counts   []big.Int  // indexed by node
	doubled  []int32    // indexed by edge: the number of assumed literals, or negative if the edge is false
	edges    []uint32   // with an entry other than 0 in doubled
	products [2]big.Int // the product of the first children, in turns
	shifted  big.Int
}

// NewEvaluator returns an Evaluator of g, which must not be False.
func NewEvaluator(g *Graph) *Evaluator {
	g = g.ungrouped()
	e := &Evaluator{graph: g, counts: g.Counts(nil), parents: make([][]Node, g.Len()), edges: map[dimacs.Lit][]place{}}
	for n := True + 1; int(n) < g.Len(); n++ {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			for _, l := range g.edge(i).Lits {
				e.edges[l] = append(e.edges[l], place{i, n})
			}
			for _, c := range g.edge(i).Children {
				e.parents[c] = append(e.parents[c], n)
			}
		}
	}
	e.states.New = func() any {
		words := g.Len()/64 + 1
		return &state{
			changed: make([]uint64, words), due: make([]uint64, words), counts: make([]big.Int, g.Len()),
			doubled: make([]int32, len(g.edges)),
		}
	}
	return e
}

// Count returns the number of models in which the literals of assume are true.
func (e *Evaluator) Count(assume []dimacs.Lit) dimacs.Count {
	s := e.states.Get().(*state)
	defer e.states.Put(s)
	defer e.reset(s)
	assumed := map[dimacs.Lit]bool{}
	for _, l := range assume {
		if assumed[-l] {
			return dimacs.Count{M: new(big.Int)}
		}
		if !assumed[l] {
			e.assume(s, l)
		}
		assumed[l] = true
	}
	for w := range s.due {
		for s.due[w] != 0 {
			n := Node(64*w + bits.TrailingZeros64(s.due[w]))
			s.due[w] &= s.due[w] - 1
			e.update(s, n)
		}
	}
	n := dimacs.Count{M: new(big.Int).Set(e.count(s, e.graph.Root)), Shift: uint64(e.graph.Unnamed)}
	halves := uint64(len(assumed))
	if halves > n.Shift {
		n.M.Rsh(n.M, uint(halves-n.Shift))
		halves = n.Shift
	}
	n.Shift -= halves
	return n
}

// assume makes l true in s.
func (e *Evaluator) assume(s *state, l dimacs.Lit) {
	for _, k := range [2]dimacs.Lit{l, -l} {
		for _, p := range e.edges[k] {
			if s.doubled[p.edge] == 0 {
				s.edges = append(s.edges, p.edge)
			}
			if s.doubled[p.edge]++; k != l {
				s.doubled[p.edge] = math.MinInt32
			}
			s.due[p.node/64] |= 1 << (p.node % 64)
		}
	}
}

// count returns the count of a node.
func (e *Evaluator) count(s *state, n Node) *big.Int {
	if s.changed[n/64]>>(n%64)&1 != 0 {
		return &s.counts[n]
	}
	return e.counts[n]
}

// update computes the count of a node again. If it changes, the parents follow later.
func (e *Evaluator) update(s *state, n Node) {
	sum := s.counts[n].SetUint64(0)
	for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
		if s.doubled[i] < 0 {
			continue
		}
		edge := e.graph.edge(i)
		product := one
		for k, c := range edge.Children {
			if k == 0 {
				product = e.count(s, c)
			} else {
				product = s.products[k%2].Mul(product, e.count(s, c))
			}
		}
		sum.Add(sum, s.shifted.Lsh(product, uint(len(edge.Free)+int(s.doubled[i]))))
	}
	if sum.Cmp(e.counts[n]) == 0 {
		return
	}
	s.changed[n/64] |= 1 << (n % 64)
	for _, p := range e.parents[n] {
		s.due[p/64] |= 1 << (p % 64)
	}
}

// reset undoes all assumptions.
func (e *Evaluator) reset(s *state) {
	for _, i := range s.edges {
		s.doubled[i] = 0
	}
	s.edges = s.edges[:0]
	clear(s.changed)
	clear(s.due)
}
