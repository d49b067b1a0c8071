package cdcl

import (
	"cmp"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A walker is a local search: it flips a variable of a clause that is false,
// again and again, one that makes few true clauses false with the higher
// probability. It is for the phases of variables, and finds models of large
// random formulas.
//
// Source: A. Balint and U. Schöning, "Choosing Probability Distributions for
// Stochastic Local Search and the Role of Make versus Break", SAT 2012.
type walker struct {
	*solver
	lits        []clause.Lit // of all clauses
	start       []int32      // by clause: where in lits it begins
	first       []int32      // by literal: where in occurrences its clauses begin
	occurrences []int32
	trueLits    []int32  // by clause: how many of its literals are true,
	trueVars    []uint32 // and their variables, combined by exclusive or
	breaks      []int32  // by variable: how many clauses it alone makes true
	value       []int8   // by literal: 1 or 0
	falsified   []int32  // clauses that are false
	at          []int32  // by clause: where in falsified
	weight      []float64
	scores      []float64
	flipped     []uint32 // since the best assignment
	best        []int8   // by variable: the phases of that
}

const (
	maxWalkWords = 1 << 27 // of the clauses of a formula that is walked on
	walkSize     = 5       // ticks of a stretch of the first walk for each word of the arena
	walkPoll     = 1 << 6  // flips between two looks at the context, of up to twenty microseconds each
	circuitShare = 4       // one in so many variables is the output of a gate in a circuit
	walkPatience = 2       // stretches in turn without a tenth fewer false clauses
)

// walks reports whether to walk: not on circuits, where a local search hardly ever finds
// phases that help.
func (s *solver) walks() bool {
	return s.options.walk && circuitShare*s.simplifier.Gates < s.Vars
}

// walk looks, at level 0, for an assignment in which few clauses are false, and
// makes it the phases: in one stretch of so many ticks, or, with patience, in more as
// long as that gets on.
func (s *solver) walk(ticks int64, patience int) {
	defer s.measure("walk")()
	s.walked = true
	w := newWalker(s)
	if w == nil {
		return
	}
	least := len(w.falsified)
	before := least
	for failures := 0; least > 0 && failures <= patience && s.stop == nil; failures++ {
		last := least
		if least = w.stretch(s.Ticks+ticks, least); patience > 0 && 10*least < 9*last {
			failures = -1
		}
	}
	if least < before {
		copy(s.saved[1:], w.best[1:])
	}
}

// stretch walks until so many ticks have passed, and returns the least number of
// false clauses so far.
func (w *walker) stretch(limit int64, least int) int {
	for n := 0; least > 0 && w.Ticks < limit; n++ {
		if n%walkPoll == 0 && w.stops() {
			break
		}
		w.flip(w.pick())
		if len(w.falsified) < least {
			least = len(w.falsified)
			w.keepBest()
		}
	}
	return least
}

// newWalker returns a walker that begins with the phases, or nil if the clauses are
// too large.
func newWalker(s *solver) *walker {
	if s.words() > maxWalkWords {
		return nil
	}
	w := &walker{solver: s, first: make([]int32, s.NumLits()+1), value: make([]int8, s.NumLits()),
		breaks: make([]int32, s.Vars+1), best: make([]int8, s.Vars+1)}
	w.collect()
	for v := range s.Variables {
		w.best[v] = cmp.Or(s.Value(clause.Positive(v)), s.phase(v))
		if w.best[v] > 0 {
			w.value[clause.Positive(v)] = 1
		} else {
			w.value[clause.Negative(v)] = 1
		}
	}
	w.count()
	return w
}

// collect copies the clauses that are not satisfied, without false literals.
func (w *walker) collect() {
	w.lits, w.start = make([]clause.Lit, 0, w.Words()), nil
	for c := range w.Unsatisfied {
		w.start = append(w.start, int32(len(w.lits)))
		w.lits = append(w.lits, c...)
		for _, l := range c {
			w.first[l+1]++
		}
	}
	w.start = append(w.start, int32(len(w.lits)))
	w.Ticks += int64(len(w.lits)) / 4
}

func (w *walker) clause(c int32) []clause.Lit { return w.lits[w.start[c]:w.start[c+1]] }

// count makes the occurrence lists, and counts the true literals of clauses.
func (w *walker) count() {
	n := len(w.start) - 1
	for l := 1; l < len(w.first); l++ {
		w.first[l] += w.first[l-1]
	}
	w.occurrences = make([]int32, len(w.lits))
	next := slices.Clone(w.first)
	w.trueLits, w.trueVars, w.at = make([]int32, n), make([]uint32, n), make([]int32, n)
	for c := range int32(n) {
		for _, l := range w.clause(c) {
			w.occurrences[next[l]] = c
			next[l]++
			if w.value[l] != 0 {
				w.trueLits[c]++
				w.trueVars[c] ^= l.Var()
			}
		}
		switch w.trueLits[c] {
		case 0:
			w.falsify(c)
		case 1:
			w.breaks[w.trueVars[c]]++
		}
	}
	base := breakBase(float64(len(w.lits)) / float64(max(1, n)))
	for x := 1.0; x > 1e-30; x /= base {
		w.weight = append(w.weight, x)
	}
	w.Ticks += int64(len(w.lits)) / 2
}

// breakBase returns by what the probability of a literal is divided for each
// clause that its flip breaks, for a mean width of the clauses; the numbers for
// uniform random formulas are those of the source.
func breakBase(width float64) float64 {
	table := [][2]float64{{0, 2}, {3, 2.5}, {4, 2.85}, {5, 3.7}, {6, 5.1}, {7, 5.4}}
	for i := 1; i < len(table); i++ {
		if a, b := table[i-1], table[i]; width <= b[0] {
			return a[1] + (b[1]-a[1])*(width-a[0])/(b[0]-a[0])
		}
	}
	return table[len(table)-1][1]
}

// pick returns a literal of a false clause, to be made true.
func (w *walker) pick() clause.Lit {
	c := w.falsified[w.random.IntN(len(w.falsified))]
	lits := w.clause(c)
	w.scores = w.scores[:0]
	sum := 0.0
	for _, l := range lits {
		x := w.weight[min(int(w.breaks[l.Var()]), len(w.weight)-1)]
		sum += x
		w.scores = append(w.scores, x)
	}
	x := w.random.Float64() * sum
	for i, score := range w.scores {
		if x -= score; x < 0 {
			return lits[i]
		}
	}
	return lits[0]
}

func (w *walker) flip(l clause.Lit) {
	v := l.Var()
	w.value[l], w.value[l.Not()] = 1, 0
	critical := int32(0) // clauses that are true by l alone
	gained := w.occurrences[w.first[l]:w.first[l+1]]
	for _, c := range gained {
		switch w.trueLits[c] {
		case 0:
			w.satisfy(c)
			critical++
		case 1:
			w.breaks[w.trueVars[c]]--
		}
		w.trueLits[c]++
		w.trueVars[c] ^= v
	}
	lost := w.occurrences[w.first[l.Not()]:w.first[l.Not()+1]]
	for _, c := range lost {
		w.trueLits[c]--
		w.trueVars[c] ^= v
		switch w.trueLits[c] {
		case 0:
			w.falsify(c)
		case 1:
			w.breaks[w.trueVars[c]]++
		}
	}
	w.breaks[v] = critical
	w.Ticks += 2 + int64(len(gained)+len(lost))
	if len(w.flipped) < w.Vars {
		w.flipped = append(w.flipped, v)
	}
}

func (w *walker) falsify(c int32) {
	w.at[c] = int32(len(w.falsified))
	w.falsified = append(w.falsified, c)
}

func (w *walker) satisfy(c int32) {
	last := w.falsified[len(w.falsified)-1]
	w.falsified[w.at[c]], w.at[last] = last, w.at[c]
	w.falsified = w.falsified[:len(w.falsified)-1]
}

// keepBest makes the assignment the best one. Where the flips since the last one
// are not all known it is copied.
func (w *walker) keepBest() {
	if len(w.flipped) < w.Vars {
		for _, v := range w.flipped {
			w.best[v] = -w.best[v]
		}
	} else {
		for v := range w.best {
			w.best[v] = 2*w.value[clause.Positive(v)] - 1
		}
	}
	w.flipped = w.flipped[:0]
}
