package argument

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// isOpen reports whether l is an unassigned literal of the database.
func (c *Checker) isOpen(l clause.Lit) bool {
	return l > 1 && int64(l) < int64(c.NumLits()) && c.Value(l) == 0
}

// open returns the unassigned literals of a clause, and false if one of its literals is true.
// The slice is valid until the next call.
func (c *Checker) open(r clause.Ref) ([]clause.Lit, bool) {
	c.lits = c.lits[:0]
	for _, l := range c.Lits(r) {
		switch c.Value(l) {
		case 1:
			return nil, false
		case 0:
			c.lits = append(c.lits, l)
		}
	}
	return c.lits, !c.Has(r, clause.Learned)
}

// checkGroups checks rule (a), at most one and at most two.
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
func (c *Checker) checkGroups(ctx context.Context) error {
	reached, wanted := make([]int, c.NumLits()), make([]int, c.NumLits()) // indexed by literal: the last round in which it was
	var queue []clause.Lit
	round := 0
	for n, g := range c.arg.Groups {
		switch {
		case slices.ContainsFunc(g.Lits, func(l clause.Lit) bool { return !c.isOpen(l) }):
			return reject("group", n, "a literal is assigned or none")
		case g.AtMost == 2 && (g.Count != 0 && c.areNegations(g) || g.Count == 0 && c.excludeInThrees(g.Lits)):
			continue
		case g.AtMost != 1:
			return reject("group", n, "more than %d may be true", g.AtMost)
		}
		for i, l := range g.Lits {
			round++
			left := 0
			for _, k := range g.Lits[i+1:] {
				if wanted[k.Not()] != round {
					wanted[k.Not()] = round
					left++
				}
			}
			reach := func(k clause.Lit) {
				if reached[k] != round {
					reached[k], queue = round, append(queue, k)
					if wanted[k] == round {
						left--
					}
				}
			}
			queue = queue[:0]
			reach(l)
			for i := 0; i < len(queue) && left > 0; i++ {
				for _, w := range c.Watching(queue[i].Not()) {
					if w.IsBinary() {
						reach(w.Lit())
					}
				}
			}
			if left > 0 || ctx.Err() != nil {
				return cmp.Or(context.Cause(ctx), reject("group", n, "%d does not exclude %d literals", c.Name(l), left))
			}
		}
	}
	return nil
}

// areNegations reports whether the literals of a group are negations of different labels of a
// count, of which a bound says that all but two are true.
func (c *Checker) areNegations(g Group) bool {
	list, least, ok := c.always(g.Count, g.Bound)
	labels := slices.Clone(list)
	for i, l := range labels {
		labels[i] = l.Not()
	}
	return ok && len(list)-least <= 2 && areDifferent(g.Lits, labels)
}

// excludeInThrees reports whether any three of some literals have a clause of their negations.
func (c *Checker) excludeInThrees(lits []clause.Lit) bool {
	n := len(lits)
	triples := n * (n - 1) * (n - 2) / 6
	if long, _ := c.NumLong(); n > 1<<20 || triples > long || !areDifferent(lits, lits) { // before memory is allocated
		return false
	}
	if c.at == nil {
		c.at = make([]int, c.NumLits())
	}
	for i, l := range lits {
		c.at[l.Not()] = i + 1
		defer func() { c.at[l.Not()] = 0 }()
	}
	seen, found := make([]bool, triples), 0
	for _, l := range lits {
		for _, w := range c.Watching(l.Not()) {
			if w.IsBinary() {
				continue
			}
			if three, ok := c.open(w.Ref()); ok && len(three) == 3 {
				x, y, z := c.at[three[0]], c.at[three[1]], c.at[three[2]]
				i, k := min(x, y, z)-1, max(x, y, z)-1
				j := x + y + z - i - k - 3
				if at := k*(k-1)*(k-2)/6 + j*(j-1)/2 + i; 0 <= i && i < j && j < k && !seen[at] {
					seen[at] = true
					found++
				}
			}
		}
	}
	return found == triples
}
