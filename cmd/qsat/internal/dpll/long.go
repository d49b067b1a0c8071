package dpll

import (
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// Long clauses are those that the formula does not hold as pairs. They have two
// literals or more, each once and none with its complement.
type longClauses struct {
	lits        []clause.Lit // of one clause after the other, the number of its literals before each
	starts      []int32      // by clause: where in lits it begins
	counts      []literalCounts
	occurrences []int32 // the clauses of each literal,
	first       []int32 // and by literal where in occurrences they begin; the next ones end them
	// variables holds the positive literals of all variables in long clauses: most
	// auxiliary variables are not, and for them first stays out of the cache.
	variables bitset.Set[clause.Lit]
}

// literalCounts are numbers of literals of a clause, according to the trail as far
// as it has been counted.
type literalCounts struct {
	notFalse  int32
	satisfied int32
}

func positive(l clause.Lit) clause.Lit { return clause.Positive(l.Var()) }

// has reports whether the variable of l is in a long clause.
func (g *longClauses) has(l clause.Lit) bool { return g.variables.Has(positive(l)) }

// numbers yields the numbers of the clauses.
func (g *longClauses) numbers(yield func(int32) bool) {
	for c := int32(0); c < int32(len(g.starts)) && yield(c); c++ {
	}
}

func (g *longClauses) literals(c int32) []clause.Lit {
	start := g.starts[c]
	return g.lits[start+1:][:g.lits[start]]
}

// with returns the numbers of the clauses that l occurs in.
func (g *longClauses) with(l clause.Lit) []int32 { return g.occurrences[g.first[l]:g.first[l+1]] }

// fetch is what implications.fetch is, for the occurrences of literals and their
// complements.
//
//go:noinline
func (g *longClauses) fetch(lits []clause.Lit) (used int32) {
	for _, l := range lits {
		if g.has(l) {
			l = positive(l)
			used ^= g.occurrences[g.first[l]] ^ g.occurrences[g.first[l+1]]
		}
	}
	return used
}

// collect collects the long clauses of f, each literal once, without their occurrences
// and without tautologies, and makes the literals of unit clauses true.
func (s *search) collect(f *dimacs.Formula) error {
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
		g.lits = append(g.lits, 0) // their number
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

// connect notes the occurrences of lits literals, and counts the literals of each
// clause.
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
	g.occurrences = make([]int32, total+1) // one more, for what fetch looks at
	for c := range g.numbers {
		for _, l := range g.literals(c) {
			g.occurrences[next[l]] = c
			next[l]++
		}
	}
}

// sort numbers the clauses anew, otherwise in the same order: first choice clauses,
// of variables of the projection alone before others, and then those for unit
// propagation alone. It returns whether there are choice clauses and how many there are of
// the first two. Without any, all count as such.
func (g *longClauses) sort(choices clause.Choices, projected bitset.Set[clause.Lit]) (offered bool, first, second int32) {
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
