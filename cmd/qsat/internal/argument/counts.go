package argument

import (
	"cmp"
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// never is a number of true labels that no part has.
const never = math.MaxInt32

// A Reach is a pair with what its literals imply: Lits[i], which is 0 if there is none, implies
// that at least Least[i] labels of part i are true.
type Reach struct {
	*Pair
	Lits  [2]clause.Lit
	Least [2]int32
}

// checkCounts checks rule (b), the staircase.
//
// Lemma. Let Lit be true, and let a and b be the numbers of true labels in the parts 0 and 1 of
// a bound. If every pair (x, y) follows from a clause, x implies a >= i, and y implies b >= j,
// then a + b is at least the minimum over all (a, b) that satisfy "a >= i or b >= j" for every
// pair.
//
// Proof. Lit is true, so the clause makes x or y true, hence a >= i or b >= j. The parts are
// disjoint intervals of positions, so Labels[From:To] has a + b true labels.
func (c *Checker) checkCounts(ctx context.Context) error {
	var list []Reach
	for number := range c.arg.Counts {
		n := &c.arg.Counts[number]
		if slices.ContainsFunc(n.Labels, func(l clause.Lit) bool { return !c.isOpen(l) }) {
			return reject("count", number, "a label is assigned or no literal")
		}
		for i, b := range n.Bounds {
			first, ok := n.first(i)
			if !ok || b.From < 0 || b.From > b.Middle || b.Middle > b.To || int(b.To) > len(n.Labels) || b.Lit != True && !c.isOpen(b.Lit) {
				return reject("count", number, "bound %d is out of range", i)
			}
			list = list[:0]
			for k := range n.Pairs[first:b.End] {
				pair := &n.Pairs[int(first)+k]
				if max(pair.Parts[0], pair.Parts[1]) > int32(i) || int(min(pair.Parts[0], pair.Parts[1])) < -len(n.Labels) {
					return reject("count", number, "pair %d of bound %d refers to no label or bound before it", k, i)
				}
				p := n.reach(i, pair)
				if list = append(list, p); !c.follows(b, p) {
					return reject("count", number, "pair %d of bound %d does not follow from a clause", k, i)
				}
			}
			if _, least := undominated(list); int64(b.AtLeast) > least {
				return reject("count", number, "bound %d says %d, and only %d follows", i, b.AtLeast, least)
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
	}
	return nil
}

// always returns the labels of a count and the least number of true ones that a bound without a
// condition gives. It returns false if there is no such bound.
func (c *Checker) always(count, bound int) (labels []clause.Lit, least int, ok bool) {
	if count < 1 || count > len(c.arg.Counts) || bound < 0 || bound >= len(c.arg.Counts[count-1].Bounds) {
		return nil, 0, false
	}
	n := &c.arg.Counts[count-1]
	b := n.Bounds[bound]
	return n.Labels, int(b.AtLeast), b.Lit == True
}

// first returns the number of the first pair of a bound, and whether it and the last one exist.
func (n *Count) first(bound int) (first int32, ok bool) {
	if bound > 0 {
		first = n.Bounds[bound-1].End
	}
	return first, first <= n.Bounds[bound].End && int(n.Bounds[bound].End) <= len(n.Pairs)
}

// Staircase returns the pairs of a bound that no other pair of it implies, with Least[0]
// ascending and Least[1] descending.
func (n *Count) Staircase(bound int) (list []Reach) {
	first, _ := n.first(bound)
	for i := range n.Pairs[first:n.Bounds[bound].End] {
		list = append(list, n.reach(bound, &n.Pairs[int(first)+i]))
	}
	list, _ = undominated(list)
	return list
}

// undominated removes the pairs that another pair implies, in place, and sorts the others as
// Staircase returns them. It also returns the smallest number of true labels with which all
// pairs hold.
func undominated(list []Reach) (_ []Reach, least int64) {
	slices.SortStableFunc(list, func(p, q Reach) int {
		return cmp.Or(cmp.Compare(q.Least[0], p.Least[0]), cmp.Compare(q.Least[1], p.Least[1]))
	})
	highest := int32(-1)
	list = slices.DeleteFunc(list, func(p Reach) bool {
		implied := p.Least[1] <= highest
		highest = max(highest, p.Least[1])
		return implied
	})
	slices.Reverse(list)
	least, left := int64(math.MaxInt64), int64(0)
	for _, p := range list {
		least, left = min(least, left+int64(p.Least[1])), int64(p.Least[0])
	}
	return list, min(least, left)
}

// reach returns what the literals of a pair imply, by the bounds before one.
func (n *Count) reach(bound int, p *Pair) Reach {
	b := n.Bounds[bound]
	r := Reach{Pair: p, Least: [2]int32{never, never}}
	for i, part := range [2][2]int32{{b.From, b.Middle}, {b.Middle, b.To}} {
		switch k := p.Parts[i]; {
		case k > 0:
			inner := n.Bounds[k-1]
			if r.Lits[i], r.Least[i] = inner.Lit, 0; part[0] <= inner.From && inner.To <= part[1] {
				r.Least[i] = inner.AtLeast
			}
		case k < 0:
			if r.Lits[i], r.Least[i] = n.Labels[-k-1], 0; part[0] < -k && -k <= part[1] {
				r.Least[i] = 1
			}
		}
	}
	return r
}

// follows reports whether a pair of a bound follows from its clause.
func (c *Checker) follows(b Bound, p Reach) bool {
	lits := make([]clause.Lit, 0, 3)
	for _, l := range [3]clause.Lit{b.Lit ^ 1, p.Lits[0], p.Lits[1]} {
		switch {
		case l == True:
			return true
		case l > 1 && l != True^1:
			lits = append(lits, l)
		}
	}
	if p.Clause == 0 {
		return len(lits) == 2 && c.hasBinary(lits[0], lits[1])
	}
	open, ok := c.open(p.Clause)
	return ok && !slices.ContainsFunc(open, func(l clause.Lit) bool { return !slices.Contains(lits, l) })
}
