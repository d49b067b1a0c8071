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
//
// An assumed literal has the weight 2 and its complement 0, and the count is divided by 2 for each.
// So an assumption changes no edge in which its variable is free.
type Evaluator struct {
	mu      sync.Mutex
	graph   *Graph
	parents [][]Node
	places  map[dimacs.Lit][]place
	counts  []count   // indexed by node: without assumptions
	now     []count   // indexed by node
	own     []big.Int // indexed by node: memory for a long count
	due     []bool    // indexed by node: compute it again
	doubled []int32   // indexed by edge: the number of assumed literals; negative if the edge is false
	scratch [2]big.Int
}

// A count is a number of models. Nearly all counts fit into a word.
type count struct {
	word uint64
	long *big.Int // replaces word unless nil
}

func countOf(n *big.Int) count {
	if n.IsUint64() {
		return count{word: n.Uint64()}
	}
	return count{long: n}
}

// A place is an edge and its node.
type place struct {
	edge uint32
	node Node
}

// NewEvaluator returns an Evaluator of g, which must have no groups.
func NewEvaluator(g *Graph) *Evaluator {
	e := &Evaluator{graph: g, parents: make([][]Node, g.Len()), places: map[dimacs.Lit][]place{},
		own: make([]big.Int, g.Len()), due: make([]bool, g.Len()), doubled: make([]int32, len(g.edges))}
	for _, n := range g.Counts(nil) {
		e.counts = append(e.counts, countOf(n))
	}
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

// Count returns the number of models in which the literals of assume are true.
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
		e.mark(l, func(p place) { e.doubled[p.edge]++ })
		e.mark(-l, func(p place) { e.doubled[p.edge] = math.MinInt32 })
	}
	for n, due := range e.due {
		if due {
			e.update(Node(n))
		}
	}
	n, halves := dimacs.Count{M: new(big.Int).Set(e.long(e.graph.Root)), Shift: uint64(e.graph.Unnamed)}, uint64(len(assumed))
	if halves > n.Shift {
		n.M.Rsh(n.M, uint(halves-n.Shift))
		halves = n.Shift
	}
	n.Shift -= halves
	for l := range assumed {
		e.mark(l, func(p place) { e.doubled[p.edge] = 0 })
		e.mark(-l, func(p place) { e.doubled[p.edge] = 0 })
	}
	clear(e.due)
	copy(e.now, e.counts)
	return n
}

// mark calls change for each place of l, and marks its node.
func (e *Evaluator) mark(l dimacs.Lit, change func(place)) {
	for _, p := range e.places[l] {
		change(p)
		e.due[p.node] = true
	}
}

// update computes the count of a node. If it changes, the parents follow later.
func (e *Evaluator) update(n Node) {
	var sum count
	var fits bool
	if sum.word, fits = e.wordSum(n); !fits {
		sum = countOf(e.longSum(n))
	}
	if old := e.counts[n]; sum.word != old.word || (sum.long == nil) != (old.long == nil) || sum.long != nil && sum.long.Cmp(old.long) != 0 {
		e.now[n] = sum
		for _, p := range e.parents[n] {
			e.due[p] = true
		}
	}
}

// wordSum returns the count of a node, and whether it fits into a word in all steps.
func (e *Evaluator) wordSum(n Node) (sum uint64, fits bool) {
	for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
		if e.doubled[i] < 0 {
			continue
		}
		edge, next := e.graph.edges[i], e.graph.edges[i+1]
		product, over := uint64(1), uint64(0)
		for _, c := range e.graph.children[edge.children:next.children] {
			if e.now[c].long != nil {
				return 0, false
			}
			if over, product = bits.Mul64(product, e.now[c].word); over > 0 {
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

// longSum returns the count of a node.
func (e *Evaluator) longSum(n Node) *big.Int {
	sum := e.own[n].SetUint64(0)
	for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
		if e.doubled[i] < 0 {
			continue
		}
		edge := e.graph.edge(i)
		product := one
		for k, c := range edge.Children {
			if k == 0 {
				product = e.long(c)
			} else {
				product = e.scratch[k%2].Mul(product, e.long(c))
			}
		}
		sum.Add(sum, e.scratch[len(edge.Children)%2].Lsh(product, uint(len(edge.Free)+int(e.doubled[i]))))
	}
	return sum
}

// long returns the count of a node, which must not be changed.
func (e *Evaluator) long(n Node) *big.Int {
	if c := e.now[n]; c.long == nil {
		return e.own[n].SetUint64(c.word)
	}
	return e.now[n].long
}
