package checker

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// maxVars is the largest number of variables of an equation that clauses say.
const maxVars = 8

// Equation returns the variables and the parity of an accepted equation by its number. An equation
// of more than two variables is forgotten when another is added to it.
func (c *Checker) Equation(n int) argument.Equation { return c.results[n] }

// checkEquation checks rule (d), an equation modulo 2.
func (c *Checker) checkEquation(_ context.Context, number int) error {
	e := &c.arg.Equations[number]
	for i, v := range e.Vars {
		if v > uint32(c.Vars) || c.IsAssigned(v) || i > 0 && v <= e.Vars[i-1] {
			return errors.New("its variables must be ascending and unassigned")
		}
	}
	if e.Sum == 0 && !c.saysParity(e) || e.Sum != 0 && !c.isTightGroup(e) {
		return errors.New("it does not follow from its clauses or its group")
	}
	c.results = append(c.results, argument.Equation{Vars: e.Vars, Odd: e.Odd})
	return nil
}

// saysParity reports whether clauses say an equation.
//
// Lemma. If each assignment of n variables with a wrong parity falsifies a clause, then each model
// has the right parity.
// Proof. The values of the variables in a model falsify no clause.
func (c *Checker) saysParity(e *argument.Equation) bool {
	n := len(e.Vars)
	if n < 2 || n > maxVars || len(e.Clauses) != 1<<(n-1) {
		return false
	}
	lits := make([]clause.Lit, n)
	for i, r := range e.Clauses {
		trues := 2 * i // a set: bit k stands for variable k; either this or the next one has a wrong parity
		if bits.OnesCount(uint(trues))%2 == 1 == e.Odd {
			trues++
		}
		for k, v := range e.Vars { // false if exactly these variables are true
			lits[k] = clause.Positive(v) | clause.Lit(trues>>k&1)
		}
		if !c.says(r, lits...) {
			return false
		}
	}
	return true
}

// isTightGroup reports whether an equation follows from a group of a tight sum.
//
// Lemma. Let exactly one literal of S be true, and let the literals have different variables. Then
// the number of true variables is odd if and only if the number of negations in S is even.
// Proof. Take the sum of the literals modulo 2, which is 1. A negation is 1 plus its variable, so
// the sum of the variables is 1 plus the number of negations.
func (c *Checker) isTightGroup(e *argument.Equation) bool {
	var vars []uint32
	odd := true
	for _, l := range c.ExactlyOne(e.Sum-1, e.Group) {
		vars = append(vars, l.Var())
		odd = odd == (l.Sign() > 0)
	}
	slices.Sort(vars)
	return len(vars) > 0 && odd == e.Odd && slices.Equal(vars, e.Vars)
}

// checkAddition checks rule (d), an addition. The second equation is replaced by the sum, so it
// cannot be used again unless it has at most two variables.
//
// Lemma. Let the number of true variables in A have the parity a, and in B the parity b. Then
// the number of true variables in exactly one of A and B has the parity a + b.
// Proof. A variable in both counts twice in the sum of the two numbers, which is even.
//
// An equation without variables says that 0 is even, or that 0 is odd. The latter is false, so
// the clauses have no model.
func (c *Checker) checkAddition(_ context.Context, number int) error {
	x := c.arg.Additions[number]
	if min(x.A, x.B) < 0 || int(max(x.A, x.B)) >= len(c.results) {
		return fmt.Errorf("there are no equations %d and %d", x.A, x.B)
	}
	a, b := c.results[x.A], c.results[x.B]
	if a.Vars == nil || b.Vars == nil {
		return fmt.Errorf("equation %d or %d was replaced before", x.A, x.B)
	}
	sum := argument.Equation{Vars: difference(a.Vars, b.Vars), Odd: a.Odd != b.Odd}
	c.Refuted = c.Refuted || len(sum.Vars) == 0 && sum.Odd
	if c.results = append(c.results, sum); len(b.Vars) > 2 {
		c.results[x.B] = argument.Equation{}
	}
	return nil
}

// difference returns the numbers that are in one of two ascending lists.
func difference(a, b []uint32) []uint32 {
	list := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] > b[0] {
			a, b = b, a
		}
		if a[0] < b[0] {
			list = append(list, a[0])
		} else {
			b = b[1:]
		}
		a = a[1:]
	}
	return append(append(list, a...), b...)
}
