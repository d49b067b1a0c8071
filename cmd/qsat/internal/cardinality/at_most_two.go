package cardinality

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
)

// findAtMostTwos returns disjoint sets of at least 5 literals, each ascending. Clauses say that at most
// two literals of each set are true: every triple of the set has a clause of its negations, perhaps with
// other literals that are false. It spends work. It stops early, with the sets so far, if the work runs
// out or if more than maxMisses clauses of three literals in a row lead to no set. A checker decides whether every triple has its clause.
func findAtMostTwos(ctx context.Context, d *clause.Database, work *int) (list [][]clause.Lit) {
	in := map[clause.Lit]int{} // indexed by literal: 1 + the index of its set, or 0
	misses := 0
	for c := range d.All {
		lits := d.Lits(c)
		*work--
		if len(lits) != 3 || d.Has(c, clause.Learned) || in[lits[0].Not()] > 0 {
			continue
		}
		if misses > maxMisses || *work < 0 {
			return list
		}
		misses++
		k, l := lits[0].Not(), lits[1].Not()
		set := []clause.Lit{k, l}
		for _, x := range slices.Concat(triplesWith(d, k, work), triplesWith(d, l, work)) {
			if slices.Contains(x[:], k) && slices.Contains(x[:], l) {
				set = append(set, x[:]...)
			}
		}
		slices.Sort(set)
		set = slices.Compact(set)
		if len(set) < 5 || slices.ContainsFunc(set, func(l clause.Lit) bool { return in[l] > 0 }) {
			continue
		}
		*work -= len(set) * len(set) * len(set) / 128
		group := argument.Group{Lits: set, AtMost: 2}
		if *work < 0 || checker.New(d).Check(ctx, &argument.Argument{Groups: []argument.Group{group}}) != nil {
			continue
		}
		misses = 0
		list = append(list, set)
		for _, l := range set {
			in[l] = len(list)
		}
	}
	return list
}

// triplesWith returns the literals l, x and y, in any order, for each clause (-l, -x, -y) that watches -l and
// has no assigned literal. A clause watches two of its literals, so two of the three literals of a triple
// return it. It spends work.
func triplesWith(d *clause.Database, l clause.Lit, work *int) (list [][3]clause.Lit) {
	*work -= len(d.Watching(l.Not()))
	for _, w := range d.Watching(l.Not()) {
		if w.IsBinary() {
			continue
		}
		if lits := d.Lits(w.Ref()); len(lits) == 3 && d.Value(lits[0]) == 0 && d.Value(lits[1]) == 0 && d.Value(lits[2]) == 0 {
			list = append(list, [3]clause.Lit{lits[0].Not(), lits[1].Not(), lits[2].Not()})
		}
	}
	return list
}
