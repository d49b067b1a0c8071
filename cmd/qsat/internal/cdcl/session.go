package cdcl

import (
	"context"
	"errors"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// A Session solves a formula under several sets of assumptions, one after the other, with one
// solver. Learned clauses are kept from one call to the next.
type Session struct {
	*solver
	Named int           // Model leaves out variables above Named that it does not assume
	task  *engine.Task  // the task of newSession, or of the last Resume
	alone bool          // FailedOrNone has searched without assumptions
	meter *engine.Meter // the cost for the statistics of the task
	ended time.Time     // end of the last Solve; since then the session is idle
	// values holds the last model, indexed by literal; extended holds its literals that were not on
	// the trail.
	values   []int8
	extended []clause.Lit
	added    []clause.Lit // the literals of the clauses of Add that are not in the database yet; their variables are names
	ends     []int        // indexed by these clauses: the index in added after the last literal of the clause
	marks    []uint32     // indexed by literal: the last round that marked it
	round    uint32       // number of rounds of marking
}

// ErrLimit is the error of a search that reaches a limit of ticks or models.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "the search has reached its limit"}

// ErrConflicts is the error of a search that meets a conflict after the limit of Session.Limit.
var ErrConflicts = errors.New("out of conflicts")

// NewSession returns a session on the formula of t, which the caller must close. All assumptions of
// later calls must be in t.Assume, because other variables may be eliminated. The session is meant
// for refutations: it does not look for models by local search. The only error is
// clause.ErrTooLarge.
func NewSession(t *engine.Task) (*Session, error) {
	o := defaults
	o.walk = false
	return newSession(t, nil, o)
}

// Resume makes the session report to t, pause as t does, and use the threads of t, from the next
// search on. The formula of t must be the formula of the session.
func (s *Session) Resume(t *engine.Task) {
	s.task, s.progress, s.pause, s.limits.pause = t, t.Progress, t.Pause, 0
}

// Limit limits the total number of conflicts of all later searches to about n. A search that meets a further
// conflict ends with ErrConflicts. A negative n means no limit. The next call sets a new limit.
func (s *Session) Limit(n int64) {
	if s.limits.total = never; n >= 0 {
		s.limits.total = s.stats.Conflicts + n
	}
}

// Model returns the model of the last call of Solve, with the assumptions assume of that call,
// without other variables above Named. Solve must have found that there is a model, and no other
// method may be called between.
func (s *Session) Model(assume []dimacs.Lit) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	s.model(a, assume)
	return a
}

// newSession returns a session on the formula of t together with units, and freezes the assumptions
// of t. It sets o.shuffle to true if t has a seed, and otherwise to false. The only error is
// clause.ErrTooLarge.
func newSession(t *engine.Task, units []dimacs.Lit, o options) (*Session, error) {
	s := &Session{Named: dimacs.MaxVar, task: t, meter: t.Meter(Name)}
	d, err := t.Load(units)
	if err != nil {
		s.meter.Done()
		return nil, err
	}
	d.SetProof(t.Proof)
	o.shuffle = t.Seed != 0
	s.solver = newSolver(simplify.New(d), t.Seed, o)
	s.progress, s.pause = t.Progress, t.Pause
	for _, l := range t.Assume {
		if k := s.Lit(l); k != 0 {
			s.simplifier.Freeze(k.Var())
		}
	}
	s.meter.Built()
	return s, nil
}

// Close ends the session and records its cost in the statistics of the task.
func (s *Session) Close() {
	if s.ended.IsZero() {
		s.switchTechnique(s.times.now)
	} else {
		s.meter.Idle(time.Since(s.ended))
	}
	s.meter.Counts, s.meter.Techniques = s.counts(), s.times.Techniques
	s.meter.Done()
}

// model stores in a the model on the trail, extended to eliminated variables, and before that the
// assumptions assume, whose variables may occur in no clause. It leaves out other variables above
// Named. For change it keeps the model in s.values, and the literals that are not on the trail in
// s.extended.
func (s *Session) model(a *dimacs.Assignment, assume []dimacs.Lit) {
	for _, l := range assume {
		a.SetLit(l)
	}
	s.values, s.extended = append(s.values[:0], s.Values...), s.extended[:0]
	s.simplifier.Extend(s.values)
	for v := s.Vars; v > 0; v-- { // the largest variable first, so that a grows once
		l := clause.Positive(v)
		if s.values[l] <= 0 {
			l = l.Not()
		}
		if name := s.Name(l); name.Var() <= s.Named {
			a.SetLit(name)
		}
		if s.Value(l) == 0 {
			s.extended = append(s.extended, l)
		}
	}
}

// change updates a, s.values and s.extended from the last model to the model on the trail, extended
// to eliminated variables. It does not heed Named. The trail may differ from the last one only from
// index s.unchanged on.
func (s *Session) change(a *dimacs.Assignment) {
	for _, l := range s.Trail[s.unchanged:] {
		if s.values[l] <= 0 {
			s.values[l], s.values[l.Not()] = 1, -1
			a.SetLit(s.Name(l))
		}
	}
	s.simplifier.Extend(s.values)
	for i, l := range s.extended {
		if s.values[l] < 0 {
			s.extended[i] = l.Not()
			a.SetLit(s.Name(l.Not()))
		}
	}
}

// Answer is Solve with a model or the failed assumptions in an engine.Answer. If there is no model,
// a limited search may find that there is no model without assumptions, either; see FailedOrNone.
// Without a model, the proof ends with the empty clause, which may rely on the assumptions. Errors
// are as in Solve.
func (s *Session) Answer(ctx context.Context, assume []dimacs.Lit, ticks int64) (engine.Answer, error) {
	failed, unsat, err := s.Solve(ctx, assume, ticks)
	switch {
	case err != nil:
		return engine.Answer{}, err
	case !unsat:
		return engine.Answer{Model: s.Model(assume)}, nil
	}
	if failed = s.FailedOrNone(ctx, failed); !s.Unsat {
		s.ProveAdd()
	}
	return engine.Answer{Failed: failed}, s.Err
}

// Solve reports in unsat whether the formula has no model under assume. If so, failed contains
// assumptions that cannot hold together, in the order of assume; it is empty if Solve finds that
// the formula has no model without assumptions. Solve returns ErrLimit after about ticks ticks; 0
// means no limit. Where this limit stops it does not depend on the speed of the machine. Other
// errors are clause.ErrTooLarge, an error of the proof, and the cause of ctx.
func (s *Session) Solve(ctx context.Context, assume []dimacs.Lit, ticks int64) (failed []dimacs.Lit, unsat bool, err error) {
	if s.Unwatched && !s.Unsat {
		return nil, false, s.Err
	}
	if !s.ended.IsZero() {
		s.meter.Idle(time.Since(s.ended))
		s.times.since = time.Now()
	}
	defer func() {
		s.switchTechnique(s.times.now)
		s.ended = time.Now()
	}()
	s.backtrack(0)
	s.importAdded(0)
	if failed = s.suppose(assume); failed != nil {
		return failed, true, nil
	}
	if !s.PropagateUnits() || !s.propagateAssumptions() {
		return s.named(), true, nil
	}
	s.limits.ticks = 0
	if ticks > 0 {
		s.limits.ticks = s.Ticks + ticks
	}
	satisfied, err := s.searchAll(ctx)
	if satisfied || err != nil {
		return nil, false, err
	}
	return s.named(), true, nil
}

// suppose stores in s.assumptions the literals of assume that occur in the formula, each once, and
// empties s.failed. If assume contains two complementary literals, it returns such a pair, and
// s.assumptions may be incomplete. Otherwise it returns nil. In an open session it also restores
// and freezes the variables of the assumptions, unless the clauses are refuted. It must be called
// at level 0.
func (s *Session) suppose(assume []dimacs.Lit) []dimacs.Lit {
	if s.assumptions, s.failed = s.assumptions[:0], s.failed[:0]; len(s.marks) < s.NumLits() {
		s.marks = append(s.marks, make([]uint32, s.NumLits()-len(s.marks))...)
	}
	s.round++
	var unknown []dimacs.Lit
	for _, l := range assume {
		switch k := s.Lit(l); {
		case k == 0:
			unknown = append(unknown, l)
		case s.marks[k.Not()] == s.round:
			return []dimacs.Lit{-l, l}
		case s.marks[k] != s.round:
			s.marks[k] = s.round
			s.assumptions = append(s.assumptions, k)
		}
	}
	if s.simplifier.Restores && !s.Unsat {
		s.useAll(s.assumptions)
		for _, l := range s.assumptions {
			s.simplifier.Freeze(l.Var())
		}
	}
	return clause.Complements(unknown)
}

// named returns the assumptions that s.failed refutes, in their order: the complements of their
// representatives are in s.failed. If the formula is refuted without assumptions (s.Unsat), the
// result is empty, but not nil.
func (s *Session) named() []dimacs.Lit {
	lits := []dimacs.Lit{}
	if s.Unsat {
		return lits
	}
	s.round++
	for _, l := range s.failed {
		s.marks[l.Not()] = s.round
	}
	for _, l := range s.assumptions {
		if s.marks[s.simplifier.Representative(l)] == s.round {
			lits = append(lits, s.Name(l))
		}
	}
	return lits
}

// FailedOrNone returns failed, or an empty slice if a limited search finds that the formula has no
// model without assumptions. Only the first call with failed assumptions searches, by Solve without
// assumptions; see aloneTicks. The error of that search is ignored.
func (s *Session) FailedOrNone(ctx context.Context, failed []dimacs.Lit) []dimacs.Lit {
	if len(failed) > 0 && !s.alone {
		s.alone = true
		if none, unsat, _ := s.Solve(ctx, nil, aloneTicks+s.Ticks); unsat {
			return none
		}
	}
	return failed
}

// assume begins a level for the next assumption, which must exist and is the decision of the level
// unless it is true already, and returns true. If the assumption is false, it calls fail and
// returns false.
func (s *solver) assume() bool {
	l := s.simplifier.Representative(s.assumptions[s.Level()])
	switch s.Value(l) {
	case 1:
		s.BeginLevel()
	case -1:
		s.fail([]clause.Lit{l}, l)
		return false
	default:
		s.stats.Decisions++
		s.Decide(l)
	}
	return true
}

// propagateAssumptions decides and propagates all assumptions that have no level yet, and returns
// true. If they conflict, it calls fail and returns false.
func (s *solver) propagateAssumptions() bool {
	for s.Level() < len(s.assumptions) {
		if !s.assume() {
			return false
		}
		if falsified := s.Propagate(); falsified != nil {
			s.fail(falsified)
			return false
		}
	}
	return true
}

// fail stores in s.failed a clause of complements of assumptions, and writes it to the proof. They
// are the complements of the decisions that made falsified false, and of the given assumptions. All
// decisions on the trail must be assumptions.
//
// Source: N. Eén and N. Sörensson, "Temporal Induction by Incremental SAT Solving", BMC 2003.
func (s *solver) fail(falsified []clause.Lit, assumptions ...clause.Lit) {
	s.failed = s.TraceDecisions(s.failed[:0], falsified...)
	for _, l := range assumptions {
		s.failed = append(s.failed, l.Not())
	}
	s.ProveAdd(s.failed...)
}
