package dpll

import (
	"context"
	"slices"
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
			for _, l := range g.literals(i) {
				marks.set(l)
			}
		}
	}
	for i := range g.numbers(ctx) {
		if is[i] = is[i] || g.mostly(i, marks); is[i] {
			n++
		}
	}
	for i := range g.numbers(ctx) {
		if is[i] {
			for _, l := range g.literals(i) {
				marks.clear(l)
			}
		}
	}
	return is, n
}

// mostly reports whether enough literals of a clause are in a set.
func (g *long) mostly(c int32, set values) bool {
	lits, in := g.literals(c), 0
	for _, l := range lits {
		in += int(set[uint32(l)>>6] >> (uint32(l) & 63) & 1)
	}
	return strangers*(len(lits)-in) < len(lits)
}

// sort numbers the clauses anew, otherwise in the same order: first those to branch
// on, then those to branch on when the projected variables are assigned, and those
// for unit propagation alone. It returns how many there are of the first two.
// Without any choice clause all are branched on.
func (g *long) sort(ctx context.Context, choice []bool, any bool, projected []bool) (first, second int32) {
	var order [3][]int32
	for c := range g.numbers(ctx) {
		k := 0
		if any && !choice[c] {
			k = 2
		} else if projected != nil && slices.ContainsFunc(g.literals(c), func(l int32) bool { return !projected[l>>1] }) {
			k = 1
		}
		order[k] = append(order[k], g.start[c])
	}
	g.start = slices.Concat(order[0], order[1], order[2])
	return int32(len(order[0])), int32(len(order[1]))
}
