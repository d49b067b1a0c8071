package drat

import (
	"slices"

	"queens/dimacs"
)

// A ref says where in the arena a clause begins: with its size and flags, the literal
// that it began with in the text, and its literals.
type ref = uint32

const (
	firstRef  = 1
	header    = 2
	marked    = 1 // flag: a conflict needs it
	gone      = 2 // flag: it was deleted, which is still to be undone in the second pass
	sizeShift = 2
	maxArena  = 1<<31 - 1
)

func (c *checker) size(x ref) int           { return int(c.arena[x] >> sizeShift) }
func (c *checker) has(x ref, flag ref) bool { return c.arena[x]&flag != 0 }
func (c *checker) next(x ref) ref           { return x + header + c.arena[x]>>sizeShift }
func (c *checker) clause(x ref) []lit       { return c.arena[x+header:][:c.size(x)] }

// named returns a clause with the literal first that it began with.
func (c *checker) named(x ref) []dimacs.Lit {
	list := c.inText(c.clause(x))
	if i := slices.Index(c.clause(x), c.arena[x+1]); i > 0 {
		list[0], list[i] = list[i], list[0]
	}
	return list
}

// inText returns literals as the text has them.
func (c *checker) inText(lits []lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = c.name(l)
	}
	return list
}

// read sets lits to the literals of a clause, each once, in the order of the text.
func (c *checker) read(clause []dimacs.Lit) {
	c.lits = c.lits[:0]
	for _, l := range clause {
		v, isNew := c.number(int32(l.Var()))
		if isNew {
			c.addVariable()
		}
		x := v << 1
		if l < 0 {
			x++
		}
		if !c.isIn[x] {
			c.isIn[x] = true
			c.lits = append(c.lits, x)
		}
	}
}

// release forgets what read has set.
func (c *checker) release() {
	for _, l := range c.lits {
		c.isIn[l] = false
	}
}

func (c *checker) addVariable() {
	c.values = append(c.values, 0, 0)
	c.isIn = append(c.isIn, false, false)
	c.reasons = append(c.reasons, 0)
	c.positions = append(c.positions, 0)
	c.seen = append(c.seen, false)
	for i := range c.watches {
		c.watches[i] = append(c.watches[i], nil, nil)
	}
	if c.occurs != nil {
		c.occurs = append(c.occurs, nil, nil)
	}
}

// add adds the clause of read to the arena, the index and the watch lists, and propagates what
// it implies.
func (c *checker) add() (ref, error) {
	x, err := c.keep()
	if err != nil {
		return 0, err
	}
	c.index.add(hash(c.lits), x)
	if c.conflict == 0 {
		c.attach(x)
	}
	return x, nil
}

// keep adds the clause of read to the arena.
func (c *checker) keep() (ref, error) {
	x, first := len(c.arena), lit(0)
	if x+header+len(c.lits) >= maxArena {
		return 0, ErrTooLarge
	}
	if len(c.lits) > 0 {
		first = c.lits[0]
	}
	c.arena = append(append(c.arena, uint32(len(c.lits))<<sizeShift, first), c.lits...)
	c.limit = ref(len(c.arena))
	return ref(x), nil
}

// find returns where in the index the clause of read is, -1 if it is not there.
func (c *checker) find() int {
	x, h := &c.index, hash(c.lits)
	if len(x.table) == 0 {
		return -1
	}
	for i := x.home(h); ; i = (i + 1) & (len(x.table) - 1) {
		switch e := x.table[i]; {
		case e.ref == 0:
			return -1
		case e.hash == h && c.size(e.ref) == len(c.lits) &&
			!slices.ContainsFunc(c.clause(e.ref), func(l lit) bool { return !c.isIn[l] }):
			return i
		}
	}
}

// hash returns the same number for any order of the literals.
func hash(lits []lit) uint32 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := (uint64(l) + 1) * 0x9e3779b97f4a7c15
		h += x ^ x>>29
	}
	return uint32(h * 0xbf58476d1ce4e5b9 >> 32)
}

// An index finds clauses by their hash: a table with linear probing.
type index struct {
	table []entry // a power of two of them
	used  int
}

type entry struct {
	hash uint32
	ref  ref // 0: free
}

func (x *index) home(hash uint32) int { return int(hash) & (len(x.table) - 1) }

func (x *index) add(hash uint32, r ref) {
	if 8*x.used >= 7*len(x.table) {
		old := x.table
		x.table, x.used = make([]entry, max(64, 2*len(old))), 0
		for _, e := range old {
			if e.ref != 0 {
				x.add(e.hash, e.ref)
			}
		}
	}
	i := x.home(hash)
	for x.table[i].ref != 0 {
		i = (i + 1) & (len(x.table) - 1)
	}
	x.table[i] = entry{hash, r}
	x.used++
}

// remove frees a place and moves those after it that a search would miss.
func (x *index) remove(free int) {
	mask := len(x.table) - 1
	for i := (free + 1) & mask; x.table[i].ref != 0; i = (i + 1) & mask {
		if home := x.home(x.table[i].hash); (i-home)&mask >= (i-free)&mask {
			x.table[free] = x.table[i]
			free = i
		}
	}
	x.table[free] = entry{}
	x.used--
}
