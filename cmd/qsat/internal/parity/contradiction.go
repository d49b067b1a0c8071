package parity

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A Contradiction is a finished elimination, with the equations that its conclusion needs. The
// conclusion is the contradiction 0 = 1 or, in Simplify, a list of short sums.
//
// Equations have numbers: first the given equations, and then the result of each addition.
type Contradiction struct {
	*elimination
	equations []argument.Equation
	uses      []int32 // indexed by number: how often the needed additions and the conclusion use the equation
}

// linesPerTerm is an estimate: the number of proof lines per variable of the two equations of an addition.
const linesPerTerm = 24

// ExactlyOne returns the equation that holds if exactly one of lits is true. The literals must have
// different variables. The result has no reason: its Sum is 0 and its Clauses are nil.
func ExactlyOne(lits []clause.Lit) argument.Equation {
	e := argument.Equation{Vars: variables(lits), Odd: true}
	for _, l := range lits {
		e.Odd = e.Odd == (l.Sign() > 0)
	}
	slices.Sort(e.Vars)
	return e
}

// Contradict returns a contradiction between equations about unassigned variables from 1 to vars. It returns
// nil if the given number of steps is not enough to find a contradiction, or if ctx ends. It does not use the
// reasons of the equations, and Append keeps them.
func Contradict(ctx context.Context, equations []argument.Equation, vars, steps int) *Contradiction {
	c := &Contradiction{elimination: newElimination(equations, vars), equations: equations}
	if !c.run(ctx, steps) {
		return nil
	}
	c.need(c.last())
	return c
}

// last returns the number of the last addition.
func (e *elimination) last() int32 { return int32(e.first + len(e.additions) - 1) }

// need sets uses for a conclusion that consists of the equations with the given numbers.
func (c *Contradiction) need(numbers ...int32) {
	c.uses = make([]int32, c.last()+1)
	for _, n := range numbers {
		c.uses[n]++
	}
	for i, a := range slices.Backward(c.additions) {
		if c.uses[c.first+i] > 0 {
			c.uses[a.A]++
			c.uses[a.B]++
		}
	}
}

// Shorten repeats the elimination with only the needed equations, as long as that makes the proof
// shorter. The conclusion must be a contradiction.
func (c *Contradiction) Shorten(ctx context.Context) {
	for {
		var equations []argument.Equation
		for i, e := range c.equations {
			if c.uses[i] > 0 {
				equations = append(equations, e)
			}
		}
		d := Contradict(ctx, equations, len(c.in)-1, c.steps)
		if d == nil || d.Lines() >= c.Lines() {
			return
		}
		*c = *d
	}
}

// Append sets the equations of an argument to the needed equations, and appends the needed
// additions. The argument must have no equations or additions before. The result is indexed by number of an equation in c, and gives the number of a needed equation
// in the argument.
func (c *Contradiction) Append(a *argument.Argument) (numbers []int32) {
	numbers = make([]int32, len(c.uses))
	for n, uses := range c.uses {
		switch {
		case uses == 0:
			continue
		case n < c.first:
			numbers[n] = int32(len(a.Equations))
			a.Equations = append(a.Equations, c.equations[n])
		default:
			x := c.additions[n-c.first]
			numbers[n] = int32(len(a.Equations) + len(a.Additions))
			a.Additions = append(a.Additions, argument.Addition{A: numbers[x.A], B: numbers[x.B]})
		}
	}
	return numbers
}

// Rank returns, indexed by variable, the number of variables that were eliminated before it. If a
// variable was not eliminated, its rank is the number of all variables. The rank is the hint for
// derive.Equations.
func (c *Contradiction) Rank() []int32 { return c.rank }

// Lines returns an estimate of the number of lines of a proof of the conclusion.
func (c *Contradiction) Lines() (n int) {
	for i, a := range c.additions {
		if c.uses[c.first+i] > 0 {
			n += linesPerTerm * int(a.terms)
		}
	}
	return n
}
