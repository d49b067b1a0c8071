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
		inOrder := 0 <= b.From && b.From <= b.Middle && b.Middle <= b.To && int(b.To) <= len(n.Labels)
		if !inOrder || first > b.End || int(b.End) > len(n.Pairs) || b.Lit != argument.True && !c.areOpen(b.Lit) || ctx.Err() != nil {
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
