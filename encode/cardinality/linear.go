package cardinality

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/dimacs"
)

const (
	// maxPairs is the largest number of literals of which at most one is true by a clause for each pair.
	// Searches find the structure of such clauses.
	maxPairs = 512
	// maxDirect is the largest number of literals of a bound that is encoded without auxiliary variables
	// otherwise.
	maxDirect = 6
	// maxCounter is the largest number of variables of a counter.
	maxCounter = 1 << 16
	// maxRoom is the largest number of pairs and nodes of decision diagrams for all constraints of a
	// formula. A diagram takes at most the part 1/roomShare of what is left, so that many constraints
	// get small diagrams, or adders.
	maxRoom   = 1 << 24
	roomShare = 1 << 7
)

// Linear adds clauses for a linear constraint to the sink. The sum of the absolute values of its
// coefficients must be at most dimacs.MaxWeight; see dimacs.Formula.Check. Linear takes its auxiliary
// variables from fresh. It neither changes nor keeps c.
//
// Linear merges the terms of a variable, makes all coefficients positive by complements, limits them to
// the bound that they must reach, and divides them by their greatest common divisor. Then it encodes each
// bound in the first of these ways that suits it:
//   - clauses of the literals: a single one, pairs for at most one of maxPairs literals, or all minimal
//     ones for maxDirect literals
//   - a counter (see Bound) if all coefficients are equal
//   - a reduced ordered decision diagram: a node is a literal with a bound that it and the literals after
//     it must reach; bounds that the same assignments reach have one node
//   - adders: the sum as a binary number, whose digits are compared with the bound
//
// Propagation: for each bound, unit propagation derives every implied literal, except through adders.
// Models: each permitted assignment has exactly one, because all variables are defined in both
// directions.
//
// References: Niklas Eén and Niklas Sörensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT
// 2006, for diagrams and adders. Ignasi Abío, Robert Nieuwenhuis, Albert Oliveras, Enric
// Rodríguez-Carbonell and Valentin Mayer-Eichberger, "A New Look at BDDs for Pseudo-Boolean
// Constraints", JAIR 2012, for the intervals of bounds.
func Linear(c dimacs.Linear, sink dimacs.Sink, fresh dimacs.Fresh) {
	room := maxRoom
	encode(c, &room, sink, fresh)
}

// encode is Linear with the given room, from which it subtracts the pairs and nodes that it makes.
func encode(c dimacs.Linear, room *int, sink dimacs.Sink, fresh dimacs.Fresh) {
	s, low, high, possible := normal(c)
	if !possible {
		sink.Clause()
		return
	}
	var left []*sum
	for _, b := range []*sum{s.atLeast(low), s.complement().atLeast(s.total - high)} {
		if !b.direct(room, sink) {
			left = append(left, b)
		}
	}
	if len(left) == 2 && low == high && s.counts(low) {
		Exactly.Encode(int(low), s.lits, sink, fresh)
		return
	}
	for _, b := range left {
		switch {
		case b.counts(b.need):
			AtLeast.Encode(int(b.need), b.lits, sink, fresh)
		case !b.diagram(room, sink, fresh):
			b.adders(sink, fresh)
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

// direct encodes the bound by clauses of its literals, unless they may be too many. It reports whether it
// has encoded the bound.
func (s *sum) direct(room *int, sink dimacs.Sink) bool {
	n := len(s.lits)
	switch {
	case s.need <= 0:
	case s.need == 1: // all weights are 1
		sink.Clause(s.lits...)
	case s.need == s.total-1 && s.weights[0] == 1 && n <= maxPairs && n*n/2 <= *room:
		*room -= n * n / 2
		sink.Pairs(s.lits)
	case n <= maxDirect:
		var clause []dimacs.Lit
		for set := range 1 << n { // the other literals do not reach the bound, but with any one of the set they do
			rest, last := s.total, int64(0)
			clause = clause[:0]
			for i, l := range s.lits {
				if set>>i&1 == 1 {
					clause, last = append(clause, l), s.weights[i]
					rest -= last
				}
			}
			if rest < s.need && rest+last >= s.need {
				sink.Clause(clause...)
			}
		}
	default:
		return false
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

// adders adds clauses for s. Column i holds literals that count 2^i. Adders replace three or two of them
// by one, and by a carry in the next column, until each column has at most one literal, digit i of the
// sum. The sum is too small if and only if, at some digit 1 of the bound, it has the digit 0, and no
// higher digit exceeds that of the bound.
func (s *sum) adders(sink dimacs.Sink, fresh dimacs.Fresh) {
	var columns [64][]dimacs.Lit
	for i, w := range s.weights {
		for ; w != 0; w &= w - 1 {
			bit := bits.TrailingZeros64(uint64(w))
			columns[bit] = append(columns[bit], s.lits[i])
		}
	}
	for i := range bits.Len64(uint64(s.total)) { // the sum has no higher digit
		for c := columns[i]; len(c) > 1 && sink.Err() == nil; columns[i] = c {
			out, n := fresh(2), min(3, len(c))
			addDigits(c[:n], out, sink)
			c = append(c[n:], out[0])
			columns[i+1] = append(columns[i+1], out[1])
		}
	}
	for i := range bits.Len64(uint64(s.need)) {
		if s.need>>i&1 == 0 {
			continue
		}
		clause := slices.Clone(columns[i])
		for j := i + 1; j < bits.Len64(uint64(s.total)); j++ {
			if s.need>>j&1 == 0 {
				clause = append(clause, columns[j]...)
			}
		}
		sink.Clause(clause...)
	}
}

// addDigits defines out as the two digits of the number of true literals among two or three.
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
