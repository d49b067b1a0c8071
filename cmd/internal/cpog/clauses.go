package cpog

import "sort"

// A lit is a literal of a variable n from 1 on: 2n, its complement 2n+1. The zero value
// ends a clause.
type lit uint32

func literal(n uint32, negative bool) lit {
	if negative {
		return lit(2*n + 1)
	}
	return lit(2 * n)
}

// variables are numbered from 1 on in the order of their first use, so that memory follows
// what is in the texts and not the names there.
type variables struct {
	names []int
	dense []uint32 // by name, for small ones: the number or 0
	large map[int]uint32
}

// find returns the number of a variable.
func (v *variables) find(name int) (n uint32, ok bool) {
	if name < len(v.dense) && v.dense[name] != 0 {
		return v.dense[name], true
	}
	n, ok = v.large[name]
	return n, ok
}

// add numbers a variable.
func (v *variables) add(name int) uint32 {
	v.names = append(v.names, name)
	n := uint32(len(v.names))
	switch most := 8*len(v.names) + 1<<10; {
	case name < most:
		for name >= len(v.dense) {
			v.dense = append(v.dense, 0)
		}
		v.dense[name] = n
	case v.large == nil:
		v.large = map[int]uint32{}
		fallthrough
	default:
		v.large[name] = n
	}
	return n
}

// clauses lie in one array, a zero after each.
type clauses struct {
	arena  []lit
	refs   []int    // where they begin, twice that, and whether they are defining; 0 if deleted
	blocks []block  // of refs
	last   int      // number of a clause
	uses   []uint32 // by variable: in how many literals of clauses it is
}

const defining = 1

// A block is of clauses with successive numbers.
type block struct{ number, first int }

// enter adds the clause at the end of the arena, from a place on.
func (c *clauses) enter(number, at int, isDefining bool) {
	for _, l := range c.arena[at:] {
		c.uses[l>>1]++
	}
	c.arena = append(c.arena, 0)
	if number != c.last+1 || c.blocks == nil {
		c.blocks = append(c.blocks, block{number, len(c.refs)})
	}
	ref := 2 * at
	if isDefining {
		ref |= defining
	}
	c.refs, c.last = append(c.refs, ref), number
}

// ref returns where the clause of a number is in refs, nil if it is not there.
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

// numberOf returns the number of the clause that is there in refs.
func (c *clauses) numberOf(i int) int {
	b := c.blocks[sort.Search(len(c.blocks), func(b int) bool { return c.blocks[b].first > i })-1]
	return b.number + i - b.first
}

// lits returns the literals of a clause.
func (c *clauses) lits(ref int) []lit {
	at := ref / 2
	end := at
	for c.arena[end] != 0 {
		end++
	}
	return c.arena[at:end]
}

// remove deletes a clause.
func (c *clauses) remove(ref *int) {
	for _, l := range c.lits(*ref) {
		c.uses[l>>1]--
	}
	*ref = 0
}
