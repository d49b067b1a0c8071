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

// isAgainst reports whether binary clauses speak against a literal, which a row
// of so many literals belongs to, and one of so many to its complement. If long
// clauses ask for it, it is a choice literal. The polarities of the text play
// no part.
func isAgainst(row, complement int32) bool {
	return row > 0 && row >= choiceRatio*complement
}

// strangers is the part of a choice clause, one in so many literals, that need
// not be choice literals: the ladder encoding implies the first of each
// line both ways. An auxiliary variable and a group of three, as in the commander
// encoding, are no choice.
const strangers = 8

// choices returns which long clauses are choice clauses, and how many there
// are: those of choice literals, and those of literals that are in such
// clauses. Marks is empty before and after.
func (g *long) choices(ctx context.Context, against, marks values) (is []bool, n int) {
	is = make([]bool, len(g.start))
	for i := range g.numbers(ctx) {
		if is[i] = g.mostly(i, against); is[i] {
			g.each(i, marks.set)
		}
	}
	for i := range g.numbers(ctx) {
		if is[i] = is[i] || g.mostly(i, marks); is[i] {
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
		case projected != nil && g.any(i, func(l int32) bool { return !projected[l>>1] }):
			ranks[i] = branchSecond
		}
	}
	return ranks
}

// mostly reports whether enough literals of a clause are in a set.
func (g *long) mostly(c int32, set values) bool {
	width, in := 0, 0
	for _, l := range g.clause(c) {
		if l == 0 {
			break
		}
		width++
		in += int(set[uint32(l)>>6] >> (uint32(l) & 63) & 1)
	}
	return strangers*(width-in) < width
}

// any reports whether a literal of a clause is such.
func (g *long) any(c int32, such func(int32) bool) bool {
	for _, l := range g.clause(c) {
		if l == 0 || such(l) {
			return l != 0
		}
	}
	return false
}
