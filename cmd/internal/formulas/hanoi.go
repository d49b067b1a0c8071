package formulas

import (
	"fmt"

	"queens/dimacs"
)

// hanoi returns a formula for a planning problem, the Towers of Hanoi. A tower of disks,
// each smaller than the disk below it, must move from the first peg to the last in exactly
// the given number of steps. In every step, the top disk of a peg moves to another peg,
// which is empty or has a larger disk on top. On three pegs it takes at least 2^DISKS - 1
// steps; with more pegs, fewer. Fewer than three pegs are an error. There are variables for
// the peg of each disk after each step and for the disk that moves.
//
// References: Henry Kautz and Bart Selman, "Pushing the Envelope: Planning, Propositional
// Logic, and Stochastic Search", AAAI 1996; James Frame and Bonnie Stewart, "Solution to
// Advanced Problem 3918", American Mathematical Monthly 48, 1941.
func hanoi(pegs, disks, steps int) (*dimacs.Formula, error) {
	if pegs < 3 {
		return nil, fmt.Errorf("a tower moves on 3 pegs or more, found %d", pegs)
	}
	c := new(circuit)
	where := c.disks(pegs, disks)
	for _, peg := range where { // the first peg holds all disks
		c.Add(peg[0])
	}
	for range steps {
		moves, next := c.inputs(disks), c.disks(pegs, disks)
		exactlyOne(&c.Formula, moves)
		for d, moved := range moves {
			for p := range pegs {
				here, there := where[d][p], next[d][p]
				c.Add(moved, here.Neg(), there)
				c.Add(moved.Neg(), here.Neg(), there.Neg())
				for smaller := range d {
					c.Add(moved.Neg(), here.Neg(), where[smaller][p].Neg())
					c.Add(moved.Neg(), there.Neg(), where[smaller][p].Neg())
				}
			}
		}
		where = next
	}
	for _, peg := range where {
		c.Add(peg[pegs-1])
	}
	return &c.Formula, nil
}

// disks returns new signals for the peg of each disk, the smallest disk first, with exactly
// one peg for each.
func (c *circuit) disks(pegs, disks int) []word {
	where := make([]word, disks)
	for d := range where {
		where[d] = c.inputs(pegs)
		exactlyOne(&c.Formula, where[d])
	}
	return where
}
