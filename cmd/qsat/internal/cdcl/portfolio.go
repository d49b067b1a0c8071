package cdcl

import (
	"context"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
)

const (
	// secondConflicts is the number of conflicts before a second search may begin.
	secondConflicts = 2000
	// secondWords is the largest number of words of clauses that are worth copying.
	secondWords = 1 << 24
	// sharedGlue is the largest glue of clauses that the first search sends to the second.
	sharedGlue = clause.Tier2
	// decisionsFocused is the number of decisions per conflict from which on the second search
	// uses focused mode.
	decisionsFocused = 3.5
	// sharedWords is the length of portfolio.shared from which on no clauses are added.
	sharedWords = 1 << 20
)

// A portfolio connects two searches. The second one begins with a copy of the clauses of
// the first, receives clauses that the first learns, and may refute the formula first. Its
// models are not used, so that the result does not depend on its speed. The first search
// alternates between the modes; the second uses the good learned clauses of both modes but
// stays in one. It uses stable mode if the first does so only or had few decisions per
// conflict, as in random formulas, and focused mode otherwise.
//
// Sources: Y. Hamadi, S. Jabbour and L. Saïs, "ManySAT: a Parallel SAT Solver", JSAT 6, 2009;
// G. Audemard and L. Simon, "Extreme Cases in SAT Problems", SAT 2016.
type portfolio struct {
	mu     sync.Mutex
	shared []clause.Lit // length, glue and literals of each clause that was not imported yet
}

// share sends a learned clause to the second search. It drops the clause if there is no
// second search, if the glue is above sharedGlue and the clause has more than two
// literals, or if too many words wait.
func (s *solver) share(lits []clause.Lit, glue int) {
	if s.second || s.portfolio == nil || glue > sharedGlue && len(lits) > 2 {
		return
	}
	p := s.portfolio
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.shared) < sharedWords {
		p.shared = append(append(p.shared, clause.Lit(len(lits)), clause.Lit(glue)), lits...)
	}
}

// shareUnits sends the units of level 0 that were found since the last call. It must be
// called at level 0.
func (s *solver) shareUnits() {
	if s.portfolio == nil || s.second {
		return
	}
	for _, l := range s.Trail[s.sentUnits:] {
		s.share([]clause.Lit{l}, 1)
	}
	s.sentUnits = len(s.Trail)
}

// importShared adds, at level 0, the clauses that the first search has learned. They
// follow from the formula. So those without eliminated variables also hold in the
// simplified formula.
func (s *solver) importShared() {
	p := s.portfolio
	p.mu.Lock()
	s.inbox, p.shared = p.shared, s.inbox[:0]
	p.mu.Unlock()
	if len(s.inbox) > 0 {
		s.backtrack(0)
	}
	for list := s.inbox; len(list) > 0 && !s.Unsat; {
		n := 2 + int(list[0])
		s.importClause(list[2:n], int(list[1]))
		list = list[n:]
	}
}

// importClause adds a learned clause, with representatives and without false literals. It
// drops the clause if it is satisfied, is a tautology, or contains an eliminated variable.
func (s *solver) importClause(lits []clause.Lit, glue int) {
	lits = s.simplifier.Rewritten(lits) // two literals may have become equal or complementary
	if lits == nil || slices.ContainsFunc(lits, func(l clause.Lit) bool { return s.Value(l) > 0 || s.simplifier.Eliminated(l.Var()) }) {
		return
	}
	lits = slices.DeleteFunc(lits, func(l clause.Lit) bool { return s.Value(l) < 0 })
	switch len(lits) {
	case 0:
		s.Refute()
	case 1:
		s.AddUnit(lits[0])
		s.PropagateUnits()
	default:
		s.AddWatched(lits, min(glue, len(lits)))
	}
}

// searchBoth is like search, but inprocess may begin a second search after secondConflicts
// conflicts. That requires a task with two threads or more, without a proof and without
// assumptions, and a spare processor. If the second search refutes the formula, it stops the
// first one, and searchBoth returns false. A model of the second search is not used.
func (s *Session) searchBoth(ctx context.Context) (satisfied bool, err error) {
	if s.task.Threads < 2 || s.task.Proof != nil || len(s.task.Assume) > 0 {
		return s.search(ctx)
	}
	both, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	refuted := false
	o := s.options // a copy, because the first search changes its options
	o.walk = false
	s.begin = func() {
		if !s.hasSpare() {
			return
		}
		s.begin = nil
		second := s.copy(o)
		s.portfolio, s.sentUnits = second.portfolio, len(s.Trail)
		wg.Go(func() {
			satisfied, err := second.search(both)
			if refuted = !satisfied && err == nil; refuted {
				stop()
			}
		})
	}
	satisfied, err = s.search(both)
	stop()
	wg.Wait()
	s.portfolio, s.begin = nil, nil
	switch {
	case err == nil:
	case refuted:
		s.Unsat = true
		return false, nil
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	}
	return satisfied, err
}

// hasSpare reports whether a processor is available for a second search. It takes one from
// task.Spare; a nil Spare means that there always is one.
func (s *Session) hasSpare() bool {
	if s.task.Spare == nil {
		return true
	}
	select {
	case <-s.task.Spare:
		return true
	default:
		return false
	}
}

// copy returns a second search on a copy of the clauses. Session s must be at level 0. The
// copy has other random numbers and never changes its mode; see decisionsFocused.
func (s *Session) copy(o options) *solver {
	d := s.Clone()
	c := newSolver(d, s.task.Seed+1, o)
	c.simplifier, c.growth = s.simplifier.Clone(d), s.growth
	c.portfolio, c.second, c.preprocessed = &portfolio{}, true, true
	c.focused = !s.direct && float64(s.stats.Decisions) >= decisionsFocused*float64(s.stats.Conflicts)
	c.direct = !c.focused
	c.dropInactive()
	return c
}
