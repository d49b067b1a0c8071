package dpll

import "context"

// The rank of a long clause is what it is good for.
type rank uint8

const (
	branchFirst  rank = iota // to branch on
	branchSecond             // to branch on when the projected variables are assigned
	branchNever              // for unit propagation alone
)

// choiceRatio is how many times as often a choice literal occurs negated in
// binary clauses as it does itself. Auxiliary variables of encodings of
// at-most-one constraints occur about as often with either sign; and with the
// squares of a board, a clause or two that break symmetries change nothing.
const choiceRatio = 8

// isChoice reports whether l is a choice literal: one that long clauses ask for
// and binary clauses speak against. The polarities of the text play no part.
func isChoice(c *rowCount, l int32) bool {
	against, inFavour := c.len(l), c.len(l^1)
	return against > 0 && against >= choiceRatio*inFavour
}

// strangers is the part of a choice clause, one in so many literals, that need
// not be choice literals: the ladder encoding implies the first of each
// line both ways. An auxiliary variable and a group of three, as in the commander
// encoding, are no choice.
const strangers = 8

// choices returns which long clauses are choice clauses, and how many there
// are: those of choice literals, and those of literals that are in such
// clauses. Marks is empty before and after.
func (g *long) choices(ctx context.Context, c *rowCount, marks values) (is []bool, n int) {
	is = make([]bool, len(g.start))
	for i := range g.numbers(ctx) {
		if is[i] = g.mostly(i, func(l int32) bool { return isChoice(c, l) }); is[i] {
			g.each(i, marks.set)
		}
	}
	for i := range g.numbers(ctx) {
		if is[i] = is[i] || g.mostly(i, marks.holds); is[i] {
			n++
		}
	}
	for i := range g.numbers(ctx) {
		if is[i] {
			g.each(i, marks.clear)
		}
	}
	return is, n
}

// rank returns the rank of each long clause. Without any choice clause all
// are branched on.
func (g *long) rank(ctx context.Context, choice []bool, any bool, projected []bool) []rank {
	ranks := make([]rank, len(g.start))
	for i := range g.numbers(ctx) {
		switch {
		case any && !choice[i]:
			ranks[i] = branchNever
		case projected != nil && g.count(i, func(l int32) bool { return !projected[l>>1] }) > 0:
			ranks[i] = branchSecond
		}
	}
	return ranks
}

// mostly reports whether enough literals of a clause are such.
func (g *long) mostly(c int32, such func(int32) bool) bool {
	return strangers*g.count(c, func(l int32) bool { return !such(l) }) < g.width(c)
}

// count returns how many literals of a clause are such.
func (g *long) count(c int32, such func(int32) bool) int32 {
	n := int32(0)
	g.each(c, func(l int32) {
		if such(l) {
			n++
		}
	})
	return n
}
