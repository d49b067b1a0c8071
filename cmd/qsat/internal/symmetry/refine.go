package symmetry

import (
	"math/bits"
)

// A colouring gives each vertex a colour, so that symmetries preserve colours. The colours
// depend only on the structure of the graph and on the vertices that got a colour of their own,
// not on the numbers of the vertices.
type colouring struct {
	cells
	before  *colouring // the colouring in which vertex did not yet have a colour of its own, or nil
	vertex  int32      // the last vertex that individualize gave a colour of its own
	colours []uint64   // indexed by vertex: its colour
	around  []uint64   // indexed by vertex: the sum of the colours of its neighbours
	shared  []int32    // all vertices that share their colour, and possibly others
	trace   []uint64   // indexed by round of refinement since single: a hash of the new colours
}

// colour returns the coarsest colouring that refinement does not change, starting with the kinds.
// It stops early if there are more than most colours, or if g.Work is used up.
func (g *Graph) colour(most int) *colouring {
	n := len(g.kinds)
	c := &colouring{colours: make([]uint64, n), around: make([]uint64, n), shared: identity(n)}
	g.marks, g.next, g.affected, g.round = make([]int32, n), make([]uint64, n), nil, 1
	g.Work -= 2 * n
	for v, kind := range g.kinds { // kinds instead of colours, because their sums may collide
		around := uint64(0)
		for _, w := range g.neighbours[v] {
			around += g.kinds[w]
		}
		g.change(c, int32(v), refined(kind, around))
	}
	g.refine(c, nil, most)
	return c
}

// trim removes vertices with a colour of their own from c.shared, and returns it.
func (c *colouring) trim() []int32 {
	shared := c.shared[:0]
	for _, v := range c.shared {
		if c.size(c.colours[v]) > 1 {
			shared = append(shared, v)
		}
	}
	c.shared = shared
	return shared
}

// copyFrom makes d a copy of c and reuses the slices of d.
func (d *colouring) copyFrom(c *colouring) {
	old := *d
	*d = *c
	d.table, d.colours, d.around = append(old.table[:0], c.table...), append(old.colours[:0], c.colours...), append(old.around[:0], c.around...)
	d.shared, d.trace = append(old.shared[:0], c.shared...), append(old.trace[:0], c.trace...)
}

// individualize returns a copy of c in which v has a colour of its own. It refines the copy as
// far as g.Work allows. The field before of the copy is c, a result of colour or individualize.
func (g *Graph) individualize(c *colouring, v int32) *colouring {
	d := &colouring{}
	d.copyFrom(c)
	d.before, d.vertex = c, v
	g.single(d, v, nil)
	return d
}

// single gives v a colour of its own in c, which it refines. It sets c.trace. It returns false if
// g.Work ends before the refinement does, or if wanted is not nil and differs from the trace; the
// refinement may be incomplete then.
func (g *Graph) single(c *colouring, v int32, wanted []uint64) bool {
	c.trace, g.affected = c.trace[:0], g.affected[:0]
	g.round++
	g.change(c, v, mix(mix(c.colours[v])+uint64(c.different))) // a colour that depends on the number of cells
	return g.refine(c, wanted, len(c.colours)) && (wanted == nil || len(c.trace) == len(wanted))
}

// change gives v a new colour in c. It updates the sums of its neighbours. The neighbours that are
// not marked in this round get a mark, and it adds them to g.affected. It spends g.Work.
func (g *Graph) change(c *colouring, v int32, colour uint64) {
	difference := colour - c.colours[v]
	if c.colours[v] != 0 { // otherwise it has no colour yet
		c.remove(c.colours[v])
	}
	c.add(colour)
	c.colours[v] = colour
	g.Work -= 4 + len(g.neighbours[v])
	for _, w := range g.neighbours[v] {
		c.around[w] += difference
		if g.marks[w] != g.round {
			g.marks[w] = g.round
			g.affected = append(g.affected, w)
		}
	}
}

// refine recolours the affected vertices in c and then their neighbours, until nothing changes,
// there are more than most colours or all vertices differ. If all vertices of a cell would get the
// same new colour, they keep the old one. It appends a hash of each round to c.trace. It returns
// false if g.Work does not suffice, which then becomes 0, or if wanted is not nil and the trace
// deviates from it.
func (g *Graph) refine(c *colouring, wanted []uint64, most int) bool {
	for len(g.affected) > 0 && c.different < len(c.colours) && c.different <= most {
		if g.Work -= 2 * len(g.affected); g.Work <= 0 {
			g.Work = 0
			return false
		}
		for _, v := range g.affected {
			g.next[v] = refined(c.colours[v], c.around[v])
			c.at(c.colours[v]).see(g.next[v], g.round)
		}
		changed, sum := g.affected[:0], uint64(0)
		for _, v := range g.affected {
			if e := c.at(c.colours[v]); e.matching < e.size { // the new colours split the cell
				sum += mix(g.next[v])
				changed = append(changed, v)
			}
		}
		if k := len(c.trace); wanted != nil && (k >= len(wanted) || wanted[k] != sum) {
			return false
		}
		c.trace = append(c.trace, sum)
		g.round++
		g.affected, g.changed = g.changed[:0], changed
		for _, v := range changed {
			g.change(c, v, g.next[v])
		}
	}
	return true
}

// refined returns the new colour of a vertex, a hash of its colour and of around, the sum of the
// colours of its neighbours.
func refined(colour, around uint64) uint64 { return mix(3*colour + mix(around)) }

// mix returns a hash of x. It multiplies as wyhash does.
func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9)
	return high ^ low
}

// cells is a hash table of cells. A cell is the set of all vertices of one colour.
type cells struct {
	table     []cell // its length is a power of two
	used      int    // entries of table in use, including empty cells
	different int    // cells that are not empty
}

// A cell is an entry of cells.
type cell struct {
	colour uint64 // 0 for an unused entry
	size   int32  // the number of its vertices
	// During a round of refinement:
	round    int32  // the last round in which see was called
	matching int32  // the number of vertices seen in that round whose new colour is first
	first    uint64 // the new colour of the first vertex seen in that round
}

// see records the new colour that a vertex of the cell would get in a round of refinement.
func (e *cell) see(colour uint64, round int32) {
	if e.round != round {
		e.round, e.matching, e.first = round, 0, colour
	}
	if colour == e.first {
		e.matching++
	}
}

// at returns the entry with the index place(colour). It is valid until the next call of add.
func (c *cells) at(colour uint64) *cell { return &c.table[c.place(colour)] }

// place returns the index in table of the entry of a colour, or of the unused entry where it
// belongs. The table must not be empty.
func (c *cells) place(colour uint64) int {
	for i := colour; ; i++ {
		place := int(i & uint64(len(c.table)-1))
		if e := &c.table[place]; e.colour == colour || e.colour == 0 {
			return place
		}
	}
}

// size returns the number of vertices of a colour. Some vertex must have been added to c before.
func (c *cells) size(colour uint64) int32 { return c.at(colour).size }

// add adds a vertex to the cell of a colour.
func (c *cells) add(colour uint64) {
	if 2*c.used >= len(c.table) {
		old := c.table
		c.table, c.used = make([]cell, max(64, 2<<bits.Len(uint(c.different)))), 0
		for _, e := range old {
			if e.size > 0 {
				*c.at(e.colour) = e
				c.used++
			}
		}
	}
	e := c.at(colour)
	if e.colour == 0 {
		e.colour = colour
		c.used++
	}
	if e.size++; e.size == 1 {
		c.different++
	}
}

// remove removes a vertex from the cell of a colour, which must not be empty.
func (c *cells) remove(colour uint64) {
	e := c.at(colour)
	if e.size--; e.size == 0 {
		c.different--
	}
}
