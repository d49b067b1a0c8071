package formulas

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// multipliers returns a formula for two numbers for which two multiplier circuits compute
// different products in the lowest columns. It is unsatisfiable, and harder with more
// columns and with less similar circuits. The circuits, from 1, are: [circuit.product],
// which sums each column; adding a row for each bit of y to the sum; reducing the rows
// three by three, as a tree without carries from column to column (Wallace); and
// Karatsuba's method with three products of halves.
//
// References: Daniel Brand, "Verification of Large Synthesized Designs", ICCAD 1993;
// Christopher Wallace, "A Suggestion for a Fast Multiplier", IEEE Transactions on
// Electronic Computers 13, 1964; Anatoly Karatsuba and Yuri Ofman, "Multiplication of
// Multidigit Numbers on Automata", Soviet Physics Doklady 7, 1963.
func multipliers(first, second, bits, columns int) (*dimacs.Formula, error) {
	if max(first, second) > len(multiplierCircuits) || bits < 2 || columns > 2*bits {
		return nil, fmt.Errorf("circuits are 1 to %d, words have 2 bits or more, and %d columns are too many of %d",
			len(multiplierCircuits), columns, 2*bits)
	}
	c := new(circuit)
	x, y := c.inputs(bits), c.inputs(bits)
	left, right := multiplierCircuits[first-1](c, x, y), multiplierCircuits[second-1](c, x, y)
	c.differ(left[:columns], right[:columns])
	return &c.Formula, nil
}

var multiplierCircuits = []func(c *circuit, x, y word) word{
	(*circuit).product, (*circuit).productByRows, (*circuit).productByTree, (*circuit).productByHalves,
}

// brokenMultiplier returns a formula for two numbers for which a broken multiplier computes
// a wrong product: the last adder of a multiplier by rows loses the carry into the given
// column. It is satisfiable if such a carry is possible.
func brokenMultiplier(bits, column int) (*dimacs.Formula, error) {
	if bits < 2 || column < bits || column >= 2*bits {
		return nil, fmt.Errorf("the last row of %d bits carries into columns %d to %d, found %d", bits, bits, 2*bits-1, column)
	}
	c := new(circuit)
	x, y := c.inputs(bits), c.inputs(bits)
	c.differ(c.product(x, y), c.brokenProduct(x, y, column))
	return &c.Formula, nil
}

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
	c.differ(c.product(x, y), right)
	return &c.Formula, nil
}

func (c *circuit) brokenProduct(x, y word, column int) word {
	rows := c.rows(x, y)
	last := len(rows) - 1
	sum, row := c.total(rows[:last]), rows[last]
	return append(c.sum(sum[:column], row[:column]), c.sum(sum[column:], row[column:])...)
}

// differ adds a clause: the words are different.
func (c *circuit) differ(x, y word) { c.Add(c.bitwiseXor(x, y)...) }

// rows returns a word for each bit of y: x, shifted to the place of the bit, if the bit is
// true, else 0.
func (c *circuit) rows(x, y word) []word {
	rows := make([]word, len(y))
	for j, b := range y {
		var row word
		for _, a := range x {
			row = append(row, c.and(a, b))
		}
		rows[j] = c.shifted(row, j, len(x)+len(y))
	}
	return rows
}

// shifted returns the n lowest bits of w shifted left by by; missing bits are zeros.
func (c *circuit) shifted(w word, by, n int) word {
	return slices.Concat(c.constant(by, 0), w, c.constant(max(0, n-by-len(w)), 0))[:n]
}

func (c *circuit) productByRows(x, y word) word { return c.total(c.rows(x, y)) }

func (c *circuit) total(words []word) word {
	sum := words[0]
	for _, w := range words[1:] {
		sum = c.sum(sum, w)
	}
	return sum
}

func (c *circuit) productByTree(x, y word) word {
	rows := c.rows(x, y)
	for len(rows) > 2 {
		carries := c.constant(1, 0)
		for k := range rows[0][1:] {
			carries = append(carries, c.majority(rows[0][k], rows[1][k], rows[2][k]))
		}
		rows = append(rows[3:], c.bitwiseXor(c.bitwiseXor(rows[0], rows[1]), rows[2]), carries)
	}
	return c.sum(rows[0], rows[1])
}

// productByHalves multiplies words of the same length by the method of Karatsuba: of the
// lower halves, of the upper halves, and of the sums of both halves. The product has twice
// the length. Words of fewer than four bits are multiplied by rows.
func (c *circuit) productByHalves(x, y word) word {
	n, h := len(x), len(x)/2
	if n < 4 {
		return c.productByRows(x, y)
	}
	both := func(w word) word { return c.sum(c.shifted(w[:h], 0, n-h+1), c.shifted(w[h:], 0, n-h+1)) }
	low, high := c.productByHalves(x[:h], y[:h]), c.productByHalves(x[h:], y[h:])
	cross := c.productByHalves(both(x), both(y))
	cross = negation(c.shifted(cross, 0, 2*n)) // a - b is -1 - ((-1 - a) + b)
	cross = negation(c.sum(c.sum(cross, c.shifted(low, 0, 2*n)), c.shifted(high, 0, 2*n)))
	return c.sum(slices.Concat(low, high), c.shifted(cross, h, 2*n))
}

func negation(w word) word {
	out := slices.Clone(w)
	for i := range out {
		out[i] = out[i].Neg()
	}
	return out
}
