package checker

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// maxVars is the largest number of variables of an equation that follows from clauses. An equation of n
// variables needs 2^(n-1) clauses.
const maxVars = 8

// Equation returns the variables and the parity of the accepted equation with the number n, as an
// Addition numbers equations. It returns the zero Equation if the equation had more than two variables
// and was the B of an addition.
func (c *Checker) Equation(n int) argument.Equation { return c.results[n] }

// checkEquation checks the equation with the given index in c.arg.Equations, the first half of rule
// (d), and appends it to c.results. It returns an error if the variables are not ascending, unassigned
// variables of the database, or if the equation does not follow from its clauses or its group.
func (c *Checker) checkEquation(number int) error {
	e := &c.arg.Equations[number]
	for i, v := range e.Vars {
		if v > uint32(c.Vars) || c.IsAssigned(v) || i > 0 && v <= e.Vars[i-1] {
			return errors.New("its variables must be ascending and unassigned")
		}
	}
	if e.Sum == 0 && !c.parityFollows(e) || e.Sum != 0 && !c.isTightGroup(e) {
		return errors.New("it does not follow from its clauses or its group")
	}
	c.results = append(c.results, argument.Equation{Vars: e.Vars, Odd: e.Odd})
	return nil
}

// parityFollows reports whether an equation follows from its Clauses. The caller has checked that the
// variables are different and unassigned. parityFollows returns false unless there are 2 to maxVars
// variables and, in the order of argument.Equation.Clauses, a clause for each assignment of the wrong parity.
//
// Lemma. If each assignment of the n variables with the wrong parity falsifies a clause, then in each
// model the variables have the right parity.
// Proof. A model falsifies no clause, so it does not give the variables a wrong parity.
func (c *Checker) parityFollows(e *argument.Equation) bool {
	n := len(e.Vars)
	if n < 2 || n > maxVars || len(e.Clauses) != 1<<(n-1) {
		return false
	}
	lits := make([]clause.Lit, n)
	for i, r := range e.Clauses {
		trues := 2 * i // the set of true variables: bit k is Vars[k]; of 2i and 2i+1, one has the wrong parity
		if bits.OnesCount(uint(trues))%2 == 1 == e.Odd {
			trues++
		}
		for k, v := range e.Vars { // lits are false if and only if exactly the variables of trues are true
			lits[k] = clause.Positive(v) | clause.Lit(trues>>k&1)
		}
		if !c.follows(r, lits...) {
			return false
		}
	}
	return true
}

// isTightGroup reports whether the equation e is the one that follows by the lemma from the literals that
// its Sum assigns to its Group, as ExactlyOne returns them. If ExactlyOne returns nil, e does not follow.
//
// Lemma. Let S be a set of literals of different variables, and let exactly one of them be true. Then
// the number of true variables of S is odd if and only if the number of negations in S is even.
// Proof. The sum of the literals modulo 2 is 1. The value of a negation is 1 plus the value of its
// variable, so the sum of the variables is 1 plus the number of negations.
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

// checkAddition checks the addition with the given index in c.arg.Additions, the second half of rule
// (d), and appends the sum of its equations to c.results. If the second equation has more than two
// variables, checkAddition drops it to save memory. It returns an error if there is no equation with
// one of the numbers, or if it was dropped.
//
// Lemma. Let A and B be sets of variables, and let their numbers of true variables have the parities
// a and b. Let D be the variables that are in exactly one of A and B. Then the number of true
// variables in D has the parity a + b.
// Proof. Add the numbers of true variables in A and in B. A true variable of both sets contributes
// 2, and a true variable of D contributes 1.
//
// If D is empty, the result says that 0 is even or that 0 is odd. In the second case the clauses
// have no model, and checkAddition sets c.Refuted.
func (c *Checker) checkAddition(number int) error {
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

// difference returns the symmetric difference of two ascending lists, ascending: the numbers that are
// in a or in b, but not in both.
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
