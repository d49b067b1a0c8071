package encode

import (
	"context"
	"slices"

	"queens/dimacs"
)

// A counter counts the models of a formula by DPLL: it branches on the variables in order
// and uses unit propagation. It is fast enough for boards of size 10.
type counter struct {
	clauses [][]dimacs.Lit
	with    [][]int // indexed by literal, 2v for v and 2v+1 for -v: clauses that contain it
	falses  []int   // indexed by clause: number of false literals
	value   []int8  // indexed by variable: 1 true, -1 false, 0 unassigned
	trail   []dimacs.Lit
}

func newCounter(s [][]dimacs.Lit, vars int) *counter {
	c := &counter{clauses: s, with: make([][]int, 2*vars+2), falses: make([]int, len(s)), value: make([]int8, vars+1)}
	for i, clause := range s {
		for _, l := range clause {
			c.with[index(l)] = append(c.with[index(l)], i)
		}
	}
	return c
}

func index(l dimacs.Lit) int {
	if l < 0 {
		return 2*l.Var() + 1
	}
	return 2 * l.Var()
}

// projected returns the number of assignments of variables 1 to last that extend to a
// model. It calls show for each of these models, unless show is nil.
func (c *counter) projected(last int, show func(value []int8)) int {
	if !c.propagate() {
		return 0
	}
	return c.branch(1, last, show)
}

// propagate assigns the literals and all literals that follow by unit propagation. It
// reports whether no clause is falsified.
func (c *counter) propagate(lits ...dimacs.Lit) bool {
	for _, clause := range c.clauses {
		if len(clause) == 0 || len(clause) == 1 && !c.assign(clause[0]) {
			return false
		}
	}
	return !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return !c.assign(l) })
}

// models returns the number of models of a formula in which the literals are true.
func models(s [][]dimacs.Lit, vars int, lits ...dimacs.Lit) int {
	for _, l := range lits {
		s = append(s[:len(s):len(s)], []dimacs.Lit{l})
	}
	return newCounter(s, vars).projected(vars, nil)
}

// branch returns the number of assignments of the variables from v to last that extend to a
// model, given the values of the variables before v. For a variable after last it stops at
// the first value that leads to a model.
func (c *counter) branch(v, last int, show func(value []int8)) int {
	for v < len(c.value) && c.value[v] != 0 {
		v++
	}
	if v == len(c.value) {
		if show != nil {
			show(c.value)
		}
		return 1
	}
	n, mark := 0, len(c.trail)
	for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
		if v > last && n > 0 {
			break
		}
		if c.assign(l) {
			n += c.branch(v+1, last, show)
		}
		c.undo(mark)
	}
	return n
}

// assign assigns l and all literals that follow by unit propagation. It reports whether no
// clause is falsified.
func (c *counter) assign(l dimacs.Lit) bool {
	if c.isTrue(l) || c.isTrue(l.Neg()) {
		return c.isTrue(l)
	}
	next := len(c.trail)
	c.push(l)
	ok := true
	for ; next < len(c.trail); next++ {
		for _, i := range c.with[index(c.trail[next].Neg())] {
			c.falses[i]++
			if ok && c.falses[i] >= len(c.clauses[i])-1 {
				ok = c.unit(c.clauses[i])
			}
		}
	}
	return ok
}

// unit assigns the last unassigned literal of the clause, unless a literal is true already.
func (c *counter) unit(clause []dimacs.Lit) bool {
	var last dimacs.Lit
	for _, l := range clause {
		if c.isTrue(l) {
			return true
		}
		if !c.isTrue(l.Neg()) {
			last = l
		}
	}
	if last != 0 {
		c.push(last)
	}
	return last != 0
}

func (c *counter) isTrue(l dimacs.Lit) bool {
	if l < 0 {
		return c.value[-l] < 0
	}
	return c.value[l] > 0
}

func (c *counter) push(l dimacs.Lit) {
	c.value[l.Var()] = 1
	if l < 0 {
		c.value[l.Var()] = -1
	}
	c.trail = append(c.trail, l)
}

func (c *counter) undo(mark int) {
	for _, l := range c.trail[mark:] {
		c.value[l.Var()] = 0
		for _, i := range c.with[index(l.Neg())] {
			c.falses[i]--
		}
	}
	c.trail = c.trail[:mark]
}

// solutions returns the number of boards that satisfy the clauses of the instance, and
// calls show for each.
func solutions(in Instance, show func(value []int8)) (int, error) {
	f, err := in.Formula(context.Background())
	if err != nil {
		return 0, err
	}
	return newCounter(slices.Collect(f.Clauses()), f.Vars).projected(in.squareVariables(), show), nil
}
