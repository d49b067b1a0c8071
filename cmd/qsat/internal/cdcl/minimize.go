package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// minimize drops literals that follow from the others, level by level from the
// highest: the literals of a level give way to the one that implies them all,
// together with literals of lower levels that are there, or if there is none, only
// those go that the others imply.
//
// Source: M. Fleury and A. Biere, "Efficient All-UIP Learned Clause Minimization",
// SAT 2021.
func (s *solver) minimize() {
	s.sortByPosition(s.learned[1:])
	minimized := s.learned[:1]
	for lits := s.learned[1:]; len(lits) > 0; {
		level := s.States[lits[0]>>1].Level
		n := 1
		for n < len(lits) && s.States[lits[n]>>1].Level == level {
			n++
		}
		if uip := s.shrink(lits[:n], level); uip != 0 {
			minimized = append(minimized, uip)
		} else {
			minimized = s.appendNeeded(minimized, lits[:n])
		}
		lits = lits[n:]
	}
	s.learned = minimized
}

// sortByPosition sorts literals that have values, the one assigned last first.
func (s *solver) sortByPosition(lits []clause.Lit) {
	slices.SortFunc(lits, func(a, b clause.Lit) int { return int(s.States[b>>1].Position - s.States[a>>1].Position) })
}

// appendNeeded appends those of some literals of the clause that the others do
// not imply.
func (s *solver) appendNeeded(to, lits []clause.Lit) []clause.Lit {
	for _, l := range lits {
		if s.States[l>>1].Reason == 0 || !s.implied(l, 0) {
			to = append(to, l)
		}
	}
	return to
}

// shrink returns the false literal of a level that implies all of a block of it,
// which is sorted by falling position, or 0.
func (s *solver) shrink(block []clause.Lit, level int32) clause.Lit {
	if len(block) < 2 {
		return 0
	}
	s.block = s.block[:0]
	for _, l := range block {
		s.marks[l>>1] |= shrunken
		s.block = append(s.block, uint32(l>>1))
	}
	unresolved := len(block)
	var uip clause.Lit
	for at := s.States[block[0]>>1].Position; ; at-- {
		l := s.Trail[at]
		if s.marks[l>>1]&shrunken == 0 {
			continue
		}
		if unresolved--; unresolved == 0 {
			uip = l ^ 1
			break
		}
		added, ok := s.shrinkReason(l, level)
		if !ok {
			break
		}
		unresolved += added
	}
	for _, v := range s.block {
		s.marks[v] &^= shrunken
		if uip != 0 {
			s.marks[v] |= removable
			s.minimized = append(s.minimized, v)
		}
	}
	return uip
}

// shrinkReason marks the literals of a level in the reason of l, which is marked,
// and returns how many these are. It returns false if there are others that the
// clause does not imply.
func (s *solver) shrinkReason(l clause.Lit, level int32) (added int, ok bool) {
	for _, k := range s.literals(s.States[l>>1].Reason) {
		v := k >> 1
		switch state := &s.States[v]; {
		case state.Level == 0 || s.marks[v]&shrunken != 0:
		case state.Level == level:
			s.marks[v] |= shrunken
			s.block = append(s.block, uint32(v))
			added++
		case !s.implied(k, 1):
			return added, false
		}
	}
	return added, true
}

const minimizeDepth = 1000

// implied reports whether a false literal of the clause, or of a reason, is
// implied by literals of the clause.
func (s *solver) implied(l clause.Lit, depth int) bool {
	v := l >> 1
	state := &s.States[v]
	mark := s.marks[v]
	switch {
	case state.Level == 0 || mark&removable != 0 || mark&seen != 0 && depth > 0:
		return true
	case state.Reason == 0 || mark&poison != 0 || depth > minimizeDepth:
		return false
	}
	m := &s.levelMarks[state.Level]
	if m.round != s.round || depth == 0 && m.number < 2 || state.Position <= m.first {
		return false
	}
	mark = removable
	for _, k := range s.literals(state.Reason) {
		if k != l^1 && !s.implied(k, depth+1) {
			mark = poison
			break
		}
	}
	s.marks[v] |= mark
	s.minimized = append(s.minimized, uint32(v))
	return mark == removable
}
