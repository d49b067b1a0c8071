package count

import (
	"context"
	"iter"
	"math"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

const (
	// mostDecomposed bounds the variables, and mostFillWork the words of sets that are
	// looked at: about a second.
	mostDecomposed = 4000
	mostFillWork   = 1 << 30
	mostLong       = 1 << 18 // clauses of three literals and more, to look for a narrow one
	// depthWeight is how much the order counts beside activity and occurrences, with
	// the variables and the width of the decomposition; mostDepthWeight bounds it.
	depthWeight     = 20
	mostDepthWeight = 1e7
	eliminated      = -1
)

// A decomposition is a tree decomposition of the primal graph of clauses, from the
// elimination of one vertex after the other: a bag is a vertex and its neighbours when
// it is eliminated.
//
// Sources: A. Darwiche and M. Hopkins, "Using Recursive Decomposition to Construct
// Elimination Orders, Jointrees, and Dtrees", ECSQARU 2001, for the least fill-in; T.
// Korhonen and M. Järvisalo, CP 2021; see choose.
type decomposition struct {
	sets    []bitset.Set[int32] // by vertex: its neighbours that are not eliminated
	missing bitset.Set[int32]   // scratch
	fill    []int               // by vertex: edges that its elimination adds; -1 if that is not known
	degree  []int
	work    int
	order   []int32
	bags    [][]int32 // by vertex: neighbours when it was eliminated
	parents []int32   // by vertex: the first of those to be eliminated, where there is none the last of all
	width   int
}

// decompose returns a decomposition of clauses over variables from 1, as vertices from 0,
// nil if it takes too long or is wider than most, or ctx ends.
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
		if d.work += len(c) * len(c); len(c) > most+1 || d.work > mostFillWork {
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
		if d.eliminate(d.best()); d.work > mostFillWork || d.width > most {
			return nil
		}
	}
	d.connect()
	return d
}

// best returns the vertex whose elimination adds the fewest edges.
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

// fillOf returns how many pairs of neighbours of a vertex are no edges.
func (d *decomposition) fillOf(v int32) int {
	missing := 0
	for w := range d.sets[v].All() {
		d.missing.AndNot(d.sets[v], d.sets[w])
		missing += d.missing.Len() - 1 // w itself
	}
	d.work += len(d.missing) * (1 + d.degree[v])
	return missing / 2
}

// eliminate makes the neighbours of a vertex a clique, and drops it.
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
	for _, w := range list { // an edge that was added may be one of two neighbours of others
		for x := range d.sets[w].All() {
			d.fill[x] = -1
		}
		d.work += len(bag)
	}
}

// connect finds the parent of each bag.
func (d *decomposition) connect() {
	position := make([]int, len(d.order))
	for i, v := range d.order {
		position[v] = i
	}
	for v, bag := range d.bags {
		p := d.order[len(d.order)-1]
		for _, w := range bag {
			if position[w] < position[p] {
				p = w
			}
		}
		d.parents[v] = p
	}
}

// depths returns for each vertex how many bags with new vertices there are above the
// first one with it, from a bag in the middle, as a share of the most.
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
