package optima

import (
	"math/bits"

	"queens/dimacs"
)

// maxBound is the largest number of clauses that Bounded adds.
const maxBound = 1 << 24

// maxCounter is the largest number of variables of a counter. Above it, an adder takes its place.
const maxCounter = 1 << 18

// Bounded returns a formula with the hard clauses of f that has a model if and only if a model of
// f costs at most most. If most is negative, it contains the empty clause. It returns nil if that takes more than maxBound
// clauses or too many variables. The formula depends only on f and most:
//
//   - The first variables and clauses are those of f.
//   - Each soft clause has a penalty, a literal that is true if the clause is violated. For a unit l
//     it is -l. For another soft clause, in their order, it is a new variable p, and the clause with
//     the additional first literal p is added.
//   - The sum of the weights of true penalties is at most most. All weights are divided by their
//     greatest common divisor g, and the bound is most/g, rounded down. If it is at least the sum of
//     the weights, nothing is added.
//   - If the weights are equal and the counter has at most maxCounter variables, the sum is bounded by
//     a counter (see atMost), and otherwise by adders (see sum).
func Bounded(f *dimacs.Formula, most int64) *dimacs.Formula {
	if most < 0 {
		return f.Hard([]dimacs.Lit{})
	}
	b := &bound{vars: f.Vars}
	divisor, total := int64(0), int64(0)
	for _, c := range f.Soft {
		divisor = gcd(c.Weight, divisor)
	}
	equal := true
	var penalties []dimacs.Lit
	var weights []int64
	for _, c := range f.Soft {
		p := dimacs.Lit(0)
		if len(c.Lits) == 1 {
			p = c.Lits[0].Neg()
		} else {
			p = b.fresh()
			b.add(append([]dimacs.Lit{p}, c.Lits...)...)
		}
		penalties, weights = append(penalties, p), append(weights, c.Weight/divisor)
		total += c.Weight / divisor
		equal = equal && c.Weight == divisor
	}
	if len(f.Soft) > 0 {
		most /= divisor
	}
	n := int64(len(penalties))
	switch {
	case most >= total:
	case equal && most*(n-most) <= maxCounter:
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
	vars     int
	clauses  [][]dimacs.Lit
	tooLarge bool
}

func (b *bound) fresh() dimacs.Lit {
	if b.vars >= dimacs.MaxVar/2 {
		b.tooLarge = true
		return 1
	}
	b.vars++
	return dimacs.Lit(b.vars)
}

func (b *bound) add(lits ...dimacs.Lit) {
	if len(b.clauses) >= maxBound {
		b.tooLarge = true
		return
	}
	b.clauses = append(b.clauses, lits)
}

// atMost bounds the number of true literals by k < n. A counter goes along the literals: variable
// (i, j) is true if and only if at least j of the first i literals are true. There are variables
// for i from 1 to n-1 and for j from max(1, k-n+i+1) to min(i, k), in this order, because a smaller
// count cannot exceed k any more. Literal i+1 and (i, k) exclude each other.
//
// Source: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP
// 2005, for the counter in one direction.
func (b *bound) atMost(k int, lits []dimacs.Lit) {
	n := len(lits)
	var before, after []dimacs.Lit // the variables (i-1, j) and (i, j), from the least j on
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

// sum bounds the sum of the weights of the true literals by most. It adds binary numbers: column i
// holds the literals that count 2^i, at first the literals whose weight has bit i. From the lowest
// column on, while a column has several literals, the first three of them, or the last two, are
// replaced by their sum at the end of the column, and their carry goes to the end of the next
// column. Then the binary number of the literals that remain is compared with most: for each bit i
// of most that is 0, one of the bits of the number from i on that are 1 in most is false, or its
// bit i is.
//
// Source: Niklas Eén and Niklas Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT
// 2, 2006, section 5.2.
func (b *bound) sum(lits []dimacs.Lit, weights []int64, most int64) {
	var columns [64][]dimacs.Lit
	for i, l := range lits {
		for w := uint64(weights[i]); w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			columns[k] = append(columns[k], l)
		}
	}
	var number [64]dimacs.Lit // 0 if the bit is always 0
	for i := range columns {
		for list := columns[i]; ; {
			if len(list) < 2 || b.tooLarge {
				if len(list) == 1 {
					number[i] = list[0]
				}
				break
			}
			n := min(3, len(list))
			sum, carry := b.fresh(), b.fresh()
			if n == 3 {
				b.fullAdder(list[0], list[1], list[2], sum, carry)
			} else {
				b.halfAdder(list[0], list[1], sum, carry)
			}
			list = append(list[n:], sum)
			if i < 63 { // the sum of all weights is below 2^63
				columns[i+1] = append(columns[i+1], carry)
			}
		}
	}
	for i := range number {
		if number[i] == 0 || most>>i&1 == 1 {
			continue
		}
		clause := []dimacs.Lit{-number[i]}
		possible := true
		for k := i + 1; k < 63; k++ {
			if most>>k&1 == 1 {
				if number[k] == 0 { // the number is smaller whatever its lower bits are
					possible = false
					break
				}
				clause = append(clause, -number[k])
			}
		}
		if possible {
			b.add(clause...)
		}
	}
}

// fullAdder defines sum and carry as the binary digits of the number of true literals among x, y
// and z.
func (b *bound) fullAdder(x, y, z, sum, carry dimacs.Lit) {
	b.add(x, y, z, -sum)
	b.add(x, y, -z, sum)
	b.add(x, -y, z, sum)
	b.add(x, -y, -z, -sum)
	b.add(-x, y, z, sum)
	b.add(-x, y, -z, -sum)
	b.add(-x, -y, z, -sum)
	b.add(-x, -y, -z, sum)
	b.add(-x, -y, carry)
	b.add(-x, -z, carry)
	b.add(-y, -z, carry)
	b.add(x, y, -carry)
	b.add(x, z, -carry)
	b.add(y, z, -carry)
}

// halfAdder defines sum and carry as the binary digits of the number of true literals among x and
// y.
func (b *bound) halfAdder(x, y, sum, carry dimacs.Lit) {
	b.add(x, y, -sum)
	b.add(x, -y, sum)
	b.add(-x, y, sum)
	b.add(-x, -y, -sum)
	b.add(-x, -y, carry)
	b.add(x, -carry)
	b.add(y, -carry)
}

// gcd returns the greatest common divisor.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
