package encode

import (
	"iter"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// exactly is the constraint that k of n literals are true, no more and no
// less; k is from 1 to n-1, and literal tells them from 0. It counts along the
// literals: after the first i of them, variable (i, j) is true if at least j
// are. Only counts that can still end at k have variables: at most i and at most
// k, and no fewer than k less the literals to come; below and above these the
// count is known. So the variables make a band, narrow where k is small or near
// n.
//
// Size: k(n-k) auxiliary variables, 4k(n-k) clauses of two and three
// literals.
// Propagation: unit propagation finds every literal whose value follows.
// Models: one for each assignment it permits, as all variables are defined in
// both directions.
//
// References: Carsten Sinz, "Towards an Optimal CNF Encoding of Boolean
// Cardinality Constraints", CP 2005, for the counter in one direction.
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
// weight of its clauses.
func sizeOfExactly(k, n int, weight atmostone.Weight) (aux int, clauses float64) {
	yes, no := float64(k), float64(n-k)
	return k * (n - k), 2*yes*no*weight(1, 1) + (yes-1)*no*weight(1, 2) + yes*(no-1)*weight(2, 1) + yes*weight(2, 0) + no*weight(0, 2)
}

// meaningsOfExactly yields those of the auxiliary variables of exactly, given words
// for a count of at least j among the first i.
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

// A register holds the variables for the count after some of the literals: it is
// at least low and at most high.
type register struct {
	low, high int
	vars      []dimacs.Lit // at least low+1, .., at least high
}

// countsAfter returns the counts that are possible after i of n literals if
// there are k in the end, without variables.
func countsAfter(i, k, n int) register {
	return register{low: max(0, k-(n-i)), high: min(i, k)}
}

// atLeast returns the variable for a count of at least j, if that is not known.
func (r *register) atLeast(j int) dimacs.Lit { return r.vars[j-r.low-1] }

// define adds that the count after l is at least j exactly if it was before, or
// if it was at least j-1 and l is true. What is known is left out: a count of
// at most low is reached, one above high is not.
func (r *register) define(j int, l dimacs.Lit, before *register, clause []dimacs.Lit, sink dimacs.Sink) {
	counted := j > r.low // at least j is a variable here
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
