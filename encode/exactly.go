package encode

import (
	"iter"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// exactly adds clauses: exactly k of n literals are true, for k from 1 to n-1; literal(i)
// is the i-th of them, from 0. The encoding counts along the literals: variable (i, j) is
// true if and only if at least j of the first i literals are true. Only counts from which k
// can still be reached have variables: j is at most min(i, k) and above k-(n-i), because
// smaller counts are always reached. So the variables form a band, which is narrow if k is
// small or near n.
//
// For example, exactly 1 of 3 literals a, b, c has the variables (1, 1) = a and (2, 1) = a
// or b; the clauses then require c unless (2, 1) holds, and exclude b if (1, 1) and c if
// (2, 1) holds.
//
// Size: k(n-k) auxiliary variables, 4k(n-k) clauses of two and three literals.
// Propagation: unit propagation derives every implied literal.
// Models: each permitted assignment has exactly one, because all variables are defined in
// both directions.
//
// References: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
// Constraints", CP 2005, for the counter in one direction.
func exactly(k, n int, literal func(i int) dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
	var before register
	clause := make([]dimacs.Lit, 0, 3)
	for i := 0; i < n && sink.Err() == nil; i++ {
		l, after := literal(i), countsAfter(i+1, k, n)
		after.vars = fresh(after.high - after.low)
		for j := before.low + 1; j <= after.high; j++ {
			after.define(j, l, &before, clause, sink)
		}
		if before.high == k {
			sink.Binary(l.Neg(), before.atLeast(k).Neg())
		}
		before = after
	}
}

// sizeOfExactly returns the number of variables that exactly adds for n literals, and the
// total weight of its clauses.
func sizeOfExactly(k, n int, weight atmostone.Weight) (aux int, clauses float64) {
	yes, no := float64(k), float64(n-k)
	return k * (n - k), 2*yes*no*weight(1, 1) + (yes-1)*no*weight(1, 2) + yes*(no-1)*weight(2, 1) + yes*weight(2, 0) + no*weight(0, 2)
}

// meaningsOfExactly yields words(i, j) for each auxiliary variable (i, j) of exactly, in
// the order of the variables.
func meaningsOfExactly(k, n int, words func(i, j int) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 1; i <= n; i++ {
			after := countsAfter(i, k, n)
			for j := after.low + 1; j <= after.high; j++ {
				if !yield(words(i, j)) {
					return
				}
			}
		}
	}
}

// A register holds the variables for the number of true literals among the first i. This
// count is at least low and at most high.
type register struct {
	low, high int
	vars      []dimacs.Lit // vars[x]: the count is at least low+1+x
}

// countsAfter returns the register after i of n literals, for a final count of k, without
// its variables.
func countsAfter(i, k, n int) register {
	return register{low: max(0, k-(n-i)), high: min(i, k)}
}

// atLeast returns the variable for a count of at least j, which must be above low and at
// most high.
func (r *register) atLeast(j int) dimacs.Lit { return r.vars[j-r.low-1] }

// define adds clauses for: the count after l is at least j if and only if the count before
// was at least j, or it was at least j-1 and l is true. Known counts are left out of the
// clauses: a count of at most low is always reached, and a count above high never.
func (r *register) define(j int, l dimacs.Lit, before *register, clause []dimacs.Lit, sink dimacs.Sink) {
	counted := j > r.low // "at least j" is a variable of r
	if counted && j <= before.high {
		sink.Binary(before.atLeast(j).Neg(), r.atLeast(j))
	}
	if counted {
		clause = append(clause[:0], l.Neg(), r.atLeast(j))
		if j-1 > before.low {
			clause = append(clause, before.atLeast(j-1).Neg())
		}
		sink.Clause(clause...)
	}
	clause = append(clause[:0], l)
	if j <= before.high {
		clause = append(clause, before.atLeast(j))
	}
	if counted {
		clause = append(clause, r.atLeast(j).Neg())
	}
	sink.Clause(clause...)
	if j-1 > before.low {
		sink.Binary(r.atLeast(j).Neg(), before.atLeast(j-1))
	}
}

// upTo adds clauses that count the true literals among n up to k, and returns the variables for
// "at least j" with j from 1 to k, where k is at most n. The encoding is that of exactly, with a
// variable (i, j) for every j up to min(i, k).
//
// Size: k(2n-k+1)/2 auxiliary variables.
func upTo(k, n int, literal func(i int) dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) []dimacs.Lit {
	var before register
	clause := make([]dimacs.Lit, 0, 3)
	for i := 0; i < n && sink.Err() == nil; i++ {
		after := register{high: min(i+1, k)}
		after.vars = fresh(after.high)
		for j := 1; j <= after.high; j++ {
			after.define(j, literal(i), &before, clause, sink)
		}
		before = after
	}
	return before.vars
}

// sizeOfUpTo returns the number of variables that upTo adds, and the total weight of its clauses.
func sizeOfUpTo(k, n int, weight atmostone.Weight) (aux int, clauses float64) {
	all := k * (2*n - k + 1) / 2 // pairs (i, j)
	diagonal := float64(k)       // those with i = j
	first := float64(n)          // those with j = 1
	before := float64(all) - diagonal
	clauses = before*weight(1, 1) + first*weight(1, 1) + (float64(all)-first)*weight(1, 2) +
		before*weight(2, 1) + diagonal*weight(1, 1) + (float64(all)-first)*weight(1, 1)
	return all, clauses
}
