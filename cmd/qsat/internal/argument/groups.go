package argument

import (
	"context"

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
	type place struct{ group, at, next int32 }
	var places []place
	first := make([]int32, c.NumLits()) // indexed by literal: 1 + its first place, 0 for none
	for n, g := range c.arg.Groups {
		for i, l := range g.Lits {
			if !c.isOpen(l) {
				return reject("group", n, "a literal is assigned or none")
			}
			if g.AtMost == 1 {
				places = append(places, place{int32(n), int32(i), first[l]})
				first[l] = int32(len(places))
			}
		}
		if g.AtMost != 1 && (g.AtMost != 2 || g.Count != 0 && !c.areNegations(g) || g.Count == 0 && !c.excludeInThrees(g.Lits)) {
			return reject("group", n, "more than %d may be true", g.AtMost)
		}
	}
	reached := make([]clause.Lit, c.NumLits()) // indexed by literal: the last one that implies it
	wanted := make([]clause.Lit, c.NumLits())  // indexed by literal: the last one that must imply it
	var queue []clause.Lit
	for _, p := range places {
		l := c.arg.Groups[p.group].Lits[p.at]
		left := 0
		for n := first[l]; n > 0; n = places[n-1].next { // all groups of l at once
			p := places[n-1]
			for _, k := range c.arg.Groups[p.group].Lits[p.at+1:] {
				if wanted[k.Not()] != l {
					wanted[k.Not()] = l
					left++
				}
			}
		}
		first[l] = 0
		reach := func(k clause.Lit) {
			if reached[k] != l && c.Value(k) == 0 {
				reached[k], queue = l, append(queue, k)
				if wanted[k] == l {
					left--
				}
			}
		}
		queue = queue[:0]
		for reach(l); len(queue) > 0 && left > 0; {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			k := queue[0]
			queue = queue[1:]
			for _, w := range c.Watching(k.Not()) {
				if w.IsBinary() {
					reach(w.Lit())
				}
			}
		}
		if left > 0 {
			return reject("group", int(p.group), "%d does not exclude %d literals", c.Name(l), left)
		}
	}
	return nil
}

// areNegations reports whether the literals of a group are negations of labels of a count, of
// which a bound says that all but two are true.
func (c *Checker) areNegations(g Group) bool {
	list, least, ok := c.always(g.Count, g.Bound)
	labels := map[clause.Lit]int{}
	for _, l := range list {
		labels[l]++
	}
	for _, l := range g.Lits {
		if labels[l.Not()]--; labels[l.Not()] < 0 {
			return false
		}
	}
	return ok && len(list)-least <= 2
}

// excludeInThrees reports whether any three of some literals have a clause of their negations.
func (c *Checker) excludeInThrees(lits []clause.Lit) bool {
	n := len(lits)
	triples := n * (n - 1) * (n - 2) / 6
	if long, _ := c.NumLong(); n > 1<<20 || triples > long { // before memory is allocated
		return false
	}
	at := map[clause.Lit]int{}
	for i, l := range lits {
		at[l.Not()] = i
	}
	seen, found := make([]bool, triples), 0
	for _, l := range lits {
		for _, w := range c.Watching(l.Not()) {
			if w.IsBinary() {
				continue
			}
			three, ok := c.open(w.Ref())
			if !ok || len(three) != 3 {
				continue
			}
			i, isIn := at[three[0]]
			j, isJn := at[three[1]]
			k, isKn := at[three[2]]
			i, j, k = min(i, j, k), max(min(i, j), min(max(i, j), k)), max(i, j, k)
			if n := k*(k-1)*(k-2)/6 + j*(j-1)/2 + i; isIn && isJn && isKn && i < j && j < k && !seen[n] {
				seen[n] = true
				found++
			}
		}
	}
	return found == triples && len(at) == n
}
