package cardinality

import (
	"cmp"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// This file finds lower bounds on numbers of true literals ("at least k of these n") that a
// formula encodes with a totalizer or a sequential counter. It works bottom-up:
//
//  1. Literals that the encoding may count are leaves. A literal x has an implied bound
//     of its own: if x is true, the set {x} contains at least 1 true leaf.
//  2. A clause (-s, k, l) means: s implies k or l. If k implies that a set A contains at least
//     a true leaves, and l implies that a set B contains at least b, then s implies
//     "A >= a or B >= b". A binary clause (-s, k) gives "A >= a".
//  3. All such implications of s together give a lower bound on A+B. So s now has an
//     implied bound on the union of A and B, and step 2 applies to the clauses with s.
//  4. The loop ends when no literal gets a new implied bound. Binary clauses (k, l) between
//     literals with implied bounds then say, without any condition, "A >= a or B >= b". Their
//     lower bounds on A+B are the result.
//
// For example, a totalizer over the leaves x1 to x4 has the sums a1, a2 of x1 and x2, the sums
// b1, b2 of x3 and x4, and the sums r1 to r4 of all leaves. Sum i implies at least i true
// leaves. Suppose that r2 is asserted ("at least 2 of 4"):
//
//	clauses                       implied bound
//	(-a1, x1, x2)                 a1: x1 >= 1 or x2 >= 1         so x1+x2 >= 1
//	(-a2, x1), (-a2, x2)          a2: x1 >= 1, and x2 >= 1       so x1+x2 >= 2
//	(-b1, x3, x4)                 b1: x3 >= 1 or x4 >= 1         so x3+x4 >= 1
//	(-b2, x3), (-b2, x4)          b2: x3 >= 1, and x4 >= 1       so x3+x4 >= 2
//	(-r2, a1, b2), (-r2, a2, b1)  r2: A >= 1 or B >= 2, and
//	                                  A >= 2 or B >= 1           so A+B >= 2
//
// where A = x1+x2 and B = x3+x4. Because r2 is true, the clauses in the last line are the
// binary clauses (a1, b2) and (a2, b1). So {x1, .., x4} is a constraint with least = 2.
//
// In the code, the sets are leaf sets, and A and B are the parts of their union. "A >= a or
// B >= b" is a pair. While the leaf set of a pair is not known yet, the pair is an implication.
// The result consists of constraints.

// never is the number of true leaves that falsity implies. It exceeds the size of every leaf set.
const never = math.MaxInt32

// A leafSet is a set of literals, its leaves: either one literal, or the union of two leaf sets,
// its parts.
type leafSet struct {
	parts [2]*leafSet // nil for one literal
	id    clause.Lit  // the literal; with parts, a unique number >= NumLits that identifies the set
	size  int         // the number of leaves
	pairs []pair      // bounds on the parts that hold in every model
	least int         // the number of true leaves that pairs imply in every model, 0 for one literal; -1 before leastOf
	inner bool        // the set is a part of a set whose least exceeds the sum of its parts' least
}

// A constraint is a result of findConstraints: in every model at least least of the leaves are true. Its
// least is at least 2 and exceeds the sum of its parts' least, and the set is not inner. The
// leaves are in the order of the tree, from left to right, and distinct.
type constraint struct {
	*leafSet
	leaves []clause.Lit
}

// findConstraints returns the constraints of the formula, and the implied bounds, indexed by literal.
// The argument numBinary holds the number of binary clauses with each literal. Both results are nil if
// the budget work runs out or if leaves returns nil.
//
// It recognizes totalizers and sequential counters, also if they contain only the implications
// from sums to leaves. Every result follows from the clauses, whatever their author meant. The
// bounds may be weaker than the encoding: for example, a binary clause of two leaves is
// ignored, and a literal keeps its first implied bound.
//
// Sources: O. Bailleux and Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality
// Constraints", CP 2003, for the totalizer; C. Sinz, "Towards an Optimal CNF Encoding of Boolean
// Cardinality Constraints", CP 2005, for the counter.
func findConstraints(d *clause.Database, numBinary []int32, work *int) (list []*constraint, implied []*impliedBound) {
	f := &constraintFinder{Database: d, work: work, numBinary: numBinary, unions: map[uint64]*leafSet{}}
	for newLits, round := f.leaves(), 1; len(newLits) > 0 && *work >= 0; round++ {
		newLits = f.propagate(newLits, round)
	}
	if *work < 0 || f.occurrences == nil {
		return nil, nil
	}
	f.addUnconditional()
	for _, t := range f.order {
		if t.leastOf() > t.parts[0].leastOf()+t.parts[1].leastOf() {
			t.parts[0].inner, t.parts[1].inner = true, true
		}
	}
	visited := map[*leafSet]*leafSet{}
	for _, t := range f.order {
		if !t.inner && t.least > max(1, t.parts[0].least+t.parts[1].least) {
			r := &constraint{leafSet: t}
			if r.findLeaves(t, visited, work) {
				list = append(list, r)
			}
		}
	}
	if *work < 0 {
		return nil, nil
	}
	return list, f.implied
}

// leastOf returns t.least: in every model, at least this number of leaves are true, according to the
// pairs of t and of its parts. The first call sets it, adds the bounds of the parts to t.pairs, and
// removes dominated pairs.
func (t *leafSet) leastOf() int {
	if t.least < 0 {
		for i, part := range t.parts {
			if n := part.leastOf(); n > 0 {
				p := pair{[2]clause.Lit{falsity, falsity}, [2]int{never, never}, 0}
				p.lits[i], p.atLeast[i] = truth, n
				t.pairs = append(t.pairs, p)
			}
		}
		t.pairs, t.least = undominated(t.pairs)
	}
	return t.least
}

// undominated removes the pairs that another pair implies, and returns the others with atLeast[0]
// ascending and atLeast[1] descending. The result least is the smallest number of true leaves with
// which all pairs hold. The pairs (1, 2) and (2, 1), for example, hold with 0+2, 1+1 or 2+0 true
// leaves in parts 0 and 1, so least is 2. Without pairs, least is 0. The result overwrites the slice.
func undominated(pairs []pair) (list []pair, least int) {
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(q.atLeast[0], p.atLeast[0]), cmp.Compare(q.atLeast[1], p.atLeast[1]))
	})
	list = pairs[:0]
	for _, p := range pairs {
		if len(list) == 0 || p.atLeast[1] > list[len(list)-1].atLeast[1] {
			list = append(list, p)
		}
	}
	slices.Reverse(list)
	least, left := never, 0
	for _, p := range list {
		least, left = min(least, left+p.atLeast[1]), p.atLeast[0]
	}
	return list, min(least, left)
}

// findLeaves appends the leaves of part, a set in the tree of r, to r.leaves, from left to right. It
// returns false, and stops, if it meets a leaf set twice, because a leaf would then count twice. The map
// visited holds the set of the last constraint that reached each leaf set. It spends work.
func (r *constraint) findLeaves(part *leafSet, visited map[*leafSet]*leafSet, work *int) bool {
	if *work--; visited[part] == r.leafSet {
		return false
	}
	visited[part] = r.leafSet
	if part.size == 1 {
		r.leaves = append(r.leaves, part.id)
		return true
	}
	return r.findLeaves(part.parts[0], visited, work) && r.findLeaves(part.parts[1], visited, work)
}
