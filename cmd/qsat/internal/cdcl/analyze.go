package cdcl

import (
	"cmp"
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
func (s *solver) analyze(falsified []clause.Lit) (level, glue int) {
	s.learned, s.strengthened, s.subsumed = append(s.learned[:0], 0), s.strengthened[:0], 0
	s.round++
	current := int32(s.Level())
	unresolved := 0 // literals of the current level
	at := len(s.Trail)
	var uip clause.Lit
	for r, lits := clause.LongReason(s.Conflict), falsified; ; lits = s.literals(r) {
		s.use(r)
		size := 0
		for _, l := range lits {
			if l != uip {
				unresolved += s.visit(l, current)
				if s.States[l>>1].Level > 0 {
					size++
				}
			}
		}
		if uip != 0 && size > 1 && len(s.learned)-1+unresolved == size { // the resolvent is the reason without uip
			if c := r.Ref(); unresolved > 1 {
				s.strengthened = append(s.strengthened, strengthening{c, uip})
			} else {
				s.subsumed = c // perhaps, by the learned clause
			}
		}
		for at--; s.marks[s.Trail[at]>>1]&seen == 0; at-- {
		}
		uip = s.Trail[at]
		if unresolved--; unresolved == 0 {
			break
		}
		r = s.States[uip>>1].Reason
	}
	s.learned[0] = uip ^ 1
	glue = len(s.levels)
	if len(s.learned) > 1 {
		s.minimize()
	}
	if len(s.learned) > 1 {
		level = int(s.States[s.learned[1]>>1].Level)
	}
	s.bumpAnalyzed()
	s.unmark()
	return level, glue
}

// literals returns those of a reason but the one that it implies, which may be
// among them in a longer clause. They are valid until the next call.
func (s *solver) literals(r clause.Reason) []clause.Lit {
	if r.IsBinary() {
		s.other[0] = r.Other()
		return s.other[:]
	}
	return s.Lits(r.Ref())
}

// visit marks a false literal and returns 1 if it is of the current level.
func (s *solver) visit(l clause.Lit, current int32) int {
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

// use notes that a reason was used, if it is a longer learned clause, and on how
// many levels it is if they are fewer now.
func (s *solver) use(r clause.Reason) {
	c := r.Ref()
	if r.IsBinary() || !s.Has(c, clause.Learned) {
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
func (s *solver) glueOf(lits []clause.Lit, most int) int {
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

func (s *solver) unmark() {
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
func (s *solver) bumpAnalyzed() {
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
	slices.SortFunc(s.analyzed, func(a, b uint32) int { return cmp.Compare(stamp[a], stamp[b]) })
	for _, v := range s.analyzed {
		s.queue.bump(v, s.Values[2*v] == 0)
	}
}

// bumpReasons adds to the variables that were met those of the reasons of the
// learned literals.
func (s *solver) bumpReasons() {
	for _, l := range s.learned {
		for _, k := range s.literals(s.States[l>>1].Reason) {
			if v := k >> 1; s.marks[v]&seen == 0 && s.States[v].Level > 0 {
				s.marks[v] |= seen
				s.analyzed = append(s.analyzed, uint32(v))
			}
		}
	}
}
