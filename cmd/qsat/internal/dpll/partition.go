package dpll

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// rangeShift is the binary logarithm of the number of literals in a range, of
// which the counters, the places and the implications of a sparse formula fit
// in the cache of a processor.
const rangeShift = 15

// An implication is an entry of a row on its way there.
type implication struct{ row, lit int32 }

// A partitioning builds the rows of more literals than a cache has room for.
// In a formula in random order counting and filling would wait for memory with
// every literal. Therefore the implications are first written one behind the
// other by the range of their row, and then each range is counted and filled.
//
// The implications of a formula take twice the memory of its pairs, so this is
// done in rounds, for some ranges at a time.
//
// References: P. A. Boncz, S. Manegold and M. L. Kersten, "Database Architecture
// Optimized for the New Bottleneck: Memory Access", VLDB 1999, for radix
// partitioning.
type partitioning struct {
	built
	shares shares
	sizes  [][]int32 // by share and range: how many implications
	lits   int
	room   int           // a round ends with the range that exceeds so many implications
	buffer []implication // of a round
}

// partition builds the rows in a chunk for each range.
func partition(ctx context.Context, s shares, lits int) (*built, error) {
	ranges := (lits-1)>>rangeShift + 1
	p := &partitioning{
		built: built{
			rows:    rows{shift: rangeShift, chunks: make([][]int32, ranges)},
			against: newValues(lits),
		},
		shares: s, sizes: make([][]int32, len(s)), lits: lits,
	}
	units := make([][]int32, len(s))
	for i := range s {
		p.sizes[i] = make([]int32, ranges)
	}
	s.each(ctx, func(i int, pairs []dimacs.Pair) { units[i] = countPairs(pairs, rangeShift, p.sizes[i], units[i]) })
	p.units = slices.Concat(units...)
	for _, pieces := range s {
		for _, pairs := range pieces {
			p.room += len(pairs)
		}
	}
	for low := 0; low < ranges && ctx.Err() == nil; {
		next, ends := p.slots(low)
		s.each(ctx, func(i int, pairs []dimacs.Pair) { scatter(pairs, next[i], p.buffer) })
		p.fill(ctx, low, ends)
		low += len(ends) - 1
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return &p.built, nil
}

// A slot is where the next implication of a range goes to: step is 1 for the
// ranges of the round, and 0 for others, whose implications overwrite each
// other behind the end.
type slot struct{ place, step int32 }

// slots begins a round with the range low. It returns the slots of each share
// by range, and where in the buffer the ranges of the round end, after a zero.
func (p *partitioning) slots(low int) (next [][]slot, ends []int) {
	ends = []int{0}
	for range p.shares {
		next = append(next, make([]slot, len(p.rows.chunks)))
	}
	size := 0
	for r := low; r < len(p.rows.chunks) && size <= p.room; r++ {
		for i, sizes := range p.sizes {
			next[i][r] = slot{int32(size), 1}
			size += int(sizes[r])
		}
		ends = append(ends, size)
	}
	for i, slots := range next {
		for r := range slots {
			if slots[r].step == 0 {
				slots[r].place = int32(size + i)
			}
		}
	}
	if n := size + len(p.shares); len(p.buffer) < n {
		p.buffer = make([]implication, n)
	}
	return next, ends
}

// scatter writes the implications of pairs to their slots.
func scatter(pairs []dimacs.Pair, next []slot, buffer []implication) {
	for i := range pairs {
		a, b := int32(clause.Of(pairs[i][0])), int32(clause.Of(pairs[i][1]))
		if a>>1 == b>>1 {
			continue
		}
		s := &next[a>>rangeShift]
		buffer[s.place] = implication{a ^ 1, b}
		s.place += s.step
		s = &next[b>>rangeShift]
		buffer[s.place] = implication{b ^ 1, a}
		s.place += s.step
	}
}

// fill builds the chunks of a round from the buffer.
func (p *partitioning) fill(ctx context.Context, low int, ends []int) {
	var wg sync.WaitGroup
	var taken atomic.Int32
	for range p.shares {
		wg.Go(func() {
			places := make([]int32, 1<<rangeShift)
			for k := int(taken.Add(1)); k < len(ends) && ctx.Err() == nil; k = int(taken.Add(1)) {
				r := low + k - 1
				runtime.Gosched()
				p.rows.chunks[r] = p.chunk(ctx, r, p.buffer[ends[k-1]:ends[k]], places)
			}
		})
	}
	wg.Wait()
}

// chunk returns the chunk of range r from its implications. Places is scratch.
func (p *partitioning) chunk(ctx context.Context, r int, list []implication, places []int32) []int32 {
	const mask = 1<<rangeShift - 1
	places = places[:min(len(places), p.lits-r<<rangeShift)]
	clear(places)
	for some := range until(ctx, slices.Chunk(list, piece)) {
		for i := range some {
			places[some[i].row&mask]++
		}
	}
	chunk := newChunk(places, p.against[r<<rangeShift>>6:])
	for some := range until(ctx, slices.Chunk(list, piece)) {
		for i := range some {
			k := &places[some[i].row&mask]
			chunk[*k] = some[i].lit
			*k++
		}
	}
	return chunk
}
