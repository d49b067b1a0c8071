package argument

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// checkSums checks rule (c), the sum.
//
// Lemma. If the demands of a sum ask for more true literals than their groups allow, there is
// no model. If they ask for as many, then each group has exactly as many true literals among
// those that the demands assign to it as it allows: the sum is tight.
//
// Proof. Add the inequalities of the demands: the number of true literals, each counted as
// often as it stands in a demand, is at least the sum of AtLeast. Each position of a demand is
// assigned to one group, and the literals assigned to a group are different literals of it, so
// they are at most AtMost. Both bounds can only hold if the former sum is no more than the
// latter, and if they are equal, no group is below its bound.
func (c *Checker) checkSums(ctx context.Context) error {
	c.tight = make([][][]clause.Lit, len(c.arg.Sums))
	for n, s := range c.arg.Sums {
		balance, of := 0, make([][]clause.Lit, len(c.arg.Groups))
		for i, d := range s.Demands {
			if !c.isDemand(d) {
				return reject("sum", n, "demand %d does not follow", i)
			}
			balance += d.AtLeast
			for at, l := range d.Lits {
				g := int(d.Groups[at])
				if g < 0 || g >= len(of) {
					return reject("sum", n, "there is no group %d", g)
				}
				if len(of[g]) == 0 {
					balance -= c.arg.Groups[g].AtMost
				}
				of[g] = append(of[g], l)
			}
		}
		for g, lits := range of {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if len(lits) > 0 && !areDifferent(lits, c.arg.Groups[g].Lits) {
				return reject("sum", n, "not all literals assigned to group %d are different literals of it", g)
			}
		}
		switch {
		case balance > 0:
			c.Refuted = true
		case balance == 0:
			c.tight[n] = of
		default:
			return reject("sum", n, "it lacks %d", -balance)
		}
	}
	return nil
}

// areDifferent reports whether some literals are different literals of a group.
func areDifferent(lits, group []clause.Lit) bool {
	list := slices.Sorted(slices.Values(lits))
	sorted := slices.Sorted(slices.Values(group))
	for i, l := range list {
		if _, is := slices.BinarySearch(sorted, l); !is || i > 0 && l == list[i-1] {
			return false
		}
	}
	return true
}

// isDemand reports whether a demand follows from its clause, or from its bound: labels that are
// left out are at most all true.
func (c *Checker) isDemand(d Demand) bool {
	if len(d.Groups) != len(d.Lits) || slices.ContainsFunc(d.Lits, func(l clause.Lit) bool { return !c.isOpen(l) }) {
		return false
	}
	switch {
	case d.Count != 0:
		labels, least, ok := c.always(d.Count, d.Bound)
		to := int(d.From) + len(d.Lits)
		return ok && d.From >= 0 && to <= len(labels) && slices.Equal(labels[d.From:to], d.Lits) &&
			d.AtLeast > 0 && d.AtLeast <= least-(len(labels)-len(d.Lits))
	case d.Clause == 0:
		return d.AtLeast == 1 && len(d.Lits) == 2 && c.hasBinary(d.Lits[0], d.Lits[1])
	}
	lits, ok := c.open(d.Clause)
	return d.AtLeast == 1 && ok && !slices.ContainsFunc(lits, func(l clause.Lit) bool { return !slices.Contains(d.Lits, l) })
}

// hasBinary reports whether there is a clause of two literals.
func (c *Checker) hasBinary(k, l clause.Lit) bool {
	if len(c.Watching(l)) < len(c.Watching(k)) {
		k, l = l, k
	}
	return slices.ContainsFunc(c.Watching(k), func(w clause.Watch) bool { return w.IsBinary() && w.Lit() == l })
}

// IsTight reports whether an accepted sum is tight.
func (c *Checker) IsTight(sum int) bool { return c.tight[sum] != nil }

// ExactlyOne returns the literals that a tight sum assigns to a group of at most one, or nil if
// there is no such sum or group: exactly one of them is true.
func (c *Checker) ExactlyOne(sum, group int) []clause.Lit {
	if sum < 0 || sum >= len(c.tight) || c.tight[sum] == nil || group < 0 || group >= len(c.arg.Groups) || c.arg.Groups[group].AtMost != 1 {
		return nil
	}
	return c.tight[sum][group]
}
