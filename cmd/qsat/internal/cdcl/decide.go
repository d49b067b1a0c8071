package cdcl

import (
	"cmp"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A queue keeps the variables in the order in which they were last bumped. The
// decision in focused mode is the last one that is unassigned.
//
// Source: A. Biere and A. Fröhlich, "Evaluating CDCL Variable Scoring Schemes",
// SAT 2015.
type queue struct {
	prev, next []uint32 // by variable; 0 ends the list
	stamp      []int64  // by variable: when it was bumped
	last       uint32
	search     uint32 // no variable after this one is unassigned
	stamps     int64
	from, to   []stamped // scratch of sort
}

func (q *queue) push(v uint32) {
	q.prev[v], q.next[v] = q.last, 0
	if q.last != 0 {
		q.next[q.last] = v
	}
	q.last = v
	q.stamps++
	q.stamp[v] = q.stamps
}

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

// scores keep the variables of stable mode by score, the highest first.
//
// Source: N. Eén and N. Sörensson, "An Extensible SAT-solver", SAT 2003, for the
// scores, which grow in place of decaying.
type scores struct {
	clause.Heap[float64]
	inc float64
}

const maxScore = 1e150

func (s *scores) bump(v uint32) {
	s.Update(v, s.Priority[v]+s.inc)
	if s.Priority[v] > maxScore {
		for i := range s.Priority {
			s.Priority[i] /= maxScore
		}
		s.inc /= maxScore
	}
}

// Conflicts, of which there are more each time.
const (
	burstInterval = 500 // between two bursts of random decisions
	burstLength   = 10  // during one
)

// beginBurst begins, in focused mode, a burst of random decisions. With a few
// variables in another order the search leaves where it is stuck.
func (s *solver) beginBurst() {
	if s.stable || s.burst > 0 {
		return
	}
	s.bursts++
	growth := math.Log10(float64(s.bursts) + 9)
	s.burst = int64(burstLength * growth)
	s.limits.burst = s.stats.Conflicts + int64(burstInterval*growth)
}

// sample returns a random unassigned variable during a burst, which begins where it is
// due at level 0, and 0 otherwise.
func (s *solver) sample() uint32 {
	if s.stats.Conflicts >= s.limits.burst && s.Level() == 0 {
		s.beginBurst()
	}
	if s.stable || s.burst == 0 {
		return 0
	}
	for {
		if v := uint32(1 + s.random.IntN(s.Vars)); !s.IsAssigned(v) && !s.dropped[v] {
			return v
		}
	}
}

// phase returns the value that a variable is decided to have: in stable mode that of
// the target, otherwise the one it had last, but in two of eight turns of focused mode
// the same for all.
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

// decide begins a level with the variable that comes first, or a random one.
func (s *solver) decide() {
	v := s.sample()
	if v == 0 {
		v = s.next()
	}
	l := clause.Positive(v)
	if s.phase(v) < 0 {
		l = l.Not()
	}
	s.stats.Decisions++
	s.Decide(l)
}

// next returns the unassigned variable that comes first.
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

// reasonDecisions is the mean number of decisions for a conflict from which on the variables of
// reasons are not bumped.
const reasonDecisions = 100

// bumpAnalyzed bumps the variables that were met, and those in the reasons of the
// clause.
//
// Source: J. H. Liang, V. Ganesh, P. Poupart and K. Czarnecki, "Learning Rate
// Based Branching Heuristic for SAT Solvers", SAT 2016, for the reasons.
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

// radixSize is from how many variables on they are sorted byte by byte.
const radixSize = 128

// A stamped variable has the stamp beside it.
type stamped struct {
	stamp uint64
	v     uint32
}

// sort sorts variables by when they were bumped, which no two were at the same time.
func (q *queue) sort(vars []uint32) {
	if len(vars) < radixSize {
		slices.SortFunc(vars, func(a, b uint32) int { return cmp.Compare(q.stamp[a], q.stamp[b]) })
		return
	}
	q.from = slices.Grow(q.from[:0], len(vars))[:len(vars)]
	q.to = slices.Grow(q.to[:0], len(vars))[:len(vars)]
	differ := uint64(0) // bits in which not all are the same
	for i, v := range vars {
		q.from[i] = stamped{uint64(q.stamp[v]), v}
		differ |= q.from[i].stamp ^ q.from[0].stamp
	}
	for shift := 0; differ>>shift != 0; shift += 8 {
		var next [257]int32 // by byte: where it goes
		for _, x := range q.from {
			next[int(byte(x.stamp>>shift))+1]++
		}
		for i := range 256 {
			next[i+1] += next[i]
		}
		for _, x := range q.from {
			i := byte(x.stamp >> shift)
			q.to[next[i]] = x
			next[i]++
		}
		q.from, q.to = q.to, q.from
	}
	for i, x := range q.from {
		vars[i] = x.v
	}
}
