// Package argument holds the data of arguments. An Argument is a list of steps that refute or
// simplify a formula by counting or by equations modulo 2, where a search would be slow. Package
// checker accepts or rejects each step before another package relies on it. Package derive writes
// DRAT proofs of an accepted Argument. A Counter is a claim of package orbit, which has no proof.
package argument

import (
	"math"

	"queens/cmd/qsat/internal/clause"
)

// True and False are the constants. They take the place of a literal where a field allows it.
const (
	True  clause.Lit = math.MaxUint32 - 1
	False            = True ^ 1
)

// An Argument holds the steps of an argument about a formula. A step refers to another step by its
// index in one of these lists, its number. Where 0 means that there is no such step, the reference is
// 1 + the index. The comment of each field says so.
type Argument struct {
	Tallies   []Tally    // lower bounds on the number of true literals
	Groups    []Group    // upper bounds on the number of true literals
	Sums      []Sum      // comparisons of lower bounds with upper bounds
	Equations []Equation // equations modulo 2
	Additions []Addition // additions of two equations
}

// A Tally is a list of literals, the labels, with lower bounds on the number of true labels in
// intervals of the list. A literal at two positions counts twice.
//
// For example, the labels x, y, z and the clauses (-s, x, y) and (s, z) have the bounds
//
//	s implies that at least 1 of Labels[0:2] is true       pair of label 0 and label 1
//	True implies that at least 1 of Labels[0:3] is true    pair of bound 0 and label 2
type Tally struct {
	Labels []clause.Lit
	Bounds []Bound // each follows from clauses and from earlier bounds
	Pairs  []Pair  // the pairs of all bounds, bound by bound; see Bound.End
}

// A Bound says that Lit implies that at least AtLeast of Labels[From:To] are true. If Lit is True,
// the bound holds unconditionally. The bound follows from its pairs. They divide the interval into
// part 0, Labels[From:Middle], and part 1, Labels[Middle:To].
type Bound struct {
	Lit                       clause.Lit
	From, Middle, To, AtLeast int32
	End                       int32 // the pairs of bound i are Pairs[Bounds[i-1].End:Bounds[i].End]; bound 0 begins at 0
}

// A Pair says: if Lit of the bound is true, part 0 has at least i true labels, or part 1 has at least j.
// It follows from a clause whose unassigned literals are -Lit, x and y, or some of them. Here x implies
// the statement about part 0, and y the statement about part 1. Parts[0] gives x and i, and Parts[1]
// gives y and j, by a number k:
//
//	k > 0  the literal of bound k-1, and its AtLeast
//	k < 0  the label at position -k-1, and 1
//	k = 0  no literal: the statement about this part is false
//
// Clause is the clause. It is 0 if the clause is binary, or if x or y is True so that no clause is
// needed. The pairs of a bound are in order: i ascending and j descending, where a number may repeat.
// For k = 0, i or j counts as larger than every number of labels.
type Pair struct {
	Parts  [2]int32
	Clause clause.Ref
}

// A Group says that at most AtMost of the literals are true, because of clauses. AtMost is 1 or 2.
type Group struct {
	Lits   []clause.Lit
	AtMost int
}

// A Sum adds the lower bounds of its demands and subtracts the upper bounds of the groups of their
// literals, each group once. If the difference is positive, the formula has no model. If it is 0, the
// sum is tight: each of these groups has exactly AtMost true literals in the demands. The difference
// must not be negative.
type Sum struct{ Demands []Demand }

// A Demand says that at least AtLeast of some literals are true. The literals are a clause, or an
// interval of the labels of a tally.
type Demand struct {
	Lits    []clause.Lit // the unassigned literals of the clause, or labels of the tally
	Groups  []int32      // Groups[i] is the number of the group that Lits[i] is assigned to
	AtLeast int          // at least 1; 1 for a clause
	// If Tally is 0, the demand follows from Clause, which is 0 for a binary clause. Otherwise it
	// follows from Tallies[Tally-1].Bounds[Bound], an unconditional bound. If that says that at least n
	// labels are true and the demand leaves out k labels of the tally, AtLeast is at most n-k.
	Clause       clause.Ref
	Tally, Bound int
	From         int32 // the position of Lits[0] in the labels of the tally
}

// An Equation says that the number of true variables in Vars is odd or, if Odd is false, even. For
// example, Vars 1 and 2 with Odd say that variable 1 or variable 2 is true, but not both.
type Equation struct {
	Vars []uint32 // ascending, and unassigned
	Odd  bool
	// If Sum is 0, the equation follows from Clauses. Otherwise Sums[Sum-1] is tight. It assigns some
	// literals to Groups[Group], whose AtMost is 1, and exactly one of these is true. The equation says
	// the same modulo 2.
	Sum, Group int
	// If Sum is 0, Clauses holds 2^(n-1) clauses, where n is len(Vars). Each excludes one assignment
	// with the wrong parity. Read as a binary number, the assignment has the value of Vars[i] as bit i.
	// The clauses are in ascending order of these numbers. A binary clause is 0.
	Clauses []clause.Ref
}

// An Addition adds the equations with the numbers A and B. The result of Additions[i] is the equation
// with the number len(Equations)+i; smaller numbers are indices in Equations. If equation B has more
// than two variables, no later addition may use it, because package checker drops it to save memory.
type Addition struct{ A, B int32 }

// A Counter claims that the clauses with its sums only bound the number of true labels: values of all
// other variables extend to a model of these clauses if and only if at least Low and at most High labels
// are true.
type Counter struct {
	Labels    []clause.Lit // of different variables
	Low, High int
	Sums      []Threshold
	Unique    bool // the values of the labels determine the values of the sums
}

// A Threshold gives a sum the value with which the clauses of the counter hold: Lit is true if and
// only if at least AtLeast of the first Prefix labels are true. Prefix is from 1 to the number of
// labels, and AtLeast from 0 (always true) to Prefix+1 (never true).
type Threshold struct {
	Lit             clause.Lit
	Prefix, AtLeast int
}
