package cdcl

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Session asks one solver about a formula under several sets of assumptions. What
// it learns from one it keeps for the next.
type Session struct {
	*solver
	task  *engine.Task
	alone bool // it was asked about the formula alone
	meter *engine.Meter
	// values are those of the last model by literal, and extended are its literals that had none
	// in the search.
	values   []int8
	extended []clause.Lit
}

// ErrLimit is the error of a search that has taken as many ticks as it may.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "the search has reached its limit"}

// NewSession returns a session about the formula of a task, to be closed. Of the
// assumptions it will be asked about all have to be among those of the task, as
// other variables may be eliminated. It is for refutations: no local search looks for
// a model.
func NewSession(t *engine.Task) (*Session, error) {
	o := defaults
	o.walk = false
	return newSession(t, nil, o)
}

// newSession returns a session about the formula of a task and some units.
func newSession(t *engine.Task, units []dimacs.Lit, o options) (*Session, error) {
	s := &Session{task: t, meter: t.Meter(Name)}
	d, err := t.Load(units)
	if err != nil {
		s.meter.Done()
		return nil, err
	}
	d.SetProof(t.Proof)
	s.solver = newSolver(d, t.Seed, o)
	s.progress, s.pause = t.Progress, t.Pause
	for _, l := range t.Assume {
		if k := s.Lit(l); k != 0 {
			s.simplifier.Freeze(k.Var())
		}
	}
	s.meter.Built()
	return s, nil
}

// Close says that there are no more questions, and keeps what they have cost.
func (s *Session) Close() {
	s.switchTechnique(s.times.now)
	s.meter.Counts, s.meter.Techniques = s.counts(), s.times.Techniques
	s.meter.Done()
}

// model makes a the model that was found under some assumptions.
func (s *Session) model(a *dimacs.Assignment, assume []dimacs.Lit) {
	for _, l := range assume {
		a.SetLit(l)
	}
	s.values, s.extended = append(s.values[:0], s.Values...), s.extended[:0]
	s.simplifier.Extend(s.values)
	for v := s.Vars; v > 0; v-- { // the largest first, so that a grows once
		l := clause.Positive(v)
		if s.values[l] <= 0 {
			l = l.Not()
		}
		if a.SetLit(s.Name(l)); s.Value(l) == 0 {
			s.extended = append(s.extended, l)
		}
	}
}

// change makes a, the last model, the next one. It differs in what was assigned since, and in
// what Extend gives values to.
func (s *Session) change(a *dimacs.Assignment) {
	for _, l := range s.Trail[s.same:] {
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

// Solve returns a model under some assumptions, or which of them have failed.
func (s *Session) Solve(ctx context.Context, assume []dimacs.Lit) (engine.Answer, error) {
	return s.answer(ctx, assume, 0)
}

// answer is Solve with a bound on the ticks, as for Refute.
func (s *Session) answer(ctx context.Context, assume []dimacs.Lit, ticks int64) (engine.Answer, error) {
	failed, unsat, err := s.Refute(ctx, assume, ticks)
	switch {
	case err != nil:
		return engine.Answer{}, err
	case !unsat:
		a := &dimacs.Assignment{}
		s.model(a, assume)
		return engine.Answer{Model: a}, nil
	}
	if failed = s.FailedOrNone(ctx, failed); !s.Unsat {
		s.ProveAdd()
	}
	return engine.Answer{Failed: failed}, s.Err
}

// Refute reports whether the formula has no model under some assumptions, and
// returns such as cannot hold together, in the order in which they are given; none
// if the formula alone has no model. It returns ErrLimit after about so many ticks,
// which depends on the formula and what was asked before alone; 0 is no bound.
func (s *Session) Refute(ctx context.Context, assume []dimacs.Lit, ticks int64) (failed []dimacs.Lit, unsat bool, err error) {
	if failed = contradiction(assume); failed != nil {
		return failed, true, nil
	}
	if s.Unwatched && !s.Unsat {
		return nil, false, s.Err
	}
	s.backtrack(0)
	s.assumptions, s.failed = s.assumptions[:0], s.failed[:0]
	for _, l := range engine.Distinct(assume) {
		if k := s.Lit(l); k != 0 {
			s.assumptions = append(s.assumptions, k)
		}
	}
	if !s.PropagateUnits() || !s.propagateAssumptions() {
		return s.named(assume), true, nil
	}
	s.backtrack(0)
	s.limits.ticks = 0
	if ticks > 0 {
		s.limits.ticks = s.Ticks + ticks
	}
	satisfied, err := s.searchBoth(ctx)
	if satisfied || err != nil {
		return nil, false, err
	}
	return s.named(assume), true, nil
}

// named returns the failed ones of some assumptions.
func (s *Session) named(assume []dimacs.Lit) []dimacs.Lit {
	if s.Unsat {
		return []dimacs.Lit{}
	}
	failed := make(map[clause.Lit]bool, len(s.failed))
	for _, l := range s.failed {
		failed[l.Not()] = true
	}
	return slices.DeleteFunc(engine.Distinct(assume), func(l dimacs.Lit) bool { return !failed[s.simplifier.Representative(s.Lit(l))] })
}

// contradiction returns two complementary literals of a list, or nil.
func contradiction(lits []dimacs.Lit) []dimacs.Lit {
	seen := make(map[dimacs.Lit]bool, len(lits))
	for _, l := range lits {
		if seen[l] = true; seen[-l] {
			return []dimacs.Lit{-l, l}
		}
	}
	return nil
}

// aloneTicks bounds the search for a model of the formula without the assumptions
// that have failed, besides as many as it has taken with them.
const aloneTicks = 1 << 24

// FailedOrNone returns failed assumptions, or none where it is soon found out that
// the formula alone has no model. It looks for that once.
func (s *Session) FailedOrNone(ctx context.Context, failed []dimacs.Lit) []dimacs.Lit {
	if len(failed) > 0 && !s.alone {
		s.alone = true
		if none, unsat, _ := s.Refute(ctx, nil, aloneTicks+s.Ticks); unsat {
			return none
		}
	}
	return failed
}

// assume begins a level for the next assumption. It returns false, and leaves in
// s.failed a clause of complements of assumptions, if that one is false.
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

// propagateAssumptions makes the assumptions true, from level 0 on, and returns false,
// as assume does, if unit propagation finds that they cannot hold together.
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

// fail leaves in s.failed the complements of some assumptions and of those that make some
// literals false, and proves that clause.
//
// Source: N. Eén and N. Sörensson, "Temporal Induction by Incremental SAT
// Solving", BMC 2003.
func (s *solver) fail(falsified []clause.Lit, assumptions ...clause.Lit) {
	s.failed = s.TraceDecisions(s.failed[:0], falsified...)
	for _, l := range assumptions {
		s.failed = append(s.failed, l.Not())
	}
	s.ProveAdd(s.failed...)
}
