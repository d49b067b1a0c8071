package cdcl

import (
	"cmp"

	"queens/cmd/qsat/internal/clause"
)

// A walker is a local search. It repeatedly flips a variable of a random false clause; variables
// whose flip makes few true clauses false are more probable. It finds phases for the search, and
// models of large random formulas. Its methods and newWalker may add to solver.Ticks.
//
// Source: A. Balint and U. Schöning, "Choosing Probability Distributions for
// Stochastic Local Search and the Role of Make versus Break", SAT 2012.
type walker struct {
	*solver
	lits        []clause.Lit // literals of all clauses, one clause after the other
	start       []int32      // indexed by clause: index of its first literal in lits; the last element is len(lits)
	occurrences [][]int32    // indexed by literal: the clauses with it
	trueLits    []int32      // indexed by clause: number of its true literals
	trueVars    []uint32     // indexed by clause: variables of its true literals, combined by exclusive or; if it is false, its index in falsified
	breaks      []int32      // indexed by variable: number of clauses with its literal as the only true one
	value       []int8       // indexed by literal: 1 or 0
	falsified   []int32      // false clauses
	weight      []float64    // indexed by number of clauses that a flip breaks: the weight in pick; larger numbers as the last
	scores      []float64    // buffer of pick
	flipped     []uint32     // variables flipped since the best assignment; incomplete from length Vars on
	best        []int8       // indexed by variable: value in the best assignment, 1 or -1
}

// walks reports whether to use local search: the options allow it, and the formula is no circuit. On circuits it
// hardly ever finds phases that help.
func (s *solver) walks() bool { return s.options.walk && !s.isCircuit() }

// isCircuit reports whether the formula has one gate for circuitShare variables or more, as far as is known.
func (s *solver) isCircuit() bool { return circuitShare*s.simplifier.Gates >= s.Vars }

// isUniform reports whether there are at least uniformClauses clauses, and all have the same number of
// literals, three or more, as in random formulas.
func (s *solver) isUniform() bool {
	size, n := 0, 0
	for c := range s.All {
		if n++; n > 1 && s.Size(c) != size {
			return false
		}
		size = s.Size(c)
	}
	return n >= uniformClauses && s.NumWatches() == 2*n
}

// walk looks for an assignment with few false clauses, from level 0. If it finds fewer than with
// the first assignment, which newWalker describes, the best assignment becomes the saved phases.
// The walk consists of stretches of about ticks ticks. It ends when no clause is false, when the
// search must stop, or when patience+1 stretches in a row have brought no progress; see
// walkPatience. If patience is 0, it has one stretch only. It does nothing if the clauses are too
// large. With options.walkUnder, the assumptions and the literals that they imply stay true; if
// they conflict, it calls fail and returns. It ends at level 0.
func (s *solver) walk(ticks int64, patience int) {
	defer s.measure("walk")()
	if s.options.walkUnder && !s.propagateAssumptions() {
		s.backtrack(0)
		return // the search fails, too
	}
	w := newWalker(s)
	s.backtrack(0)
	if w == nil {
		return
	}
	least := len(w.falsified)
	before := least
	for failures := 0; least > 0 && failures <= patience && s.stop == nil; failures++ {
		last, limit := least, s.Ticks+ticks
		for n := 0; least > 0 && s.Ticks < limit && (n%walkPoll != 0 || !s.stops()); n++ {
			w.flip(w.pick())
			if len(w.falsified) < least {
				least = len(w.falsified)
				w.keepBest()
			}
		}
		if patience > 0 && 10*least < 9*last {
			failures = -1
		}
	}
	if least < before {
		copy(s.saved[1:], w.best[1:])
	}
}

// newWalker returns a walker that starts with the values on the trail and the phases of other
// variables, or nil if the clauses and watches exceed maxWalkWords. The trail must be propagated.
func newWalker(s *solver) *walker {
	if s.words() > maxWalkWords {
		return nil
	}
	w := &walker{solver: s, value: make([]int8, s.NumLits()),
		breaks: make([]int32, s.Vars+1), best: make([]int8, s.Vars+1)}
	clauses, lits := 1, 0
	for c := range w.Unsatisfied {
		clauses, lits = clauses+1, lits+len(c)
	}
	w.start, w.lits = make([]int32, 0, clauses), make([]clause.Lit, 0, lits)
	for c := range w.Unsatisfied { // without false literals
		w.start = append(w.start, int32(len(w.lits)))
		w.lits = append(w.lits, c...)
	}
	w.start = append(w.start, int32(len(w.lits)))
	w.Ticks += int64(len(w.lits)) / 4
	for v := range s.Variables {
		w.best[v] = cmp.Or(s.Value(clause.Positive(v)), s.phase(v))
		if w.best[v] > 0 {
			w.value[clause.Positive(v)] = 1
		} else {
			w.value[clause.Negative(v)] = 1
		}
	}
	w.initialize()
	return w
}

// clause returns the literals of clause c.
func (w *walker) clause(c int32) []clause.Lit { return w.lits[w.start[c]:w.start[c+1]] }

// initialize builds the occurrence lists, counts the true literals of each clause, lists the false
// clauses, and computes breaks and the weights of pick. The fields lits, start and value must be
// set, breaks must be 0 for each variable, and falsified and weight must be empty.
func (w *walker) initialize() {
	n := len(w.start) - 1
	counts := make([]int32, w.NumLits())
	for _, l := range w.lits {
		counts[l]++
	}
	w.occurrences = clause.Lists[int32](counts)
	w.trueLits, w.trueVars = make([]int32, n), make([]uint32, n)
	for c := range int32(n) {
		for _, l := range w.clause(c) {
			w.occurrences[l] = append(w.occurrences[l], c)
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

// breakBase returns the base b of the weights for clauses of width literals on average: a literal
// whose flip breaks n clauses has the weight b^-n. The values for uniform random formulas are from
// the source. Between the sizes of the table it interpolates; above 7 it returns the value for 7.
func breakBase(width float64) float64 {
	table := [][2]float64{{0, 2}, {3, 2.5}, {4, 2.85}, {5, 3.7}, {6, 5.1}, {7, 5.4}}
	for i := 1; i < len(table); i++ {
		if a, b := table[i-1], table[i]; width <= b[0] {
			return a[1] + (b[1]-a[1])*(width-a[0])/(b[0]-a[0])
		}
	}
	return table[len(table)-1][1]
}

// pick returns a random literal of a random false clause, to be made true. There must be a false
// clause. The probability of a literal decreases with the number of clauses that its flip breaks;
// see breakBase.
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

// flip makes the false literal l true, and updates the true literals of each clause, the list of
// false clauses, breaks, and flipped.
func (w *walker) flip(l clause.Lit) {
	v := l.Var()
	w.value[l], w.value[l.Not()] = 1, 0
	critical := int32(0) // number of clauses with l as the only true literal
	gained, lost := w.occurrences[l], w.occurrences[l.Not()]
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

// falsify adds c to the list of false clauses, and stores its index there in w.trueVars.
func (w *walker) falsify(c int32) {
	w.trueVars[c] = uint32(len(w.falsified))
	w.falsified = append(w.falsified, c)
}

// satisfy removes c from the list of false clauses, and sets w.trueVars[c] to 0.
func (w *walker) satisfy(c int32) {
	last := w.falsified[len(w.falsified)-1]
	w.falsified[w.trueVars[c]], w.trueVars[last] = last, w.trueVars[c]
	w.falsified, w.trueVars[c] = w.falsified[:len(w.falsified)-1], 0
}

// keepBest makes the current assignment the best one, and empties flipped. If flipped was
// incomplete, it copies the whole assignment.
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
