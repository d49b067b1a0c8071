// Package cardinality encodes the constraint that at most k, at least k or exactly k of n literals are
// true, and linear constraints, in which literals have coefficients.
//
// For at most one literal, package atmostone has other encodings, and some of them are smaller. To encode all
// constraints of a formula, use Clauses. It often makes far fewer variables than Linear, because it uses the
// constraints that say that at most one of some literals is true.
package cardinality

import (
	"iter"

	"queens/dimacs"
)

// A Bound is a kind of constraint on the number of true literals.
//
// The encoding is a counter. Variable (i, j) is true if and only if at least j of the first i
// literals are true, for j from 1. It exists only if k-(n-i) < j <= min(i, k), because all other
// values are known or do not matter:
//   - If j > i, it would be false. Counts above k are excluded by clauses (AtMost, Exactly) or do
//     not matter (AtLeast).
//   - If j <= k-(n-i), the n-i literals after the first i are too few to reach k from fewer than j
//     true literals. So AtLeast and Exactly require j. For AtMost it does not matter.
//
// The pairs (i, j) form a band, which is narrow if k is small or near n.
//
// For example, exactly 1 of 3 literals a, b, c has two variables: (1, 1) is a, and (2, 1) is a or
// b. The clauses require c if (2, 1) is false. They exclude b if (1, 1) is true, and c if (2, 1)
// is true.
//
// Size: for k from 1 to n-1, k(n-k) auxiliary variables and 4k(n-k) clauses of two and three
// literals; AtMost has k clauses fewer, and AtLeast n-k fewer. Otherwise there are no
// auxiliary variables, and only unit clauses, the empty clause or no clause.
// Propagation: unit propagation derives every implied literal.
// Models: each permitted assignment has exactly one, because all variables are defined in
// both directions.
//
// References: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality
// Constraints", CP 2005, for the counter in one direction.
type Bound int

const (
	AtMost  Bound = iota // at most k literals are true
	AtLeast              // at least k literals are true
	Exactly              // exactly k literals are true

	unbounded Bound = -1 // any number of literals may be true; only for UpTo
)

// limits reports whether more than k true literals violate the constraint.
func (b Bound) limits() bool { return b == AtMost || b == Exactly }

// requires reports whether fewer than k true literals violate the constraint.
func (b Bound) requires() bool { return b == AtLeast || b == Exactly }

// Encode adds clauses to the sink: at most, at least or exactly k of lits are true. It takes its
// auxiliary variables from fresh. It neither changes nor keeps lits. A literal that occurs twice
// counts twice. Any k is allowed: if the constraint always holds, Encode adds no clause, and if no
// number of true literals from 0 to len(lits) is permitted, Encode adds the empty clause.
func (b Bound) Encode(k int, lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
	b.EncodeFunc(k, len(lits), func(i int) dimacs.Lit { return lits[i] }, sink, fresh)
}

// EncodeFunc is Encode for n literals that need not be in memory: literal(i) returns literal i, from
// 0 to n-1.
func (b Bound) EncodeFunc(k, n int, literal func(i int) dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
	units, empty := b.trivial(k, n)
	switch {
	case empty:
		sink.Clause()
	case units != 0:
		for i := 0; i < n && sink.Err() == nil; i++ {
			sink.Clause(units * literal(i))
		}
	case 0 < k && k < n:
		b.counter(k, n, literal, sink, fresh)
	}
}

// trivial returns the clauses for k <= 0 and k >= n. If units is 1, each literal is a unit clause.
// If units is -1, each complement is a unit clause. If empty is true, the only clause is the empty
// clause. For other k, and if the constraint always holds, it returns 0 and false.
func (b Bound) trivial(k, n int) (units dimacs.Lit, empty bool) {
	switch {
	case k < 0 && b.limits(), k > n && b.requires():
		return 0, true
	case k == 0 && b.limits():
		return -1, false
	case k == n && b.requires():
		return 1, false
	}
	return 0, false
}

// counter adds the clauses for 0 < k < n, or for 0 <= k <= n if b is unbounded. For unbounded, it
// returns k variables; the one at index j-1 is true if and only if at least j of all literals are
// true. Otherwise it returns no variables. literal(i) returns literal i, from 0. If the sink has an
// error, counter stops early, and its result has no meaning.
func (b Bound) counter(k, n int, literal func(i int) dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) []dimacs.Lit {
	var before register
	clause := make([]dimacs.Lit, 0, 3)
	for i := 0; i < n && sink.Err() == nil; i++ {
		l, after := literal(i), countsAfter(i+1, k, n)
		if b == unbounded {
			after.low = 0
		}
		after.vars = fresh(after.high - after.low)
		first := after.low + 1
		if b.requires() {
			first = before.low + 1 // the clauses for after.low require this count
		}
		for j := first; j <= after.high; j++ {
			after.define(j, l, &before, clause, sink)
		}
		if b.limits() && before.high == k {
			sink.Binary(l.Neg(), before.atLeast(k).Neg())
		}
		before = after
	}
	return before.vars
}

// Size returns the numbers of auxiliary variables and clauses that Encode adds for n literals.
func (b Bound) Size(k, n int) (aux, clauses int) {
	units, empty := b.trivial(k, n)
	switch {
	case empty:
		return 0, 1
	case units != 0:
		return 0, n
	case k <= 0 || k >= n:
		return 0, 0
	}
	clauses = 4 * k * (n - k)
	if !b.requires() {
		clauses -= k
	}
	if !b.limits() {
		clauses -= n - k
	}
	return k * (n - k), clauses
}

// Meanings yields the meanings (i, j) of the auxiliary variables that Encode adds for n literals, in
// the order of their numbers: the variable is true if and only if at least j of the first i literals
// are true. They are the same for AtMost, AtLeast and Exactly.
func Meanings(k, n int) iter.Seq2[int, int] {
	return func(yield func(i, j int) bool) {
		for i := 1; i <= n; i++ {
			after := countsAfter(i, k, n)
			for j := after.low + 1; j <= after.high; j++ {
				if !yield(i, j) {
					return
				}
			}
		}
	}
}

// A register holds the variables (i, j) of the counter for one i, in the order of j. Clauses treat the
// number of true literals among the first i as at least low and at most high.
type register struct {
	low, high int          // variable (i, j) exists if low < j <= high
	vars      []dimacs.Lit // indexed by j-low-1
}

// countsAfter returns the register after the first i of n literals, for the number k of a constraint.
// Its variables are not set.
func countsAfter(i, k, n int) register {
	return register{low: max(0, k-(n-i)), high: min(i, k)}
}

// atLeast returns the variable (i, j), where low < j <= high.
func (r *register) atLeast(j int) dimacs.Lit { return r.vars[j-r.low-1] }

// define adds the clauses of this equivalence: at least j literals up to l are true if and only if at
// least j literals before l are true, or at least j-1 of them and l. r is the register up to l, and
// before is the register for the literals before l. It requires before.low < j <= r.high and j >=
// r.low. The clauses treat each number of true literals as at least low and at most high. So if j is
// r.low, they require the right side. The slice clause is a buffer.
func (r *register) define(j int, l dimacs.Lit, before *register, clause []dimacs.Lit, sink dimacs.Sink) {
	defined := j > r.low // r has a variable for j; otherwise at least j literals must be true
	if defined && j <= before.high {
		sink.Binary(before.atLeast(j).Neg(), r.atLeast(j))
	}
	if defined {
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
	if defined {
		clause = append(clause, r.atLeast(j).Neg())
	}
	sink.Clause(clause...)
	if j-1 > before.low {
		sink.Binary(r.atLeast(j).Neg(), before.atLeast(j-1))
	}
}

// UpTo adds clauses that count the true literals among n literals up to k, where 0 <= k <= n. They
// permit any assignment of the literals. UpTo returns k variables; the variable at index j-1 is true
// if and only if at least j literals are true. literal(i) returns literal i, from 0. The encoding is
// the counter of Bound, but with all variables (i, j) for j up to min(i, k). If the sink has an error,
// UpTo stops early, and its result has no meaning.
//
// Size: k(2n-k+1)/2 auxiliary variables.
func UpTo(k, n int, literal func(i int) dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) []dimacs.Lit {
	return unbounded.counter(k, n, literal, sink, fresh)
}

// SizeOfUpTo returns the numbers of variables and clauses that UpTo adds for k from 1 to n.
func SizeOfUpTo(k, n int) (aux, clauses int) {
	aux = k * (2*n - k + 1) / 2
	return aux, 4*aux - k - n
}
