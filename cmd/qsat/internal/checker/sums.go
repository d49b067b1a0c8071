package checker

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// checkSum checks rule (c), the sum.
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
func (c *Checker) checkSum(ctx context.Context, number int) error {
	balance, assigned := 0, map[int][]clause.Lit{} // by group
	for i, d := range c.arg.Sums[number].Demands {
		if !c.isDemand(d) {
			return fmt.Errorf("demand %d does not follow", i)
		}
		balance += d.AtLeast
		for at, l := range d.Lits {
			g := int(d.Groups[at])
			assigned[g] = append(assigned[g], l)
		}
	}
	for g, lits := range assigned {
		if g < 0 || g >= len(c.arg.Groups) || !areDifferent(lits, c.arg.Groups[g].Lits) || ctx.Err() != nil {
			return fmt.Errorf("not all literals assigned to group %d are different literals of it", g)
		}
		balance -= c.arg.Groups[g].AtMost
	}
	if balance < 0 {
		return fmt.Errorf("it lacks %d", -balance)
	}
	if balance > 0 {
		c.Refuted, assigned = true, nil
	}
	c.tight = append(c.tight, assigned)
	return nil
}

// isDemand reports whether a demand follows from its clause, or from its bound: labels that are
// left out are at most all true.
func (c *Checker) isDemand(d argument.Demand) bool {
	switch {
	case len(d.Groups) != len(d.Lits) || d.AtLeast < 1 || !c.areOpen(d.Lits...):
		return false
	case d.Count == 0:
		return d.AtLeast == 1 && c.says(d.Clause, d.Lits...)
	}
	labels, least := c.always(d.Count, d.Bound)
	to := int(d.From) + len(d.Lits)
	return d.From >= 0 && to <= len(labels) && slices.Equal(labels[d.From:to], d.Lits) &&
		d.AtLeast <= least-(len(labels)-len(d.Lits))
}

// IsTight reports whether an accepted sum is tight.
func (c *Checker) IsTight(sum int) bool { return c.tight[sum] != nil }

// ExactlyOne returns the literals that a tight sum assigns to a group of at most one, or nil if
// there is no such sum or group: exactly one of them is true.
func (c *Checker) ExactlyOne(sum, group int) []clause.Lit {
	if sum < 0 || sum >= len(c.tight) || c.tight[sum][group] == nil || c.arg.Groups[group].AtMost != 1 {
		return nil
	}
	return c.tight[sum][group]
}
