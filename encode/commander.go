package encode

import (
	"slices"

	"queens/dimacs"
)

// commanderGroup is the number of literals under one commander, and
// commanderBase the number up to which there are no commanders.
const (
	commanderGroup = 3
	commanderBase  = 4
)

// commander divides the literals into groups of three, each with an auxiliary
// variable, its commander, that is true exactly if one of the group is. At
// most one of a group, pairwise, and at most one of the commanders, by
// commanders of their own while there are more than four.
//
// Size: about k/2 auxiliary variables and 3.5k clauses, the clause from each
// commander to its group ternary and the others binary.
// Propagation: one true literal makes all others false by unit propagation.
// Models: one for each assignment it permits, because a commander implies its
// group.
//
// References: Will Klieber and Gihwon Kwon, "Efficient CNF Encoding for
// Selecting 1 from N Objects", CFV 2007.
var commander = AtMostOne{
	Name:   "commander",
	Encode: encodeCommander,
	Size: func(k int) (aux, clauses int64) {
		for k > commanderBase {
			full, rest := k/commanderGroup, k%commanderGroup
			clauses += int64(full)*pairs(commanderGroup) + pairs(rest) + int64(k)
			k = groupsOf(commanderGroup, k)
			clauses += int64(k)
			aux += int64(k)
		}
		return aux, clauses + pairs(k)
	},
	shapes: func(k int) (list []shape) {
		for k > commanderBase {
			full, rest := k/commanderGroup, k%commanderGroup
			list = append(list, shape{int64(full)*pairs(commanderGroup) + pairs(rest), 0, 2}, shape{int64(k), 1, 1}, shape{int64(full), commanderGroup, 1})
			if rest > 0 {
				list = append(list, shape{1, rest, 1})
			}
			k = groupsOf(commanderGroup, k)
		}
		return append(list, shape{pairs(k), 0, 2})
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
}

func encodeCommander(lits []dimacs.Lit, sink Sink, vars VarSource) {
	clause := make([]dimacs.Lit, 0, commanderGroup+1)
	for len(lits) > commanderBase {
		var commanders []dimacs.Lit
		for len(lits) > 0 {
			group := lits[:min(commanderGroup, len(lits))]
			lits = lits[len(group):]
			c := vars.Fresh()
			commanders = append(commanders, c)
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
	sink.Pairs(negated(lits))
}
