package symmetry

import "math/bits"

// cells is a hash table of cells. A cell is the set of all vertices of one colour.
type cells struct {
	table     []cell // its length is a power of two
	used      int    // entries of table in use, including empty cells
	different int    // cells that are not empty
}

type cell struct {
	colour uint64 // 0 for an unused entry
	size   int32
	// During a round of refinement:
	round    int32  // the last round in which see was called
	matching int32  // vertices seen in that round whose new colour is first
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

// at returns the entry with the index place(colour).
func (c *cells) at(colour uint64) *cell { return &c.table[c.place(colour)] }

// place returns the index in table of the entry of a colour, or of the unused entry where it
// belongs.
func (c *cells) place(colour uint64) int {
	for i := colour; ; i++ {
		place := int(i & uint64(len(c.table)-1))
		if e := &c.table[place]; e.colour == colour || e.colour == 0 {
			return place
		}
	}
}

// size returns the number of vertices of a colour. Some vertex must have been added before.
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
