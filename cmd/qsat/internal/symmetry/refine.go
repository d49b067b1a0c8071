package symmetry

import "math/bits"

// A colouring gives vertices colours, such that a symmetry maps them to vertices of
// the same colour. The colours depend on the structure of the graph alone, not on the
// order of the vertices.
type colouring struct {
	cells
	before  *colouring // the one in which vertex did not yet have a colour of its own
	vertex  int32
	colours []uint64
	around  []uint64 // by vertex: the sum of the colours of its neighbours
	shared  []int32  // all vertices that are not the only one of their colour, and maybe others
	trace   []uint64 // by round of refinement: the sum over the new colours
}

// colour returns the colours that tell vertices apart by the colours around them, as far
// as that goes, or until there are more than most of them.
func (g *Graph) colour(most int) *colouring {
	n := len(g.kinds)
	c := &colouring{colours: make([]uint64, n), around: make([]uint64, n), shared: identity(n)}
	g.marks, g.next, g.affected, g.round = make([]int32, n), make([]uint64, n), nil, 1
	g.Work -= 2 * n
	for v, kind := range g.kinds { // no colours, as different sums of these are equal
		around := uint64(0)
		for _, w := range g.neighbours[v] {
			around += g.kinds[w]
		}
		g.change(c, int32(v), refined(kind, around))
	}
	g.refine(c, nil, most)
	return c
}

// trim leaves out of the shared vertices those that are the only one of their colour.
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

// become makes d a copy of c.
func (d *colouring) become(c *colouring) {
	old := *d
	*d = *c
	d.table, d.colours, d.around = append(old.table[:0], c.table...), append(old.colours[:0], c.colours...), append(old.around[:0], c.around...)
	d.shared, d.trace = append(old.shared[:0], c.shared...), append(old.trace[:0], c.trace...)
}

// individualize returns refined colours after a vertex got one of its own.
func (g *Graph) individualize(c *colouring, v int32) *colouring {
	d := &colouring{}
	d.become(c)
	d.before, d.vertex = c, v
	g.single(d, v, nil)
	return d
}

// single gives a vertex a colour of its own, and refines. It returns false as soon as the
// trace is not the one wanted, if any is.
func (g *Graph) single(c *colouring, v int32, wanted []uint64) bool {
	c.trace, g.affected = c.trace[:0], g.affected[:0]
	g.round++
	g.change(c, v, mix(mix(c.colours[v])+uint64(c.different))) // each time another one
	return g.refine(c, wanted, len(c.colours)) && (wanted == nil || len(c.trace) == len(wanted))
}

// change gives a vertex another colour, which affects its neighbours.
func (g *Graph) change(c *colouring, v int32, colour uint64) {
	difference := colour - c.colours[v]
	if c.colours[v] != 0 { // else it has none yet
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

// refine refines colours around the vertices that have changed in this round, and so on.
// Of a cell whose vertices would all get the same colour they keep the old one. It returns
// false as soon as the trace is not the one wanted, if any is, or when there is no more
// work to be done.
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
			if e := c.at(c.colours[v]); e.same < e.size { // new colours tell some of the cell apart
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

// refined returns the colour that stands for one and the sum of those around it.
func refined(colour, around uint64) uint64 { return mix(3*colour + mix(around)) }

// mix spreads the bits of x, as wyhash does.
func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9)
	return high ^ low
}
