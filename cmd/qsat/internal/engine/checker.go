package engine

import "queens/dimacs"

const (
	// tableVars bounds the variables of a formula whose clauses are tabulated:
	// a table has the square of twice their number in bits.
	tableVars = 2048
	// tableAfter is after how many models a table is worth its making.
	tableAfter = 32
)

// A Checker checks many assignments of one task. After some of them it makes
// a table of the clauses of two literals: for each literal the set of those
// that have to be true when it is false. An assignment is then checked with a
// few words for each literal in place of a look at each clause.
type Checker struct {
	task   *Task
	checks int
	// partners holds, by literal (2v for the variable v, 2v+1 for its
	// negation), the other literals of its clauses; nil if there are none.
	partners [][]uint64
	long     [][]dimacs.Lit
	holds    []uint64 // literals that are true
}

// NewChecker returns a checker of the models of t.
func NewChecker(t *Task) *Checker { return &Checker{task: t} }

// Check returns a *WrongModelError if a is not a model.
func (c *Checker) Check(a *dimacs.Assignment) error {
	if c.checks++; c.checks > tableAfter && c.task.Formula.Vars <= tableVars {
		if c.partners == nil {
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
	n := 2*c.task.Formula.Vars + 2
	words := (n + 63) / 64
	c.partners, c.holds = make([][]uint64, n), make([]uint64, words)
	for pairs := range c.task.Formula.PairBlocks() {
		for _, p := range pairs {
			i, j := literal(p[0]), literal(p[1])
			c.add(i, j, words)
			c.add(j, i, words)
		}
	}
	for clause := range c.task.Formula.LongClauses() {
		c.long = append(c.long, clause)
	}
	for i := range c.task.Assume {
		c.long = append(c.long, c.task.Assume[i:i+1])
	}
}

// add adds literal j to the partners of i.
func (c *Checker) add(i, j, words int) {
	if c.partners[i] == nil {
		c.partners[i] = make([]uint64, words)
	}
	c.partners[i][j>>6] |= 1 << (j & 63)
}

// literal returns 2v for the variable v and 2v+1 for its negation.
func literal(l dimacs.Lit) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}

// isModel reports whether a satisfies all clauses in the table.
func (c *Checker) isModel(a *dimacs.Assignment) bool {
	clear(c.holds)
	for v := 1; v <= c.task.Formula.Vars; v++ {
		i := 2 * v
		if !a.Value(v) {
			i++
		}
		c.holds[i>>6] |= 1 << (i & 63)
	}
	for i := 2; i < len(c.partners); i++ {
		if c.partners[i] == nil || c.holds[i>>6]>>(i&63)&1 != 0 {
			continue
		}
		for w, p := range c.partners[i] {
			if p&^c.holds[w] != 0 {
				return false
			}
		}
	}
	for _, clause := range c.long {
		if !a.Satisfies(clause) {
			return false
		}
	}
	return true
}
