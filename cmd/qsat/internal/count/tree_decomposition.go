package count

import (
	"context"
	"iter"
	"math"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// eliminated is the degree of an eliminated vertex.
const eliminated = -1

// A decomposition is a tree decomposition of the primal graph of clauses. The vertices of this
// graph are the variables, and an edge joins two variables of a clause. The decomposition results
// from eliminating one vertex after the other: the bag of a vertex consists of the vertex and its
// neighbours at that time. Eliminating a vertex makes its neighbours a clique. The next vertex is
// one whose elimination adds the fewest edges (least fill-in).
//
// Sources: A. Darwiche and M. Hopkins, "Using Recursive Decomposition to Construct Elimination
// Orders, Jointrees, and Dtrees", ECSQARU 2001, for the least fill-in; T. Korhonen and M.
// Järvisalo, CP 2021; see choose.
type decomposition struct {
	sets    []bitset.Set[int32] // indexed by vertex: its neighbours that are not eliminated
	missing bitset.Set[int32]   // scratch
	fill    []int               // indexed by vertex: the number of edges that its elimination adds; -1 if unknown
	degree  []int               // indexed by vertex: the length of its set, or eliminated
	work    int                 // the number of words of sets read
	order   []int32             // the vertices in the order of their elimination
	bags    [][]int32           // indexed by vertex: its bag without the vertex itself
	parents []int32             // indexed by vertex: the vertex in its bag that was eliminated first, or the last in order if the bag is empty
	width   int                 // the largest length in bags
}

// decompose returns a decomposition of clauses over the variables 1 to n; variable v is vertex
// v-1. It returns nil if that takes more than mostFillWork per vertex, if its width exceeds most,
// if n is 0 or exceeds mostDecomposed, or if ctx has ended.
func decompose(ctx context.Context, n int, clauses iter.Seq[[]clause.Lit], most int) *decomposition {
	if n == 0 || n > mostDecomposed {
		return nil
	}
	d := &decomposition{missing: bitset.New[int32](n), fill: slices.Repeat([]int{-1}, n), degree: make([]int, n),
		bags: make([][]int32, n), parents: make([]int32, n)}
	for range n {
		d.sets = append(d.sets, bitset.New[int32](n))
	}
	for c := range clauses {
		if d.work += len(c) * len(c); len(c) > most+1 || d.work > n*mostFillWork {
			return nil
		}
		for i, l := range c {
			for _, k := range c[:i] {
				v, w := int32(l.Var()-1), int32(k.Var()-1)
				d.sets[v].Add(w)
				d.sets[w].Add(v)
			}
		}
	}
	for v, set := range d.sets {
		d.degree[v] = set.Len()
	}
	for range n {
		if ctx.Err() != nil {
			return nil
		}
		if d.eliminate(d.best()); d.work > n*mostFillWork || d.width > most {
			return nil
		}
	}
	position := make([]int, n)
	for i, v := range d.order {
		position[v] = i
	}
	for v, bag := range d.bags {
		all := append(slices.Clip(bag), d.order[n-1])
		d.parents[v] = slices.MinFunc(all, func(a, b int32) int { return position[a] - position[b] })
	}
	return d
}

// best returns the remaining vertex whose elimination adds the fewest edges, by smallest degree
// among equals.
func (d *decomposition) best() int32 {
	best, least := int32(-1), math.MaxInt
	for v := range d.degree {
		if d.degree[v] == eliminated {
			continue
		}
		if d.fill[v] < 0 {
			d.fill[v] = d.fillOf(int32(v))
		}
		if f := d.fill[v]<<16 + d.degree[v]; f < least {
			best, least = int32(v), f
		}
	}
	return best
}

// fillOf returns the number of pairs of neighbours of v that no edge joins.
func (d *decomposition) fillOf(v int32) int {
	missing := 0
	for w := range d.sets[v].All() {
		d.missing.AndNot(d.sets[v], d.sets[w])
		missing += d.missing.Len() - 1 // w itself
	}
	d.work += len(d.missing) * (1 + d.degree[v])
	return missing / 2
}

// eliminate joins all pairs of neighbours of v and removes v, whose fill must be known. It sets the
// bag of v and updates the other fields.
func (d *decomposition) eliminate(v int32) {
	bag, complete := d.sets[v], d.fill[v] == 0
	list := slices.Collect(bag.All())
	d.bags[v], d.degree[v] = list, eliminated
	d.order = append(d.order, v)
	d.width = max(d.width, len(list))
	for _, w := range list {
		set := d.sets[w]
		if !complete {
			for i := range set {
				set[i] |= bag[i]
			}
		}
		set.Remove(v)
		set.Remove(w)
		d.degree[w], d.fill[w] = set.Len(), -1
	}
	if complete {
		return
	}
	for _, w := range list { // an added edge may join two neighbours of another vertex
		for x := range d.sets[w].All() {
			d.fill[x] = -1
		}
		d.work += len(bag)
	}
}

// depths returns, indexed by vertex, a depth greater than 0 and at most 1; the largest is 1. The
// tree is rooted at a bag in its middle. A bag is counted if it contains a vertex that is in no
// bag above it. The depth of a vertex is the number of counted bags on the path from the root to
// the first bag that contains the vertex, divided by the largest such number.
func (d *decomposition) depths() []float64 {
	n := len(d.order)
	neighbours, below := make([][]int32, n), slices.Repeat([]int{1}, n)
	for _, v := range d.order[:n-1] { // children first
		p := d.parents[v]
		below[p] += below[v]
		neighbours[v], neighbours[p] = append(neighbours[v], p), append(neighbours[p], v)
	}
	depth, most := make([]float64, n), 0.0
	var visit func(v, from int32, above float64)
	visit = func(v, from int32, above float64) {
		isNew := false
		for _, w := range append(d.bags[v], v) {
			if depth[w] == 0 {
				depth[w], isNew = above+1, true
			}
		}
		if isNew {
			above++
		}
		most = max(most, above)
		for _, w := range neighbours[v] {
			if w != from {
				visit(w, v, above)
			}
		}
	}
	middle := slices.IndexFunc(d.order, func(v int32) bool { return 2*below[v] >= n })
	visit(d.order[middle], -1, 0)
	for v := range depth {
		depth[v] /= most
	}
	return depth
}
