package dpll

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Rows are the implications of the binary clauses: the row of the literal l
// holds what l implies. A clause (a or b) is there twice, as b in the row of
// not-a and as a in that of not-b. A row is in the order of the text.
//
// The literals are cut into ranges of the same power of two, and each range has
// a chunk of memory. It begins with two places for each literal, which hold a
// row of up to two literals and then zeros, or for a longer row the complement
// of where in the chunk it begins, and where it ends. So a row of two, as most
// are where there are many, is one wait for memory and not two.
type rows struct {
	shift  uint8 // the binary logarithm of the size of a range
	chunks [][]int32
}

// inline is how many literals of a row the places of its literal hold.
const inline = 2

// at returns the chunk of l and where in it the places of l are.
func (r *rows) at(l int32) (chunk []int32, place uint32) {
	return r.chunks[uint32(l)>>(r.shift&31)], inline * (uint32(l) & (1<<(r.shift&31) - 1))
}

// of returns the row of l.
func (r *rows) of(l int32) []int32 {
	chunk, place := r.at(l)
	cell := chunk[place:][:inline]
	if cell[0] < 0 {
		return chunk[^cell[0]:cell[1]]
	}
	n := 0
	if cell[0] != 0 {
		n = 1
	}
	if cell[1] != 0 {
		n = 2
	}
	return cell[:n]
}

// fetch brings the rows of some literals, or the beginnings of long ones, into
// the cache. The waits for them are at the same time, since no branch depends
// on what comes. The result has no meaning: it keeps the compiler from leaving
// out the loads.
//
//go:noinline
func (r *rows) fetch(lits []int32) (used int32) {
	for _, l := range lits {
		chunk, place := r.at(l)
		used ^= chunk[place]
	}
	for _, l := range lits {
		chunk, place := r.at(l)
		start := chunk[place]
		far := start >> 31 // -1 if the row is elsewhere, or else 0
		used ^= chunk[^start&far|int32(place)&^far]
	}
	return used
}

// A built is what the binary clauses have become.
type built struct {
	rows    rows
	units   []int32 // of clauses (a or a)
	against values  // the literals that they speak against, see isAgainst
}

// newChunk returns a chunk for rows of the given lengths, leaves in place of
// each length where the row begins, and notes what the rows are against.
func newChunk(lengths []int32, against values) []int32 {
	size := inline * len(lengths)
	for i, n := range lengths {
		if isAgainst(n, lengths[i^1]) {
			against.set(int32(i))
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

const (
	// nearLits bounds the literals whose rows are built in one step: the
	// counters of a goroutine take four bytes for each.
	nearLits = 1 << 20
	// reach is how many binary clauses, literals, or literals in long
	// clauses offsets of 31 bits allow in a chunk.
	reach = 1<<30 - inline*nearLits
)

func tooLarge() error {
	return declined(fmt.Sprintf("it has more than %d literals, binary clauses or literals in longer ones", reach))
}

// buildRows builds the rows of lits literals in up to threads goroutines. They
// are the same for any number.
func buildRows(ctx context.Context, blocks [][]dimacs.Pair, lits, threads int) (*built, error) {
	pairs := 0
	for _, b := range blocks {
		pairs += len(b)
	}
	if pairs > reach || lits > reach {
		return nil, tooLarge()
	}
	if lits > nearLits {
		return partition(ctx, share(blocks, pairs, max(1, min(threads, pairs/piece))), lits)
	}
	// The counters of the shares take no more memory than the rows.
	return count(ctx, share(blocks, pairs, max(1, min(threads, 2*pairs/lits, pairs/piece))), lits)
}

// Shares are pairs in pieces, in order, cut into shares of about the same size.
type shares [][][]dimacs.Pair

// piece bounds the pairs between two looks at the context.
const piece = 1 << 16

// share cuts the pairs into n shares.
func share(blocks [][]dimacs.Pair, pairs, n int) shares {
	s := make(shares, n)
	i, size := 0, 0
	for _, b := range blocks {
		for len(b) > 0 {
			k := min(len(b), piece)
			s[i] = append(s[i], b[:k])
			b = b[k:]
			if size += k; size*n >= pairs*(i+1) && i < n-1 {
				i++
			}
		}
	}
	return s
}

// each calls do with the pieces of each share in order, the shares at the same
// time.
func (s shares) each(ctx context.Context, do func(share int, pairs []dimacs.Pair)) {
	var wg sync.WaitGroup
	for i := range s {
		wg.Go(func() {
			for _, p := range s[i] {
				if ctx.Err() != nil {
					return
				}
				do(i, p)
				runtime.Gosched() // to what may end ctx
			}
		})
	}
	wg.Wait()
}

// count builds the rows in one chunk, by counting and filling. Each share has
// an array over the literals that first counts and is then, summed up over the
// shares, where the share writes. So nobody waits for anybody.
func count(ctx context.Context, s shares, lits int) (*built, error) {
	next := make([][]int32, len(s)) // by share and literal: a number, then a place
	for i := range s {
		next[i] = make([]int32, lits)
	}
	units := make([][]int32, len(s))
	s.each(ctx, func(i int, pairs []dimacs.Pair) { units[i] = countPairs(pairs, 0, next[i], units[i]) })
	place := make([]int32, lits)
	for _, n := range next {
		for l := range place {
			place[l] += n[l]
		}
	}
	against := newValues(lits)
	chunk := newChunk(place, against)
	for _, n := range next {
		for l := range place {
			n[l], place[l] = place[l], place[l]+n[l]
		}
	}
	s.each(ctx, func(i int, pairs []dimacs.Pair) { fillPairs(pairs, next[i], chunk) })
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r := rows{shift: 31, chunks: [][]int32{chunk}}
	return &built{rows: r, units: slices.Concat(units...), against: against}, nil
}

// countPairs adds the numbers of implications of pairs to n, by their rows shifted
// right, and their units to units.
func countPairs(pairs []dimacs.Pair, shift uint8, n []int32, units []int32) []int32 {
	for i := range pairs {
		a, b := int32(clause.Of(pairs[i][0])), int32(clause.Of(pairs[i][1]))
		if a>>1 == b>>1 {
			if a == b {
				units = append(units, a)
			}
			continue
		}
		n[(a^1)>>(shift&31)]++
		n[(b^1)>>(shift&31)]++
	}
	return units
}

// fillPairs writes pairs to the places next.
func fillPairs(pairs []dimacs.Pair, next, chunk []int32) {
	for i := range pairs {
		a, b := int32(clause.Of(pairs[i][0])), int32(clause.Of(pairs[i][1]))
		if a>>1 == b>>1 {
			continue
		}
		k := next[a^1]
		next[a^1] = k + 1
		chunk[k] = b
		k = next[b^1]
		next[b^1] = k + 1
		chunk[k] = a
	}
}
