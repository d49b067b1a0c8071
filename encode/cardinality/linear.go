package cardinality

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/dimacs"
)

const (
	// maxPairs is the largest number of clauses of two literals that encode a bound directly, as in the
	// pairwise encoding of at most one literal; searches find the structure of these clauses.
	maxPairs = 1 << 17
	// maxDirect is the largest number of longer clauses that encode a bound directly.
	maxDirect = 32
	// maxCounter is the largest number of variables of a counter.
	maxCounter = 1 << 16
	// maxNodes is the largest number of nodes of a decision diagram.
	maxNodes = 1 << 12
)

// Linear adds clauses for a linear constraint to the sink. The sum of the absolute values of its
// coefficients must be at most dimacs.MaxWeight; see dimacs.Formula.Check. Linear takes its auxiliary
// variables from fresh. It neither changes nor keeps c.
//
// Linear merges the terms of a variable, makes all coefficients positive by complements, limits them to the bound
// that they must reach, and divides them by their greatest common divisor. Then it encodes each bound in
// the first of these ways whose size is limited:
//   - clauses of the literals, no proper subset of which is implied, such as a clause or pairwise at
//     most one
//   - a counter (see Bound) if all coefficients are equal
//   - a reduced ordered decision diagram: a node is a literal with the part of the bound that it and the
//     literals after it must reach, and nodes that require the same share a variable
//   - adders: the sum as a binary number, whose digits are compared with the bound
//
// Propagation: unit propagation derives every implied literal, except through adders.
// Models: each permitted assignment has exactly one, because all variables are defined in both
// directions.
//
// References: Niklas Eén and Niklas Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT
// 2006, for diagrams and adders. Ignasi Abío, Robert Nieuwenhuis, Albert Oliveras, Enric
// Rodríguez-Carbonell and Valentin Mayer-Eichberger, "A New Look at BDDs for Pseudo-Boolean
// Constraints", JAIR 2012, for the intervals of bounds. Joost P. Warners, "A Linear-Time Transformation
// of Linear Inequalities into Conjunctive Normal Form", Information Processing Letters 1998, for adders.
func Linear(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) {
	s, low, high, possible := normal(c)
	if !possible {
		sink.Clause()
		return
	}
	least, most := s.atLeast(low), s.complement().atLeast(s.total-high)
	hasLow, hasHigh := !least.direct(sink), !most.direct(sink)
	exact := hasLow && hasHigh && low == high
	switch k := int(low); {
	case exact && s.counts(low):
		Exactly.Encode(k, s.lits, sink, fresh)
	case exact && (!least.diagram(sink, fresh) || !most.diagram(sink, fresh)):
		s.adders(low, high, sink, fresh)
	case exact:
	default:
		if hasLow {
			least.encode(sink, fresh)
		}
		if hasHigh {
			most.encode(sink, fresh)
		}
	}
}

// A sum is a constraint: the weights of the true literals have a sum of at least need.
type sum struct {
	lits        []dimacs.Lit
	weights     []int64 // positive, in descending order
	total, need int64   // total is the sum of weights
}

// normal returns c as two bounds of a sum of positive weights, from 0 to its total. It reports false
// if no assignment satisfies c.
func normal(c dimacs.Linear) (s sum, low, high int64, possible bool) {
	order := make([]int, len(c.Lits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return c.Lits[i].Var() - c.Lits[j].Var() })
	type term struct {
		lit    dimacs.Lit
		weight int64
	}
	var terms []term
	least := int64(0) // the smallest value of the sum of c
	for len(order) > 0 {
		l, n := dimacs.Lit(c.Lits[order[0]].Var()), int64(0)
		for ; len(order) > 0 && c.Lits[order[0]].Var() == l.Var(); order = order[1:] {
			if w := c.Coef(order[0]); c.Lits[order[0]] == l {
				n += w
			} else {
				n -= w
				least += w
			}
		}
		if n < 0 {
			least += n
			l, n = -l, -n
		}
		if n > 0 {
			terms = append(terms, term{l, n})
		}
	}
	slices.SortStableFunc(terms, func(a, b term) int { return cmp.Compare(b.weight, a.weight) })
	for _, t := range terms {
		s.lits, s.weights, s.total = append(s.lits, t.lit), append(s.weights, t.weight), s.total+t.weight
	}
	most := least + s.total
	if c.Low > most || c.High < least {
		return s, 0, 0, false
	}
	low, high = max(c.Low, least)-least, min(c.High, most)-least
	g := s.divisor()
	s.divide(g)
	low, high = low/g+min(low%g, 1), high/g
	return s, low, high, low <= high
}

// divisor returns the greatest common divisor of the weights, or 1 if there are none.
func (s *sum) divisor() int64 {
	g := int64(0)
	for _, w := range s.weights {
		for w != 0 {
			g, w = w, g%w
		}
	}
	return max(g, 1)
}

// divide divides all weights by g.
func (s *sum) divide(g int64) {
	for i := range s.weights {
		s.weights[i] /= g
	}
	s.total /= g
}

// complement returns the sum of the complements, without a bound.
func (s *sum) complement() *sum {
	return &sum{lits: dimacs.Negated(s.lits), weights: s.weights, total: s.total}
}

// atLeast returns s with the bound need, and with weights reduced by it.
func (s *sum) atLeast(need int64) *sum {
	r := &sum{lits: s.lits, need: need}
	for _, w := range s.weights {
		r.weights = append(r.weights, min(w, need))
		r.total += min(w, need)
	}
	if need > 0 {
		g := r.divisor()
		r.divide(g)
		r.need = (need-1)/g + 1
	}
	return r
}

// counts reports whether all weights are 1 and a counter up to k is small enough.
func (s *sum) counts(k int64) bool {
	return s.weights[0] == 1 && k*(s.total-k) <= maxCounter
}

// encode encodes the bound, which is not direct.
func (s *sum) encode(sink dimacs.Sink, fresh dimacs.Fresh) {
	switch {
	case s.counts(s.need):
		AtLeast.Encode(int(s.need), s.lits, sink, fresh)
	case !s.diagram(sink, fresh):
		s.adders(s.need, s.total, sink, fresh)
	}
}

// direct adds the clauses of the literals that s implies and that have no implied part, if they are few
// enough. It reports whether they are. Such a clause is a minimal set of literals without which the
// weights do not reach the bound.
func (s *sum) direct(sink dimacs.Sink) bool {
	n := len(s.lits)
	switch {
	case s.need <= 0:
		return true
	case s.need == 1: // all weights are 1
		sink.Clause(s.lits...)
		return true
	case n > maxPairs || n*n > 4*maxPairs && s.need < s.total: // the search would be deep
		return false
	}
	rest := s.rest()
	var clauses, clause []dimacs.Lit // a zero after each
	pairs, longer := 0, 0
	var search func(i int, room int64) bool // of the literals from i on; the weights of clause leave room
	search = func(i int, room int64) bool {
		for ; i < n && rest[i] > room; i++ {
			clause = append(clause, s.lits[i])
			if s.weights[i] <= room {
				if !search(i+1, room-s.weights[i]) {
					return false
				}
			} else {
				clauses = append(append(clauses, clause...), 0)
				if len(clause) <= 2 {
					pairs++
				} else {
					longer++
				}
			}
			if clause = clause[:len(clause)-1]; pairs > maxPairs || longer > maxDirect {
				return false
			}
		}
		return true
	}
	if !search(0, s.total-s.need) {
		return false
	}
	for len(clauses) > 0 && sink.Err() == nil {
		end := slices.Index(clauses, 0)
		sink.Clause(clauses[:end]...)
		clauses = clauses[end+1:]
	}
	return true
}

// rest returns, indexed by literal, the sum of its weight and the weights after it.
func (s *sum) rest() []int64 {
	rest := make([]int64, len(s.weights)+1)
	for i := len(s.weights) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + s.weights[i]
	}
	return rest
}

// adders adds clauses for: the sum is at least low and at most high. Column i holds literals that count
// 2^i. Adders replace three or two of them by one, and by a carry in the next column, until each column
// has one literal at most, the digit i of the sum.
func (s *sum) adders(low, high int64, sink dimacs.Sink, fresh dimacs.Fresh) {
	var columns [64][]dimacs.Lit
	for i, w := range s.weights {
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(uint64(w))
			columns[bit] = append(columns[bit], s.lits[i])
		}
	}
	n := bits.Len64(uint64(s.total))
	digits := make([]dimacs.Lit, n) // 0 for a digit that is always 0
	for i := range n {
		c := columns[i]
		for len(c) > 1 && sink.Err() == nil {
			in := c[:min(3, len(c))]
			out := fresh(2)
			addDigits(in, out[0], out[1], sink)
			c = append(c[len(in):], out[0])
			columns[i+1] = append(columns[i+1], out[1])
		}
		if len(c) > 0 {
			digits[i] = c[0]
		}
	}
	if low > 0 {
		bound(digits, low, 1, sink)
	}
	if high < s.total {
		bound(digits, ^high, -1, sink)
	}
}

// addDigits defines sum and carry as the digits of the number of true literals among two or three.
func addDigits(in []dimacs.Lit, sum, carry dimacs.Lit, sink dimacs.Sink) {
	var clause [4]dimacs.Lit
	for values := range 1 << len(in) {
		for i, l := range in { // false under this assignment only
			if clause[i] = l; values>>i&1 == 1 {
				clause[i] = -l
			}
		}
		for k, out := range []dimacs.Lit{sum, carry} {
			if clause[len(in)] = out; bits.OnesCount(uint(values))>>k&1 == 0 {
				clause[len(in)] = -out
			}
			sink.Clause(clause[:len(in)+1]...)
		}
	}
}

// bound adds clauses: the number with the given digits is at least least. If sign is -1, the
// complements of the digits are the digits of the number. A number is less if and only if, at some
// digit 1 of least, it has the digit 0, and no higher digit exceeds that of least.
func bound(digits []dimacs.Lit, least int64, sign dimacs.Lit, sink dimacs.Sink) {
	var clause []dimacs.Lit
next:
	for i := range digits {
		if least>>i&1 == 0 {
			continue
		}
		clause = clause[:0]
		for j := i; j < len(digits); j++ {
			switch {
			case j > i && least>>j&1 == 1:
			case digits[j] != 0:
				clause = append(clause, sign*digits[j])
			case sign < 0: // the complement of 0
				continue next
			}
		}
		sink.Clause(clause...)
	}
}
