package dpll

import (
	"context"
	"iter"
	"slices"
	"sync"

	"queens/cmd/internal/memory"
	"queens/cmd/qsat/internal/choice"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A builder builds implications from the binary clauses of a formula.
type builder struct {
	implications
	units   []clause.Lit // the literals a of clauses (a or a)
	choices choice.Set   // literals that are choices according to choice.SureRatio

	shares [][][]dimacs.Pair // indexed by goroutine: its binary clauses, in pieces
	lits   int               // the length of a slice indexed by literal
}

// tooLarge is the reason to decline a formula beyond maxEntries.
const tooLarge = "it has more than half a billion variables, a billion binary clauses or a billion literals in longer clauses"

// buildImplications builds the implications of the formula's binary clauses in up to
// threads goroutines, and collects the units and choices among these clauses. The result
// does not depend on threads. The argument lits is the length of a slice indexed by
// literal. It returns an engine.DeclinedError if the formula is too large. If memory does
// not suffice, memory.Fits ends ctx, and buildImplications returns the cause.
func buildImplications(ctx context.Context, f *dimacs.Formula, lits, threads int) (*builder, error) {
	pieces, n := [][]dimacs.Pair{nil}, 0 // an empty piece, so that there is at least one share
	for b := range f.PairBlocks() {
		pieces = slices.AppendSeq(pieces, slices.Chunk(b, pieceSize))
		n += len(b)
	}
	if n > maxEntries || lits > maxEntries {
		return nil, declined(tooLarge)
	}
	size := 8 * int64(n+lits) // for the lists
	if lits > directLits {
		size += 16 * int64(n) // for the buffer of partition
	}
	if !memory.Fits(ctx, size) {
		return nil, context.Cause(ctx)
	}
	b := &builder{choices: choice.NewSet(lits), lits: lits}
	if lits > directLits {
		b.shares = share(pieces, threads)
		b.partition()
	} else {
		b.shares = share(pieces, min(threads, 2*n/lits)) // so that the counts take no more memory than the lists
		b.direct()
	}
	return b, nil
}

// share cuts pieces into at most n shares, in order; into one share if n < 1.
func share(pieces [][]dimacs.Pair, n int) [][][]dimacs.Pair {
	return slices.Collect(slices.Chunk(pieces, len(pieces)/max(n, 1)+1))
}

// concurrently calls do with the index of each share, in one goroutine per share, and
// waits for all.
func (b *builder) concurrently(do func(share int)) {
	var wg sync.WaitGroup
	for i := range b.shares {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

// each calls do with each piece, for the pieces of a share in order, with one goroutine
// per share.
func (b *builder) each(do func(share int, pairs []dimacs.Pair)) {
	b.concurrently(func(i int) {
		for _, p := range b.shares[i] {
			do(i, p)
		}
	})
}

// implied yields the implications of binary clauses: for (a or b), the pairs (not-a, b)
// and (not-b, a). It skips clauses with one variable.
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

// count returns the number of implications from each group of 1<<shift literals, indexed
// by share and then by literal>>shift. It sets b.units.
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

// direct builds the lists in one chunk by counting sort. Each share has an array indexed
// by literal. It first holds the share's number of implications, and then, after summing
// over the shares, the position at which the share writes next. So no goroutine waits for
// another.
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

// An implication is an entry of the buffer of partition.
type implication struct{ lit, implied clause.Lit }

// partition builds the lists if there are more literals than fit in a cache, with one
// chunk for each range. In a formula in random order, counting sort over all literals
// would wait for memory at every literal. So partition first writes the implications to a
// buffer, sorted by the range of their literal, and then sorts each range by counting
// (radix partitioning).
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
		next, buffer := next[i], buffer // local copies, for speed
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

// chunk returns the chunk of range r, whose implications are in list. It overwrites places,
// a buffer with one entry per literal of a range.
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
