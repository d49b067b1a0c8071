package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Probe looks for failed literals: those that propagation refutes. It tries those
// that imply others by binary clauses and are implied by none, if a unit was found
// since they were tried, and goes on from one call to the next.
//
// Source: D. Le Berre, "Exploiting the Real Power of Unit Propagation Lookahead",
// SAT 2001; I. Lynce and J. Marques-Silva, "Probing-Based Preprocessing Techniques
// for Propositional Satisfiability", ICTAI 2003.
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
		s.Stats.Ticks += s.Ticks - before
		s.Ticks = before // those of search
	}
}

// isInBinary reports whether a literal is in a binary clause, which come first in
// its list, but for new ones.
func (s *Simplifier) isInBinary(l clause.Lit) bool {
	list := s.Watching(l)
	i := slices.IndexFunc(list, func(w clause.Watch) bool { return w.IsBinary() && s.Value(w.Lit()) == 0 })
	s.Stats.Ticks += 1 + int64(min(uint(i), uint(len(list))))>>3
	return i >= 0
}
