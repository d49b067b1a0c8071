// Package checker checks refutations and simplifications by counting, by equations modulo 2 and by
// symmetry, before another package relies on them. A Checker checks arguments and counters, and a
// Structure checks symmetries. The rules for the steps of an argument have letters:
//
//	(a)  upper bounds on the true literals of a group: checkGroup
//	(b)  lower bounds on the true labels of a tally: checkTally
//	(c)  sums of lower bounds minus upper bounds: checkSum
//	(d)  equations modulo 2: checkEquation, and their sums: checkAddition
//
// To trust an accepted argument, read this package. It shares only three things with the packages
// that find arguments: the type of literals, the clauses of a clause.Database at decision level 0,
// and the data of package argument. The comment of each rule states a lemma and its proof.
//
// A step is about unassigned literals. A literal that is false at level 0 counts as absent from its
// clause, and no rule relies on a clause with a true literal. That is sound because the assignment of
// level 0 follows from the clauses by unit propagation.
//
// The package also relies on the database: no clause has a literal twice or a literal and its
// complement, and learned binary clauses follow from the other clauses.
package checker

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A Checker checks arguments about the clauses of a database. The database must be propagated at
// level 0 and must not change while the Checker is in use.
type Checker struct {
	*clause.Database
	Refuted bool                   // the accepted steps of all calls of Check show that the clauses have no model
	arg     *argument.Argument     // the argument of the last call of Check
	tight   []map[int][]clause.Lit // indexed by sum, then by group: the literals that a tight sum assigns to the group; nil if the sum is not tight
	results []argument.Equation    // indexed by number: accepted equations and sums of equations; empty after it was dropped
	reached []int                  // scratch of checkGroup, indexed by literal: the last round that reached the literal
	round   int                    // the number of searches in checkGroup so far
}

// New returns a checker for the clauses of d.
func New(d *clause.Database) *Checker {
	return &Checker{Database: d, reached: make([]int, d.NumLits())}
}

// Check returns nil if every step of an argument holds, or an error that names the first wrong step. It
// checks tallies, groups, sums, equations and additions, in this order. It sets c.Refuted if a sum or an
// addition shows that the clauses have no model. IsTight, ExactlyOne and Equation then refer to this
// argument. If ctx ends, Check returns its cause.
func (c *Checker) Check(ctx context.Context, a *argument.Argument) error {
	c.arg, c.tight, c.results = a, nil, nil
	for _, rule := range []struct {
		name  string
		steps int
		check func(number int) error
	}{
		{"tally", len(a.Tallies), c.checkTally},
		{"group", len(a.Groups), c.checkGroup},
		{"sum", len(a.Sums), c.checkSum},
		{"equation", len(a.Equations), c.checkEquation},
		{"addition", len(a.Additions), c.checkAddition},
	} {
		for number := range rule.steps {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := rule.check(number); err != nil {
				return fmt.Errorf("%s %d: %w", rule.name, number, err)
			}
		}
	}
	return nil
}

// areOpen reports whether every literal in lits is an unassigned literal of the database. It returns
// false for a constant, and accepts any number as a literal.
func (c *Checker) areOpen(lits ...clause.Lit) bool {
	return !slices.ContainsFunc(lits, func(l clause.Lit) bool {
		return l < 2 || int64(l) >= int64(c.NumLits()) || c.Value(l) != 0
	})
}

// hasBinary reports whether the database has the binary clause (k, l), original or learned. It looks
// through the shorter of the two watch lists.
func (c *Checker) hasBinary(k, l clause.Lit) bool {
	if len(c.Watching(l)) < len(c.Watching(k)) {
		k, l = l, k
	}
	return slices.ContainsFunc(c.Watching(k), func(w clause.Watch) bool { return w.IsBinary() && w.Lit() == l })
}

// follows reports whether every model makes a literal in lits true because of one clause, which r gives.
// The literals must be unassigned or constants; follows may overwrite the slice.
//
//   - If lits contains True, no clause is needed.
//   - If r is 0, lits must be the two literals of a binary clause, original or learned, and possibly False.
//   - Otherwise r must be a clause of the database that is neither learned nor deleted. All literals of r
//     that are not false must be in lits, which may contain other literals, too. For any other number r,
//     the result is false.
func (c *Checker) follows(r clause.Ref, lits ...clause.Lit) bool {
	switch {
	case slices.Contains(lits, argument.True):
		return true
	case r == 0:
		lits = slices.DeleteFunc(lits, func(l clause.Lit) bool { return l == argument.False })
		return len(lits) == 2 && c.hasBinary(lits[0], lits[1])
	}
	return c.IsOriginal(r) && !slices.ContainsFunc(c.Lits(r), func(l clause.Lit) bool {
		return c.Value(l) >= 0 && !slices.Contains(lits, l)
	})
}

// areDifferent reports whether the literals in lits are distinct and each occurs in group. The literals
// in group may repeat.
func areDifferent(lits, group []clause.Lit) bool {
	list, sorted := slices.Sorted(slices.Values(lits)), slices.Sorted(slices.Values(group))
	for i, l := range list {
		if _, is := slices.BinarySearch(sorted, l); !is || i > 0 && l == list[i-1] {
			return false
		}
	}
	return true
}
