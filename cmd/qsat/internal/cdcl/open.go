package cdcl

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Open returns a session on the formula of t, which the caller must close. Its errors are those
// of NewSession. It differs from a session of NewSession in five ways: all variables may be assumed
// and occur in later clauses, also new ones; it restores the eliminated variables of assumptions
// and of later clauses; it looks for models by local search, in which the assumptions stay true; it
// simplifies only after a short search, see delay; and it uses the threads of t for questions
// without assumptions.
//
// The assumptions of t are literals that later questions often assume. Open does not eliminate
// their variables. If there are any, the session keeps the phases of Prefer instead of looking for
// models by local search, and works on one thread.
func (e *Engine) Open(t *engine.Task) (*Session, error) {
	o := e.options
	o.walkUnder, o.walk = true, o.walk && len(t.Assume) == 0
	s, err := newSession(t.About(t.Formula).With(t.Proof), nil, o)
	if err == nil {
		s.simplifier.Restores = true
	}
	return s, err
}

// Add adds a clause to a session of Open, unless the formula is refuted or the session has
// failed. The variables of the clause may be new. Add keeps a copy of the clause. The next call of
// Solve, Implied, Learn, Prefer, Favor or Follow adds all copies at once. Add returns the error that
// the session has had so far, such as clause.ErrTooLarge, or nil. A clause that refutes the formula is
// no error.
func (s *Session) Add(c ...dimacs.Lit) error {
	for _, l := range c {
		s.added = append(s.added, clause.Of(l))
	}
	s.ends = append(s.ends, len(s.added))
	return s.Err
}

// importAdded goes to level 0 and adds the clauses of Add since the last call. They are learned clauses if glue is
// above 0. Without such clauses, importAdded does nothing. It drops them if the clauses are refuted or the session
// has failed.
func (s *Session) importAdded(glue int) {
	added, ends := s.added, s.ends
	if s.added, s.ends = added[:0], ends[:0]; len(ends) == 0 {
		return
	}
	s.backtrack(0)
	if s.Unsat || s.Unwatched || !s.PropagateUnits() {
		return
	}
	s.number(added)
	for i, start := 0, 0; i < len(ends) && !s.Unsat; i++ {
		s.importClause(added[start:ends[i]], glue)
		start = ends[i]
	}
}

// number replaces literals of the formula by literals of the session. The level must be 0. It adds new variables,
// and restores eliminated variables.
func (s *Session) number(lits []clause.Lit) {
	for i, l := range lits {
		lits[i] = l.Rename(uint32(s.Extend(int(l.Var()))))
	}
	before := s.Vars
	s.addVariables()
	s.useAll(lits)
	for v := before + 1; v <= s.Vars; v++ { // last, so that the search decides new variables first
		s.use(uint32(v))
	}
}

// Learn adds a learned clause, which must follow from the clauses of the session, at once. It counts the clause as
// a conflict, so that reductions of the learned clauses become due. The error is as for Add.
func (s *Session) Learn(c ...dimacs.Lit) error {
	s.importAdded(0)
	s.stats.Conflicts++
	s.Add(c...)
	s.importAdded(len(c))
	return s.Err
}

// Implied divides lits into the literals that follow from assume by unit propagation, and the others, both in the
// order of lits. A literal is in neither list if it is not in assume and its variable is in no clause. If assume
// leads to a conflict, if the clauses are refuted, or if the session has failed, Implied returns nil and lits.
// Later simplifications do not eliminate the variables of lits and assume.
func (s *Session) Implied(assume, lits []dimacs.Lit) (implied, others []dimacs.Lit) {
	s.importAdded(0)
	s.backtrack(0)
	s.suppose(lits)
	if s.Unwatched || s.suppose(assume) != nil || !s.PropagateUnits() || !s.propagateAssumptions() {
		return nil, lits
	}
	for _, l := range lits {
		switch k := s.Lit(l); {
		case k == 0 && slices.Contains(assume, l), k != 0 && s.Value(s.simplifier.Representative(k)) > 0:
			implied = append(implied, l)
		case k != 0:
			others = append(others, l)
		}
	}
	return implied, others
}

// addVariables adds the variables that Extend has added to an open session, without values. They
// count as dropped, until use adds them to the decision orders.
func (s *Session) addVariables() {
	before, n := len(s.saved), len(s.Names)
	if n == before {
		return
	}
	s.AddVariables()
	s.simplifier.AddVariables()
	q := &s.queue
	q.prev, q.next, q.stamp = clause.Grown(q.prev, n), clause.Grown(q.next, n), clause.Grown(q.stamp, n)
	s.scores.Grow(n - 1)
	s.saved, s.target, s.best = clause.Grown(s.saved, n), clause.Grown(s.target, n), clause.Grown(s.best, n)
	s.dropped = clause.Grown(s.dropped, n)
	for v := before; v < n; v++ {
		s.saved[v], s.dropped[v] = 1, true
	}
	s.gone += n - before
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

// Prefer goes to level 0 and makes the value of l the saved phase of its variable or, if that was
// substituted, of its representative. Other phases may have precedence; see phase. Prefer does
// nothing if the variable occurs in no clause.
func (s *Session) Prefer(l dimacs.Lit) {
	s.backtrack(0) // it saves phases
	s.importAdded(0)
	if k := s.Lit(l); k != 0 {
		k = s.simplifier.Representative(k)
		s.saved[k.Var()] = k.Sign()
	}
}

// Favor makes each later search of a session of Open decide lits first, after the assumptions and in the given
// order, until the next call of Favor. So the model has the first literal true if any model under the assumptions
// has. It has the second literal true if any of these models that agrees on the first has, and so on. Favor goes
// to level 0 and adds new variables. If the clauses are refuted or the session has failed, it only ends the last
// call.
//
// Source: E. Di Rosa, E. Giunchiglia and M. Maratea, "Solving Satisfiability Problems with Preferences",
// Constraints 15, 2010.
func (s *Session) Favor(lits []dimacs.Lit) {
	s.backtrack(0)
	s.importAdded(0)
	if s.favored = s.favored[:0]; s.Unsat || s.Unwatched || !s.PropagateUnits() {
		return
	}
	for _, l := range lits {
		s.favored = append(s.favored, clause.Of(l))
	}
	s.number(s.favored)
	for _, l := range s.favored {
		s.simplifier.Freeze(l.Var())
	}
}

// Follow goes to level 0, makes the values in a the saved phases, with -1 for variables without a
// value in a, and removes the target phases. It moves the variables of except to the front of the
// decision orders, with phases that make these literals false; in focused mode they have the order
// of except. It leaves out literals of except whose variables have a value, have been eliminated or
// occur in no clause. Conflicts change the order and the phases again.
func (s *Session) Follow(a *dimacs.Assignment, except []dimacs.Lit) {
	s.backtrack(0)
	s.importAdded(0)
	for v := range s.Variables {
		if s.saved[v], s.target[v] = -1, 0; a.Holds(s.Name(clause.Positive(v))) {
			s.saved[v] = 1
		}
	}
	first := slices.Max(s.scores.Priority) + s.scores.inc
	for _, l := range slices.Backward(except) {
		k := s.simplifier.Representative(s.Lit(l))
		if v := k.Var(); v > 0 && !s.dropped[v] && !s.IsAssigned(v) {
			s.saved[v] = k.Not().Sign()
			s.queue.bump(v, true)
			s.scores.Update(v, first)
		}
	}
}
