package cdcl

import (
	"context"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
)

const (
	// secondConflicts is after how many conflicts a second search begins.
	secondConflicts = 2000
	// secondWords bounds the clauses that are worth a second copy of them.
	secondWords = 1 << 24
	// sharedGlue bounds the clauses that the second search is told.
	sharedGlue = 2
	// sharedWords bounds what waits for it.
	sharedWords = 1 << 20
)

// A portfolio is a second search beside the first one, which is told what that
// learns and may refute the formula before it. A model is always that of the
// first: what it finds does not depend on the second.
//
// Source: Y. Hamadi, S. Jabbour and L. Saïs, "ManySAT: a Parallel SAT Solver",
// JSAT 6, 2009.
type portfolio struct {
	mu     sync.Mutex
	shared []clause.Lit // the length of each clause that was not taken yet, and its literals
}

// share begins the second search in time, and gives it a clause that is worth it, if
// it does not have too many.
func (s *solver) share(lits []clause.Lit, glue int) {
	if s.stats.Conflicts == secondConflicts {
		s.begin()
	}
	if s.stats.Conflicts < secondConflicts || glue > sharedGlue && len(lits) > 2 {
		return
	}
	p := s.portfolio
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.shared) < sharedWords {
		p.shared = append(append(p.shared, clause.Lit(len(lits))), lits...)
	}
}

// importShared adds, at level 0, the clauses that the first search has learned.
// They follow from the formula, so they hold for what elimination has left of it,
// as far as they are about that.
func (s *solver) importShared() {
	p := s.portfolio
	p.mu.Lock()
	s.inbox, p.shared = p.shared, s.inbox[:0]
	p.mu.Unlock()
	for list := s.inbox; len(list) > 0 && !s.Unsat; {
		n := 1 + int(list[0])
		s.importClause(list[1:n])
		list = list[n:]
	}
}

// importClause adds a learned clause without false literals, unless it is
// satisfied or has a variable that is eliminated.
func (s *solver) importClause(lits []clause.Lit) {
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
		s.AddWatched(lits, sharedGlue)
	}
}

// searchBoth is search with a second one beside it once it takes long, if the
// task has processors for that.
func (s *Session) searchBoth(ctx context.Context) (satisfied bool, err error) {
	if s.task.Threads < 2 || s.task.Proof != nil || len(s.task.Assume) > 0 || s.Words() > secondWords {
		return s.search(ctx)
	}
	both, stop := context.WithCancel(ctx)
	defer stop()
	s.portfolio = &portfolio{}
	var wg sync.WaitGroup
	refuted := false
	o := s.options // copied here, as the first search changes them
	o.walk, o.interrupt = false, nil
	s.begin = func() {
		wg.Go(func() {
			if refuted = s.refuteSecond(both, o); refuted {
				stop()
			}
		})
	}
	satisfied, err = s.search(both)
	stop()
	wg.Wait()
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

// refuteSecond reports whether the second search, in the other mode and with other
// random numbers, refutes the formula. It waits until there is a processor for it.
func (s *Session) refuteSecond(ctx context.Context, o options) bool {
	if s.task.Spare != nil {
		select {
		case <-s.task.Spare:
		case <-ctx.Done():
			return false
		}
	}
	d, err := s.task.Load(ctx, nil)
	if err != nil {
		return false
	}
	second := newSolver(ctx, d, s.task.Seed+1, o)
	second.portfolio, second.second = s.portfolio, true
	second.switchMode()
	satisfied, err := second.search(ctx)
	return !satisfied && err == nil
}
