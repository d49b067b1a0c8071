package cdcl

import "queens/cmd/qsat/internal/clause"

// assume begins a level for the next assumption. It returns false, and leaves in
// s.failed assumptions that cannot hold together, if that one is false.
func (s *solver) assume() bool {
	l := s.simplifier.Representative(s.assumptions[s.Level()])
	switch s.Values[l] {
	case 1:
		s.BeginLevel()
	case -1:
		s.analyzeAssumptions(l)
		return false
	default:
		s.stats.decisions++
		s.Decide(l)
	}
	return true
}

// propagateAssumptions makes the assumptions true, from level 0 on, and returns false,
// as assume does, if unit propagation finds that they cannot hold together.
func (s *solver) propagateAssumptions() bool {
	for s.Level() < len(s.assumptions) {
		if !s.assume() {
			return false
		}
		if falsified := s.Propagate(); falsified != nil {
			s.fail(falsified...)
			s.proveFailed()
			return false
		}
	}
	return true
}

// analyzeAssumptions finds the assumptions that make another one false.
//
// Source: N. Eén and N. Sörensson, "Temporal Induction by Incremental SAT
// Solving", BMC 2003.
func (s *solver) analyzeAssumptions(falsified clause.Lit) {
	s.fail(falsified)
	s.failed = append(s.failed, falsified)
	s.proveFailed()
}

// fail leaves in s.failed the assumptions that make some literals false.
func (s *solver) fail(falsified ...clause.Lit) {
	s.failed = s.failed[:0]
	s.traceDecisions(func(l clause.Lit) { s.failed = append(s.failed, l) }, falsified...)
}

// proveFailed writes that the failed assumptions cannot hold together.
func (s *solver) proveFailed() {
	s.learned = s.learned[:0]
	for _, l := range s.failed {
		s.learned = append(s.learned, l^1)
	}
	s.ProveAdd(s.learned...)
}

// traceDecisions calls found with the decisions that have led to the values of
// some literals, the last one first.
func (s *solver) traceDecisions(found func(clause.Lit), lits ...clause.Lit) {
	unresolved := 0
	mark := func(lits []clause.Lit) {
		for _, l := range lits {
			if v := l >> 1; s.marks[v] == 0 && s.States[v].Level > 0 {
				s.marks[v] = seen
				s.analyzed = append(s.analyzed, uint32(v))
				unresolved++
			}
		}
	}
	mark(lits)
	for at := len(s.Trail) - 1; unresolved > 0; at-- {
		l := s.Trail[at]
		if s.marks[l>>1] == 0 {
			continue
		}
		unresolved--
		if r := s.States[l>>1].Reason; r == 0 {
			found(l)
		} else {
			mark(s.literals(r))
		}
	}
	s.unmark()
}

// exclude adds the clause that not all of some true literals hold, or fewer that
// imply the others. It returns false if that leaves no model.
func (s *solver) exclude(lits []clause.Lit) bool {
	s.round++
	s.learned = append(s.learned[:0], 0) // where the literal of the current level is in analyze
	for _, l := range lits {
		s.visit(l^1, -1)
	}
	c := s.appendNeeded(nil, s.learned[1:])
	s.unmark()
	if len(c) == 0 {
		s.Refute()
		return false
	}
	s.sortByPosition(c)
	highest, second := int(s.States[c[0]>>1].Level), 0
	if len(c) > 1 {
		second = int(s.States[c[1]>>1].Level)
	}
	switch {
	case len(c) == 1:
		s.backtrack(0)
		s.AddUnit(c[0])
	case second == highest: // both become unassigned
		s.backtrack(highest - 1)
		s.AddWatched(c, false)
	default:
		s.backtrack(second)
		s.addImplying(c, false)
	}
	return true
}
