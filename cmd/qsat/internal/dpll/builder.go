package dpll

import (
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/dimacs"
)

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
