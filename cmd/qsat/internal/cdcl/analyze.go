package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Marks of a variable during the analysis of a conflict.
const (
	seen      = 1 << iota // in the clause that is being derived, or resolved away
	removable             // implied by others of the clause
	poison                // not implied by them
	shrunken              // in the block that is being shrunk
)

// A levelMark is what analysis knows of a level.
type levelMark struct {
	round  int64 // of analysis in which it was met
	first  int32 // where in the trail its first literal of the clause is
	number int32 // of its literals in the clause
}

// analyze derives a clause from one that is false: the first unique implication
// point, minimized. It leaves the clause in s.learned, the literal to be
// implied first and one of the highest level among the others second, and returns
// the level at which it implies that.
//
// Sources: J. P. Marques-Silva and K. A. Sakallah, "GRASP: A New Search Algorithm
// for Satisfiability", ICCAD 1996; N. Sörensson and A. Biere, "Minimizing Learned
// Clauses", SAT 2009.
func (s *Solver) analyze(falsified []clause.Lit) (level, glue int) {
	s.learned = append(s.learned[:0], 0)
	s.round++
	if s.Conflict != 0 {
		s.use(s.Conflict)
	}
	current := int32(s.Level())
	open := 0
	at := len(s.Trail)
	for _, l := range falsified {
		open += s.visit(l, current)
	}
	var uip clause.Lit
	for {
		for at--; s.marks[s.Trail[at]>>1]&seen == 0; at-- {
		}
		uip = s.Trail[at]
		if open--; open == 0 {
			break
		}
		r := s.States[uip>>1].Reason
		if r.IsBinary() {
			open += s.visit(r.Other(), current)
			continue
		}
		c := r.Ref()
		s.use(c)
		size := -1 // without uip
		for _, l := range s.Lits(c) {
			if s.States[l>>1].Level > 0 {
				size++
			}
			if l != uip {
				open += s.visit(l, current)
			}
		}
		if len(s.learned)-1+open == size { // the resolvent is c without uip
			if open == 1 {
				s.subsumed = c
			} else {
				s.strengthened = append(s.strengthened, strengthening{c, uip})
			}
		}
	}
	s.learned[0] = uip ^ 1
	glue = len(s.levels)
	if len(s.learned) > 1 {
		s.minimize()
		s.shrinkBinary()
	}
	s.bumpAnalyzed()
	level = s.order()
	s.unmark()
	return level, glue
}

// A strengthening is a clause that analysis has found to follow without a literal.
type strengthening struct {
	clause clause.Ref
	lit    clause.Lit
}

// strengthen puts clauses without the literals that they do not need in their place. At
// least two of the other literals are unassigned, because the level of the conflict has
// been taken back.
//
// Source: H. Han and F. Somenzi, "On-the-Fly Clause Improvement", SAT 2009.
func (s *Solver) strengthen() {
	for _, x := range s.strengthened {
		kept := s.shorter[:0]
		unassigned := 0
		for _, l := range s.Lits(x.clause) {
			if l == x.lit || s.Fixed(l) < 0 {
				continue
			}
			if kept = append(kept, l); s.Values[l] == 0 {
				last := len(kept) - 1
				kept[unassigned], kept[last] = kept[last], kept[unassigned]
				unassigned++
			}
		}
		s.shorter = kept
		s.ProveAdd(kept...)
		learned, glue := s.Has(x.clause, clause.Learned), s.Glue(x.clause)
		s.RemoveWatched(x.clause)
		if c := s.AddWatched(kept, learned); c != 0 && learned {
			s.SetGlue(c, min(glue, len(kept)-1))
			s.Use(c, 2)
		}
	}
	s.strengthened = s.strengthened[:0]
}

// subsumes reports whether the learned clause subsumes the one that gave it. Where that
// has been shrunk it may not.
func (s *Solver) subsumes(learned []clause.Lit) bool {
	if s.subsumed == 0 {
		return false
	}
	s.glueRound++
	for _, l := range s.Lits(s.subsumed) {
		s.litMarks[l] = s.glueRound
	}
	return !slices.ContainsFunc(learned, func(l clause.Lit) bool { return s.litMarks[l] != s.glueRound })
}

// visit marks a false literal and returns 1 if it is of the current level.
func (s *Solver) visit(l clause.Lit, current int32) int {
	v := l >> 1
	state := &s.States[v]
	if s.marks[v]&seen != 0 || state.Level == 0 {
		return 0
	}
	s.marks[v] |= seen
	s.analyzed = append(s.analyzed, uint32(v))
	if state.Level == current {
		return 1
	}
	s.learned = append(s.learned, l)
	m := &s.levelMarks[state.Level]
	if m.round != s.round {
		*m = levelMark{round: s.round, first: 1<<31 - 1}
		s.levels = append(s.levels, state.Level)
	}
	m.number++
	m.first = min(m.first, state.Position)
	return 0
}

// use notes that a learned clause was used, and how many levels it is on if they
// are fewer now.
func (s *Solver) use(c clause.Ref) {
	if !s.Has(c, clause.Learned) {
		return
	}
	glue := s.Glue(c)
	if glue > tier1 {
		if now := s.glueOf(s.Lits(c), glue); now < glue {
			glue = now
			s.SetGlue(c, glue)
		}
	}
	if glue <= tier2 {
		s.Use(c, 2)
	} else {
		s.Use(c, 1)
	}
}

// glueOf returns on how many levels literals are, up to most.
func (s *Solver) glueOf(lits []clause.Lit, most int) int {
	s.glueRound++
	n := 0
	for _, l := range lits {
		level := s.States[l>>1].Level
		if s.glueMarks[level] != s.glueRound {
			s.glueMarks[level] = s.glueRound
			if n++; n >= most {
				break
			}
		}
	}
	return n
}

// minimize drops literals that follow from the others, level by level from the
// highest: the literals of a level give way to the one that implies them all,
// together with literals of lower levels that are there, or if there is none, only
// those go that the others imply.
//
// Source: M. Fleury and A. Biere, "Efficient All-UIP Learned Clause Minimization",
// SAT 2021.
func (s *Solver) minimize() {
	rest := s.learned[1:]
	slices.SortFunc(rest, func(a, b clause.Lit) int { return int(s.States[b>>1].Position - s.States[a>>1].Position) })
	kept := s.learned[:1]
	for len(rest) > 0 {
		level := s.States[rest[0]>>1].Level
		n := 1
		for n < len(rest) && s.States[rest[n]>>1].Level == level {
			n++
		}
		block := rest[:n]
		rest = rest[n:]
		if uip := s.shrink(block, level); uip != 0 {
			kept = append(kept, uip)
			continue
		}
		kept = s.appendNeeded(kept, block)
	}
	s.learned = kept
}

// appendNeeded appends those of some literals of the clause that the others do
// not imply.
func (s *Solver) appendNeeded(kept, lits []clause.Lit) []clause.Lit {
	for _, l := range lits {
		if s.States[l>>1].Reason == 0 || !s.implied(l, 0) {
			kept = append(kept, l)
		}
	}
	return kept
}

// shrink returns the false literal of a level that implies all of a block of it,
// which is sorted by falling position, or 0.
func (s *Solver) shrink(block []clause.Lit, level int32) clause.Lit {
	if len(block) < 2 {
		return 0
	}
	s.block = s.block[:0]
	for _, l := range block {
		s.marks[l>>1] |= shrunken
		s.block = append(s.block, uint32(l>>1))
	}
	open := len(block)
	at := s.States[block[0]>>1].Position
	var uip clause.Lit
	for {
		for s.marks[s.Trail[at]>>1]&shrunken == 0 {
			at--
		}
		l := s.Trail[at]
		at--
		if open--; open == 0 {
			uip = l ^ 1
			break
		}
		added, ok := s.shrinkReason(l, level)
		if !ok {
			break
		}
		open += added
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

// shrinkReason marks the literals of a level in the reason of l and returns how
// many these are. It returns false if there are others that the clause does not
// imply.
func (s *Solver) shrinkReason(l clause.Lit, level int32) (added int, ok bool) {
	check := func(k clause.Lit) bool {
		v := k >> 1
		switch state := &s.States[v]; {
		case state.Level == 0 || s.marks[v]&shrunken != 0:
		case state.Level == level:
			s.marks[v] |= shrunken
			s.block = append(s.block, uint32(v))
			added++
		default:
			return s.implied(k, 1)
		}
		return true
	}
	r := s.States[l>>1].Reason
	if r.IsBinary() {
		ok = check(r.Other())
		return added, ok
	}
	for _, k := range s.Lits(r.Ref()) {
		if k != l && !check(k) {
			return added, false
		}
	}
	return added, true
}

const minimizeDepth = 1000

// implied reports whether a false literal of the clause, or of a reason, is
// implied by literals of the clause.
func (s *Solver) implied(l clause.Lit, depth int) bool {
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
	ok := true
	if state.Reason.IsBinary() {
		ok = s.implied(state.Reason.Other(), depth+1)
	} else {
		for _, k := range s.Lits(state.Reason.Ref()) {
			if k != l^1 && !s.implied(k, depth+1) {
				ok = false
				break
			}
		}
	}
	if ok {
		s.marks[v] |= removable
	} else {
		s.marks[v] |= poison
	}
	s.minimized = append(s.minimized, uint32(v))
	return ok
}

const (
	binaryWidth = 30
	binaryGlue  = 6
)

// shrinkBinary drops literals of a short clause that binary clauses with its
// first one imply.
//
// Source: G. Audemard and L. Simon, Glucose 2.0, SAT Competition 2011.
func (s *Solver) shrinkBinary() {
	if len(s.learned) > binaryWidth || len(s.levels) > binaryGlue {
		return
	}
	s.glueRound++
	for _, l := range s.learned[1:] {
		s.litMarks[l] = s.glueRound
	}
	dropped := false
	for _, w := range s.Watches[s.learned[0]] {
		if !w.IsBinary() {
			break
		}
		if s.litMarks[w.Lit()^1] == s.glueRound {
			s.litMarks[w.Lit()^1] = 0
			dropped = true
		}
	}
	if dropped {
		s.learned = append(s.learned[:1], slices.DeleteFunc(s.learned[1:], func(l clause.Lit) bool { return s.litMarks[l] == 0 })...)
	}
}

// order puts a literal of the highest level second and returns the level.
func (s *Solver) order() int {
	if len(s.learned) == 1 {
		return 0
	}
	best := 1
	for i, l := range s.learned {
		if i > 0 && s.States[l>>1].Level > s.States[s.learned[best]>>1].Level {
			best = i
		}
	}
	s.learned[1], s.learned[best] = s.learned[best], s.learned[1]
	return int(s.States[s.learned[1]>>1].Level)
}

// unmark clears the marks.
func (s *Solver) unmark() {
	for _, v := range s.analyzed {
		s.marks[v] = 0
	}
	for _, v := range s.minimized {
		s.marks[v] = 0
	}
	s.analyzed, s.minimized, s.levels = s.analyzed[:0], s.minimized[:0], s.levels[:0]
}

const (
	reasonDecisions = 100 // for a conflict, in the mean: with more, reasons are not bumped
	reasonDepth     = 10
)

// bumpAnalyzed bumps the variables that were met, and those in the reasons of the
// clause.
//
// Source: J. H. Liang, V. Ganesh, P. Poupart and K. Czarnecki, "Learning Rate
// Based Branching Heuristic for SAT Solvers", SAT 2016, for the reasons.
func (s *Solver) bumpAnalyzed() {
	if s.decisionRate.value < reasonDecisions {
		s.bumpReasons()
	}
	if s.stable {
		for _, v := range s.analyzed {
			s.scores.bump(v)
		}
		s.scores.inc *= 1 / scoreDecay
		return
	}
	stamp := s.queue.stamp
	slices.SortFunc(s.analyzed, func(a, b uint32) int {
		if stamp[a] < stamp[b] {
			return -1
		}
		return 1
	})
	for _, v := range s.analyzed {
		s.queue.bump(v, s.Values[2*v] == 0)
	}
}

// bumpReasons adds to the variables that were met those of the reasons of the
// learned literals.
func (s *Solver) bumpReasons() {
	for _, l := range s.learned {
		r := s.States[l>>1].Reason
		switch {
		case r == 0:
		case r.IsBinary():
			s.analyzeToo(r.Other())
		default:
			for _, k := range s.Lits(r.Ref()) {
				s.analyzeToo(k)
			}
		}
	}
}

// analyzeToo adds a variable to those that were met.
func (s *Solver) analyzeToo(l clause.Lit) {
	v := l >> 1
	if s.marks[v]&seen == 0 && s.States[v].Level > 0 {
		s.marks[v] |= seen
		s.analyzed = append(s.analyzed, uint32(v))
	}
}
