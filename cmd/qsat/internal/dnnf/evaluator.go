package dnnf

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"queens/dimacs"
)

// An Evaluator counts the models of a graph under different assumptions. It keeps the counts
// without assumptions, and computes again only the nodes above an edge with an assumed variable.
// Its methods may be called concurrently.
//
// An assumed literal has the weight 2 and its complement 0, and the count is divided by 2 for each.
// So an assumption changes no edge in which its variable is free.
type Evaluator struct {
	mu      sync.Mutex
	graph   *Graph
	parents [][]Node               // indexed by node: its parents, once per edge
	places  map[dimacs.Lit][]place // indexed by literal: the edges whose Lits contain it
	counts  []*big.Int             // indexed by node: the count without assumptions
	now     []*big.Int             // indexed by node: the count under the assumptions
	own     []big.Int              // indexed by node: memory for a count that differs from counts
	due     []bool                 // indexed by node: compute it again
	doubled []int32                // indexed by edge: the number of assumed literals in it; negative if the edge is false
}

// A place is an edge and its node.
type place struct {
	edge uint32
	node Node
}

// NewEvaluator returns an Evaluator of g, which must not change.
func NewEvaluator(g *Graph) *Evaluator {
	e := &Evaluator{graph: g, parents: make([][]Node, g.Len()), places: map[dimacs.Lit][]place{},
		own: make([]big.Int, g.Len()), due: make([]bool, g.Len()), doubled: make([]int32, len(g.edges))}
	e.counts = g.Counts(nil)
	e.now = slices.Clone(e.counts)
	for n := True + 1; int(n) < g.Len(); n++ {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			for _, l := range g.edge(i).Lits {
				e.places[l] = append(e.places[l], place{i, n})
			}
			for _, c := range g.edge(i).Children {
				e.parents[c] = append(e.parents[c], n)
			}
		}
	}
	return e
}

// Count returns the number of models of the graph in which the literals of assume are true,
// including a factor 2 for each other unnamed variable. The variables of assume must be in the
// projection. Literals may repeat. If a literal and its complement are in assume, the count is 0.
func (e *Evaluator) Count(assume []dimacs.Lit) dimacs.Count {
	e.mu.Lock()
	defer e.mu.Unlock()
	assumed := map[dimacs.Lit]bool{}
	for _, l := range assume {
		if assumed[-l] {
			return dimacs.Count{M: new(big.Int)}
		}
		assumed[l] = true
	}
	for l := range assumed {
		for _, p := range e.places[l] {
			e.doubled[p.edge]++
			e.due[p.node] = true
		}
		for _, p := range e.places[-l] {
			e.doubled[p.edge] = math.MinInt32
			e.due[p.node] = true
		}
	}
	for n, due := range e.due {
		if due {
			e.update(Node(n))
		}
	}
	n, halves := dimacs.Count{M: new(big.Int).Set(e.now[e.graph.Root]), Shift: uint64(e.graph.Unnamed)}, uint64(len(assumed))
	if halves > n.Shift {
		n.M.Rsh(n.M, uint(halves-n.Shift))
		halves = n.Shift
	}
	n.Shift -= halves
	clear(e.doubled)
	clear(e.due)
	copy(e.now, e.counts)
	return n
}

// update computes the count of node n under the assumptions, from the counts of its children. If it
// differs from the count without assumptions, update sets e.now[n] and makes the parents due.
func (e *Evaluator) update(n Node) {
	sum := &e.own[n]
	if word, fits := e.wordSum(n); fits {
		sum.SetUint64(word)
	} else {
		sum.SetUint64(0)
		for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
			if e.doubled[i] >= 0 {
				product := e.graph.edge(i).Count(e.now, nil)
				sum.Add(sum, product.Lsh(product, uint(e.doubled[i])))
			}
		}
	}
	if sum.Cmp(e.counts[n]) != 0 {
		e.now[n] = sum
		for _, p := range e.parents[n] {
			e.due[p] = true
		}
	}
}

// wordSum returns the count of node n under the assumptions, and whether each step fits into a
// word. If not, the sum is 0.
func (e *Evaluator) wordSum(n Node) (sum uint64, fits bool) {
	for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
		if e.doubled[i] < 0 {
			continue
		}
		edge, next := e.graph.edges[i], e.graph.edges[i+1]
		product, over := uint64(1), uint64(0)
		for _, c := range e.graph.children[edge.children:next.children] {
			if over, product = bits.Mul64(product, e.now[c].Uint64()); over > 0 || !e.now[c].IsUint64() {
				return 0, false
			}
		}
		shift := next.lits - edge.free + uint32(e.doubled[i])
		if product > math.MaxUint64>>shift {
			return 0, false
		}
		if sum, over = bits.Add64(sum, product<<shift, 0); over > 0 {
			return 0, false
		}
	}
	return sum, true
}
