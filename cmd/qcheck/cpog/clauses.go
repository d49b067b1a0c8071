package cpog

import "sort"

// A lit is a literal: 2n for variable n, counted from 1, and 2n+1 for its complement. The value 0
// ends a clause.
type lit uint32

func literal(n uint32, negative bool) lit {
	if negative {
		return lit(2*n + 1)
	}
	return lit(2 * n)
}

// A clauses value stores clauses in one array, each followed by a zero. Their numbers ascend, but
// may have gaps.
type clauses struct {
	arena  []lit
	refs   []int    // per clause: twice the index of its first literal, plus defining or 0; 0 if deleted
	blocks []block  // runs of clauses in refs with successive numbers
	last   int      // the number of the last clause added; 0 before the first
	uses   []uint32 // indexed by variable: the number of literals in clauses
}

// defining marks the entry in refs of a clause that defines an operation.
const defining = 1

// A block is a run of clauses with successive numbers: its first clause has the given number and
// the entry refs[first].
type block struct{ number, first int }

// enter adds the clause that consists of the literals from arena[at] to the end of arena, and appends its
// final zero. Its number must be above c.last. The argument kind is defining or 0.
func (c *clauses) enter(number, at, kind int) {
	for _, l := range c.arena[at:] {
		c.uses[l>>1]++
	}
	c.arena = append(c.arena, 0)
	if number != c.last+1 || c.blocks == nil {
		c.blocks = append(c.blocks, block{number, len(c.refs)})
	}
	c.refs, c.last = append(c.refs, 2*at|kind), number
}

// definition adds a defining clause of two literals, which has the given number.
func (c *clauses) definition(number int, a, b lit) {
	c.arena = append(c.arena, a, b)
	c.enter(number, len(c.arena)-2, defining)
}

// ref returns a pointer to the entry in refs of the clause with the given number, or nil if there
// is no such clause or it is deleted.
func (c *clauses) ref(number int) *int {
	b := len(c.blocks) - 1
	if b >= 0 && number < c.blocks[b].number {
		b = sort.Search(b, func(i int) bool { return c.blocks[i].number > number }) - 1
	}
	if b < 0 {
		return nil
	}
	i := c.blocks[b].first + number - c.blocks[b].number
	end := len(c.refs)
	if b+1 < len(c.blocks) {
		end = c.blocks[b+1].first
	}
	if i >= end || c.refs[i] == 0 {
		return nil
	}
	return &c.refs[i]
}

// numberOf returns the number of the clause with the entry refs[i].
func (c *clauses) numberOf(i int) int {
	b := c.blocks[sort.Search(len(c.blocks), func(b int) bool { return c.blocks[b].first > i })-1]
	return b.number + i - b.first
}

// lits returns the literals of the clause with the entry ref, which must not be 0. The slice is a part of
// arena.
func (c *clauses) lits(ref int) []lit {
	at := ref / 2
	end := at
	for c.arena[end] != 0 {
		end++
	}
	return c.arena[at:end]
}

// remove deletes the clause with the entry *ref, which must not be 0, and sets the entry to 0.
func (c *clauses) remove(ref *int) {
	for _, l := range c.lits(*ref) {
		c.uses[l>>1]--
	}
	*ref = 0
}
