package cardinality

import (
	"context"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// A grouping is the literals that are looked at, numbered from 0, and which of
// them exclude each other.
type grouping struct {
	lits     []clause.Lit
	number   []int32             // by literal, from 1; 0 for others
	excludes []bitset.Set[int32] // by literal looked at
}

// exclude tells which of the literals exclude each other by binary clauses, also through
// other literals, the auxiliary ones of an encoding. It returns false if that takes more work
// than there is, or ctx ends.
func (g *grouping) exclude(ctx context.Context, d *clause.Database, work *int) bool {
	if *work -= len(g.lits) * len(g.lits) / 64; *work < 0 {
		return false
	}
	g.excludes = make([]bitset.Set[int32], len(g.lits))
	for i := range g.lits {
		g.excludes[i] = bitset.New[int32](len(g.lits))
	}
	var implied []clause.Lit
	seen := make([]int32, d.NumLits()) // by literal: the last of those looked at that implies it
	for i, l := range g.lits {
		if ctx.Err() != nil {
			return false
		}
		oneWay := false // through a literal looked at, where the way back ends
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

// edgeCliques returns sets of literals that exclude each other, so that any two that do are in
// one of them. Each is begun by two that are not in one yet, and goes on with the literal
// that excludes most of those that are left.
func (g *grouping) edgeCliques(ctx context.Context, work *int) (list [][]int32) {
	n := len(g.lits)
	open := make([]bitset.Set[int32], n) // what is excluded, and in no clique with that
	for i := range open {
		open[i] = append(bitset.Set[int32](nil), g.excludes[i]...)
	}
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
				if !first && least == left-1 { // they exclude each other
					clique = slices.AppendSeq(clique, common.All())
					break
				}
				clique = append(clique, best)
				for w, word := range g.excludes[best] {
					common[w] &= word
				}
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

// excludeEachOther reports whether any two of some literals exclude each other.
func (g *grouping) excludeEachOther(numbers []int32) bool {
	for i, k := range numbers {
		for _, l := range numbers[:i] {
			if !g.excludes[k].Has(l) {
				return false
			}
		}
	}
	return true
}
