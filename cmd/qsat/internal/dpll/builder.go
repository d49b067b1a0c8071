package dpll

import (
	"context"
	"iter"
	"slices"
	"sync"

	"queens/cmd/internal/memory"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A builder makes implications from binary clauses.
type builder struct {
	implications
	units   []clause.Lit   // of clauses (a or a)
	choices clause.Choices // by binary clauses alone

	shares [][][]dimacs.Pair // by goroutine: its clauses, in pieces
	lits   int               // number of literals
}

const (
	// pieceSize is the largest number of clauses in a piece of a share.
	pieceSize = 1 << 16
	// directLits bounds the literals whose lists are built in one step: the
	// counts of a goroutine take four bytes for each.
	directLits = 1 << 20
	// maxEntries is how many binary clauses, literals, or literals in long
	// clauses offsets of 31 bits allow in a chunk.
	maxEntries = 1<<30 - inline*directLits
	tooLarge   = "it has more than a billion literals, binary clauses or literals in longer ones"
)

// buildImplications builds the implications of the pairs of a formula between lits
// literals in up to threads goroutines. They are the same for any number.
func buildImplications(ctx context.Context, f *dimacs.Formula, lits, threads int) (*builder, error) {
	pieces, n := [][]dimacs.Pair{nil}, 0 // at least one, so that there is a share
	for b := range f.PairBlocks() {
		pieces = slices.AppendSeq(pieces, slices.Chunk(b, pieceSize))
		n += len(b)
	}
	if n > maxEntries || lits > maxEntries {
		return nil, declined(tooLarge)
	}
	size := 8 * int64(n+lits) // of the lists
	if lits > directLits {
		size += 16 * int64(n) // of the buffer of partition
	}
	if !memory.Fits(ctx, size) {
		return nil, context.Cause(ctx)
	}
	b := &builder{choices: clause.NewChoices(lits), lits: lits}
	if lits > directLits {
		b.shares = share(pieces, threads)
		b.partition()
	} else {
		b.shares = share(pieces, min(threads, 2*n/lits)) // so that the counts take no more memory than the lists
		b.direct()
	}
	return b, nil
}

// share cuts pieces into up to n shares, in order.
func share(pieces [][]dimacs.Pair, n int) [][][]dimacs.Pair {
	return slices.Collect(slices.Chunk(pieces, len(pieces)/max(n, 1)+1))
}

// concurrently calls do with the number of each share, all at the same time.
func (b *builder) concurrently(do func(share int)) {
	var wg sync.WaitGroup
	for i := range b.shares {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// each calls do with the pieces of each share in order, the shares at the same
// time.
func (b *builder) each(do func(share int, pairs []dimacs.Pair)) {
	b.concurrently(func(i int) {
		for _, p := range b.shares[i] {
			do(i, p)
		}
	})
}

// implied yields the implications of pairs, as a literal and one that it implies.
// A pair of one variable has none.
func implied(pairs []dimacs.Pair) iter.Seq2[clause.Lit, clause.Lit] {
	return func(yield func(l, implied clause.Lit) bool) {
		for i := range pairs {
			p, q := clause.Of(pairs[i][0]), clause.Of(pairs[i][1])
			if p.Var() != q.Var() && (!yield(p.Not(), q) || !yield(q.Not(), p)) {
				return
			}
		}
	}
}

// count returns the numbers of implications, by share and by literal shifted
// right, and notes the units.
func (b *builder) count(shift uint8) [][]int32 {
	counts := make([][]int32, len(b.shares))
	units := make([][]clause.Lit, len(b.shares))
	for i := range counts {
		counts[i] = make([]int32, (b.lits-1)>>shift+1)
	}
	b.each(func(i int, pairs []dimacs.Pair) {
		n := counts[i]
		for k := range pairs {
			p, q := clause.Of(pairs[k][0]), clause.Of(pairs[k][1])
			if p.Var() != q.Var() {
				n[p.Not()>>(shift&31)]++
				n[q.Not()>>(shift&31)]++
			} else if p == q {
				units[i] = append(units[i], p)
			}
		}
	})
	b.units = slices.Concat(units...)
	return counts
}

// direct builds the lists in one chunk, by counting and filling. Each share has
// an array over the literals that first counts and is then, summed up over the
// shares, where the share writes. So nobody waits for anybody.
func (b *builder) direct() {
	next := b.count(0)
	places := make([]int32, b.lits)
	for _, counts := range next {
		for l, n := range counts {
			places[l] += n
		}
	}
	chunk := layOut(places, b.choices.Set)
	for _, counts := range next {
		for l, n := range counts {
			counts[l], places[l] = places[l], places[l]+n
		}
	}
	b.each(func(i int, pairs []dimacs.Pair) {
		next := next[i]
		for l, m := range implied(pairs) {
			chunk[next[l]] = int32(m)
			next[l]++
		}
	})
	b.implications = implications{shift: 31, chunks: [][]int32{chunk}}
}

// rangeShift is the binary logarithm of the number of literals in a range, of
// which the counts, the places and the implications of a sparse formula fit
// in the cache of a processor.
const rangeShift = 15

// An implication is an entry of a list on its way there.
type implication struct{ lit, implied clause.Lit }

// partition builds the lists of more literals than a cache has room for, in a
// chunk for each range. In a formula in random order counting and filling would
// wait for memory with every literal. Therefore the implications are first written
// one behind the other by the range of their literal, and then each range is
// counted and filled.
//
// References: P. A. Boncz, S. Manegold and M. L. Kersten, "Database Architecture
// Optimized for the New Bottleneck: Memory Access", VLDB 1999, for radix
// partitioning.
func (b *builder) partition() {
	next := b.count(rangeShift)
	ends := make([]int32, 1, len(next[0])+1)
	end := int32(0)
	for r := range next[0] {
		for i := range next {
			next[i][r], end = end, end+next[i][r]
		}
		ends = append(ends, end)
	}
	buffer := make([]implication, end)
	b.each(func(i int, pairs []dimacs.Pair) {
		next, buffer := next[i], buffer // for fast access
		for l, m := range implied(pairs) {
			place := &next[l>>rangeShift]
			buffer[*place] = implication{l, m}
			*place++
		}
	})
	b.implications = implications{shift: rangeShift, chunks: make([][]int32, len(next[0]))}
	b.concurrently(func(i int) {
		places := make([]int32, 1<<rangeShift)
		for ; i < len(b.chunks); i += len(b.shares) {
			b.chunks[i] = b.chunk(i, buffer[ends[i]:ends[i+1]], places)
		}
	})
}

// chunk returns the chunk of range r from its implications. Places is scratch.
func (b *builder) chunk(r int, list []implication, places []int32) []int32 {
	const mask = 1<<rangeShift - 1
	first := r << rangeShift
	places = places[:min(len(places), b.lits-first)]
	clear(places)
	for i := range list {
		places[list[i].lit&mask]++
	}
	chunk := layOut(places, b.choices.Set[first>>6:])
	for i := range list {
		k := &places[list[i].lit&mask]
		chunk[*k] = int32(list[i].implied)
		*k++
	}
	return chunk
}
