package drat

import (
	"slices"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// A lit is a literal: 2v for variable v, counted from 0, and 2v+1 for its negation.
type lit = uint32

// A ref is the index in arena where a clause begins, or 0 for no clause. The clause consists of its size
// and flags, the literal that was first in the text or on which isRAT found it to be RAT, the reference of
// the next clause in its list of the index, and its literals. An empty clause has 0 as its first literal.
type ref = uint32

const (
	firstRef  = 1
	first     = 1 // offset of the first literal in the text
	link      = 2
	header    = 3
	marked    = 1 // flag: a conflict needs the clause
	gone      = 2 // flag: the clause is deleted; in the second pass, until the deletion is undone
	sizeShift = 2
	maxArena  = 1<<31 - 1
)

func (c *checker) size(x ref) int           { return int(c.arena[x] >> sizeShift) }
func (c *checker) has(x ref, flag ref) bool { return c.arena[x]&flag != 0 }
func (c *checker) next(x ref) ref           { return x + header + c.arena[x]>>sizeShift }
func (c *checker) clause(x ref) []lit       { return c.arena[x+header:][:c.size(x)] }

// named returns the literals of a clause, with their names in the text, in a new slice. The literal in the
// header of the clause comes first.
func (c *checker) named(x ref) []dimacs.Lit {
	list := c.inText(c.clause(x))
	if i := slices.Index(c.clause(x), c.arena[x+first]); i > 0 {
		list[0], list[i] = list[i], list[0]
	}
	return list
}

// name returns a literal with the name of its variable in the text.
func (c *checker) name(l lit) dimacs.Lit {
	name := dimacs.Lit(c.NameOf(l>>1 + 1))
	if l&1 != 0 {
		return -name
	}
	return name
}

// inText returns the literals with the names of the text, in the same order, in a new slice.
func (c *checker) inText(lits []lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = c.name(l)
	}
	return list
}

// read sets c.lits to the literals of a clause in the order of the text, without repetitions, and marks
// them in c.isIn. It numbers new variables and makes room for them. The caller must call release before the
// next call of read. If the context ends, c.lits is incomplete.
func (c *checker) read(clause []dimacs.Lit) {
	c.lits = c.lits[:0]
	for i, l := range clause {
		if i%certificate.PollEvery == 0 && c.Spend(min(certificate.PollEvery, len(clause)-i)) {
			return
		}
		n := c.Find(l.Var())
		if n == 0 {
			n = c.Add(l.Var())
			c.addVariable()
		}
		x := (n - 1) << 1
		if l < 0 {
			x++
		}
		if !c.isIn[x] {
			c.isIn[x] = true
			c.lits = append(c.lits, x)
		}
	}
}

// release removes the literals of c.lits from c.isIn.
func (c *checker) release() {
	for _, l := range c.lits {
		c.isIn[l] = false
	}
}

// addVariable makes room for the next variable in all arrays.
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

// add appends c.lits to the arena as a clause and returns it, or ErrTooLarge. It sets c.limit, so that the
// clause exists. It does not index or watch the clause.
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

// find searches the index for a clause with exactly the literals c.lits, in any order. They must be marked
// in c.isIn. find returns the location of the reference to the clause: an entry of the index or the link of
// another clause. The reference there is 0 if there is no such clause.
func (c *checker) find() *ref {
	at := c.bucket(c.lits)
	for *at != 0 && (c.size(*at) != len(c.lits) || slices.ContainsFunc(c.clause(*at), func(l lit) bool { return !c.isIn[l] })) {
		at = &c.arena[*at+link]
	}
	return at
}

// enter adds a clause to the index. Unless there has been a conflict, it also watches the clause
// and propagates the literal that it implies, which may set c.conflict. It does nothing if the
// context has ended.
func (c *checker) enter(x ref) {
	if c.Spend(c.size(x)) {
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

// chain inserts a clause at the front of its list of the index, by its link.
func (c *checker) chain(x ref) {
	at := c.bucket(c.clause(x))
	c.arena[x+link], *at = *at, x
}

// bucket returns the entry of the index with the list for clauses of these literals, in any order.
func (c *checker) bucket(lits []lit) *ref { return &c.index[c.hash(lits)&uint32(len(c.index)-1)] }

// hash returns a hash of the literals that does not depend on their order. The seed is random, so
// that nobody can write a proof in which all clauses have the same hash.
func (c *checker) hash(lits []lit) uint32 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := (uint64(l) ^ c.seed) * 0x9e3779b97f4a7c15
		x = (x ^ x>>32) * 0xbf58476d1ce4e5b9
		h += x ^ x>>29
	}
	return uint32(h * 0xbf58476d1ce4e5b9 >> 32)
}
