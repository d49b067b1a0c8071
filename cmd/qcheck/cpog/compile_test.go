package cpog

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// A compiler writes the certificate of a small formula: a decision tree that decides the
// variables in order, down to complete assignments.
type compiler struct {
	*strings.Builder
	clauses  [][]int
	vars     int
	clause   int // the number of the last clause
	variable int // the variable of the last operation
	asserted []assertion
}

type assertion struct {
	number int
	clause []int
}

// A node of the tree is a product of a literal and an optional child, or a sum of two products. A
// node without models is nil.
type node struct {
	variable, number int
	lit              int
	child, low, high *node
}

func hints(list ...int) string { return strings.Trim(fmt.Sprint(list), "[]") + " 0" }

// assert adds a clause with its hints and returns its number.
func (c *compiler) assert(clause []int, by ...int) int {
	c.clause++
	fmt.Fprintf(c, "%d a %s %s\n", c.clause, hints(clause...), hints(by...))
	c.asserted = append(c.asserted, assertion{c.clause, clause})
	return c.clause
}

func (c *compiler) product(factors ...int) *node {
	c.variable++
	n := &node{variable: c.variable, number: c.clause + 1}
	fmt.Fprintf(c, "%d p %d %s\n", n.number, n.variable, hints(factors...))
	c.clause += 1 + len(factors)
	return n
}

func (c *compiler) sum(a, b int, by ...int) *node {
	c.variable++
	n := &node{variable: c.variable, number: c.clause + 1}
	fmt.Fprintf(c, "%d s %d %d %d %s\n", n.number, n.variable, a, b, hints(by...))
	c.clause += 3
	return n
}

func (c *compiler) decide(lit int, child *node) *node {
	if child == nil {
		n := c.product(lit)
		n.lit = lit
		return n
	}
	n := c.product(lit, child.variable)
	n.lit, n.child = lit, child
	return n
}

// falsified returns the number of a clause whose literals are all false under decisions, or 0.
func (c *compiler) falsified(decisions []int) int {
	return 1 + slices.IndexFunc(c.clauses, func(clause []int) bool {
		return !slices.ContainsFunc(clause, func(l int) bool { return !slices.Contains(decisions, -l) })
	})
}

// compile writes the part of the tree below decisions. The result ok says whether there is a
// model; n is its node, or nil if all variables are decided. The clause number follows says that
// the decisions imply n, or that they have no model.
func (c *compiler) compile(decisions []int) (n *node, follows int, ok bool) {
	not := make([]int, len(decisions))
	for i, l := range decisions {
		not[i] = -l
	}
	if len(decisions) == c.vars {
		if k := c.falsified(decisions); k > 0 {
			return nil, c.assert(not, k), false
		}
		return nil, 0, true
	}
	x := len(decisions) + 1
	var below [2]*node
	var by [2]int
	var has [2]bool
	for i, l := range []int{-x, x} {
		var child *node
		if child, by[i], has[i] = c.compile(append(decisions[:len(decisions):len(decisions)], l)); !has[i] {
			continue
		}
		p := c.decide(l, child)
		why := []int{p.number}
		if child != nil {
			why = []int{by[i], p.number}
		}
		by[i], below[i] = c.assert(append(slices.Clone(not), -l, p.variable), why...), p
	}
	switch {
	case !has[0] && !has[1]:
		return nil, c.assert(not, by[0], by[1]), false
	case has[0] && has[1]:
		s := c.sum(below[0].variable, below[1].variable, below[0].number+1, below[1].number+1)
		s.low, s.high = below[0], below[1]
		return s, c.assert(append(slices.Clone(not), s.variable), s.number+1, s.number+2, by[0], by[1]), true
	case has[0]:
		return below[0], c.assert(append(slices.Clone(not), below[0].variable), by[1], by[0]), true
	}
	return below[1], c.assert(append(slices.Clone(not), below[1].variable), by[0], by[1]), true
}

// refute completes the certificate of an unsatisfiable formula, after the empty clause was
// derived.
func (c *compiler) refute(empty int) string {
	for i, clause := range c.clauses {
		c.asserted = append(c.asserted, assertion{i + 1, clause})
	}
	a, b := c.product(1), c.product(-1)
	all := c.sum(a.variable, b.variable, a.number+1, b.number+1)
	root := c.sum(-all.variable, -all.variable, all.number+1, all.number+2, a.number, b.number)
	unit := c.assert([]int{root.variable}, empty)
	fmt.Fprintf(c, "r %d\n", root.variable)
	for _, d := range c.asserted[:len(c.asserted)-1] {
		by := []int{unit, root.number, all.number + 1, all.number + 2, a.number, b.number}
		switch {
		case slices.Contains(d.clause, 1) && slices.Contains(d.clause, -1):
			by = nil
		case slices.Contains(d.clause, 1):
			by = slices.Delete(by, 4, 5)
		}
		fmt.Fprintf(c, "d %d %s\n", d.number, hints(by...))
	}
	return c.String()
}

func certified(vars int, clauses [][]int) string {
	c := &compiler{Builder: &strings.Builder{}, clauses: clauses, vars: vars, clause: len(clauses), variable: vars}
	root, unit, ok := c.compile(nil)
	if !ok {
		return c.refute(unit)
	}
	fmt.Fprintf(c, "r %d\n", root.variable)
	for _, d := range c.asserted {
		if d.number != unit {
			fmt.Fprintf(c, "d %d %s\n", d.number, hints(append([]int{unit}, c.walk(root, d.clause)...)...))
		}
	}
	for i, clause := range clauses {
		if slices.ContainsFunc(clause, func(l int) bool { return slices.Contains(clause, -l) }) {
			fmt.Fprintf(c, "d %d 0\n", i+1)
			continue
		}
		lemmas := map[*node]lemma{}
		var order []*node
		c.imply(root, clause, lemmas, &order)
		fmt.Fprintf(c, "d %d %s\n", i+1, hints(unit, lemmas[root].number))
		for _, n := range slices.Backward(order) {
			fmt.Fprintf(c, "d %d %s\n", lemmas[n].number, hints(lemmas[n].by...))
		}
	}
	return c.String()
}

// walk returns hints that follow the literals denied by a clause from node n down, until a node
// is false or belongs to an operation in the clause.
func (c *compiler) walk(n *node, clause []int) (by []int) {
	switch {
	case slices.Contains(clause, n.variable):
		return nil
	case n.low == nil && slices.Contains(clause, n.lit):
		return []int{n.number + 1}
	case n.low == nil && n.child != nil && slices.Contains(clause, n.child.variable):
		return []int{n.number + 2}
	case n.low == nil:
		return append([]int{n.number + 2}, c.walk(n.child, clause)...)
	}
	taken, other := n.low, n.high
	if slices.Contains(clause, n.low.lit) {
		taken, other = n.high, n.low
	}
	by = []int{other.number + 1}
	if slices.Contains(clause, other.variable) {
		by = nil
	}
	if by = append(by, n.number); slices.Contains(clause, taken.variable) {
		return by
	}
	return append(by, c.walk(taken, clause)...)
}

type lemma struct {
	number int
	by     []int
}

// imply asserts that node n implies clause, after it has asserted the same of the children of n
// that are needed. It stores the asserted clauses in lemmas and appends the nodes to order.
func (c *compiler) imply(n *node, clause []int, lemmas map[*node]lemma, order *[]*node) {
	var by []int
	switch {
	case n.low != nil:
		c.imply(n.low, clause, lemmas, order)
		c.imply(n.high, clause, lemmas, order)
		by = []int{lemmas[n.low].number, lemmas[n.high].number, n.number}
	case slices.Contains(clause, -n.lit):
		if n.child == nil {
			panic("a model falsifies a clause")
		}
		c.imply(n.child, clause, lemmas, order)
		by = []int{n.number + 2, lemmas[n.child].number}
	case slices.Contains(clause, n.lit):
		by = []int{n.number + 1}
	default:
		c.imply(n.child, clause, lemmas, order)
		by = []int{n.number + 2, lemmas[n.child].number}
	}
	lemmas[n] = lemma{c.assert(append([]int{-n.variable}, clause...), by...), by}
	*order = append(*order, n)
}

// random returns a random formula, as clauses and as text.
func random(r *rand.Rand) (vars int, clauses [][]int, text string) {
	vars = 1 + r.IntN(6)
	var b strings.Builder
	n := r.IntN(3 * vars)
	fmt.Fprintf(&b, "p cnf %d %d\n", vars, n)
	for range n {
		var clause []int
		for range 1 + r.IntN(3) {
			clause = append(clause, (1+r.IntN(vars))*(1-2*r.IntN(2)))
		}
		clauses = append(clauses, clause)
		b.WriteString(hints(clause...) + "\n")
	}
	return vars, clauses, b.String()
}

// models calls yield with each model of the clauses, in which values[v] says whether variable v
// is true.
func models(vars int, clauses [][]int, yield func([]bool)) {
	for m := range 1 << vars {
		values := make([]bool, vars+1)
		for v := range vars {
			values[v+1] = m>>v&1 > 0
		}
		if !slices.ContainsFunc(clauses, func(clause []int) bool {
			return !slices.ContainsFunc(clause, func(l int) bool { return values[max(l, -l)] == (l > 0) })
		}) {
			yield(values)
		}
	}
}

func formula(t testing.TB, text string) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
