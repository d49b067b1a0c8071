// Package argument holds the data of arguments: refutations and simplifications that are found by
// other means than search, such as counting, sums modulo 2 and symmetry. An argument is a list of
// steps. Package checker accepts or rejects each step before anybody relies on it, and package
// derive writes proofs of accepted arguments.
package argument

import (
	"math"

	"queens/cmd/qsat/internal/clause"
)

// True and False stand for the constants in place of a literal.
const (
	True  clause.Lit = math.MaxUint32 - 1
	False            = True ^ 1
)

// An Argument is a list of steps about one formula. Steps refer to each other by their index in
// the lists below.
type Argument struct {
	Counts    []Count    // lower bounds
	Groups    []Group    // upper bounds
	Sums      []Sum      // lower bounds minus upper bounds
	Equations []Equation // modulo 2
	Additions []Addition // of equations
}

// A Count is a multiset of literals, the labels, with lower bounds on the number of true labels
// in intervals of the list. A literal that stands at two positions counts twice.
type Count struct {
	Labels []clause.Lit
	Bounds []Bound // each follows from clauses and the bounds before it
	Pairs  []Pair  // of all bounds; see Bound.End
}

// A Bound says that Lit implies that at least AtLeast of Labels[From:To] are true. Lit may be
// True. The bound follows from pairs, which talk about Labels[From:Middle], part 0, and
// Labels[Middle:To], part 1.
type Bound struct {
	Lit                       clause.Lit
	From, Middle, To, AtLeast int32
	End                       int32 // the pairs of bound i are Pairs[Bounds[i-1].End:Bounds[i].End]
}

// A Pair stands for a clause of the negation of a bound's literal and of one literal for each
// part, or none. Parts[i] gives the literal for part i and how many true labels of the part it
// implies: k > 0 is the literal of bound k-1; k < 0 is the label at position -k-1, which implies
// one; 0 is no literal. Clause is the clause, or 0 if it is binary, or if a literal is True and
// no clause is needed.
type Pair struct {
	Parts  [2]int32
	Clause clause.Ref
}

// A Group says that at most AtMost of the literals are true, which is 1 or 2.
type Group struct {
	Lits   []clause.Lit
	AtMost int
	// Count is 1 plus the number of a Count, and Bound the number of an unconditional bound of
	// it, if the literals are negations of labels; Count is 0 if clauses say it.
	Count, Bound int
}

// A Sum adds lower bounds and subtracts the groups that their literals belong to.
type Sum struct{ Demands []Demand }

// A Demand says that at least AtLeast of some literals are true: those of a clause, or labels
// of a count.
type Demand struct {
	Lits    []clause.Lit // of the clause, or Labels[From:To] of the count
	Groups  []int32      // for each literal, the group that it belongs to
	AtLeast int          // at least 1
	// Clause is the clause, 0 if it is binary. Count is 1 plus the number of a Count, and Bound
	// the number of an unconditional bound of it; Count is 0 for a clause.
	Clause       clause.Ref
	Count, Bound int
	From         int32 // in the labels
}

// An Equation says whether the number of true variables in a set is odd.
type Equation struct {
	Vars []uint32 // ascending
	Odd  bool
	// Sum is 1 plus the number of a sum that is tight, and Group the group of it whose literals
	// have these variables; Sum is 0 if clauses say it.
	Sum, Group int
	// Clauses are the 2^(n-1) clauses that say it. Each excludes an assignment with the wrong
	// parity, which is read as a binary number: bit i is the value of Vars[i]. The clauses are in
	// the order of these numbers. A binary clause is 0.
	Clauses []clause.Ref
}

// An Addition adds equation A to equation B. The sum replaces B, unless B has at most two
// variables. Equations are numbered from 0 in the order of Equations, and then in the order of
// Additions.
type Addition struct{ A, B int32 }
