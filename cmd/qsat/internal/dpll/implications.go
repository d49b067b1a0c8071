package dpll

import (
	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
)

// Implications are a list for each literal of the literals that it implies by
// binary clauses, in the order of the text: a clause (a or b) is there twice, as b in
// the list of not-a and as a in that of not-b.
//
// The literals are cut into ranges of the same power of two, and each range has
// a chunk of memory. It begins with two words for each literal, which hold a
// list of up to two entries and then zeros, or for a longer list the complement
// of where in the chunk it begins, and where it ends. So a list of two, as most
// are where there are many, is one wait for memory and not two.
type implications struct {
	shift  uint8 // the binary logarithm of the size of a range
	chunks [][]int32
}

// inline is how many entries of a list the words of its literal hold.
const inline = 2

// at returns the chunk of l and where in it the words of l are.
func (s *implications) at(l clause.Lit) (chunk []int32, place uint32) {
	return s.chunks[l>>(s.shift&31)], inline * uint32(l&(1<<(s.shift&31)-1))
}

// list returns the literals that l implies.
func (s *implications) list(l clause.Lit) []int32 {
	chunk, place := s.at(l)
	words := chunk[place:][:inline]
	if words[0] < 0 {
		return chunk[^words[0]:words[1]]
	}
	n := 0
	if words[0] != 0 {
		n = 1
	}
	if words[1] != 0 {
		n = 2
	}
	return words[:n]
}

// fetch brings the lists of some literals, or the beginnings of long ones, into
// the cache. The waits for them are at the same time, since no branch depends
// on what comes. The result has no meaning: it keeps the compiler from leaving
// out the loads.
//
//go:noinline
func (s *implications) fetch(lits []clause.Lit) (used int32) {
	for _, l := range lits {
		chunk, place := s.at(l)
		start := chunk[place]
		far := start >> 31 // -1 if the list is elsewhere, or else 0
		used ^= chunk[^start&far|int32(place)&^far]
	}
	return used
}

// layOut returns a chunk for lists of the given lengths, to be filled, and leaves
// in place of each length where the list begins. It adds the literals that are
// choices by their numbers of implications, which are binary clauses of their complements.
func layOut(lengths []int32, choices bitset.Set[clause.Lit]) []int32 {
	size := inline * len(lengths)
	for i, n := range lengths {
		if clause.IsChoice(clause.SureRatio, lengths[i^1], n) {
			choices.Add(clause.Lit(i))
		}
		if n > inline {
			size += int(n)
		}
	}
	chunk := make([]int32, size)
	end := int32(inline * len(lengths))
	for i, n := range lengths {
		place := int32(inline * i)
		lengths[i] = place
		if n > inline {
			lengths[i] = end
			chunk[place], chunk[place+1] = ^end, end+n
			end += n
		}
	}
	return chunk
}
