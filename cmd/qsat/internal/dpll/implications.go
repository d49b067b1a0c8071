package dpll

import (
	"slices"
	"sync"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/dimacs"
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

// A builder holds the data that buildImplications collects from the binary clauses of a formula.
type builder struct {
	implications
	units   []clause.Lit // the literals a of clauses (a or a)
	choices csp.Choices  // literals that are choices according to csp.SureRatio
}

// tooLarge is the reason to decline a formula beyond maxEntries.
const tooLarge = "it has more than a billion literals and binary clauses, or a billion literals in longer clauses"

// buildImplications builds the implications of the pairs of f in up to threads goroutines, and
// collects the units and choices among these clauses. It skips tautologies. The result does not
// depend on threads. The argument lits is the length of a slice indexed by literal. It returns an
// engine.DeclinedError if the formula is too large; see maxEntries.
//
// It builds the lists by counting sort. Each goroutine has a share of the clauses and an array
// indexed by literal. The array first holds the share's number of implications, and then, after
// summing over the shares, the position at which the share writes next. So no goroutine waits for
// another.
func buildImplications(f *dimacs.Formula, lits, threads int) (*builder, error) {
	pieces, n := [][]dimacs.Pair{nil}, 0 // an empty piece, so that there is at least one share
	for b := range f.PairBlocks() {
		pieces = slices.AppendSeq(pieces, slices.Chunk(b, pieceSize))
		n += len(b)
	}
	if n+lits > maxEntries {
		return nil, declined(tooLarge)
	}
	threads = max(1, min(threads, 2*n/lits)) // so that the counts take no more memory than the lists
	shares := slices.Collect(slices.Chunk(pieces, len(pieces)/threads+1))
	inParallel := func(do func(share int, pairs []dimacs.Pair)) { // with one goroutine per share
		var wg sync.WaitGroup
		for i, share := range shares {
			wg.Go(func() {
				for _, pairs := range share {
					do(i, pairs)
				}
			})
		}
		wg.Wait()
	}
	b := &builder{choices: csp.NewChoices(lits)}
	next, places := make([][]int32, len(shares)), make([]int32, lits)
	units := make([][]clause.Lit, len(shares))
	for i := range next {
		next[i] = make([]int32, lits)
	}
	inParallel(func(i int, pairs []dimacs.Pair) {
		counts := next[i]
		for k := range pairs {
			p, q := clause.Of(pairs[k][0]), clause.Of(pairs[k][1])
			if p.Var() != q.Var() {
				counts[p.Not()]++
				counts[q.Not()]++
			} else if p == q {
				units[i] = append(units[i], p)
			}
		}
	})
	b.units = slices.Concat(units...)
	for _, counts := range next {
		for l, n := range counts {
			places[l] += n
		}
	}
	b.chunk = layOut(places, b.choices.Set)
	for _, counts := range next {
		for l, n := range counts {
			counts[l], places[l] = places[l], places[l]+n
		}
	}
	inParallel(func(i int, pairs []dimacs.Pair) {
		next, chunk := next[i], b.chunk // local copies, for speed
		for k := range pairs {
			if p, q := clause.Of(pairs[k][0]), clause.Of(pairs[k][1]); p.Var() != q.Var() {
				chunk[next[p.Not()]] = int32(q)
				next[p.Not()]++
				chunk[next[q.Not()]] = int32(p)
				next[q.Not()]++
			}
		}
	})
	return b, nil
}
