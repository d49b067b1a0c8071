package dpll

import (
	"context"
	"iter"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Long clauses have three literals or more, each once and none with its
// complement. They lie in one array, a zero after each, in which start holds
// where the clause of a number begins. What each literal occurs in is
// where[first[l]:first[l+1]].
type long struct {
	lits  []int32
	start []int32
	first []int32
	where []int32
	// in has a bit for each variable that is in a long clause: most auxiliary
	// variables are not, and for them first stays out of the cache.
	in []uint64
}

// has reports whether the variable of l is in a long clause.
func (g *long) has(l int32) bool {
	v := uint32(l) >> 1
	return g.in[v>>6]>>(v&63)&1 != 0
}

// clause returns the literals of a clause and what follows them, from a zero
// on.
func (g *long) clause(c int32) []int32 { return g.lits[g.start[c]:] }

// numbers yields the numbers of the clauses.
func (g *long) numbers(ctx context.Context) iter.Seq[int32] {
	return until(ctx, func(yield func(int32) bool) {
		for c := range g.start {
			if !yield(int32(c)) {
				return
			}
		}
	})
}

// literals returns the literals of a clause.
func (g *long) literals(c int32) []int32 {
	l := g.clause(c)
	return l[:slices.Index(l, 0)]
}

// occurrences returns the clauses that hold l.
func (g *long) occurrences(l int32) []int32 { return g.where[g.first[l]:g.first[l+1]] }

// fetch is what rows.fetch is, for the occurrences of literals and their
// complements.
//
//go:noinline
func (g *long) fetch(lits []int32) (used int32) {
	for _, l := range lits {
		if g.has(l) {
			used ^= g.first[l|1]
		}
	}
	for _, l := range lits {
		if g.has(l) {
			l &^= 1
			used ^= g.where[min(int(g.first[l]), len(g.where)-1)] ^ g.where[min(int(g.first[l+1]), len(g.where)-1)]
		}
	}
	return used
}

// A remainder is what long clauses have become that were none.
type remainder struct {
	units []int32
	pairs []dimacs.Pair
	empty bool
}

// collect returns the long clauses of f, without their occurrences, and the
// remainder of the others. Marks is empty before and after.
func collect(ctx context.Context, f *dimacs.Formula, marks values) (g long, r remainder, err error) {
	clauses, lits := 0, 0
	for c := range until(ctx, f.LongClauses()) {
		if len(c) > 2 {
			clauses++
			lits += len(c) + 1
		}
	}
	if lits > reach {
		return g, r, tooLarge()
	}
	g = long{lits: make([]int32, 0, lits), start: make([]int32, 0, clauses)}
	for c := range until(ctx, f.LongClauses()) {
		g.add(c, marks, &r)
	}
	if ctx.Err() != nil {
		return g, r, context.Cause(ctx)
	}
	return g, r, nil
}

// add adds a clause to g or to r.
func (g *long) add(c []dimacs.Lit, marks values, r *remainder) {
	start := len(g.lits)
	tautology := false
	for _, l := range c {
		k := int32(clause.Of(l))
		if !marks.holds(k) {
			marks.set(k)
			g.lits = append(g.lits, k)
		}
		tautology = tautology || marks.holds(k^1)
	}
	kept := g.lits[start:]
	for _, k := range kept {
		marks.clear(k)
	}
	switch {
	case tautology:
	case len(kept) > 2:
		g.lits = append(g.lits, 0)
		g.start = append(g.start, int32(start))
		return
	case len(kept) == 2:
		r.pairs = append(r.pairs, dimacs.Pair{clause.Lit(kept[0]).Dimacs(), clause.Lit(kept[1]).Dimacs()})
	case len(kept) == 1:
		r.units = append(r.units, kept[0])
	default:
		r.empty = true
	}
	g.lits = g.lits[:start]
}

// connect notes the occurrences of lits literals.
func (g *long) connect(ctx context.Context, lits int) {
	g.first = make([]int32, lits+1)
	g.in = make([]uint64, lits>>7+1)
	next := g.first[1:]
	for c := range g.numbers(ctx) {
		for _, l := range g.literals(c) {
			next[l]++
			v := uint32(l) >> 1
			g.in[v>>6] |= 1 << (v & 63)
		}
	}
	total := int32(0)
	for l := range next {
		if l%piece == 0 && ctx.Err() != nil {
			return
		}
		total, next[l] = total+next[l], total
	}
	g.where = make([]int32, total)
	for c := range g.numbers(ctx) {
		for _, l := range g.literals(c) {
			g.where[next[l]] = c
			next[l]++
		}
	}
}
