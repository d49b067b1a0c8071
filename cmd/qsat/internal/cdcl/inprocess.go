package cdcl

import (
	"math"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/simplify"
	"queens/cmd/qsat/internal/sweep"
)

// A technique simplifies the clauses between two stretches of search. To add one, write a
// file with a method of solver, and add an entry to techniques.
type technique struct {
	name   string // for statistics
	when   when
	effort float64                      // ticks per tick of search in later simplifications; 0 if it has no budget or is used earlier only
	use    func(s *solver, ticks int64) // applies the technique with a budget of ticks
}

// A when is a set of points in time at which a technique is used.
type when uint8

const (
	before when = 1 << iota // before the search
	first                   // the first simplification
	later                   // each later simplification
	rarely                  // each options.rounds-th of these, with the ticks of all of them since the last one
)

// techniques lists all techniques in the order of their use. Bounded variable addition is left out:
// on 5 formulas with many exactly-one constraints, Kissat 4 takes the same number of conflicts
// without it, or fewer. Source: N. Manthey, M. J. H. Heule and A. Biere, "Automated Reencoding of
// Boolean Formulas", HVC 2012.
var techniques = []technique{
	{name: "substitute", when: first | later, use: func(s *solver, _ int64) { s.simplifier.Substitute(s.ctx) }},
	{name: "congruence", when: before | first, use: (*solver).congruence},
	{name: "sweep", when: first | later, effort: 0.20, use: (*solver).sweep},
	{name: "probe", when: first | later, effort: 0.05, use: func(s *solver, ticks int64) { s.simplifier.Probe(s.ctx, ticks) }},
	{name: "vivify", when: later, effort: 0.20, use: (*solver).vivify},
	{name: "eliminate", when: first | rarely, effort: 0.20, use: (*solver).eliminate},
}

// congruence merges equal gates, with a budget of ticks. Before the search, it does so only if they
// are many (see simplify.Simplifier.CloseEqual), and never if onlyStable is set; see sweep.
func (s *solver) congruence(ticks int64) {
	switch {
	case s.preprocessed:
		s.simplifier.Congruence(s.ctx, ticks)
	case !s.onlyStable:
		s.simplifier.CloseEqual(s.ctx, ticks)
	}
}

// eliminate eliminates variables, with a budget of ticks, the bound s.growth, and constant bounds
// on the occurrences of a variable and the width of resolvents. For the next call it raises
// s.growth to 1, and then doubles it up to maxGrowth.
func (s *solver) eliminate(ticks int64) {
	s.simplifier.Eliminate(s.ctx, ticks, simplify.Bounds{Growth: s.growth, Occurrences: 1000, Width: 100})
	s.growth = min(max(1, 2*s.growth), maxGrowth)
}

// sweep sweeps variables (see package sweep) with a budget of ticks, unless onlyStable is set: in a
// formula that chooses values, literals are rarely equivalent.
func (s *solver) sweep(ticks int64) {
	if s.onlyStable {
		return
	}
	if s.sweeper == nil {
		s.sweeper = sweep.New(s.simplifier)
	}
	s.sweeper.Sweep(s.ctx, ticks)
}

// apply applies t with a budget of ticks and measures its time. If the clauses are refuted, it does
// nothing.
func (s *solver) apply(t technique, ticks int64) {
	if !s.Unsat {
		defer s.measure(t.name)()
		t.use(s, ticks)
	}
}

// simplify applies the techniques whose field when contains stage, which is before or first, in the
// order of the list. Each gets firstEffort ticks per word of clauses and watches. Then it calls
// dropInactive. It must be called at level 0.
func (s *solver) simplify(stage when) {
	ticks := firstEffort * s.words()
	for _, t := range s.options.techniques {
		if t.when&stage != 0 {
			s.apply(t, ticks)
		}
	}
	s.dropInactive()
}

// preprocesses reports whether the first simplification is due. That is after the delay, or after circuitDelay in a
// circuit. A tenth of the delay is enough if the search has had manyConflicts and has fixed one in manyUnits of the
// variables.
func (s *solver) preprocesses() bool {
	delay := s.options.delay
	if s.stats.Conflicts >= manyConflicts && manyUnits*(s.NumFixed()-s.limits.fixed) >= s.Vars-s.limits.fixed {
		delay /= 10
	}
	if s.isCircuit() {
		delay = min(delay, circuitDelay)
	}
	return s.Ticks >= s.limits.preprocess+delay*s.limits.clauses
}

// preprocess goes to level 0, sets s.preprocessed, and calls simplify with first. Then, unless the
// clauses are refuted or unwatched, it looks for phases by local search if walks returns true.
func (s *solver) preprocess() {
	s.backtrack(0)
	s.preprocessed = true
	s.simplify(first)
	if !s.Unsat && !s.Unwatched && s.walks() {
		s.walk(int64(walkSize*s.Words()), walkPatience)
	}
}

// words returns the number of words of the clauses and watches.
func (s *solver) words() int64 { return int64(s.Words() + s.NumWatches()) }

// inprocess goes to level 0 and simplifies the clauses between two stretches of search. It applies
// the techniques whose field when contains later, and in each options.rounds-th call also the
// techniques with rarely. Their ticks are in proportion to the ticks of search since the last call,
// times options.rounds for techniques with rarely. Then it calls dropInactive. inprocess sets the
// number of conflicts at which the next call is due; the interval grows with the logarithm of the
// number of calls. It shares new units. It sets Shrinks to true if s.onlyStable is set and Models has
// found no model yet, and otherwise to false.
func (s *solver) inprocess() {
	s.backtrack(0)
	s.limits.inprocessed++
	search := float64(s.searchTicks() - s.limits.ticksBefore)
	for _, t := range s.options.techniques {
		ticks := int64(t.effort * search)
		if t.when&later != 0 {
			s.apply(t, ticks)
		}
		if t.when&rarely != 0 && s.limits.inprocessed%s.options.rounds == 0 {
			s.apply(t, s.options.rounds*ticks)
		}
	}
	s.dropInactive()
	s.Shrinks = s.onlyStable && s.constraining == nil // not earlier, because shrinking delays easy models
	n := float64(s.limits.inprocessed)
	s.limits.inprocess = s.stats.Conflicts + int64(float64(s.options.inprocess)*math.Log2(n+1))
	s.limits.ticksBefore = s.searchTicks()
	for _, l := range s.Trail[s.sentUnits:] {
		s.share([]clause.Lit{l}, 1)
	}
	s.sentUnits = len(s.Trail)
}

// dropInactive removes unassigned variables that are eliminated or substituted from the queue and
// marks them as dropped, so that next and switchMode keep them out of the scores. It sets s.gone to
// their number, and s.unchanged to 0.
func (s *solver) dropInactive() {
	s.gone, s.unchanged = 0, 0
	for v := range s.Variables {
		if s.simplifier.Active(v) || s.IsAssigned(v) {
			continue
		}
		s.gone++
		if !s.dropped[v] {
			s.dropped[v] = true
			s.queue.remove(v)
		}
	}
}
