package drat

import (
	"slices"

	"queens/dimacs"
)

// A ref says where in the arena a clause begins: with its size and flags, the literal
// that it began with in the text, the next clause in its list of the index, and its literals.
type ref = uint32

const (
	firstRef  = 1
	first     = 1 // from a reference on
	link      = 2
	header    = 3
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
	if i := slices.Index(c.clause(x), c.arena[x+first]); i > 0 {
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
	for i, l := range clause {
		if i%lookEvery == 0 && c.spend(min(lookEvery, len(clause)-i)) {
			return
		}
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

// add adds the clause of read to the arena.
func (c *checker) add() (ref, error) {
	x, begins := len(c.arena), lit(0)
	if x+header+len(c.lits) >= maxArena {
		return 0, ErrTooLarge
	}
	if len(c.lits) > 0 {
		begins = c.lits[0]
	}
	c.arena = append(append(c.arena, uint32(len(c.lits))<<sizeShift, begins, 0), c.lits...)
	c.limit = ref(len(c.arena))
	return ref(x), nil
}

// find returns what refers to the clause of read: an entry of the index or the link of another
// clause, 0 if it is not there.
func (c *checker) find() *ref {
	at := c.home(c.lits)
	for *at != 0 && (c.size(*at) != len(c.lits) || slices.ContainsFunc(c.clause(*at), func(l lit) bool { return !c.isIn[l] })) {
		at = &c.arena[*at+link]
	}
	return at
}

// enter puts a clause into the index, watches it, and propagates what it implies.
func (c *checker) enter(x ref) {
	if c.spend(c.size(x)) {
		return
	}
	if c.entered++; c.entered > len(c.index) {
		old := c.index
		c.index = make([]ref, 2*len(old))
		for _, y := range old {
			for y != 0 {
				next := c.arena[y+link]
				c.chain(y)
				y = next
			}
		}
	}
	if c.chain(x); c.conflict == 0 {
		c.attach(x)
	}
}

// chain puts a clause in front of its list.
func (c *checker) chain(x ref) {
	at := c.home(c.clause(x))
	c.arena[x+link], *at = *at, x
}

// home returns the entry of the index where the list begins that may have a clause.
func (c *checker) home(lits []lit) *ref { return &c.index[c.hash(lits)&uint32(len(c.index)-1)] }

// hash returns the same number for any order of the literals. The seed is random, so that no
// proof can be made of clauses with the same hash.
func (c *checker) hash(lits []lit) uint32 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := (uint64(l) ^ c.seed) * 0x9e3779b97f4a7c15
		x = (x ^ x>>32) * 0xbf58476d1ce4e5b9
		h += x ^ x>>29
	}
	return uint32(h * 0xbf58476d1ce4e5b9 >> 32)
}
