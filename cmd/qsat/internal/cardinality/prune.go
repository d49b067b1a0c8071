package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/bitset"
)

// dropFree drops each clause with a literal that excludes no literal outside the clause, and each level
// with a literal that excludes no literal at all. Such a pigeon always has a hole of its own. The
// same test then applies to the remaining pigeons, until it drops no pigeon or the work runs out. Finally
// dropFree removes the literals of dropped pigeons from excludes.
func (s *refuter) dropFree() {
	uses := make([]int32, len(s.lits)) // indexed by number: the number of pigeons with the literal
	left := bitset.New[int32](len(s.lits))
	for _, p := range s.pigeons {
		for _, l := range p.lits {
			uses[l]++
			left.Add(l)
		}
	}
	all := len(s.pigeons)
	for before := all + 1; len(s.pigeons) < before && s.work >= 0; {
		before = len(s.pigeons)
		s.pigeons = slices.DeleteFunc(s.pigeons, func(p pigeon) bool {
			for _, l := range p.lits {
				if p.counter == 0 {
					left.Remove(l)
				}
			}
			free := slices.ContainsFunc(p.lits, func(l int32) bool { return !s.excludesAny(l, left) })
			for _, l := range p.lits {
				if left.Add(l); free {
					if uses[l]--; uses[l] == 0 {
						left.Remove(l)
					}
				}
			}
			return free
		})
	}
	if len(s.pigeons) == all {
		return
	}
	for l, set := range s.excludes {
		if uses[l] == 0 {
			clear(set)
		}
		for w := range set {
			set[w] &= left[w]
		}
	}
}

// excludesAny reports whether the literal with the number l excludes a literal in set.
func (s *refuter) excludesAny(l int32, set bitset.Set[int32]) bool {
	for w, word := range s.excludes[l] {
		if word&set[w] != 0 {
			s.work -= w/4 + 1
			return true
		}
	}
	s.work -= len(set)/4 + 1
	return false
}

// weigh drops pigeons and holes that can be part of no violator and of no tight closure. The weight of
// a literal is the largest 1/n of all its clauses, where n is the length of the clause. So the weights
// in each pigeon add up to at least 1.
//
// If the weights in a hole add up to more than 1, weigh stops. Otherwise the holes of n pigeons have a
// total weight of at least n, so there are at least n of them: no violator exists. There are exactly n
// only if each of them has the weight 1. So weigh keeps only the holes of weight 1, and the pigeons
// whose literals are all in such holes. It repeats this until it drops no pigeon. It does nothing if
// there are counters.
//
// Rounding does no harm: if N pigeons have only N-1 holes, a hole has at least the weight N/(N-1).
func (s *refuter) weigh() {
	const most = 1 + 1e-9 // the largest sum that counts as 1
	weights := make([]float64, len(s.lits))
	for before := len(s.pigeons) + 1; len(s.pigeons) < before; {
		before = len(s.pigeons)
		clear(weights)
		for _, p := range s.pigeons {
			if p.counter > 0 {
				return
			}
			for _, l := range p.lits {
				weights[l] = max(weights[l], 1/float64(len(p.lits)))
			}
		}
		full := bitset.New[int32](len(s.lits)) // literals in a hole of weight 1
		var holes [][]int32
		for c, places := range s.places {
			s.work -= len(places)
			sum, last := 0.0, int32(-1)
			for _, o := range places {
				if l := s.pigeons[o.pigeon].lits[o.at]; l != last {
					sum += weights[l]
					last = l
				}
			}
			if sum > most {
				return
			}
			if sum < 2-most {
				continue
			}
			holes = append(holes, s.cliques[c])
			for _, o := range places {
				full.Add(s.pigeons[o.pigeon].lits[o.at])
			}
		}
		s.cliques = holes
		s.pigeons = slices.DeleteFunc(s.pigeons, func(p pigeon) bool {
			return slices.ContainsFunc(p.lits, func(l int32) bool { return !full.Has(l) })
		})
		s.findPlaces(len(s.lits))
	}
}
