package parity

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A Contradiction is an elimination that has found a contradiction, or other equations to use.
type Contradiction struct {
	*elimination
	equations []equation
	index     []int   // indexed by equation: its place among the equations first given
	uses      []int32 // indexed by number: the number of needed additions that use the equation
}

// ExactlyOne returns the equation, without a reason, that follows if exactly one of some literals
// of different variables is true.
func ExactlyOne(lits []clause.Lit) argument.Equation {
	e := argument.Equation{Vars: variables(lits), Odd: true}
	for _, l := range lits {
		e.Odd = e.Odd == (l.Sign() > 0)
	}
	slices.Sort(e.Vars)
	return e
}

// Contradict returns a contradiction between sets of unassigned literals, or nil if it finds none
// with so many steps. Exactly one literal of each set is true. No variable occurs twice in a set,
// and vars is the number of variables.
func Contradict(ctx context.Context, sets [][]clause.Lit, vars, steps int) *Contradiction {
	equations := make([]equation, len(sets))
	for i, lits := range sets {
		e := ExactlyOne(lits)
		equations[i] = equation{vars: e.Vars, odd: e.Odd}
	}
	return contradict(ctx, equations, vars, steps)
}

// contradict returns a contradiction, or nil if none is found with so many steps.
func contradict(ctx context.Context, equations []equation, vars, steps int) *Contradiction {
	c := &Contradiction{elimination: newElimination(equations, vars), equations: equations}
	if !c.run(ctx, steps) {
		return nil
	}
	c.need(c.last())
	return c
}

// last returns the number of the last addition.
func (e *elimination) last() int32 { return int32(e.first + len(e.additions) - 1) }

// need counts the uses of equations for the equations with some numbers.
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
	for i := range c.equations {
		c.index = append(c.index, i)
	}
}

// Needed returns the places of the needed equations among the equations first given.
func (c *Contradiction) Needed() (places []int) {
	for i, at := range c.index {
		if c.uses[i] > 0 {
			places = append(places, at)
		}
	}
	return places
}

// Shorten repeats the elimination with the needed equations alone, as long as that makes the proof
// shorter.
func (c *Contradiction) Shorten(ctx context.Context) {
	for {
		var equations []equation
		for i, e := range c.equations {
			if c.uses[i] > 0 {
				equations = append(equations, e)
			}
		}
		d := contradict(ctx, equations, len(c.in)-1, c.steps)
		if d == nil || d.Lines() >= c.Lines() {
			return
		}
		d.index = c.Needed()
		*c = *d
	}
}

// Append appends the needed equations and additions to an argument that has none. The function
// equation returns the equation, with its reason, at a place among the equations first given.
// Append returns the number in the argument of each needed equation, indexed by its number here.
func (c *Contradiction) Append(a *argument.Argument, equation func(place int) argument.Equation) (numbers []int32) {
	numbers = make([]int32, len(c.uses))
	a.Equations = make([]argument.Equation, 0, len(c.Needed()))
	for n, uses := range c.uses {
		switch {
		case uses == 0:
			continue
		case n < c.first:
			numbers[n] = int32(len(a.Equations))
			a.Equations = append(a.Equations, equation(c.index[n]))
		default:
			x := c.additions[n-c.first]
			numbers[n] = int32(len(a.Equations) + len(a.Additions))
			a.Additions = append(a.Additions, argument.Addition{A: numbers[x.A], B: numbers[x.B]})
		}
	}
	return numbers
}

// Rank returns the order in which variables were eliminated, indexed by variable: a hint for the
// proof of the additions.
func (c *Contradiction) Rank() []int32 { return c.rank }

// linesPerTerm is how many lines a proof has for each variable of two equations that are added.
const linesPerTerm = 24

// Lines returns about how many lines a proof takes.
func (c *Contradiction) Lines() (n int) {
	for i, a := range c.additions {
		if c.uses[c.first+i] > 0 {
			n += linesPerTerm * int(a.terms)
		}
	}
	return n
}
