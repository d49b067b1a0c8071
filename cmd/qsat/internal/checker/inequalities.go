package checker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
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
	n, found := len(lits), 0
	long, _ := c.NumLong()
	if n > 1<<10 || n*(n-1)*(n-2)/6 > long || !areDifferent(lits, lits) { // before memory is allocated
		return false
	}
	position, seen := make([]int, c.NumLits()), make([]bool, n*n*n) // from 1; indexed by three positions
	for i, l := range lits {
		position[l.Not()] = i + 1
	}
	var at []int
	for _, l := range lits {
		for _, w := range c.Watching(l.Not()) {
			if w.IsBinary() || c.Has(w.Ref(), clause.Learned) {
				continue
			}
			at = at[:0]
			for _, k := range c.Lits(w.Ref()) {
				if c.Value(k) >= 0 {
					at = append(at, position[k]-1)
				}
			}
			if len(at) != 3 || min(at[0], at[1], at[2]) < 0 {
				continue
			}
			slices.Sort(at)
			if triple := &seen[(at[0]*n+at[1])*n+at[2]]; !*triple {
				*triple = true
				found++
			}
		}
	}
	return found == n*(n-1)*(n-2)/6
}

func negations(lits []clause.Lit) []clause.Lit {
	list := slices.Clone(lits)
	for i := range list {
		list[i] = list[i].Not()
	}
	return list
}

// never is a number of true labels that no part has.
const never = math.MaxInt32

// checkCount checks rule (b), the staircase.
//
// Lemma. Let Lit be true, and let a and b be the numbers of true labels in the parts 0 and 1 of
// a bound. If every pair (x, y) follows from a clause, x implies a >= i, and y implies b >= j,
// then a + b is at least the minimum over all (a, b) that satisfy "a >= i or b >= j" for every
// pair.
//
// Proof. Lit is true, so the clause makes x or y true, hence a >= i or b >= j. The parts are
// disjoint intervals of positions, so Labels[From:To] has a + b true labels.
//
// The minimum is taken where a is 0 or the i of a pair, and b the largest j of the pairs whose i
// is larger than a, or 0.
func (c *Checker) checkCount(ctx context.Context, number int) error {
	n, first := &c.arg.Counts[number], int32(0)
	if !c.areOpen(n.Labels...) {
		return errors.New("a label is assigned or no literal")
	}
	var reached [][2]int64 // for each pair, i and j
	for i, b := range n.Bounds {
		inOrder := 0 <= b.From && b.From <= b.Middle && b.Middle <= b.To && first <= b.End
		isLit := b.Lit == argument.True || c.areOpen(b.Lit)
		if !inOrder || !isLit || int(b.To) > len(n.Labels) || int(b.End) > len(n.Pairs) || ctx.Err() != nil {
			return fmt.Errorf("bound %d is out of range", i)
		}
		reached = reached[:0]
		for k, p := range n.Pairs[first:b.End] {
			x, leastX := implies(n, i, p.Parts[0], b.From, b.Middle)
			y, leastY := implies(n, i, p.Parts[1], b.Middle, b.To)
			if x == 0 || y == 0 || !c.says(p.Clause, b.Lit.Not(), x, y) {
				return fmt.Errorf("pair %d of bound %d does not follow", k, i)
			}
			reached = append(reached, [2]int64{int64(leastX), int64(leastY)})
		}
		slices.SortFunc(reached, func(p, q [2]int64) int { return cmp.Compare(q[0], p[0]) })
		least, high := int64(math.MaxInt64), int64(0)
		for _, p := range reached {
			least, high = min(least, p[0]+high), max(high, p[1])
		}
		if least = min(least, high); int64(b.AtLeast) > least {
			return fmt.Errorf("bound %d says %d, and only %d follows", i, b.AtLeast, least)
		}
		first = b.End
	}
	return nil
}

// implies returns the literal of a pair of a bound for the part from:to, and how many labels of
// the part are true if it is. No literal is false. The literal is 0 if the pair refers to a label
// outside the part, or to a bound that is about labels outside or does not come before.
func implies(n *argument.Count, bound int, k, from, to int32) (l clause.Lit, least int32) {
	switch {
	case k == 0:
		return argument.False, never
	case k > 0 && int(k) <= bound && from <= n.Bounds[k-1].From && n.Bounds[k-1].To <= to:
		return n.Bounds[k-1].Lit, n.Bounds[k-1].AtLeast
	case from < -k && -k <= to:
		return n.Labels[-k-1], 1
	}
	return 0, 0
}

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
