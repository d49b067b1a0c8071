package checker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// checkGroup checks rule (a), at most one and at most two.
//
// Lemma. If each of any two literals at different positions of a group implies the negation of
// the other, then at most one position holds a true literal. If any three positions have a
// clause of the negations of their literals, or if all but two of the negations are true, then
// at most two do.
//
// Proof. Two true literals contradict the implication between them, which is a chain of binary
// clauses; an implication and its contrapositive need one chain. Three true literals falsify
// their clause. If the negations are labels of a count, then at least as many of them are true
// as the bound says, less those labels that are no negation from the group.
func (c *Checker) checkGroup(ctx context.Context, number int) error {
	g := c.arg.Groups[number]
	switch {
	case !c.areOpen(g.Lits...):
		return errors.New("a literal is assigned or none")
	case g.AtMost == 2 && (c.areNegations(g) || g.Count == 0 && c.excludeInThrees(g.Lits)):
		return nil
	case g.AtMost != 1:
		return fmt.Errorf("more than %d may be true", g.AtMost)
	}
	var queue []clause.Lit
	for i, l := range g.Lits {
		c.round++
		c.reached[l], queue = c.round, append(queue[:0], l)
		others := g.Lits[i+1:] // whose negations are not known to be reached
		for j := 0; j < len(queue) && len(others) > 0; j++ {
			for _, w := range c.Watching(queue[j].Not()) {
				if k := w.Lit(); w.IsBinary() && c.reached[k] != c.round {
					c.reached[k], queue = c.round, append(queue, k)
				}
			}
			for len(others) > 0 && c.reached[others[0].Not()] == c.round {
				others = others[1:]
			}
		}
		if len(others) > 0 || ctx.Err() != nil {
			return fmt.Errorf("%d does not exclude %d literals or less", c.Name(l), len(others))
		}
	}
	return nil
}

// areNegations reports whether the literals of a group are negations of different labels of a
// count, of which a bound says that all but two are true.
func (c *Checker) areNegations(g argument.Group) bool {
	labels, least := c.always(g.Count, g.Bound)
	return len(labels)-least <= 2 && areDifferent(negations(g.Lits), labels)
}

// excludeInThrees reports whether any three of some literals have a clause of their negations.
func (c *Checker) excludeInThrees(lits []clause.Lit) bool {
	list := slices.Sorted(slices.Values(negations(lits)))
	if len(slices.Compact(list)) < len(lits) {
		return false
	}
	clauses := map[[3]clause.Lit]bool{} // of three unassigned literals, ascending
	var open []clause.Lit
	for _, l := range list {
		for _, w := range c.Watching(l) {
			if w.IsBinary() || c.Has(w.Ref(), clause.Learned) {
				continue
			}
			open = slices.DeleteFunc(append(open[:0], c.Lits(w.Ref())...), func(k clause.Lit) bool { return c.Value(k) < 0 })
			if len(open) == 3 {
				slices.Sort(open)
				clauses[[3]clause.Lit(open)] = true
			}
		}
	}
	for i, x := range list {
		for j, y := range list[:i] {
			if slices.ContainsFunc(list[:j], func(z clause.Lit) bool { return !clauses[[3]clause.Lit{z, y, x}] }) {
				return false
			}
		}
	}
	return true
}

func negations(lits []clause.Lit) []clause.Lit {
	list := slices.Clone(lits)
	for i := range list {
		list[i] = list[i].Not()
	}
	return list
}
