package formulas

import (
	"fmt"

	"queens/dimacs"
)

// commute returns a formula for two numbers x and y such that a multiplier computes
// different products for x*y and y*x. It is unsatisfiable, and a standard example of
// equivalence checking that is hard for its size.
//
// References: Paul Beame and Vincent Liew, "Towards Verifying Nonlinear Integer
// Arithmetic", CAV 2017.
func commute(bits int) (*dimacs.Formula, error) {
	if bits < 2 {
		return nil, fmt.Errorf("a multiplier needs words of 2 bits, found %d", bits)
	}
	c := new(circuit)
	x, y := c.inputs(bits), c.inputs(bits)
	right := c.product(y, x)
	c.Add(c.bitwiseXor(c.product(x, y), right)...)
	return &c.Formula, nil
}
