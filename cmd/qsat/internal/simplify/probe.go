package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Probe looks for failed literals, which are literals that unit propagation refutes, and makes
// their complements true. It tries the literals that imply others by binary clauses and are implied
// by no literal, unless no unit was found since they were tried last. It ends after all literals,
// at the end of the budget, or at a refutation. The next call continues with the next literal. The
// ticks of propagation go to Stats.OwnTicks instead of Ticks.
//
// Source: D. Le Berre, "Exploiting the Real Power of Unit Propagation Lookahead", SAT 2001; I.
// Lynce and J. Marques-Silva, "Probing-Based Preprocessing Techniques for Propositional
// Satisfiability", ICTAI 2003.
func (s *Simplifier) Probe(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) {
		return
	}
	before := s.Ticks
	for range s.NumLits() {
		if s.stops() {
			break
		}
		s.lastProbed = (s.lastProbed + 1) % clause.Lit(s.NumLits())
		if l := s.lastProbed; s.Active(l.Var()) && s.isInBinary(l.Not()) && !s.isInBinary(l) && int(s.probed[l]) <= len(s.Trail) {
			s.Decide(l)
			failed := s.Propagate() != nil
			if s.Backtrack(0); failed {
				s.AddUnit(l.Not())
				s.PropagateUnits()
			}
			s.probed[l] = int32(len(s.Trail)) + 1
		}
		s.Stats.OwnTicks += s.Ticks - before
		s.Ticks = before // probing does not count as search
	}
}

// isInBinary reports whether l is in a binary clause whose other literal is unassigned.
// Binary clauses are first in the watch list, except for new ones.
func (s *Simplifier) isInBinary(l clause.Lit) bool {
	list := s.Watching(l)
	i := slices.IndexFunc(list, func(w clause.Watch) bool { return w.IsBinary() && s.Value(w.Lit()) == 0 })
	s.Stats.OwnTicks += 1 + int64(min(uint(i), uint(len(list))))>>3
	return i >= 0
}
