package cardinality

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"queens/dimacs"
)

const (
	// maxRoom limits the size of the clauses for all linear constraints of a formula: the sum of the
	// numbers of pairs, of variables of counters and of nodes of diagrams. A bound takes at most
	// 1/roomShare of the remaining room, so that some room remains for many constraints. Adders need no
	// room.
	maxRoom   = 1 << 24
	roomShare = 1 << 7

	// maxNodes is the largest number of nodes of a diagram. With larger ones, 31 constraints of sentoy, of 60 literals
	// each, take 7 million clauses.
	maxNodes = 1 << 13

	maxSubsets = 40 // subsets adds at most maxSubsets*k*(n-k) literals for k of n literals; see small
)

// Linear adds clauses for a linear constraint to the sink. The sum of the absolute values of its
// coefficients must be at most dimacs.MaxWeight; see dimacs.Formula.Check. Linear takes its auxiliary
// variables from fresh. It neither changes nor keeps c. If the greatest possible sum is below c.Low, or
// the least above c.High, it adds only the empty clause.
//
// Linear merges the terms of a variable and makes all coefficients positive by complements. It divides
// them by their greatest common divisor, and lowers coefficients above the bound to the bound. Then it
// encodes each bound in the first of these ways that is possible and small enough:
//   - a clause if one true literal is enough, or a clause for each pair of literals if at most one may
//     be false; searches find the structure of such clauses
//   - if all coefficients are equal and k of n literals must be true, a clause for each n-k+1 literals, if
//     they have at most 40k(n-k) literals together
//   - a counter (see Bound) if all coefficients are equal; one counter encodes both bounds if together
//     they permit exactly one number
//   - a reduced ordered decision diagram of at most 8192 nodes: a node is a literal with a bound that it and the
//     literals after it must reach; bounds that the same assignments reach have one node
//   - adders: the sum as a binary number, whose digits are compared with the bound
//
// An XOR is cut into XORs of at most four literals, each with a clause for each assignment that it forbids. Each
// piece but the last defines a variable, which takes the place of its other three literals in the next piece.
//
// Propagation: for each bound, unit propagation derives every implied literal, except through adders.
// Models: each permitted assignment has exactly one, because all variables are defined in both
// directions.
//
// References: Niklas Eén and Niklas Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT
// 2006, for diagrams and adders. Ignasi Abío, Robert Nieuwenhuis, Albert Oliveras, Enric
// Rodríguez-Carbonell and Valentin Mayer-Eichberger, "A New Look at BDDs for Pseudo-Boolean Constraints",
// JAIR 2012, for the intervals of bounds.
func Linear(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) {
	(&encoder{sink: sink, fresh: fresh, room: maxRoom}).linear(c)
}

// An encoder adds the clauses of linear constraints to sink.
type encoder struct {
	sink  dimacs.Sink
	fresh dimacs.Fresh
	room  int // number of pairs, variables of counters and nodes that may follow; see maxRoom
	exclusive
}

// linear adds the clauses for c, as Linear describes.
func (e *encoder) linear(c dimacs.Linear) {
	if c.Odd {
		e.xor(c)
		return
	}
	low, high, never := split(c)
	switch n := len(low.lits); {
	case never:
		e.sink.Clause()
	case low.unweighted() && high.unweighted() && int(low.need+high.need) == n && !(low.small() && high.small()) && e.fits(int(low.need*high.need)):
		e.merge(low)
		Exactly.Encode(int(low.need), low.lits, e.sink, e.fresh)
	default:
		e.bound(low)
		e.bound(high)
	}
}

// define adds clauses for the definition of v by a constraint without an upper bound: v is true if and only if c
// holds.
func (e *encoder) define(v dimacs.Lit, c dimacs.Linear) {
	lits, weights, least, most := normal(c)
	s := newSum(min(max(c.Low, least), most)-least, lits, weights)
	switch n := len(s.lits); {
	case c.Low > most:
		e.sink.Clause(-v)
	case n == 0:
		e.sink.Clause(v)
	case s.weights[n-1] == s.need: // one true literal is enough
		for _, l := range s.lits {
			e.sink.Binary(v, -l)
		}
		e.sink.Clause(append(slices.Clip(s.lits), -v)...)
	case s.rest()[0] == s.need: // all literals must be true
		for _, l := range s.lits {
			e.sink.Binary(-v, l)
		}
		e.sink.Clause(append(dimacs.Negated(s.lits), v)...)
	default:
		with := func(l dimacs.Lit, w, low, high int64) dimacs.Linear {
			return dimacs.Linear{Lits: append(slices.Clip(s.lits), l), Coefs: append(slices.Clip(s.weights), w), Low: low, High: high}
		}
		e.linear(with(-v, s.need, s.need, math.MaxInt64))
		most := s.rest()[0]
		e.linear(with(-v, most-s.need+1, math.MinInt64, most))
	}
}

// split returns the two bounds of c. If never is true, c never holds, and the bounds have no meaning.
func split(c dimacs.Linear) (low, high *sum, never bool) {
	lits, weights, least, most := normal(c)
	low = newSum(min(max(c.Low, least), most)-least, lits, weights)
	high = newSum(most-max(min(c.High, most), least), dimacs.Negated(lits), weights)
	return low, high, c.Low > most || c.High < least
}

// A sum is a bound: the weights of the true literals have a sum of at least need.
type sum struct {
	lits    []dimacs.Lit
	weights []int64 // from 1 to need, in descending order
	need    int64   // 0 if the bound always holds; then there are no literals
}

// bound calls merge for s, and adds the clauses for s in the first way of Linear that is possible and for which
// there is room. It changes the room as fits and diagram do.
func (e *encoder) bound(s *sum) {
	e.merge(s)
	n, k := len(s.lits), int(s.need)
	switch {
	case k <= 0:
	case k == 1: // all weights are 1
		e.sink.Clause(s.lits...)
	case s.unweighted() && k == n-1 && e.fits(n*n/2):
		e.sink.Pairs(s.lits)
	case s.unweighted() && s.small():
		e.subsets(s.lits, n-k+1)
	case s.unweighted() && e.fits(k*max(0, n-k)):
		AtLeast.Encode(k, s.lits, e.sink, e.fresh)
	case !e.diagram(s):
		e.adders(s)
	}
}

// small reports whether subsets encodes s with at most maxSubsets*k*(n-k) literals, where k of the n literals of s
// must be true. It returns false if k >= n. The sum must be unweighted. A counter has about 10*k*(n-k) literals. A
// search or a count is still faster without the variables of a counter if the subsets have four times as many
// literals.
func (s *sum) small() bool {
	n, k := len(s.lits), int(s.need)
	subsets, size := 1, n-k+1
	for i := 0; i < min(k-1, size) && subsets <= maxSubsets*k; i++ {
		subsets = subsets * (n - i) / (i + 1)
	}
	return k < n && subsets*size <= maxSubsets*k*(n-k)
}

// subsets adds a clause for each subset of n literals of lits. The clause has these n literals and the literals of
// clause.
func (e *encoder) subsets(lits []dimacs.Lit, n int, clause ...dimacs.Lit) {
	if n == 0 {
		e.sink.Clause(clause...)
		return
	}
	for i := range len(lits) - n + 1 {
		e.subsets(lits[i+1:], n-1, append(clause, lits[i])...)
	}
}

// fits reports whether n more pairs, variables or nodes take at most 1/roomShare of the room. If so, it
// subtracts n from the room.
func (e *encoder) fits(n int) bool {
	if n > e.room/roomShare {
		return false
	}
	e.room -= n
	return true
}

// unweighted reports whether all weights are 1, and more than one literal must be true.
func (s *sum) unweighted() bool { return s.need > 1 && s.weights[0] == 1 }

// normal returns literals of different variables, and their positive weights in descending order.
// Literals of equal weight are in the order of their variables. The sum of c is least plus the weights of
// the true literals. So it is from least to most.
func normal(c dimacs.Linear) (lits []dimacs.Lit, weights []int64, least, most int64) {
	coefs := map[dimacs.Lit]int64{} // indexed by variable
	for i, l := range c.Lits {
		if w := c.Coef(i); l > 0 {
			coefs[l] += w
		} else {
			coefs[-l] -= w
			least += w
		}
	}
	type term struct {
		lit    dimacs.Lit
		weight int64
	}
	var terms []term
	for l, n := range coefs {
		if n < 0 {
			least += n
			l, n = -l, -n
		}
		if n > 0 {
			terms = append(terms, term{l, n})
		}
	}
	slices.SortFunc(terms, func(a, b term) int { return cmp.Or(cmp.Compare(b.weight, a.weight), a.lit.Var()-b.lit.Var()) })
	most = least
	for _, t := range terms {
		lits, weights, most = append(lits, t.lit), append(weights, t.weight), most+t.weight
	}
	return lits, weights, least, most
}

// newSum returns the bound that the weights of the true literals have a sum of at least need, which is at
// most the sum of all weights. It divides by the greatest common divisor of the weights, rounds need up,
// and lowers weights above need to need. The weights are positive and in descending order. newSum copies
// them, but keeps lits. If need <= 0, it returns the empty sum.
func newSum(need int64, lits []dimacs.Lit, weights []int64) *sum {
	if need <= 0 {
		return &sum{}
	}
	s := &sum{lits, slices.Clone(weights), need}
	for range 2 { // the limit may change the divisor
		g := int64(0)
		for _, w := range s.weights {
			for w != 0 {
				g, w = w, g%w
			}
		}
		s.need = (s.need-1)/g + 1
		for i, w := range s.weights {
			s.weights[i] = min(w/g, s.need)
		}
	}
	return s
}

// rest returns the sum of the weights from index i on, indexed by i from 0 to len(s.weights).
func (s *sum) rest() []int64 {
	rest := make([]int64, len(s.weights)+1)
	for i := len(s.weights) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + s.weights[i]
	}
	return rest
}

// adders adds clauses for s, whose need is above 0. Column i holds literals with the weight 2^i. Adders
// replace three or two literals by one, and by a carry in the next column, until each column has at most
// one literal, which is digit i of the sum. The sum is too small if and only if it has the digit 0 at
// some digit 1 of the bound, and no higher digit of the sum exceeds the same digit of the bound.
func (e *encoder) adders(s *sum) {
	var columns [64][]dimacs.Lit
	for i, w := range s.weights {
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(uint64(w))
			columns[bit] = append(columns[bit], s.lits[i])
		}
	}
	digits := bits.Len64(uint64(s.rest()[0])) // of the largest sum
	for i := range digits {
		for c := columns[i]; len(c) > 1 && e.sink.Err() == nil; columns[i] = c {
			out, n := e.fresh(2), min(3, len(c))
			addDigits(c[:n], out, e.sink)
			c = append(c[n:], out[0])
			columns[i+1] = append(columns[i+1], out[1])
		}
	}
	var above []dimacs.Lit // the higher digits for which the bound has 0
	for i := digits - 1; i >= 0; i-- {
		if above = append(above, columns[i]...); s.need>>i&1 == 1 {
			e.sink.Clause(above...)
			above = above[:len(above)-len(columns[i])]
		}
	}
}

// addDigits adds clauses that define the two variables of out as the binary digits, the lower first, of
// the number of true literals among in. There are two or three literals.
func addDigits(in, out []dimacs.Lit, sink dimacs.Sink) {
	var clause [4]dimacs.Lit
	for values := range 1 << len(in) {
		for i, l := range in { // false under this assignment only
			clause[i] = l * dimacs.Lit(1-2*(values>>i&1))
		}
		for k, l := range out {
			clause[len(in)] = l * dimacs.Lit(2*(bits.OnesCount(uint(values))>>k&1)-1)
			sink.Clause(clause[:len(in)+1]...)
		}
	}
}
