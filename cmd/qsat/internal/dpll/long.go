package dpll

import (
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/dimacs"
)

// longClauses holds the clauses that the formula does not store as pairs: two or more
// literals, without repetitions or complements. Clauses are numbered from 0.
type longClauses struct {
	lits        []clause.Lit    // for each clause its size and its literals
	starts      []int32         // indexed by clause: index of its size in lits
	counts      []literalCounts // indexed by clause
	occurrences []int32         // clauses grouped by literal
	first       []int32         // first[l] to first[l+1] is the group of l in occurrences
	// variables contains the positive literal of each variable in a long clause. Most
	// auxiliary variables occur only in binary clauses, and for them first stays out of the
	// cache.
	variables bitset.Set[clause.Lit]
}

// literalCounts counts the literals of a clause, according to the first search.counted
// literals of the trail.
type literalCounts struct {
	notFalse  int32 // number of literals that are true or unassigned
	satisfied int32 // number of true literals
}

// positive returns the positive literal of the variable of l.
func positive(l clause.Lit) clause.Lit { return clause.Positive(l.Var()) }

// has reports whether the variable of l is in a long clause.
func (g *longClauses) has(l clause.Lit) bool { return g.variables.Has(positive(l)) }

// numbers yields the numbers of all clauses.
func (g *longClauses) numbers(yield func(int32) bool) {
	for c := int32(0); c < int32(len(g.starts)) && yield(c); c++ {
	}
}

// literals returns the literals of clause c.
func (g *longClauses) literals(c int32) []clause.Lit {
	start := g.starts[c]
	return g.lits[start+1:][:g.lits[start]]
}

// with returns the numbers of the clauses that contain l.
func (g *longClauses) with(l clause.Lit) []int32 { return g.occurrences[g.first[l]:g.first[l+1]] }

// fetch loads the occurrences of lits and their complements into the cache, or the beginnings of
// long lists. The result is meaningless; see implications.fetch.
func (g *longClauses) fetch(lits []clause.Lit) (used int32) {
	for _, l := range lits {
		if g.has(l) {
			l = positive(l)
			used ^= g.occurrences[g.first[l]] ^ g.occurrences[g.first[l+1]]
		}
	}
	return used
}

// storeLong stores the long clauses of f, without repeated literals and tautologies, and makes
// units true. It sets s.empty if a clause is empty or units contradict. It returns an
// engine.DeclinedError if there are more than maxEntries such clauses and literals in them, with
// repetitions and tautologies. The occurrences are left to connect.
func (s *search) storeLong(f *dimacs.Formula) error {
	lits := 0
	for c := range f.LongClauses() {
		lits += 1 + len(c)
	}
	if lits > maxEntries {
		return declined(tooLarge)
	}
	g := &s.long
	g.lits, g.starts = make([]clause.Lit, 0, lits), make([]int32, 0, lits/4)
	marks := bitset.New[clause.Lit](2*f.Vars + 2)
	for c := range f.LongClauses() {
		start, tautology := len(g.lits), false
		g.lits = append(g.lits, 0) // the size, set below
		for _, k := range c {
			l := clause.Of(k)
			if !marks.Has(l) {
				marks.Add(l)
				g.lits = append(g.lits, l)
			}
			tautology = tautology || marks.Has(l.Not())
		}
		lits := g.lits[start+1:]
		for _, l := range lits {
			marks.Remove(l)
		}
		if len(lits) > 1 && !tautology {
			g.lits[start] = clause.Lit(len(lits))
			g.starts = append(g.starts, int32(start))
			continue
		}
		if len(lits) == 0 || len(lits) == 1 && !s.makeTrue(lits[0]) {
			s.empty = true
		}
		g.lits = g.lits[:start]
	}
	return nil
}

// connect builds the occurrences and the set of variables, and sets the counters as for an
// empty trail. The argument lits is the length of a slice indexed by literal.
func (g *longClauses) connect(lits int) {
	g.variables = bitset.New[clause.Lit](lits)
	g.counts = make([]literalCounts, len(g.starts))
	g.first = make([]int32, lits+1)
	next := g.first[1:]
	for c := range g.numbers {
		literals := g.literals(c)
		g.counts[c].notFalse = int32(len(literals))
		for _, l := range literals {
			next[l]++
			g.variables.Add(positive(l))
		}
	}
	total := int32(0)
	for l := range next {
		total, next[l] = total+next[l], total
	}
	g.occurrences = make([]int32, total+1) // fetch may read one more
	for c := range g.numbers {
		for _, l := range g.literals(c) {
			g.occurrences[next[l]] = c
			next[l]++
		}
	}
}

// group renumbers the clauses in three groups, in the old order within each: choice clauses whose
// variables all belong to the projection, other choice clauses, and clauses for unit propagation
// only. The argument choices holds the literals that look like choices. A nil projected means all
// variables. group returns whether there is a choice clause, and the sizes of the first two groups.
// Without a choice clause, all clauses belong to the first two groups. Call group before connect.
func (g *longClauses) group(choices csp.Choices, projected bitset.Set[clause.Lit]) (offered bool, first, second int32) {
	choices, offered = choices.Offered(func(yield func([]clause.Lit) bool) {
		for c := range g.numbers {
			if !yield(g.literals(c)) {
				return
			}
		}
	})
	var order [3][]int32
	for c := range g.numbers {
		k := 0
		if offered && !choices.Offers(g.literals(c)) {
			k = 2
		} else if projected != nil && slices.ContainsFunc(g.literals(c), func(l clause.Lit) bool { return !projected.Has(positive(l)) }) {
			k = 1
		}
		order[k] = append(order[k], g.starts[c])
	}
	g.starts = slices.Concat(order[0], order[1], order[2])
	return offered, int32(len(order[0])), int32(len(order[1]))
}
