package checker

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// checkGroup checks the group with the given number by rule (a): at most AtMost of its literals are
// true. It returns an error if a literal is assigned, if AtMost is neither 1 nor 2, or if the lemma
// for this number does not apply.
//
// Lemma 1. If for all positions i < j of a group the literal at i implies the negation of the literal
// at j, then at most one position holds a true literal.
// Proof. True literals at two positions contradict the implication between them. A chain of binary
// clauses from one literal to the negation of the other proves the implication. Its contrapositive
// needs no chain of its own.
//
// Lemma 2. If for any three positions of a group there is a clause of the negations of the three
// literals, then at most two positions hold a true literal.
// Proof. Three true literals would falsify their clause.
func (c *Checker) checkGroup(number int) error {
	g := c.arg.Groups[number]
	switch {
	case !c.areOpen(g.Lits...):
		return errors.New("a literal is assigned or not in the database")
	case g.AtMost == 2 && c.excludeInThrees(g.Lits):
		return nil
	case g.AtMost != 1:
		return fmt.Errorf("it does not follow that at most %d literals are true", g.AtMost)
	}
	var queue []clause.Lit
	for i, l := range g.Lits {
		c.round++
		c.reached[l], queue = c.round, append(queue[:0], l)
		others := g.Lits[i+1:] // l is not yet known to imply the negation of others[0]
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
		if len(others) > 0 {
			return fmt.Errorf("literal %d does not exclude all of the last %d literals", c.Name(l), len(others))
		}
	}
	return nil
}

// excludeInThrees reports whether lemma 2 of checkGroup applies to lits, n literals of the database: for
// every three literals there is an original clause of their negations, possibly with other literals that
// are false. It counts the triples with a clause, and compares with the number of all triples,
// n(n-1)(n-2)/6. It returns false if two literals are equal, or for more than 1024 literals.
func (c *Checker) excludeInThrees(lits []clause.Lit) bool {
	n, excluded := len(lits), 0
	long, _ := c.NumLong()
	if n > 1<<10 || n*(n-1)*(n-2)/6 > long || !areDifferent(lits, lits) { // before it allocates memory
		return false
	}
	position, seen := make([]int, c.NumLits()), make([]bool, n*n*n) // 1 + the position of a negation; indexed by an ascending triple of positions
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
				excluded++
			}
		}
	}
	return excluded == n*(n-1)*(n-2)/6
}

// never is the number of true labels that False implies. It exceeds the number of labels of every part.
const never = math.MaxInt32

// checkTally checks the bounds of the tally with the given number, rule (b). It returns an error if a
// label or the literal of a bound is assigned, if an index is out of range, if a pair does not follow
// from its clause or is not in order, or if a bound claims more than its pairs imply.
//
// Lemma. Consider a bound and a model in which Lit is true. Let a and b be the numbers of true labels
// in part 0 and part 1. For every pair, let (-Lit, x, y) be a clause, or a superset of a clause, such
// that x implies a >= i and y implies b >= j. Then the interval has at least m true labels, where m
// is the minimum of a' + b' over all a', b' >= 0 that satisfy "a' >= i or b' >= j" for every pair.
//
// Proof. Lit is true, so the clause of a pair makes x or y true, hence a >= i or b >= j. So (a, b) is
// one of the points (a', b'). The parts are disjoint intervals of positions, so Labels[From:To] has
// a + b true labels.
//
// The pairs must be in order: i ascending and j descending. For a fixed a', the smallest b' is the
// largest j of the pairs with i > a', or 0. It changes only where a' is the i of a pair. So m is
// attained at a' = 0 or at the i of a pair, where b' is the j of the next pair, or 0. For example, the
// pairs (1, 2) and (2, 1) give b' = 2 at a' = 0, b' = 1 at a' = 1 and b' = 0 at a' = 2, hence m = 2.
func (c *Checker) checkTally(number int) error {
	n, first := &c.arg.Tallies[number], int32(0)
	if !c.areOpen(n.Labels...) {
		return errors.New("a label is assigned or not in the database")
	}
	for i, b := range n.Bounds {
		inOrder := 0 <= b.From && b.From <= b.Middle && b.Middle <= b.To && first <= b.End
		isLit := b.Lit == argument.True || c.areOpen(b.Lit)
		if !inOrder || !isLit || int(b.To) > len(n.Labels) || int(b.End) > len(n.Pairs) {
			return fmt.Errorf("bound %d is out of range", i)
		}
		least, left, right := int64(math.MaxInt64), int32(0), int32(never) // left and right: i and j of the previous pair
		for k, p := range n.Pairs[first:b.End] {
			x, leastX := implies(n, i, p.Parts[0], b.From, b.Middle)
			y, leastY := implies(n, i, p.Parts[1], b.Middle, b.To)
			if x == 0 || y == 0 || !c.follows(p.Clause, b.Lit.Not(), x, y) {
				return fmt.Errorf("pair %d of bound %d does not follow", k, i)
			}
			if leastX < left || leastY > right {
				return fmt.Errorf("pair %d of bound %d is not in order", k, i)
			}
			least, left, right = min(least, int64(left)+int64(leastY)), leastX, leastY
		}
		if least = min(least, int64(left)); int64(b.AtLeast) > least {
			return fmt.Errorf("bound %d claims at least %d true labels, but only %d follow", i, b.AtLeast, least)
		}
		first = b.End
	}
	return nil
}

// implies decodes an entry k of Pair.Parts for the part Labels[from:to] of the bound with the index
// bound. It returns a literal, and the number of true labels of the part that the literal implies. For
// k = 0 they are False and never. The literal is 0 if k is wrong: if it refers to a label outside the
// part, to a bound with an interval outside the part, or to a bound that does not precede this one.
func implies(n *argument.Tally, bound int, k, from, to int32) (l clause.Lit, least int32) {
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

// checkSum checks the sum with the given number, rule (c), and appends its literals by group to c.tight, or
// nil if D > G in the lemma. Then it also sets c.Refuted. It returns an error if a demand does not follow,
// if a group does not exist, if the literals assigned to a group are not different literals of the group,
// or if D < G.
//
// Lemma. Let D be the total of AtLeast over the demands of a sum, and let G be the total of AtMost
// over the groups that the demands use. If D > G, the clauses have no model. If D = G, the sum is
// tight: in every model, each of these groups has exactly AtMost true literals among the literals
// that the demands assign to it.
//
// Proof. Let T be the number of positions with a true literal in all demands. Add the inequalities of
// the demands: D <= T. Each position is assigned to one group. The literals that are assigned to a
// group are distinct literals of the group, so at most AtMost of them are true. Hence T <= G. If
// D = G, then T = G, so no group has fewer than AtMost.
func (c *Checker) checkSum(number int) error {
	balance, assigned := 0, map[int][]clause.Lit{} // D - G; indexed by group: the literals assigned to it
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
		if g < 0 || g >= len(c.arg.Groups) || !areDifferent(lits, c.arg.Groups[g].Lits) {
			return fmt.Errorf("the literals assigned to group %d are not different literals of this group", g)
		}
		balance -= c.arg.Groups[g].AtMost
	}
	if balance < 0 {
		return fmt.Errorf("the groups allow %d more true literals than the demands ask for", -balance)
	}
	if balance > 0 {
		c.Refuted, assigned = true, nil
	}
	c.tight = append(c.tight, assigned)
	return nil
}

// isDemand reports whether a demand follows from its clause, or from a bound whose Lit is True. Its
// literals must be unassigned, and each must have an element in Groups. AtLeast must be at least 1, and 1
// for a clause. The literals of a demand by a bound must be Labels[From:From+len(Lits)] of the tally. If the
// bound says that at least k labels are true and the demand leaves out n labels of the tally, at least k-n
// labels of the demand are true, and AtLeast must not be larger.
func (c *Checker) isDemand(d argument.Demand) bool {
	switch {
	case len(d.Groups) != len(d.Lits) || d.AtLeast < 1 || !c.areOpen(d.Lits...):
		return false
	case d.Tally == 0:
		return d.AtLeast == 1 && c.follows(d.Clause, d.Lits...)
	case d.Tally < 1 || d.Tally > len(c.arg.Tallies):
		return false
	}
	n := &c.arg.Tallies[d.Tally-1]
	if d.Bound < 0 || d.Bound >= len(n.Bounds) || n.Bounds[d.Bound].Lit != argument.True {
		return false
	}
	from, out := int(d.From), len(n.Labels)-len(d.Lits) // out: the number of labels left out
	return 0 <= from && from <= out && slices.Equal(n.Labels[from:from+len(d.Lits)], d.Lits) &&
		d.AtLeast <= int(n.Bounds[d.Bound].AtLeast)-out
}

// IsTight reports whether the accepted sum with the number sum is tight.
func (c *Checker) IsTight(sum int) bool { return c.tight[sum] != nil }

// ExactlyOne returns the literals that the sum with the number sum assigns to the group with the number
// group. In every model, exactly one of these literals is true. ExactlyOne returns nil if there is no
// accepted sum with this number, if the sum is not tight or does not use the group, or if AtMost of the
// group is not 1. The slice must not be changed.
func (c *Checker) ExactlyOne(sum, group int) []clause.Lit {
	if sum < 0 || sum >= len(c.tight) || c.tight[sum][group] == nil || c.arg.Groups[group].AtMost != 1 {
		return nil
	}
	return c.tight[sum][group]
}
