package atmostone

import (
	"slices"

	"queens/dimacs"
)

// commanderGroup is the number of literals of a group, except a smaller last one. Up to
// commanderBase literals are encoded pairwise, without commanders.
const (
	commanderGroup = 3
	commanderBase  = 4
)

// commander divides the literals into groups of three; the last group may be smaller. Each
// group has an auxiliary variable, its commander, which is true if and only if a literal of the
// group is. In each group at most one literal is true, pairwise. At most one commander is true:
// if there are more than four, they have commanders of their own. Up to four literals are
// encoded pairwise.
//
// Size: about k/2 auxiliary variables and 3.5k clauses. The clause from a commander to its
// group has one literal more than the group, up to four; all other clauses are binary.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: one for each permitted assignment, because a commander implies its group.
//
// References: Will Klieber and Gihwon Kwon, "Efficient CNF Encoding for Selecting 1 from N
// Objects", CFV 2007.
var commander = Encoding{
	Name:   "commander",
	Encode: encodeCommander,
	Size: func(k int) (aux, clauses int) {
		for k > commanderBase {
			full, rest, groups := k/commanderGroup, k%commanderGroup, groupsOf(commanderGroup, k)
			clauses += full*pairs(commanderGroup) + pairs(rest) + k + groups
			aux += groups
			k = groups
		}
		return aux, clauses + pairs(k)
	},
	Meanings: func(k int) []Meaning {
		var all []Meaning
		for under := alone(k); len(under) > commanderBase; {
			var commanders []Meaning
			for group := range slices.Chunk(under, commanderGroup) {
				commanders = append(commanders, among(group, true))
			}
			all, under = append(all, commanders...), commanders
		}
		return all
	},
	group: commanderGroup,
}

func encodeCommander(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
	clause := make([]dimacs.Lit, 0, commanderGroup+1)
	for len(lits) > commanderBase {
		commanders := fresh(groupsOf(commanderGroup, len(lits)))
		for i, c := range commanders {
			group := lits[commanderGroup*i : min(commanderGroup*(i+1), len(lits))]
			for i, a := range group {
				for _, b := range group[i+1:] {
					sink.Binary(a.Neg(), b.Neg())
				}
				sink.Binary(a.Neg(), c)
			}
			clause = append(append(clause[:0], group...), c.Neg())
			sink.Clause(clause...)
		}
		lits = commanders
	}
	sink.Pairs(dimacs.Negated(lits))
}
