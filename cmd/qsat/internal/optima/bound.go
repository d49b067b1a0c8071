package optima

import (
	"math/bits"
	"slices"

	"queens/dimacs"
)

// maxBound is the largest number of clauses that Bounded adds.
const maxBound = 1 << 24

// maxCounter is the largest number of variables of a counter. If more are needed, Bounded uses adders.
const maxCounter = 1 << 18

// Bounded returns a formula without soft clauses and linear constraints; the clauses for the linear constraints
// remain. It has a model if and only if f has a model that costs at most most. Bounded returns nil if the formula
// needs more than maxBound new clauses or too many variables. Package command of qcheck builds the same formula, so
// the order of variables and clauses is fixed:
//
//   - First come the variables and the hard clauses of f. If most is negative, the empty clause
//     follows, and nothing else.
//   - Each soft clause has a penalty, a literal that is true if the clause is violated. The penalty of
//     a unit clause l is -l. The penalty of any other soft clause is a new variable p, and Bounded
//     adds the clause with p as an additional first literal.
//   - The sum of the weights of the true penalties must be at most most. Bounded divides all weights
//     by their greatest common divisor g, and the bound becomes most/g, rounded down. If the sum of
//     all weights does not exceed the bound, nothing is added.
//   - If all weights are equal and the counter needs at most maxCounter variables, a counter bounds
//     the sum (see atMost). Otherwise adders bound it (see sum).
func Bounded(f *dimacs.Formula, most int64) *dimacs.Formula {
	f = f.With()
	f.Linear, f.Definitions = nil, nil // because the new variables are above their auxiliary ones
	if most < 0 {
		return f.Hard([]dimacs.Lit{})
	}
	b := &bound{vars: f.Vars}
	divisor, total := int64(0), int64(0)
	var penalties []dimacs.Lit
	var weights []int64
	for _, c := range f.Soft {
		for w := c.Weight; w != 0; { // Euclid's algorithm
			divisor, w = w, divisor%w
		}
		if len(c.Lits) == 1 {
			penalties = append(penalties, c.Lits[0].Neg())
		} else {
			p := b.fresh()
			b.add(append([]dimacs.Lit{p}, c.Lits...)...)
			penalties = append(penalties, p)
		}
	}
	for _, c := range f.Soft {
		weights = append(weights, c.Weight/divisor)
		total += c.Weight / divisor
	}
	most /= max(1, divisor)
	n := int64(len(penalties))
	switch {
	case most >= total:
	case n == total && most*(n-most) <= maxCounter: // all weights are equal
		b.atMost(int(most), penalties)
	default:
		b.sum(penalties, weights, most)
	}
	if b.tooLarge {
		return nil
	}
	g := f.Hard(b.clauses...)
	g.Vars = max(g.Vars, b.vars)
	return g
}

// A bound collects the clauses that Bounded adds.
type bound struct {
	vars     int // the largest variable in use
	clauses  [][]dimacs.Lit
	tooLarge bool // fresh or add has reached its limit, so the clauses are incomplete
}

// fresh returns a new variable, or sets b.tooLarge and returns 1 if more than half of all variable numbers
// would be used.
func (b *bound) fresh() dimacs.Lit {
	if b.vars >= dimacs.MaxVar/2 {
		b.tooLarge = true
		return 1
	}
	b.vars++
	return dimacs.Lit(b.vars)
}

// add appends a clause to b.clauses, or sets b.tooLarge if there are maxBound clauses.
func (b *bound) add(lits ...dimacs.Lit) {
	if len(b.clauses) >= maxBound {
		b.tooLarge = true
		return
	}
	b.clauses = append(b.clauses, lits)
}

// atMost adds a counter for the constraint that at most k of n literals are true, with 0 <= k < n. Variable
// (i, j) is true if and only if at least j of the first i literals are true. The variables exist for
// i from 1 to n-1 and, in this order, j from max(1, k-n+i+1) to min(i, k): from a smaller count, the
// literals after i cannot exceed k. Literal i+1 excludes (i, k).
//
// Source: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP
// 2005, for the counter in one direction.
func (b *bound) atMost(k int, lits []dimacs.Lit) {
	n := len(lits)
	var before, after []dimacs.Lit // the variables (i-1, j) and (i, j), by j, from the least on
	least := func(i int) int { return max(1, k-n+i+1) }
	for i, l := range lits {
		i++
		if k == 0 {
			b.add(-l)
			continue
		}
		at := func(j int) dimacs.Lit { return before[j-least(i-1)] } // (i-1, j)
		if i > k {
			b.add(-l, -at(k))
		}
		after = after[:0]
		for j := least(i); i < n && j <= min(i, k); j++ {
			c := b.fresh()
			after = append(after, c)
			if j == 1 {
				b.add(-l, c)
			} else {
				b.add(-l, -at(j-1), c)
				b.add(at(j-1), -c)
			}
			if j == i {
				b.add(l, -c)
			} else {
				b.add(-at(j), c)
				b.add(l, at(j), -c)
			}
		}
		before, after = after, before
		if b.tooLarge {
			return
		}
	}
}

// sum adds clauses for the constraint that the sum of the weights of the true literals is at most
// most. The weight of lits[i] is weights[i], and positive. The sum of all weights must be below 2^63.
//
// The clauses compute the sum as a binary number. Column i holds literals that count 2^i, at first each
// literal whose weight has the bit i. sum goes through the columns from the lowest one. While a column
// has three or more literals, an adder replaces its first three literals: the sum bit goes to the end of
// the column, and the carry to the end of the next column. The last two literals get a half adder. In
// the end, each column has at most one literal, the bit i of the sum.
//
// The sum exceeds most if and only if there is a bit i that is 1 in the sum and 0 in most, and every
// higher bit that is 1 in most is 1 in the sum. One clause excludes this for each i.
//
// Source: Niklas Eén and Niklas Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT
// 2, 2006, section 5.2.
func (b *bound) sum(lits []dimacs.Lit, weights []int64, most int64) {
	var columns [65][]dimacs.Lit // the sum of all weights is below 2^63, so the last columns are empty
	for i, l := range lits {
		for w := uint64(weights[i]); w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			columns[k] = append(columns[k], l)
		}
	}
	var number [64]dimacs.Lit // 0 if the bit is always 0
	for i := range number {
		list := columns[i]
		for len(list) > 1 && !b.tooLarge {
			n := min(3, len(list))
			sum, carry := b.fresh(), b.fresh()
			x, y := list[0], list[1] // sum and carry become the binary digits of the number of true literals among two or three
			clauses := [][]dimacs.Lit{
				{x, y, -sum}, {x, -y, sum}, {-x, y, sum}, {-x, -y, -sum}, {-x, -y, carry}, {x, -carry}, {y, -carry},
			}
			if n == 3 {
				z := list[2]
				clauses = [][]dimacs.Lit{
					{x, y, z, -sum}, {x, y, -z, sum}, {x, -y, z, sum}, {x, -y, -z, -sum},
					{-x, y, z, sum}, {-x, y, -z, -sum}, {-x, -y, z, -sum}, {-x, -y, -z, sum},
					{-x, -y, carry}, {-x, -z, carry}, {-y, -z, carry}, {x, y, -carry}, {x, z, -carry}, {y, z, -carry},
				}
			}
			for _, c := range clauses {
				b.add(c...)
			}
			list, columns[i+1] = append(list[n:], sum), append(columns[i+1], carry)
		}
		if len(list) == 1 {
			number[i] = list[0]
		}
	}
	for i := range number {
		if number[i] == 0 || most>>i&1 == 1 {
			continue
		}
		clause := []dimacs.Lit{-number[i]}
		for k := i + 1; k < 63; k++ {
			if most>>k&1 == 1 {
				clause = append(clause, -number[k])
			}
		}
		if !slices.Contains(clause, 0) { // otherwise a bit is always 0 in the sum and 1 in most
			b.add(clause...)
		}
	}
}
