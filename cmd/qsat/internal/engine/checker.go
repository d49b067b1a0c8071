package engine

import "queens/dimacs"

const (
	// tableVars bounds the variables of a formula whose clauses are tabulated:
	// a table has up to the square of twice their number in bits, and two bits a
	// variable for each long clause.
	tableVars = 2048
	// tableAfter is after how many models a table is worth its making.
	tableAfter = 32
)

// A Checker checks many assignments of one task. After some of them it makes
// a table of the clauses: for each literal the set of those that have to be true
// when it is false, and each longer clause as a set. An assignment is then checked with a few words for each literal in place of a look at each
// clause.
type Checker struct {
	task   *Task
	checks int
	half   int // words of a set of variables
	// partners holds the other literals of the binary clauses of a literal, for
	// those that have any.
	partners []partners
	long     [][]uint64
	holds    []uint64 // literals that are true
}

// A set of literals is one of variables, those that occur as they are, and
// behind it one of those that occur negated.

// partners are the literals of which each has to be true when lit is false.
type partners struct {
	lit int // its place in a set
	set []uint64
}

// NewChecker returns a checker of the models of t.
func NewChecker(t *Task) *Checker { return &Checker{task: t} }

// Check returns a *WrongModelError if a is not a model.
func (c *Checker) Check(a *dimacs.Assignment) error {
	if c.checks++; c.checks > tableAfter && c.task.Formula.Vars <= tableVars {
		if c.holds == nil {
			c.tabulate()
		}
		if c.isModel(a) {
			return nil
		}
	}
	return Check(c.task, a)
}

// tabulate makes the table.
func (c *Checker) tabulate() {
	c.half = c.task.Formula.Vars>>6 + 1
	c.holds = make([]uint64, 2*c.half)
	sets := make(map[dimacs.Lit][]uint64)
	for pairs := range c.task.Formula.PairBlocks() {
		for _, p := range pairs {
			c.add(sets, p[0], p[1])
			c.add(sets, p[1], p[0])
		}
	}
	for v := 1; v <= c.task.Formula.Vars; v++ {
		for _, l := range []dimacs.Lit{dimacs.Lit(v), -dimacs.Lit(v)} {
			if set := sets[l]; set != nil {
				c.partners = append(c.partners, partners{c.place(l), set})
			}
		}
	}
	for clause := range c.task.Formula.LongClauses() {
		c.addLong(clause)
	}
	for i := range c.task.Assume {
		c.addLong(c.task.Assume[i : i+1])
	}
}

// add adds a literal to the set of another one.
func (c *Checker) add(sets map[dimacs.Lit][]uint64, of, l dimacs.Lit) {
	if sets[of] == nil {
		sets[of] = make([]uint64, 2*c.half)
	}
	c.put(sets[of], l)
}

// addLong adds a clause that is not binary.
func (c *Checker) addLong(clause []dimacs.Lit) {
	set := make([]uint64, 2*c.half)
	for _, l := range clause {
		c.put(set, l)
	}
	c.long = append(c.long, set)
}

// put puts a literal into a set.
func (c *Checker) put(set []uint64, l dimacs.Lit) {
	k := c.place(l)
	set[k>>6] |= 1 << (k & 63)
}

// place returns the place of a literal in a set.
func (c *Checker) place(l dimacs.Lit) int {
	if l < 0 {
		return c.half<<6 + l.Var()
	}
	return l.Var()
}

// isModel reports whether a satisfies all clauses in the table.
func (c *Checker) isModel(a *dimacs.Assignment) bool {
	a.Bits(c.holds[:c.half])
	for w, word := range c.holds[:c.half] {
		c.holds[c.half+w] = ^word
	}
	for i := range c.partners {
		p := &c.partners[i]
		if c.holds[p.lit>>6]>>(p.lit&63)&1 == 0 && !c.includes(p.set) {
			return false
		}
	}
	for _, set := range c.long {
		if !c.meets(set) {
			return false
		}
	}
	return true
}

// includes reports whether all literals of a set are true.
func (c *Checker) includes(set []uint64) bool {
	for w, x := range set {
		if x&^c.holds[w] != 0 {
			return false
		}
	}
	return true
}

// meets reports whether a literal of a set is true.
func (c *Checker) meets(set []uint64) bool {
	for w, x := range set {
		if x&c.holds[w] != 0 {
			return true
		}
	}
	return false
}
