package dpll

import (
	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
)

// An implications lists for each literal the literals that it implies by binary clauses, in the
// order of the clauses. A clause (a or b) is stored as b in the list of not-a and as a in the list
// of not-b.
//
// The lists are in one chunk of memory. It begins with two words per literal. They hold a list of
// up to two entries, followed by zeros. For a longer list they hold the complement of the offset in
// the chunk at which it begins, and the offset at which it ends. So reading a list of up to two
// entries, which is the usual length, waits for memory once instead of twice.
type implications struct{ chunk []int32 }

// inline is the number of words of a literal, and of entries that fit in them.
const inline = 2

// list returns the literals that l implies. The slice aliases the chunk.
func (s *implications) list(l clause.Lit) []int32 {
	words := s.chunk[inline*l:][:inline]
	if words[0] < 0 {
		return s.chunk[^words[0]:words[1]]
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

// fetch loads the lists of lits, or the beginnings of long lists, into the cache. The
// loads overlap, because no branch depends on their values. The result is meaningless; it
// only prevents the compiler from removing the loads.
func (s *implications) fetch(lits []clause.Lit) (used int32) {
	for _, l := range lits {
		place := int32(inline * l)
		start := s.chunk[place]
		far := start >> 31 // -1 if the list is not in the words, else 0
		used ^= s.chunk[^start&far|place&^far]
	}
	return used
}

// layOut returns a chunk (see implications) with room for lists of the given lengths, which are
// indexed by literal. It replaces each length by the offset in the chunk at which the list begins.
// It adds to choices the literals that csp.IsChoice recognizes with csp.SureRatio: the implications
// of a literal are the binary clauses with its complement.
func layOut(lengths []int32, choices bitset.Set[clause.Lit]) []int32 {
	size := inline * len(lengths)
	for i, n := range lengths {
		if csp.IsChoice(csp.SureRatio, lengths[i^1], n) {
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
