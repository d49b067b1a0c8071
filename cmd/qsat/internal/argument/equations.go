package argument

import (
	"context"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// maxVars is the largest number of variables of an equation that clauses say.
const maxVars = 8

// Equation returns an accepted equation by its number. An equation of more than two variables
// is forgotten after its last addition: 0 = 0 takes its place.
func (c *Checker) Equation(n int) Equation {
	return Equation{Vars: c.results[n].vars, Odd: c.results[n].odd}
}

// A result is an accepted equation.
type result struct {
	vars []uint32
	odd  bool
}

// checkEquations checks each equation, and then adds equations.
//
// Lemma. Let the number of true variables in A have the parity a, and in B the parity b. Then
// the number of true variables in exactly one of A and B has the parity a + b.
// Proof. A variable in both counts twice in the sum of the two numbers, which is even.
//
// An equation without variables says that 0 is even, or that 0 is odd. The latter is false, so
// the clauses have no model.
func (c *Checker) checkEquations(ctx context.Context) error {
	given := len(c.arg.Equations)
	uses := make([]int32, given+len(c.arg.Additions)) // indexed by number: additions left
	for i, a := range c.arg.Additions {
		if min(a.A, a.B) < 0 || int(max(a.A, a.B)) >= given+i {
			return reject("addition", i, "equations %d and %d of %d", a.A, a.B, given+i)
		}
		uses[a.A]++
		uses[a.B]++
	}
	c.results = make([]result, 0, len(uses))
	for e := range clause.Until(ctx, slices.Values(c.arg.Equations)) {
		if reason := c.wrong(&e); reason != "" {
			return reject("equation", len(c.results), "%s", reason)
		}
		c.results = append(c.results, result{e.Vars, e.Odd})
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var vars []uint32
	for a := range clause.Until(ctx, slices.Values(c.arg.Additions)) {
		x, y := c.results[a.A], c.results[a.B]
		vars = difference(vars[:0], x.vars, y.vars)
		c.results = append(c.results, result{slices.Clone(vars), x.odd != y.odd})
		c.Refuted = c.Refuted || len(vars) == 0 && x.odd != y.odd
		for _, n := range [2]int32{a.A, a.B} {
			if uses[n]--; uses[n] == 0 && len(c.results[n].vars) > 2 {
				c.results[n] = result{}
			}
		}
	}
	return nil
}

// difference appends to list the numbers that are in one of two ascending lists.
func difference(list, a, b []uint32) []uint32 {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			list, a = append(list, a[0]), a[1:]
		case a[0] > b[0]:
			list, b = append(list, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(list, a...), b...)
}

// wrong returns why an equation does not follow from the clauses, "" if it does.
//
// Lemma (tight group). Let exactly one literal of S be true, and let the literals have different
// variables. Then the number of true variables is odd if and only if the number of negations in
// S is even.
// Proof. Take the sum of the literals modulo 2, which is 1. A negation is 1 plus its variable, so
// the sum of the variables is 1 plus the number of negations.
func (c *Checker) wrong(e *Equation) string {
	for i, v := range e.Vars {
		if v > uint32(c.Vars) || c.IsAssigned(v) || i > 0 && v <= e.Vars[i-1] {
			return "its variables must be ascending and unassigned"
		}
	}
	switch {
	case e.Sum == 0 && !c.parity(e):
		return "a clause of it is missing"
	case e.Sum == 0:
		return ""
	case e.Sum < 0 || e.Sum > len(c.arg.Sums) || e.Group < 0 || e.Group >= len(c.arg.Groups):
		return "no such group of a sum"
	}
	var vars []uint32
	odd := true
	for _, l := range c.ExactlyOne(e.Sum-1, e.Group) {
		vars = append(vars, l.Var())
		odd = odd == (l.Sign() > 0)
	}
	if slices.Sort(vars); len(vars) == 0 || odd != e.Odd || !slices.Equal(vars, e.Vars) {
		return "the group does not say it"
	}
	return ""
}

// parity reports whether clauses say an equation.
//
// Lemma. Let n variables have 2^(n-1) clauses with exactly these variables. If the numbers of
// negations in the clauses have the same parity, and no two clauses negate the same variables,
// then the number of true variables has the other parity.
// Proof. A clause excludes the assignment that makes its negated variables true and the others
// false. The clauses exclude 2^(n-1) different assignments with the parity of the negations, which
// are all assignments with that parity.
func (c *Checker) parity(e *Equation) bool {
	n := len(e.Vars)
	if n == 2 {
		x, y := clause.Positive(e.Vars[0]), clause.Positive(e.Vars[1])
		if !e.Odd {
			y = y.Not()
		}
		return c.hasBinary(x, y) && c.hasBinary(x.Not(), y.Not())
	}
	if n < 2 || n > maxVars || len(e.Clauses) != 1<<(n-1) {
		return false
	}
	var seen [1 << maxVars]bool // indexed by the set of negated variables
	for _, ref := range e.Clauses {
		vars, negated := 0, 0 // sets: bit i stands for variable i
		for _, l := range c.Lits(ref) {
			i := slices.Index(e.Vars, l.Var())
			switch {
			case c.Value(l) < 0:
				continue
			case i < 0 || vars>>i&1 == 1: // for example a true literal, since no variable is assigned
				return false
			}
			vars |= 1 << i
			negated |= int(l&1) << i
		}
		if vars != 1<<n-1 || seen[negated] || bits.OnesCount(uint(negated))%2 == 1 == e.Odd {
			return false
		}
		seen[negated] = true
	}
	return true
}
