package cdcl

import (
	"context"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
)

const (
	// secondConflicts is after how many conflicts a second search may begin.
	secondConflicts = 2000
	// secondWords bounds the clauses that are worth a second copy of them.
	secondWords = 1 << 24
	// sharedGlue bounds the clauses that the second search is told.
	sharedGlue = clause.Tier2
	// decisionsFocused is from how many decisions for each conflict on the second search is for
	// focused mode.
	decisionsFocused = 3.5
	// sharedWords bounds what waits for it.
	sharedWords = 1 << 20
)

// A portfolio is a second search beside the first one, which begins with a copy of
// its clauses, is told what that learns, and may refute the formula before it. A model is
// always that of the first: what it finds does not depend on the second. As the first
// alternates between the modes, the second stays in one, and has the good clauses of both: in
// stable mode if the first has had few decisions for each conflict, as in random formulas.
//
// Sources: Y. Hamadi, S. Jabbour and L. Saïs, "ManySAT: a Parallel SAT Solver", JSAT 6, 2009;
// G. Audemard and L. Simon, "Extreme Cases in SAT Problems", SAT 2016.
type portfolio struct {
	mu     sync.Mutex
	shared []clause.Lit // of each clause that was not taken yet the length, the glue and the literals
}

// share offers the second search a clause if it is worth it, and there is not too much yet.
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

// shareUnits offers it the units since it was told last.
func (s *solver) shareUnits() {
	if s.portfolio == nil || s.second {
		return
	}
	for _, l := range s.Trail[s.told:] {
		s.share([]clause.Lit{l}, 1)
	}
	s.told = len(s.Trail)
}

// importShared adds, at level 0, the clauses that the first search has learned.
// They follow from the formula, so they hold for what elimination has left of it,
// as far as they are about that.
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

// importClause adds a learned clause without false literals, unless it is
// satisfied or has a variable that is eliminated.
func (s *solver) importClause(lits []clause.Lit, glue int) {
	lits = s.simplifier.Rewritten(lits) // equivalent literals may have become the same, or complements
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

// searchBoth is search with a second one beside it once it takes long, if the
// task has processors for that.
func (s *Session) searchBoth(ctx context.Context) (satisfied bool, err error) {
	if s.task.Threads < 2 || s.task.Proof != nil || len(s.task.Assume) > 0 {
		return s.search(ctx)
	}
	both, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	refuted := false
	o := s.options // copied here, as the first search changes them
	o.walk = false
	s.begin = func() {
		if !s.hasSpare() {
			return
		}
		s.begin = nil
		second := s.copy(o)
		s.portfolio, s.told = second.portfolio, len(s.Trail)
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

// hasSpare reports whether there is a processor for a second search.
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

// copy returns a second search, in one mode and with other random numbers, for the
// clauses that the first has at level 0.
func (s *Session) copy(o options) *solver {
	d := s.Clone()
	c := newSolver(d, s.task.Seed+1, o)
	c.simplifier, c.growth = s.simplifier.Clone(d), s.growth
	c.portfolio, c.second, c.begun = &portfolio{}, true, true
	c.focused = !s.direct && float64(s.stats.Decisions) >= decisionsFocused*float64(s.stats.Conflicts)
	c.direct = !c.focused
	c.dropInactive()
	return c
}
