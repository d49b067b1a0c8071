package dpll

import (
	"context"
	"fmt"
)

// A tally counts in a long clause the literals on the trail's part that has
// been dealt with.
type tally struct {
	open int32 // not false
	sat  int32 // true
}

// assign makes an open literal true.
func (s *search) assign(l int32) {
	s.value.set(l)
	s.trail = append(s.trail, l)
}

// propagate makes true what follows from the trail by unit propagation. It
// returns false in a conflict and where the search is to stop, for which it
// sets err. The rows of all literals come before the long clauses of any,
// because they cost less.
func (s *search) propagate() bool {
	for s.err == nil {
		for s.implied < len(s.trail) {
			if !s.imply() {
				return false
			}
		}
		if s.tallied == len(s.trail) {
			return true
		}
		if s.tallied%together == 0 {
			s.long.fetch(s.trail[s.tallied:min(len(s.trail), s.tallied+together)])
		}
		l := s.trail[s.tallied]
		s.tallied++
		if s.long.has(l) && !s.count(l) {
			return false
		}
	}
	return false
}

// together is how many literals of the trail are looked up at once. In a large
// formula in random order every look is a wait for memory.
const together = 32

// imply makes true what the next literals of the trail imply through rows, and
// returns as propagate does.
func (s *search) imply() bool {
	next := s.trail[s.implied:]
	next = next[:min(len(next), together)]
	s.rows.fetch(next)
	for _, l := range next {
		if s.steps >= s.look && s.stops() {
			return false
		}
		row := s.rows.of(l)
		s.implied++
		s.counts.Propagations++
		s.steps += int64(len(row)) + 1
		for _, m := range row {
			switch s.value.of(m) {
			case isOpen:
				s.assign(m)
			case isFalse:
				return false
			}
		}
	}
	return true
}

// count notes in the long clauses that l has become true. Even in a conflict
// it notes all of it, so that it can be taken back.
func (s *search) count(l int32) bool {
	pro, con := s.long.occurrences(l), s.long.occurrences(l^1)
	s.steps += int64(len(pro) + len(con))
	for _, c := range pro {
		t := &s.tallies[c]
		if t.sat++; t.sat == 1 {
			s.close(c)
		}
	}
	ok := true
	for _, c := range con {
		t := &s.tallies[c]
		if t.open--; t.open < 2 && t.sat == 0 && ok {
			ok = s.last(c)
		}
	}
	return ok
}

// last makes the last literal of a clause true that is not false. It returns
// false if there is none.
func (s *search) last(c int32) bool {
	for _, l := range s.long.clause(c) {
		if l == 0 {
			break
		}
		switch s.value.of(l) {
		case isOpen:
			s.assign(l)
			return true
		case isTrue:
			return true
		}
	}
	return false
}

// undo takes back all but the first n literals of the trail, unless the
// context ends.
func (s *search) undo(n int) {
	for i := len(s.trail) - 1; i >= n; i-- {
		if i%lookEvery == 0 && s.ctx.Err() != nil {
			s.err = context.Cause(s.ctx)
			return
		}
		l := s.trail[i]
		s.value.clear(l)
		if i < s.tallied && s.long.has(l) {
			s.uncount(l)
		}
	}
	s.trail = s.trail[:n]
	s.implied, s.tallied = min(s.implied, n), min(s.tallied, n)
}

func (s *search) uncount(l int32) {
	for _, c := range s.long.occurrences(l) {
		t := &s.tallies[c]
		if t.sat--; t.sat == 0 {
			s.reopen(c)
		}
	}
	for _, c := range s.long.occurrences(l ^ 1) {
		s.tallies[c].open++
	}
}

// close takes a satisfied clause from its set.
func (s *search) close(c int32) {
	for i := range s.open {
		if s.open[i].holds(c) {
			s.open[i].remove(c)
		}
	}
}

// reopen puts a clause back into its set.
func (s *search) reopen(c int32) {
	for i := range s.open {
		if s.open[i].holds(c) {
			s.open[i].add(c)
		}
	}
}

// lookEvery is how many steps may pass between two looks at the context: less
// than a millisecond.
const lookEvery = 1 << 15

// stops reports whether the context has ended or the budget is used up.
func (s *search) stops() bool {
	switch {
	case s.ctx.Err() != nil:
		s.err = context.Cause(s.ctx)
	case s.steps >= s.limit:
		s.err = ErrBudget
	}
	s.look = min(s.steps+lookEvery, s.limit)
	if s.task.Progress != nil {
		s.task.Progress(func() string {
			return fmt.Sprintf("%d conflicts, %d decisions", s.counts.Conflicts, s.counts.Decisions)
		})
	}
	return s.err != nil
}

// Values of a literal.
const (
	isOpen  = 0
	isTrue  = 1
	isFalse = 2
)

// Values are a bit for each literal: that it is true. The bits of a variable are
// neighbours. Four million variables take a megabyte, which a cache holds: in
// a large formula in random order, half of the time of propagation went into
// waiting for values of a byte each.
type values []uint64

func newValues(lits int) values { return make(values, lits>>6+1) }

// of returns the value of l.
func (v values) of(l int32) uint8 {
	w := v[uint32(l)>>6]
	return uint8(w>>(uint32(l)&63)&1 | w>>(uint32(l^1)&63)&1<<1)
}

func (v values) holds(l int32) bool { return v[uint32(l)>>6]>>(uint32(l)&63)&1 != 0 }

// set makes an open literal true.
func (v values) set(l int32) { v[uint32(l)>>6] |= 1 << (uint32(l) & 63) }

// clear makes a true literal open.
func (v values) clear(l int32) { v[uint32(l)>>6] &^= 1 << (uint32(l) & 63) }
