package dnnf

import (
	"cmp"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/bitset"
	"queens/dimacs"
)

// An Evaluator adds up the weights of the models of a graph under different assumptions. It keeps
// the sums without assumptions. For each question, it computes only the nodes above an edge that an
// assumption changes: an edge with the complement of an assumed literal, or with an assumed free
// variable. Goroutines may call its methods at the same time.
type Evaluator struct {
	mu      sync.Mutex
	graph   *Graph
	weight  func(dimacs.Lit) *big.Int
	divisor *big.Int                // the denominator of all results; nil means 1
	rare    []dimacs.Lit            // the rarer literal of each named variable, in their order; the positive literal if both are in as many edges
	indices map[dimacs.Lit]int      // indexed by named variable: 2*k if it is rare[k], or 2*k+1 if its complement is
	lits    map[dimacs.Lit][]uint32 // indexed by literal: the edges whose Lits contain it
	free    map[dimacs.Lit][]uint32 // indexed by variable: the edges whose Free contain it
	tallies [][]uint32              // indexed by edge: 2*k for each rare[k] in its Lits, and 2*k+1 for the variable of each rare[k] in its Free
	owners  []Node                  // indexed by edge: its node
	parents [][]Node                // indexed by node: its parents, once per edge
	counts  []big.Int               // indexed by node: the sum of the weights without assumptions
	factors []*big.Int              // indexed by edge: the weight of its Lits and Free without assumptions; a weight of 1 is the variable one, see product

	assumed  map[dimacs.Lit]bool // the current assumptions
	now      []*big.Int          // indexed by node: the sum under the current assumptions, in counts or own
	under    []*big.Int          // indexed by edge: the factor under the current assumptions
	touched  []Node              // the nodes whose sums are in own
	changed  []uint32            // the edges whose elements of under may differ from factors
	due      bitset.Set[Node]    // the nodes to compute again; empty between calls
	own      []big.Int           // indexed by node: memory for a sum that differs from counts
	rest     []big.Int           // indexed by node: memory of flow, 0 between its calls
	products []*big.Int          // memory of flow: more numbers than an edge has children
	scratch  [4]big.Int          // memory of sum and flow
}

// NewEvaluator returns an Evaluator of g, which must not change. The weight of a model is the
// product of the weights of its literals. A literal has weight 1 if weight is nil or returns nil. A
// variable with a weight must be named. The results have the denominator divisor; nil means 1.
func NewEvaluator(g *Graph, weight func(dimacs.Lit) *big.Int, divisor *big.Int) *Evaluator {
	nodes, edges := g.Len(), len(g.edges)-1
	e := &Evaluator{
		graph: g, weight: weight, divisor: divisor, indices: map[dimacs.Lit]int{}, lits: map[dimacs.Lit][]uint32{}, free: map[dimacs.Lit][]uint32{},
		tallies: make([][]uint32, edges), owners: make([]Node, edges), factors: make([]*big.Int, edges),
		parents: make([][]Node, nodes), counts: make([]big.Int, nodes), now: make([]*big.Int, nodes), own: make([]big.Int, nodes),
		rest: make([]big.Int, nodes), due: bitset.New[Node](nodes), products: make([]*big.Int, 1),
	}
	if weight == nil {
		e.weight = func(dimacs.Lit) *big.Int { return nil }
	}
	e.under = e.factors
	for n := range Node(nodes) {
		for i := g.nodes[n]; i < g.nodes[n+1]; i++ {
			edge := g.edge(i)
			e.owners[i] = n
			for _, l := range edge.Lits {
				e.lits[l] = append(e.lits[l], i)
			}
			for _, l := range edge.Free {
				e.free[l] = append(e.free[l], i)
			}
			for j, c := range edge.Children {
				e.parents[c] = append(e.parents[c], n)
				if j+1 == len(e.products) {
					e.products = append(e.products, new(big.Int))
				}
			}
			edge.Children = nil
			if e.factors[i] = edge.Count(nil, weight); e.factors[i].Cmp(one) == 0 {
				e.factors[i] = one
			}
		}
		e.now[n] = &e.counts[n]
		e.sum(e.now[n], n)
	}
	e.under = slices.Clone(e.factors)
	for k, v := range slices.Sorted(maps.Keys(g.Named())) {
		l := dimacs.Lit(v)
		e.indices[l] = 2 * k
		if len(e.lits[-l]) < len(e.lits[l]) {
			e.indices[l]++
			l = -l
		}
		e.rare = append(e.rare, l)
		for _, i := range e.lits[l] {
			e.tallies[i] = append(e.tallies[i], uint32(2*k))
		}
		for _, i := range e.free[dimacs.Lit(v)] {
			e.tallies[i] = append(e.tallies[i], uint32(2*k+1))
		}
	}
	return e
}

// Count returns the sum of the weights of the models of the graph in which the literals of assume
// are true, including a factor 2 for each other unnamed variable. The variables of assume must be in
// the projection. Literals may repeat. If a literal and its complement are in assume, the sum is 0.
func (e *Evaluator) Count(assume []dimacs.Lit) dimacs.Count {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.assume(assume)
}

// assume replaces the current assumptions, and returns the result of Count.
func (e *Evaluator) assume(assume []dimacs.Lit) dimacs.Count {
	for _, i := range e.changed {
		e.under[i] = e.factors[i]
	}
	for _, n := range e.touched {
		e.now[n] = &e.counts[n]
	}
	e.changed, e.touched, e.assumed = e.changed[:0], e.touched[:0], map[dimacs.Lit]bool{}
	for _, l := range assume {
		e.assumed[l] = true
	}
	change := func(i uint32, factor *big.Int) {
		e.under[i], e.changed = factor, append(e.changed, i)
		e.due.Add(e.owners[i])
	}
	result, contradicts := dimacs.Count{M: new(big.Int), Shift: uint64(e.graph.Unnamed), Denominator: e.divisor}, false
	for l := range e.assumed {
		for _, i := range e.lits[-l] {
			change(i, zero)
		}
		for _, i := range e.free[max(l, -l)] {
			edge := e.graph.edge(i)
			edge.Children = nil
			change(i, edge.Count(nil, e.current))
		}
		if _, named := e.indices[max(l, -l)]; !named && result.Shift > 0 {
			result.Shift--
		}
		contradicts = contradicts || e.assumed[-l]
	}
	for i := e.graph.nodes[e.graph.Root]; contradicts && i < e.graph.nodes[e.graph.Root+1]; i++ {
		change(i, zero)
	}
	for w := range e.due {
		for e.due[w] != 0 {
			n := Node(w*64 + bits.TrailingZeros64(e.due[w]))
			e.due.Remove(n)
			if e.sum(&e.own[n], n); e.own[n].Cmp(&e.counts[n]) != 0 {
				e.now[n], e.touched = &e.own[n], append(e.touched, n)
				for _, p := range e.parents[n] {
					e.due.Add(p)
				}
			}
		}
	}
	result.M.Set(e.now[e.graph.Root])
	return result
}

// current returns the weight of l under the current assumptions; nil means 1.
func (e *Evaluator) current(l dimacs.Lit) *big.Int {
	if e.assumed[-l] {
		return zero
	}
	return e.weight(l)
}

// sum sets z to the sum of the weights of the models of node n. The sums of its children must be in e.now.
func (e *Evaluator) sum(z *big.Int, n Node) {
	z.SetUint64(0)
	for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
		p := e.under[i]
		for j, c := range e.graph.edge(i).Children {
			p = product(&e.scratch[j%2], e.now[c], p)
		}
		z.Add(z, p)
	}
}

// product returns x*y. If y is the pointer one, it returns x itself. Otherwise it sets z to the product and returns
// z. The pointer z should not be x or y, because math/big then allocates memory.
func product(z, x, y *big.Int) *big.Int {
	if y == one {
		return x
	}
	return z.Mul(x, y)
}

// Literals adds up the weights of the models in which the literals of assume are true, as Count
// does. It returns a function of a variable v of the projection. Of the results of this function, yes is the
// sum over the models in which v is true, and no is the sum over the models in which v is false. The function
// may be called at any time. All sums share memory.
//
// A pass up the graph computes the sums of Count, and then flow passes down the graph. In an edge, a
// variable may be free, with the weights w and w' of its literals. Then the literal of weight w is in the share
// w/(w+w') of the sum through this edge. If w+w' is 0, another pass up computes the sum of the literal.
func (e *Evaluator) Literals(assume []dimacs.Lit) func(v dimacs.Lit) (yes, no dimacs.Count) {
	e.mu.Lock()
	defer e.mu.Unlock()
	all := e.assume(assume)
	assumed, sums := e.assumed, make([]big.Int, 2*len(e.rare)) // for rare[k]: its sum at 2*k, and at 2*k+1 the sum through edges in which it is free, later the sum of its complement
	size := len(all.M.Bits()) + 1                              // big.Int.Add wants a word for a carry
	words := make([]big.Word, size*len(sums))
	for s := range sums {
		sums[s].SetBits(words[s*size : s*size : (s+1)*size])
	}
	e.flow(sums)
	for k, l := range e.rare {
		sum, other := &sums[2*k], &sums[2*k+1]
		if w, x := e.current(l), e.current(-l); w == nil && x == nil {
			other.Rsh(other, 1)
		} else if both := new(big.Int).Add(cmp.Or(w, one), cmp.Or(x, one)); both.Sign() == 0 {
			sum.Set(e.assume(append(slices.Clip(assume), l)).M)
		} else {
			other.Quo(other.Mul(other, cmp.Or(w, one)), both)
		}
		other.Sub(all.M, sum.Add(sum, other))
	}
	return func(v dimacs.Lit) (yes, no dimacs.Count) {
		i, named := e.indices[v]
		yes, no = all, all
		switch {
		case named:
			yes.M, no.M = &sums[i], &sums[i^1]
		case assumed[v]:
			no.M = nil
		case assumed[-v]:
			yes.M = nil
		case all.Shift > 0:
			yes.Shift--
			no.Shift--
		}
		return yes, no
	}
}

// flow adds the sum of the weights of the models through each edge to the elements of sums whose indices are in
// tallies. It passes down the graph, and computes for each node the sum over the models of the rest of the graph.
// This is the derivative of the sum of the graph with respect to the sum of the node.
//
// Source: A. Darwiche, "On the Tractable Counting of Theory Models and its Application to Truth
// Maintenance and Belief Revision", Journal of Applied Non-Classical Logics 11, 2001.
func (e *Evaluator) flow(sums []big.Int) {
	e.rest[e.graph.Root].SetUint64(1)
	for n := e.graph.Root; n > True; n-- {
		for i := e.graph.nodes[n]; i < e.graph.nodes[n+1]; i++ {
			children := e.graph.edge(i).Children
			e.products[0] = product(&e.scratch[0], &e.rest[n], e.under[i])
			for j, c := range children {
				e.products[j+1].Mul(e.products[j], e.now[c])
			}
			for _, s := range e.tallies[i] {
				sums[s].Add(&sums[s], e.products[len(children)])
			}
			others := one // the product of the children behind c
			for j, c := range slices.Backward(children) {
				e.rest[c].Add(&e.rest[c], product(&e.scratch[1], e.products[j], others))
				others = product(&e.scratch[2+j%2], e.now[c], others)
			}
		}
		e.rest[n].SetUint64(0)
	}
}
