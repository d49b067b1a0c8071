package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// commute takes a number of bits, at least 2; otherwise it returns nil. The formula states that a
// multiplier computes different products x*y and y*x for two numbers x and y with this number of bits.
// It is unsatisfiable, and a standard example of equivalence checking that is hard for its size.
//
// References: Paul Beame and Vincent Liew, "Towards Verifying Nonlinear Integer
// Arithmetic", CAV 2017.
func commute(a []int, _ *rand.Rand) *dimacs.Formula {
	bits := a[0]
	if bits < 2 {
		return nil
	}
	c := new(circuit)
	x, y := c.inputs(bits), c.inputs(bits)
	right := c.product(y, x)
	c.Add(c.bitwiseXor(c.product(x, y), right)...)
	return &c.Formula
}
