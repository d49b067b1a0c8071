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

// tell gives a clause to the second search, if that does not have too many.
func (p *portfolio) tell(lits []clause.Lit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.shared) < sharedWords {
		p.shared = append(append(p.shared, clause.Lit(len(lits))), lits...)
	}
}

// share begins the second search in time, and tells it of a clause that is worth
// it.
func (s *solver) share(lits []clause.Lit, glue int) {
	if s.stats.conflicts == secondConflicts {
		s.begin()
	}
	if s.stats.conflicts >= secondConflicts && (glue <= sharedGlue || len(lits) <= 2) {
		s.portfolio.tell(lits)
	}
}

// take appends what was told to a list.
func (p *portfolio) take(list []clause.Lit) []clause.Lit {
	p.mu.Lock()
	defer p.mu.Unlock()
	list = append(list, p.shared...)
	p.shared = p.shared[:0]
	return list
}

// importShared adds, at level 0, the clauses that the first search has learned.
// They follow from the formula, so they hold for what elimination has left of it,
// as far as they are about that.
func (s *solver) importShared() {
	s.inbox = s.portfolio.take(s.inbox[:0])
	for rest := s.inbox; len(rest) > 0 && !s.Unsat; {
		n := int(rest[0])
		s.importClause(rest[1 : 1+n])
		rest = rest[1+n:]
	}
}

// importClause adds a learned clause without false literals, unless it is
// satisfied or has a variable that is eliminated.
func (s *solver) importClause(lits []clause.Lit) {
	kept := s.learned[:0]
	for _, l := range lits {
		l = s.simplifier.Representative(l)
		switch {
		case s.Values[l] > 0 || s.simplifier.Eliminated(l.Var()):
			return
		case s.Values[l] == 0:
			kept = append(kept, l)
		}
	}
	slices.Sort(kept) // equivalent literals may have become the same, or complements
	kept = slices.Compact(kept)
	for i := 1; i < len(kept); i++ {
		if kept[i] == kept[i-1]^1 {
			return
		}
	}
	s.learned = kept
	switch len(kept) {
	case 0:
		s.Refute()
	case 1:
		s.AddUnit(kept[0])
		s.PropagateUnits()
	default:
		if c := s.AddWatched(kept, true); c != 0 {
			s.SetGlue(c, min(sharedGlue, len(kept)-1))
		}
	}
}

// searchBoth is search with a second one beside it once it takes long, if the
// task has processors for that.
func (s *Session) searchBoth(ctx context.Context) (satisfied bool, err error) {
	if s.task.Threads < 2 || s.task.Proof != nil || len(s.task.Assume) > 0 || len(s.Arena) > secondWords {
		return s.search(ctx)
	}
	both, stop := context.WithCancel(ctx)
	defer stop()
	s.portfolio = &portfolio{}
	var wg sync.WaitGroup
	refuted := false
	s.begin = func() {
		wg.Go(func() {
			if refuted = s.refuteSecond(both); refuted {
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
func (s *Session) refuteSecond(ctx context.Context) bool {
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
	o := s.options
	o.walk = false
	second := newSolver(d, s.task.Seed+1, o)
	second.portfolio, second.second = s.portfolio, true
	second.switchMode()
	satisfied, err := second.search(ctx)
	return !satisfied && err == nil
}
