package cdcl

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/clause"
)

// A portfolio is several searches for a model of the same clauses, on one processor each. The
// searches exchange learned clauses. All but the first begin with new scores and phases and have
// other random numbers. The first two alternate between the modes, and begin in different ones. The
// others begin with another order of the variables and keep one mode: stable mode if their number
// is even, else focused mode.
//
// The answer does not depend on the speed of the processors. Each search divides its work, which is
// measured in ticks, into periods of periodWork. At the end of a period it sends learned clauses to
// all other searches. In its first n periods, it receives the clauses of the first n-lag periods of
// the other searches, and waits for them if necessary. The answer is the model that is found in the
// earliest period, and within a period the model of the search with the smallest number. A
// refutation is an answer at once.
//
// Sources: Y. Hamadi, S. Jabbour and L. Saïs, "ManySAT: a Parallel SAT Solver", JSAT 6, 2009; Y.
// Hamadi, S. Jabbour, C. Piette and L. Saïs, "Deterministic Parallel DPLL", JSAT 7, 2011.
type portfolio struct {
	members []*member          // indexed by number
	began   int64              // work of each search at the beginning
	stop    context.CancelFunc // stops all searches

	mu      sync.Mutex // guards the fields below, and periods, ended and arrived of each member
	changed *sync.Cond // signalled when a search ends a period, or stops
	refuted bool       // a search has refuted the formula
	failed  bool       // a search has ended with an error other than errLost
	winner  *member    // has the model that is the answer so far; nil before the first model
}

// A member is a search of a portfolio, with the clauses that it sends and receives.
type member struct {
	*portfolio
	solver  *solver
	number  int          // index in portfolio.members
	outbox  []clause.Lit // learned since the last exchange: the length, the glue and the literals of each clause
	inbox   []clause.Lit // to import at the next restart, in the same form
	periods int64        // number of periods that have ended
	ended   bool         // the search has ended
	arrived []parcel     // from other searches, not yet received
}

// A parcel holds the clauses that a search has sent at once.
type parcel struct {
	period int64        // the last period in which the clauses were learned
	from   int          // the number of the search
	lits   []clause.Lit // the clauses, as in member.outbox
}

// join makes s the next search of the portfolio and returns its member. No search may run yet.
func (p *portfolio) join(s *solver) *member {
	s.member = &member{portfolio: p, solver: s, number: len(p.members)}
	s.sentUnits = len(s.Trail)
	p.members = append(p.members, s.member)
	return s.member
}

// share sends a learned clause to all other searches at the end of the period, if it has two
// literals or a glue up to a limit. The limit is shareGlue. With two searches it is Tier2 for the
// first and Tier1 for the second, so that the first mostly finds a model as early as it would
// alone. share copies lits. Outside a portfolio it does nothing.
func (s *solver) share(lits []clause.Lit, glue int) {
	m := s.member
	if m == nil {
		return
	}
	most := shareGlue
	if len(m.members) == 2 {
		most = []int{clause.Tier2, clause.Tier1}[m.number]
	}
	if glue <= most || len(lits) == 2 {
		m.outbox = append(append(m.outbox, clause.Lit(len(lits)), clause.Lit(glue)), lits...)
	}
}

// work returns the number of ticks so far.
func (s *solver) work() int64 { return s.Ticks + s.simplifier.Stats.OwnTicks }

// period returns the number of periods of the search that have ended.
func (m *member) period() int64 { return (m.solver.work() - m.began) / periodWork }

// errLost stops a search because another one has the answer.
var errLost = errors.New("another search has the answer")

// exchange sends and receives clauses if a period has ended since the last call. After n periods it
// waits until every other search has ended n-lag periods or stopped, and receives the clauses of
// these periods, ordered by period and sender. If pauses is true, the search is about to pause. As a step of the pause may find a
// model, exchange then waits for n periods of the others, so that no other search can find a model
// in an earlier period, and receives their clauses. It returns an error if the search must stop:
// the cause of ctx, or errLost if another search has the answer. Otherwise it returns nil. If no
// period has ended and pauses is false, it returns nil at once.
func (m *member) exchange(ctx context.Context, pauses bool) error {
	n := m.period()
	isNext := n > m.periods
	end := n - lag
	if pauses {
		end = n
	} else if !isNext {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if isNext && len(m.outbox) > 0 {
		for _, to := range m.members {
			if to != m {
				to.arrived = append(to.arrived, parcel{n - 1, m.number, m.outbox})
			}
		}
		m.outbox = nil
	}
	m.periods = n
	m.changed.Broadcast()
	for {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case m.winner != nil && m.winner.before(m):
			return errLost
		case !slices.ContainsFunc(m.members, func(o *member) bool { return !o.ended && o.periods < end && o != m }):
			slices.SortFunc(m.arrived, func(a, b parcel) int {
				return cmp.Or(cmp.Compare(a.period, b.period), cmp.Compare(a.from, b.from))
			})
			for ; len(m.arrived) > 0 && m.arrived[0].period < end; m.arrived = m.arrived[1:] {
				m.inbox = append(m.inbox, m.arrived[0].lits...)
			}
			return nil
		}
		m.changed.Wait()
	}
}

// before reports whether a model that m found in period m.periods is the answer although o, which
// has ended o.periods periods, continues to search.
func (m *member) before(o *member) bool {
	return m.periods < o.periods || m.periods == o.periods && m.number < o.number
}

// importShared goes to level 0 and adds the clauses of the inbox, if there are any. They follow
// from the formula, so those without eliminated variables also hold in the simplified formula. With
// more than two searches, a clause of four or more literals gets a glue above Tier1, so that reduce
// may drop it.
func (s *solver) importShared() {
	m := s.member
	if m == nil || len(m.inbox) == 0 {
		return
	}
	s.backtrack(0)
	least := 1
	if len(m.members) > 2 {
		least = clause.Tier1 + 1
	}
	for list := m.inbox; len(list) > 0 && !s.Unsat; {
		n := 2 + int(list[0])
		s.importClause(list[2:n], max(least, int(list[1])))
		list = list[n:]
	}
	m.inbox = m.inbox[:0]
}

// importClause adds a clause of the formula, or a clause that follows from it, with representatives
// and without false literals. The level must be 0. A glue of 0 means that the clause is not learned.
// importClause drops the clause if it is satisfied, is a tautology, or contains an eliminated variable. It
// propagates a unit clause. If no literal is left, it refutes the clauses. It may overwrite lits.
func (s *solver) importClause(lits []clause.Lit, glue int) {
	if len(lits) > 0 {
		if lits = s.simplifier.Rewritten(lits); lits == nil { // two literals may have become equal or complementary
			return
		}
	}
	kept := lits[:0]
	for _, l := range lits {
		switch v := s.Value(l); {
		case v > 0 || s.simplifier.Eliminated(l.Var()):
			return
		case v == 0:
			kept = append(kept, l)
		}
	}
	switch n := len(kept); {
	case n == 0:
		s.Refute()
	case n == 1:
		s.AddUnit(kept[0])
		s.PropagateUnits()
	case n == 2 && glue == 0: // looking for a copy in a long watch list would take longer than everything else
		s.AddBinary(kept[0], kept[1], false)
	default:
		s.AddWatched(kept, min(glue, len(kept)))
	}
}

// errPaused is the error of a search that has paused because other searches may begin. The method
// resume continues the search.
var errPaused = errors.New("other searches may begin")

// searchAll is like search, but after forkConflicts conflicts, or later if Task.Spare requires it,
// other searches may begin. That needs a task with two threads or more, a spare processor, clauses
// of at most forkWords words, and no proof, assumptions, literals of Favor, or limit of ticks or conflicts.
func (s *Session) searchAll(ctx context.Context) (satisfied bool, err error) {
	isFree := s.task.Proof == nil && len(s.task.Assume)+len(s.assumptions)+len(s.favored) == 0 && s.limits.ticks == 0 && s.limits.total == never
	if s.pauseAt = never; isFree && s.task.Threads > 1 {
		s.pauseAt = 0
	}
	satisfied, err = s.search(ctx)
	for err == errPaused {
		if n := s.searches(); n > 1 {
			return s.searchTogether(ctx, n)
		}
		satisfied, err = s.resume(ctx)
	}
	return satisfied, err
}

// searches returns the number of searches to run from now on, at least 1: the threads of the task
// that Task.Spare allows, all if it is nil, or 1 if the clauses exceed forkWords. If Task.Spare
// does not know the number yet, searches returns 1 and sets s.pauseAt to the ticks at which the
// search pauses to call it again; otherwise it sets s.pauseAt to never.
func (s *Session) searches() int {
	n := s.task.Threads
	if s.pauseAt = never; s.task.Spare != nil {
		spare, next := s.task.Spare(s.work())
		if next > s.work() {
			s.pauseAt = next
			return 1
		}
		n = min(n, 1+spare)
	}
	if s.Words() > forkWords {
		return 1
	}
	return n
}

// searchTogether continues the search, which has paused, as the first of n searches, and returns
// the same results as search. If another search finds the model, it replaces the first search in
// the session. The other searches have ended when it returns.
func (s *Session) searchTogether(ctx context.Context, n int) (satisfied bool, err error) {
	all, stop := context.WithCancel(ctx)
	defer stop()
	p := &portfolio{stop: stop, began: s.work()}
	p.changed = sync.NewCond(&p.mu)
	defer context.AfterFunc(all, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.changed.Broadcast()
	})()
	p.join(s.solver)
	for i := 1; i < n; i++ {
		p.join(s.copy(i))
	}
	var wg sync.WaitGroup
	for _, m := range p.members[1:] {
		wg.Go(func() { m.end(m.solver.search(all)) })
	}
	satisfied, err = s.resume(all)
	p.members[0].end(satisfied, err)
	wg.Wait()
	for _, m := range p.members {
		m.solver.member = nil
	}
	switch {
	case p.refuted:
		s.Unsat = true
		return false, nil
	case p.winner != nil && (ctx.Err() == nil || !p.failed): // else it may not be the earliest model
		p.winner.solver.progress, p.winner.solver.pause = s.progress, s.pause
		s.solver = p.winner.solver
		return true, nil
	}
	return false, cmp.Or(context.Cause(ctx), err)
}

// end records that the search has ended, with a model if satisfied, and with a refutation if not
// satisfied and err is nil. A model becomes the winner if it is before the model so far; a
// refutation stops all searches. An error other than errLost sets failed.
func (m *member) end(satisfied bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended = true
	switch {
	case satisfied:
		m.periods = m.period()
		if m.winner == nil || m.before(m.winner) {
			m.winner = m
		}
	case err == nil:
		m.refuted = true
		m.stop()
	case err != errLost:
		m.failed = true
	}
	m.changed.Broadcast()
}

// copy returns search number i of a portfolio, from 1, on a copy of the clauses. Session s must be
// at level 0. If s changes its modes, search 1 begins in the other mode, and later searches keep
// one mode: stable mode if i is even, else focused mode. If s keeps stable mode, so do the copies.
func (s *Session) copy(i int) *solver {
	d := s.Clone()
	o := s.options
	o.shuffle = o.shuffle || i > 1 // the first copy has another mode
	c := newSolver(s.simplifier.Clone(d), s.task.Seed+int64(i), o)
	c.growth, c.begun, c.preprocessed = s.growth, true, s.preprocessed
	c.times.began, c.times.Techniques = s.times.began, slices.Clone(s.times.Techniques)
	c.stats, c.limits, c.onlyStable, c.stable, c.switches = s.stats, s.limits, s.onlyStable, s.stable, s.switches
	c.Shrinks = s.Shrinks
	c.dropInactive()
	if c.onlyStable {
		return c
	}
	if i == 1 || c.stable == (i%2 != 0) {
		c.switchMode()
	}
	if i > 1 {
		c.limits.mode = never
	}
	return c
}
