package cdcl

import (
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
)

// NewOpen returns a session on the formula of t, which the caller must close. Its errors are those
// of NewSession. It differs from a session of NewSession in five ways: all variables may be assumed
// and occur in later clauses, also new ones; it restores the eliminated variables of assumptions
// and of later clauses; it looks for models by local search, in which the assumptions stay true; it
// simplifies only after a short search, see delay; and it uses the threads of t for questions
// without assumptions.
//
// The assumptions of t are literals that later questions often assume. NewOpen does not eliminate
// their variables. If there are any, the session keeps the phases of Prefer instead of looking for
// models by local search, and works on one thread.
func NewOpen(t *engine.Task) (*Session, error) {
	return newOpen(t, New().options)
}

// newOpen is NewOpen with the options o, whose fields walk and walkUnder it adapts.
func newOpen(t *engine.Task, o options) (*Session, error) {
	o.walkUnder, o.walk = true, o.walk && len(t.Assume) == 0
	s, err := newSession(t.About(t.Formula).With(t.Proof), nil, o)
	if err == nil {
		s.simplifier.Restores = true
	}
	return s, err
}

// addVariable adds an unassigned variable called name, which must be new, to an open session and to
// its decision orders.
func (s *Session) addVariable(name int) {
	s.AddVariable(name)
	s.simplifier.AddVariable()
	q := &s.queue
	q.prev, q.next, q.stamp = append(q.prev, 0), append(q.next, 0), append(q.stamp, 0)
	s.scores.Grow()
	s.saved, s.target, s.best = append(s.saved, 1), append(s.target, 0), append(s.best, 0)
	s.dropped = append(s.dropped, true)
	s.gone++
	s.use(uint32(s.Vars))
}

// useAll restores the eliminated variables of lits with their clauses, because a clause or an
// assumption contains them. It must be called at level 0.
func (s *Session) useAll(lits []clause.Lit) {
	vars, clauses := s.simplifier.Restore(lits)
	for _, v := range vars {
		s.use(v)
	}
	for i := 0; i < len(clauses) && !s.Unsat; i++ {
		s.importClause(clauses[i], 0)
	}
}

// use returns variable v to the decision orders if it was dropped.
func (s *Session) use(v uint32) {
	if !s.dropped[v] {
		return
	}
	s.dropped[v] = false
	s.gone--
	s.queue.push(v)
	s.queue.search = s.queue.last
	if !s.scores.Has(v) {
		s.scores.Push(v)
	}
}
