// Package symmetry finds automorphisms of graphs, the symmetries of what the graphs
// stand for, and elements of the groups that they generate.
//
// Colours are refined until vertices of one colour have neighbours of the same
// colours; one vertex in each of two copies of the graph gets a colour of its own,
// and so on, until each vertex in one copy has the colour of a single one in the
// other. That permutation is then checked. The search goes back on no choice: a
// symmetry may be missed, for lack of steps or by the wrong vertex, which costs time,
// not truth.
//
// Source: B. D. McKay, Practical Graph Isomorphism, Congressus Numerantium 30, 1981.
package symmetry

import (
	"context"
	"math/bits"
	"slices"
)

// A Graph is an undirected graph whose vertices are numbered from 0.
type Graph struct {
	Neighbours [][]int32 // by vertex
	Kinds      []uint64  // by vertex, not 0: symmetries map it to one of its kind
	// Work is how many neighbours may still be looked at. There are no more
	// symmetries then, nor once a context has ended.
	Work int

	marks    []int32 // by vertex: the last round in which a neighbour got another colour
	affected []int32 // the vertices with such in this round
	round    int32
}

// Add adds a vertex of a kind that is joined to others, and keeps the list of these.
func (g *Graph) Add(kind uint64, neighbours []int32) {
	v := int32(len(g.Kinds))
	g.Kinds, g.Neighbours = append(g.Kinds, kind), append(g.Neighbours, neighbours)
	for _, w := range neighbours {
		g.Neighbours[w] = append(g.Neighbours[w], v)
	}
}

// Join adds an edge.
func (g *Graph) Join(v, w int32) {
	g.Neighbours[v], g.Neighbours[w] = append(g.Neighbours[v], w), append(g.Neighbours[w], v)
}

// A Colouring gives vertices colours, such that a symmetry maps them to vertices of
// the same colour. The colours depend on the structure of the graph alone, not on the
// order of the vertices.
type Colouring struct {
	cells
	vertex  int32 // the one that got a colour of its own last
	colours []uint64
	around  []uint64 // by vertex: the sum of the colours of its neighbours
	shared  []int32  // all vertices that are not the only one of their colour, and maybe others
	trace   []uint64 // by round of refinement: the sum over the new colours
}

// Refine returns the colours that tell vertices apart by the colours around them,
// as far as that goes, or until fewer than least vertices share theirs.
func (g *Graph) Refine(ctx context.Context, least int) *Colouring {
	n := len(g.Kinds)
	c := &Colouring{colours: slices.Clone(g.Kinds), around: make([]uint64, n), shared: make([]int32, n)}
	for v, kind := range g.Kinds {
		c.shared[v] = int32(v)
		c.add(kind)
		for _, w := range g.Neighbours[v] {
			c.around[v] += g.Kinds[w]
		}
	}
	g.marks, g.affected = make([]int32, n), slices.Clone(c.shared)
	g.refine(ctx, c, nil, least)
	return c
}

// Alike reports whether two vertices have the same colour.
func (c *Colouring) Alike(v, w int32) bool { return c.colours[v] == c.colours[w] }

// Shared returns the vertices that are not the only one of their colour.
func (c *Colouring) Shared() []int32 {
	c.shared = slices.DeleteFunc(c.shared, func(v int32) bool { return c.at(c.colours[v]).size == 1 })
	return c.shared
}

// Individualize returns refined colours after a vertex got one of its own.
func (g *Graph) Individualize(ctx context.Context, c *Colouring, v int32) *Colouring {
	d := c.clone()
	g.individualize(ctx, d, v, nil)
	return d
}

func (c *Colouring) clone() *Colouring {
	d := *c
	d.cells, d.colours, d.around = c.cells.clone(), slices.Clone(c.colours), slices.Clone(c.around)
	d.shared, d.trace = slices.Clone(c.shared), slices.Clone(c.trace)
	return &d
}

// individualize does the same in place. It returns false as soon as the trace is not the
// one wanted, if any is.
func (g *Graph) individualize(ctx context.Context, c *Colouring, v int32, wanted []uint64) bool {
	c.vertex, c.trace, g.affected = v, c.trace[:0], g.affected[:0]
	g.round++
	g.change(c, v, Mix(Mix(c.colours[v])+uint64(c.different))) // each time another one
	return g.refine(ctx, c, wanted, 0) && (wanted == nil || len(c.trace) == len(wanted))
}

// change gives a vertex another colour, which affects its neighbours.
func (g *Graph) change(c *Colouring, v int32, colour uint64) {
	difference := colour - c.colours[v]
	c.remove(c.colours[v])
	c.add(colour)
	c.colours[v] = colour
	g.Work -= 4 + len(g.Neighbours[v])
	for _, w := range g.Neighbours[v] {
		c.around[w] += difference
		if g.marks[w] != g.round {
			g.marks[w] = g.round
			g.affected = append(g.affected, w)
		}
	}
}

// refine refines colours around the vertices that have changed in this round, and so on.
// It returns false as soon as the trace is not the one wanted, if any is, or when there
// is no more work to be done.
func (g *Graph) refine(ctx context.Context, c *Colouring, wanted []uint64, least int) bool {
	var changed []int32
	var colours []uint64
	for len(g.affected) > 0 && c.different < len(c.colours) && (least == 0 || len(c.Shared()) >= least) {
		if g.Work -= 2 * len(g.affected); g.Work <= 0 || ctx.Err() != nil {
			g.Work = 0
			return false
		}
		colours = colours[:0]
		for _, v := range g.affected {
			colours = append(colours, Mix(3*c.colours[v]+Mix(c.around[v])))
			c.at(c.colours[v]).see(colours[len(colours)-1], g.round)
		}
		sum, n := uint64(0), 0
		changed = append(changed[:0], g.affected...)
		for i, v := range changed {
			if c.at(c.colours[v]).isSplit() {
				changed[n], colours[n] = v, colours[i]
				sum += Mix(colours[n])
				n++
			}
		}
		if k := len(c.trace); wanted != nil && (k >= len(wanted) || wanted[k] != sum) {
			return false
		}
		c.trace = append(c.trace, sum)
		g.round++
		g.affected = g.affected[:0]
		for i, v := range changed[:n] {
			g.change(c, v, colours[i])
		}
	}
	return true
}

// Mix spreads the bits of x, as wyhash does.
func Mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9)
	return high ^ low
}
