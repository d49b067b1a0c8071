package cdcl

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/priority"
)

// A queue is a list of the variables, ordered by the time of their last bump. In focused
// mode the next decision is the unassigned variable bumped last.
//
// Source: A. Biere and A. Fröhlich, "Evaluating CDCL Variable Scoring Schemes",
// SAT 2015.
type queue struct {
	prev, next []uint32 // indexed by variable; 0 ends the list
	stamp      []int64  // indexed by variable: time of the last bump
	last       uint32   // the end of the queue; 0 if it is empty
	search     uint32   // all variables after this one are assigned
	stamps     int64    // the last stamp
	keys       []uint64 // buffer of sort
}

// push appends v, which must not be in the queue, with a stamp above all others. It leaves q.search
// to the caller.
func (q *queue) push(v uint32) {
	q.prev[v], q.next[v] = q.last, 0
	if q.last != 0 {
		q.next[q.last] = v
	}
	q.last = v
	q.stamps++
	q.stamp[v] = q.stamps
}

// remove removes v, which must be in the queue. If the search for the next decision starts at v, it
// then starts at the variable before v, or at the last one if v was the first.
func (q *queue) remove(v uint32) {
	if p := q.prev[v]; p != 0 {
		q.next[p] = q.next[v]
	}
	if n := q.next[v]; n != 0 {
		q.prev[n] = q.prev[v]
	} else {
		q.last = q.prev[v]
	}
	if q.search == v {
		q.search = cmp.Or(q.prev[v], q.last)
	}
}

// bump does nothing if v, which must be in the queue, is its last variable. Otherwise it moves v
// there with a new stamp. The argument unassigned must be true if v has no value; then the search
// for the next decision starts at v.
func (q *queue) bump(v uint32, unassigned bool) {
	if q.next[v] == 0 {
		return
	}
	q.remove(v)
	q.push(v)
	if unassigned {
		q.search = v
	}
}

// scores is the priority queue of stable mode: variables by score, highest first. In stable mode it
// holds all unassigned variables that are not dropped. It may also hold others, which next removes
// when they come first. Scores do not decay; instead, the increment grows.
//
// Source: N. Eén and N. Sörensson, "An Extensible SAT-solver", SAT 2003.
type scores struct {
	priority.Queue[float64]
	inc float64 // added to a score by bump; grows with each conflict
}

// bump adds inc to the score of v. If the score then exceeds maxScore, it divides all scores and
// inc by maxScore.
func (s *scores) bump(v uint32) {
	s.Update(v, s.Priority[v]+s.inc)
	if s.Priority[v] > maxScore {
		for i := range s.Priority {
			s.Priority[i] /= maxScore
		}
		s.inc /= maxScore
	}
}

// decide begins a level with a decision, which it counts. The decision is the first unassigned literal of
// s.favored. If there is none, it is the variable that next returns, with the value that phase returns.
func (s *solver) decide() {
	for ; s.decidedFavored < len(s.favored); s.decidedFavored++ {
		if l := s.simplifier.Representative(s.favored[s.decidedFavored]); s.Value(l) == 0 {
			s.stats.Decisions++
			s.Decide(l)
			return
		}
	}
	v := s.next()
	l := clause.Positive(v)
	if s.phase(v) < 0 {
		l = l.Not()
	}
	s.stats.Decisions++
	s.Decide(l)
}

// next returns the variable that the current mode decides next: in stable mode the unassigned
// variable with the highest score, in focused mode the last unassigned one in the queue. There must
// be one. In stable mode, next removes assigned and dropped variables before it from the scores. In
// focused mode, it sets s.queue.search to the variable.
func (s *solver) next() uint32 {
	if s.stable {
		for {
			if v := s.scores.First(); !s.IsAssigned(v) && !s.dropped[v] {
				return v
			}
			s.scores.Pop()
		}
	}
	v := s.queue.search
	for s.IsAssigned(v) {
		v = s.queue.prev[v]
	}
	s.queue.search = v
	return v
}

// bumpAnalyzed bumps the variables that Derive met, in the scores or in the queue, as the mode
// requires. It must be called between Derive and Unmark. If there are fewer than reasonDecisions
// decisions per conflict on average, it also bumps the variables in the reasons of the literals of
// Derived. In focused mode it bumps in the order of the stamps, by which it sorts Analyzed. In
// stable mode it then divides the increment of the scores by scoreDecay, or by scoreDecayBetween
// after the first model of several.
//
// Source: J. H. Liang, V. Ganesh, P. Poupart and K. Czarnecki, "Learning Rate Based Branching
// Heuristic for SAT Solvers", SAT 2016, for the reasons.
func (s *solver) bumpAnalyzed() {
	if s.decisionRate.value < reasonDecisions {
		s.AnalyzeReasons()
	}
	if s.stable {
		for _, v := range s.Analyzed {
			s.scores.bump(v)
		}
		growth := 1 / scoreDecay
		if s.constraining != nil {
			growth = 1 / scoreDecayBetween
		}
		s.scores.inc *= growth
		return
	}
	s.queue.sort(s.Analyzed)
	for _, v := range s.Analyzed {
		s.queue.bump(v, !s.IsAssigned(v))
	}
}

// sort sorts vars by their stamps, the oldest first. Sorting numbers that hold a stamp and its
// variable is faster than sorting with a function that compares stamps.
func (q *queue) sort(vars []uint32) {
	shift := bits.Len(uint(len(q.stamp)))
	q.keys = q.keys[:0]
	for _, v := range vars {
		q.keys = append(q.keys, uint64(q.stamp[v])<<shift|uint64(v))
	}
	slices.Sort(q.keys)
	for i, k := range q.keys {
		vars[i] = uint32(k & (1<<shift - 1))
	}
}

// phase returns the value, 1 or -1, that a decision gives to v. After the first model of several,
// it is the value of constrainingPhases. In stable mode it is the target phase, if v has one. Of
// every eight stretches of focused mode, the second uses 1 for all variables and the fourth -1.
// Otherwise it is the saved phase.
func (s *solver) phase(v uint32) int8 {
	switch n := s.switches / 2 % 8; {
	case s.constraining != nil:
		return s.constraining[v]
	case s.stable && s.target[v] != 0:
		return s.target[v]
	case !s.stable && n == 1:
		return 1
	case !s.stable && n == 3:
		return -1
	}
	return s.saved[v]
}

// updatePhases copies the first n literals of the trail, which must have no conflict, to the target
// phases if n exceeds s.targetSize, and to the best phases if n exceeds s.bestSize, and raises
// these sizes to n. In focused mode it does nothing.
func (s *solver) updatePhases(n int) {
	if s.stable {
		s.targetSize = keepLarger(s.target, s.targetSize, s.Trail[:n])
		s.bestSize = keepLarger(s.best, s.bestSize, s.Trail[:n])
	}
}

// keepLarger sets the phases of the variables of lits to the values that make lits true, if
// there are more than size literals; other phases stay. It returns the larger of size and
// the number of literals.
func keepLarger(phases []int8, size int, lits []clause.Lit) int {
	if len(lits) <= size {
		return size
	}
	for _, l := range lits {
		phases[l.Var()] = l.Sign()
	}
	return len(lits)
}

// rephase goes to level 0, chooses new saved phases, copies them to the target phases, and sets the
// number of conflicts at which the next call is due. After n calls the interval is
// options.rephase*n*log10(n+9)^3 conflicts. In turn the saved phases become the best phases, the
// result of a local search, all -1, the best phases, the result of a local search, and all 1. A
// variable without a best phase keeps its saved phase. If walks returns false, or the local search
// finds nothing better, they stay. After the best phases are used, new ones are collected.
//
// Source: A. Biere and M. Fleury, "Chasing Target Phases", POS 2020.
func (s *solver) rephase() {
	s.backtrack(0)
	s.rephased++
	switch s.rephased % 6 {
	case 1, 4:
		for v, phase := range s.best {
			s.saved[v] = cmp.Or(phase, s.saved[v])
		}
		s.bestSize = 0 // collect new best phases
	case 2, 5:
		if s.walks() {
			// a tick of a walk takes several times the time of a tick of search
			s.walk(max(1e5, int64(0.3*float64(s.searchTicks()-s.limits.walkTicks))), 0)
			s.limits.walkTicks = s.searchTicks()
		}
	case 3, 0:
		for v := range s.saved {
			s.saved[v] = 1 - 2*int8(s.rephased%2)
		}
	}
	copy(s.target, s.saved)
	s.targetSize = 0
	n := float64(s.rephased)
	s.limits.rephase = s.stats.Conflicts + int64(float64(s.options.rephase)*n*math.Pow(math.Log10(n+9), 3))
}

// constrainingPhases returns, indexed by variable, the value that makes false the literal with the
// larger weight, and so makes more clauses shorter; with equal weights it is 1. Each original
// clause of n literals adds 2^-n to the weights of its literals.
//
// Source: R. G. Jeroslow and J. Wang, "Solving Propositional Satisfiability Problems", Annals of
// Mathematics and Artificial Intelligence 1, 1990, for the weights.
func (s *solver) constrainingPhases() []int8 {
	weights := make([]float64, s.NumLits())
	for c := range s.All {
		for _, l := range s.Lits(c) {
			if !s.Has(c, clause.Learned) {
				weights[l] += math.Ldexp(1, -s.Size(c))
			}
		}
	}
	for l := range s.Literals {
		for _, w := range s.Watching(l) {
			if w.IsBinary() && !w.IsLearned() {
				weights[l] += 0.25
			}
		}
	}
	phases := make([]int8, s.Vars+1)
	for v := range s.Variables {
		if phases[v] = 1; weights[clause.Positive(v)] > weights[clause.Negative(v)] {
			phases[v] = -1
		}
	}
	return phases
}
