package dpll

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

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
