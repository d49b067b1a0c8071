package cardinality

import (
	"context"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// A grouping holds the literals of the pigeons, and the exclusive pairs: both literals of such a pair
// are true in no model. The number of a literal is its index in lits.
type grouping struct {
	lits     []clause.Lit
	number   []int32             // indexed by literal: 1 + its number, or 0
	excludes []bitset.Set[int32] // indexed by number: the numbers of the excluded literals; symmetric
}

// exclude sets excludes. Two literals are exclusive if a binary clause, or a chain of binary
// clauses, says that the first implies the negation of the second. The chain may pass through other
// literals, such as the auxiliary variables of an encoding. exclude returns false if the work runs
// out or ctx ends.
//
// For each literal, it searches the implied literals depth-first, and does not continue from the
// negation of a numbered literal. So it may miss exclusions through such negations.
func (g *grouping) exclude(ctx context.Context, d *clause.Database, work *int) bool {
	if *work -= len(g.lits) * len(g.lits) / 64; *work < 0 {
		return false
	}
	g.excludes = make([]bitset.Set[int32], len(g.lits))
	for i := range g.lits {
		g.excludes[i] = bitset.New[int32](len(g.lits))
	}
	var implied []clause.Lit
	seen := make([]int32, d.NumLits()) // indexed by literal: 1 + the last number whose search has reached it
	for i, l := range g.lits {
		if ctx.Err() != nil {
			return false
		}
		oneWay := false // the search has passed a numbered literal, where the search in the other direction stops
		implied = append(implied[:0], l)
		for len(implied) > 0 {
			k := implied[len(implied)-1]
			implied = implied[:len(implied)-1]
			list := d.Watching(k.Not())
			if *work -= 1 + len(list); *work < 0 {
				return false
			}
			for _, w := range list {
				k := w.Lit()
				switch n := g.number[k.Not()] - 1; {
				case !w.IsBinary() || d.Value(k) != 0 || seen[k] == int32(i+1):
				case n >= 0:
					if g.excludes[i].Add(n); oneWay {
						g.excludes[n].Add(int32(i))
					}
				default:
					oneWay = oneWay || g.number[k] > 0
					seen[k] = int32(i + 1)
					implied = append(implied, k)
				}
			}
		}
		g.excludes[i].Remove(int32(i))
	}
	return true
}

// edgeCliques returns cliques: sets of literals, by their numbers, in which every pair is exclusive.
// Each exclusive pair is in at least one clique. A clique begins with a pair that no clique contains
// yet, and grows greedily. The candidates for it are the literals that exclude every literal of the
// clique. The second literal of the pair, and then each next literal, is a candidate that excludes the
// largest number of candidates. If all candidates exclude each other, edgeCliques adds all of them. It
// returns nil if the work runs out, and an incomplete list if ctx ends.
func (g *grouping) edgeCliques(ctx context.Context, work *int) (list [][]int32) {
	n := len(g.lits)
	open := lists.Map(g.excludes, slices.Clone[bitset.Set[int32]]) // indexed by number: the excluded literals that share no clique with it yet
	common := bitset.New[int32](n)
	for i := range open {
		for !open[i].IsEmpty() && ctx.Err() == nil {
			clique := []int32{int32(i)}
			copy(common, g.excludes[i])
			for first := true; ; first = false {
				best, most, least, left := int32(-1), -1, n, 0
				for k := range common.All() {
					left++
					if first && !open[i].Has(k) {
						continue
					}
					shared := 0
					for w, word := range g.excludes[k] {
						shared += bits.OnesCount64(word & common[w])
					}
					*work -= 1 + len(common)/4
					if least = min(least, shared); shared > most {
						best, most = k, shared
					}
				}
				if best < 0 {
					break
				}
				if !first && least == left-1 { // common is a clique
					clique = slices.AppendSeq(clique, common.All())
					break
				}
				clique = append(clique, best)
				common.And(g.excludes[best])
			}
			for _, k := range clique {
				for _, l := range clique {
					open[k].Remove(l)
				}
			}
			if list = append(list, clique); *work < 0 {
				return nil
			}
		}
	}
	return list
}

// isClique reports whether every pair of literals with the given numbers is exclusive.
func (g *grouping) isClique(numbers []int32) bool {
	return !slices.ContainsFunc(numbers, func(k int32) bool {
		return slices.ContainsFunc(numbers, func(l int32) bool { return l != k && !g.excludes[k].Has(l) })
	})
}

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
