package symmetry

import "math/bits"

// cells are the sets of vertices of one colour, a hash table of their sizes.
type cells struct {
	table     []cell // of a power of two
	used      int    // entries
	different int    // of them not empty
}

type cell struct {
	colour uint64 // 0 for no cell
	size   int32
	// In a round of refinement some of its vertices would get a new colour:
	round int32 // the last such,
	same  int32 // and how many the first of these
	first uint64
}

// see notes in a round the colour that a vertex would get.
func (e *cell) see(colour uint64, round int32) {
	if e.round != round {
		e.round, e.same, e.first = round, 0, colour
	}
	if colour == e.first {
		e.same++
	}
}

// at returns the cell of a colour, or where it would be.
func (c *cells) at(colour uint64) *cell { return &c.table[c.place(colour)] }

// place returns the place of that in the table.
func (c *cells) place(colour uint64) int {
	for i := colour; ; i++ {
		place := int(i & uint64(len(c.table)-1))
		if e := &c.table[place]; e.colour == colour || e.colour == 0 {
			return place
		}
	}
}

// size returns how many vertices are of a colour, as some are or were.
func (c *cells) size(colour uint64) int32 { return c.at(colour).size }

// add adds a vertex of a colour.
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

// remove removes one.
func (c *cells) remove(colour uint64) {
	e := c.at(colour)
	if e.size--; e.size == 0 {
		c.different--
	}
}
