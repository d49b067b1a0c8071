package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/bitset"
)

// dropFree drops pigeons with a literal that excludes none of another pigeon: what it would be
// the hole of is theirs alone. What such pigeons leave alone is dropped as well.
func (s *search) dropFree() {
	uses := make([]int32, len(s.lits)) // by literal: the pigeons with it
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

// excludesAny reports whether a literal excludes one of a set.
func (s *search) excludesAny(l int32, set bitset.Set[int32]) bool {
	for w, word := range s.excludes[l] {
		if word&set[w] != 0 {
			s.work -= w/4 + 1
			return true
		}
	}
	s.work -= len(set)/4 + 1
	return false
}

// weigh gives literals weights, so that those of each pigeon, which is a clause, are 1 or more
// in all: shares alike. If those of no hole are more than 1, no pigeons are more than their
// holes, and as many only where each hole has 1: weigh drops all other pigeons and holes then. It does nothing where there are counters.
//
// Rounding does no harm: N pigeons in N - 1 holes need one with N / (N - 1).
func (s *search) weigh() {
	const most = 1 + 1e-9
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
		full := bitset.New[int32](len(s.lits)) // literals in a hole with 1
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
