// Package checker checks arguments: refutations and simplifications that are found by other
// means than search, such as counting, sums modulo 2 and symmetry. A Checker accepts or rejects
// each step of an argument before anybody relies on it.
//
// The package is what has to be believed. It shares nothing with the packages that find
// arguments except the type of literals, the clauses of a clause.Database at decision level 0,
// and the data of package argument. The comment of each rule states its lemma and the proof of
// the lemma.
//
// A step talks about unassigned literals. A literal that is false at level 0 counts as absent
// from its clause, and a clause with a true literal is never used. That is sound because the
// level 0 assignment follows from the clauses by unit propagation.
package checker

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A Checker checks arguments about the clauses of a database, which must be propagated at
// level 0 and must not change.
type Checker struct {
	*clause.Database
	Refuted bool // by the accepted steps
	arg     *argument.Argument
	tight   []map[int][]clause.Lit // for each sum that is tight, the literals of its demands by group
	results []argument.Equation    // indexed by number: accepted equations and sums of equations
	reached []int                  // scratch of checkGroup, indexed by literal: the last round that reached it
	round   int
}

// New returns a checker for the clauses of d.
func New(d *clause.Database) *Checker {
	return &Checker{Database: d, reached: make([]int, d.NumLits())}
}

// Check accepts an argument, or returns an error that names the first step that does not hold.
// It returns the cause when ctx ends: a rule may give any answer after that.
func (c *Checker) Check(ctx context.Context, a *argument.Argument) error {
	c.arg, c.tight, c.results = a, nil, nil
	for _, rule := range []struct {
		name  string
		steps int
		check func(ctx context.Context, number int) error
	}{
		{"count", len(a.Counts), c.checkCount},
		{"group", len(a.Groups), c.checkGroup},
		{"sum", len(a.Sums), c.checkSum},
		{"equation", len(a.Equations), c.checkEquation},
		{"addition", len(a.Additions), c.checkAddition},
	} {
		for number := range rule.steps {
			err := rule.check(ctx, number)
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case err != nil:
				return fmt.Errorf("%s %d: %w", rule.name, number, err)
			}
		}
	}
	return nil
}

// areOpen reports whether some literals are unassigned literals of the database.
func (c *Checker) areOpen(lits ...clause.Lit) bool {
	return !slices.ContainsFunc(lits, func(l clause.Lit) bool {
		return l < 2 || int64(l) >= int64(c.NumLits()) || c.Value(l) != 0
	})
}

// hasBinary reports whether there is a clause of two literals.
func (c *Checker) hasBinary(k, l clause.Lit) bool {
	if len(c.Watching(l)) < len(c.Watching(k)) {
		k, l = l, k
	}
	return slices.ContainsFunc(c.Watching(k), func(w clause.Watch) bool { return w.IsBinary() && w.Lit() == l })
}

// says reports whether a clause, or a binary clause if r is 0, says that one of some literals is
// true. The literals are unassigned, or constants.
func (c *Checker) says(r clause.Ref, lits ...clause.Lit) bool {
	switch {
	case slices.Contains(lits, argument.True):
		return true
	case r == 0:
		lits = slices.DeleteFunc(lits, func(l clause.Lit) bool { return l == argument.False })
		return len(lits) == 2 && c.hasBinary(lits[0], lits[1])
	}
	return !c.Has(r, clause.Learned) && !slices.ContainsFunc(c.Lits(r), func(l clause.Lit) bool {
		return c.Value(l) >= 0 && !slices.Contains(lits, l)
	})
}

// always returns the labels of a count and the least number of true ones that a bound without a
// condition gives. It returns no labels if there is no such bound.
func (c *Checker) always(count, bound int) (labels []clause.Lit, least int) {
	if count < 1 || count > len(c.arg.Counts) {
		return nil, 0
	}
	n := &c.arg.Counts[count-1]
	if bound < 0 || bound >= len(n.Bounds) || n.Bounds[bound].Lit != argument.True {
		return nil, 0
	}
	return n.Labels, int(n.Bounds[bound].AtLeast)
}

// areDifferent reports whether some literals are different literals of a group.
func areDifferent(lits, group []clause.Lit) bool {
	list, sorted := slices.Sorted(slices.Values(lits)), slices.Sorted(slices.Values(group))
	for i, l := range list {
		if _, is := slices.BinarySearch(sorted, l); !is || i > 0 && l == list[i-1] {
			return false
		}
	}
	return true
}
