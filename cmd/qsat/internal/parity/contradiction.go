package parity

import (
	"context"
	"slices"
)

// A Contradiction is one between equations: an elimination that has found it, and how often it
// uses them and the sums.
type Contradiction struct {
	*elimination
	equations []equation
	index     []int   // by equation: its place among those first given
	uses      []int32 // by number: how many additions that are needed use the equation
}

// contradict returns a contradiction, or nil if none is found with so many steps.
func contradict(ctx context.Context, equations []equation, vars, steps int) *Contradiction {
	c := &Contradiction{elimination: newElimination(ctx, equations, vars), equations: equations}
	if !c.run(ctx, steps) {
		return nil
	}
	c.need(c.last())
	return c
}

// last returns the number of the last addition.
func (e *elimination) last() int32 { return int32(e.first + len(e.additions) - 1) }

// need counts how often equations are used for those of some numbers.
func (c *Contradiction) need(numbers ...int32) {
	c.uses = make([]int32, c.last()+1)
	for _, n := range numbers {
		c.uses[n]++
	}
	for i, a := range slices.Backward(c.additions) {
		if c.uses[c.first+i] > 0 {
			c.uses[a.pivot]++
			c.uses[a.to]++
		}
	}
	for i := range c.equations {
		c.index = append(c.index, i)
	}
}

// Needed returns the places of the equations that it takes.
func (c *Contradiction) Needed() (places []int) {
	for i, at := range c.index {
		if c.uses[i] > 0 {
			places = append(places, at)
		}
	}
	return places
}

// Shorten begins again with the equations that are needed alone, as long as that leaves less
// to be proved.
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
