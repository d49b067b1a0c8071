package symmetry

import (
	"math/bits"
	"slices"
)

// A cell is the set of the vertices of one colour.
type cell struct {
	colour uint64 // 0 for no cell
	size   int32
	// In a round of refinement some of its vertices get a new colour.
	round int32 // the last such
	some  int32 // how many
	mixed bool  // not all of them the same,
	first uint64
}

// see notes in a round the colour that a vertex would get.
func (e *cell) see(colour uint64, round int32) {
	if e.round != round {
		e.round, e.some, e.mixed, e.first = round, 0, false, colour
	}
	e.some++
	e.mixed = e.mixed || colour != e.first
}

// isSplit reports whether the vertices that were seen are to have their new colours, as
// these tell some of the cell apart.
func (e *cell) isSplit() bool { return e.mixed || e.some < e.size }

// cells are a hash table of cells by colour.
type cells struct {
	table     []cell // of a power of two
	used      int    // entries
	different int    // of them not empty
}

func (c *cells) clone() cells { return cells{slices.Clone(c.table), c.used, c.different} }

// at returns the cell of a colour, or where it would be.
func (c *cells) at(colour uint64) *cell {
	for i := colour; ; i++ {
		if e := &c.table[i&uint64(len(c.table)-1)]; e.colour == colour || e.colour == 0 {
			return e
		}
	}
}

// add adds a vertex of a colour.
func (c *cells) add(colour uint64) {
	if 2*c.used >= len(c.table) {
		old := c.table
		c.table, c.used = make([]cell, max(64, 4<<bits.Len(uint(c.different)))), 0
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

// Shared returns how many of some colours come more than once.
func Shared(colours []uint64) int {
	var c cells
	for _, colour := range colours {
		c.add(colour)
	}
	return len(slices.DeleteFunc(slices.Clone(colours), func(colour uint64) bool { return c.at(colour).size == 1 }))
}
