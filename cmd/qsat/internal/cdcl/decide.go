package cdcl

import (
	"cmp"
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
