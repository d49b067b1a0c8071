package cdcl

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Session solves a formula under several sets of assumptions, one after the other, with
// one solver. Learned clauses are kept from one call to the next.
type Session struct {
	*solver
	task  *engine.Task
	alone bool // FailedOrNone has searched without assumptions
	meter *engine.Meter
	// values holds the last model, indexed by literal; extended holds its literals that Extend
	// set.
	values   []int8
	extended []clause.Lit
}

// A Growing session accepts more clauses, which may contain variables that no clause contained
// before.
type Growing struct {
	*Session
}

// NewGrowing returns a session on the formula of t, as NewSession does, to which Add can add
// clauses. They may contain the variables of t.Assume, and the reserve variables that follow
// those of the formula. Only variables in clauses may be assumed. The session writes no proof.
func NewGrowing(t *engine.Task, reserve int) (*Growing, error) {
	vars := t.Formula.Vars
	all := t.Formula.With() // tautologies make the database number the variables
	for _, l := range t.Assume {
		all.Add(l, -l)
	}
	for v := vars + 1; v <= vars+reserve; v++ {
		all.Add(dimacs.Lit(v), -dimacs.Lit(v))
	}
	u := t.About(all)
	s, err := NewSession(u)
	if err != nil {
		return nil, err
	}
	g := &Growing{s}
	g.unused = make([]bool, s.Vars+1)
	for v := vars + 1; v <= vars+reserve; v++ {
		k := s.Var(v)
		g.unused[k] = true
		s.simplifier.Freeze(uint32(k))
	}
	s.dropInactive()
	return g, nil
}

// Add adds a clause. It must not contain complementary literals.
func (g *Growing) Add(lits ...dimacs.Lit) {
	g.backtrack(0)
	clause := make([]clause.Lit, len(lits))
	for i, l := range lits {
		clause[i] = g.Lit(l)
		if v := clause[i].Var(); g.unused[v] {
			g.unused[v], g.dropped[v] = false, false
			g.gone--
			g.queue.push(v)
			g.queue.search = g.queue.last
			if !g.scores.Has(v) {
				g.scores.Push(v)
			}
			g.saved[v] = -1
		}
	}
	if !g.Unsat {
		g.importClause(clause, 0)
	}
}

// Units returns the literals that follow from the clauses by propagation so far, without the
// variables that no clause contains.
func (g *Growing) Units() (list []dimacs.Lit) {
	g.backtrack(0)
	for _, l := range g.Trail {
		list = append(list, g.Name(l))
	}
	return list
}

// Work returns the number of ticks that the session has taken.
func (g *Growing) Work() int64 { return g.Ticks }

// Model returns the model that the last call of Refute has found under assume. It has values for
// the variables of the formula and for those that Add has used.
func (g *Growing) Model(assume []dimacs.Lit) *dimacs.Assignment {
	a := &dimacs.Assignment{}
	g.model(a, assume)
	return a
}

// Prefer makes the search try the value of l first, until it learns otherwise.
func (g *Growing) Prefer(l dimacs.Lit) {
	if k := g.simplifier.Representative(g.Lit(l)); k != 0 {
		g.saved[k.Var()] = k.Sign()
	}
}

// ErrLimit is the error of a search that reaches a limit of ticks or models.
var ErrLimit error = &engine.DeclinedError{Engine: Name, Reason: "the search has reached its limit"}

// NewSession returns a session on the formula of t, which the caller must close. All
// assumptions of later calls must be in t.Assume, because other variables may be
// eliminated. The session is meant for refutations: it does not look for models by local
// search.
func NewSession(t *engine.Task) (*Session, error) {
	o := defaults
	o.walk = false
	return newSession(t, nil, o)
}

// newSession returns a session on the formula of t together with units. It freezes the
// assumptions of t. The errors are those of t.Load.
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

// Close ends the session and records its cost in the statistics of the task.
func (s *Session) Close() {
	s.switchTechnique(s.times.now)
	s.meter.Counts, s.meter.Techniques = s.counts(), s.times.Techniques
	s.meter.Done()
}

// model stores in a the model on the trail, and the assumptions assume, whose variables
// may occur in no clause.
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
		if a.SetLit(s.Name(l)); s.Value(l) == 0 {
			s.extended = append(s.extended, l)
		}
	}
}

// change updates a from the last model to the model on the trail, as extended to
// eliminated variables. Only literals from index s.unchanged on may differ on the trail.
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

// Solve returns a model under assume. If there is none, the answer lists assumptions that
// cannot hold together. The errors are those of Engine.Solve, without ErrLimit.
func (s *Session) Solve(ctx context.Context, assume []dimacs.Lit) (engine.Answer, error) {
	return s.answer(ctx, assume, 0)
}

// answer is Solve with a limit on the ticks, as in Refute.
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

// Refute reports in unsat whether the formula has no model under assume. If so, failed
// contains assumptions that cannot hold together, in the order of assume; it is empty if
// the formula has no model without assumptions. Refute returns ErrLimit after about ticks
// ticks; 0 means no limit. Where it stops depends only on the formula and on earlier
// calls. Other errors are clause.ErrTooLarge, an error of the proof, and the cause of ctx.
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

// named returns the assumptions in assume that the clause s.failed refutes, without
// repetitions. If the formula has no model, the result is empty.
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

// contradiction returns a pair of complementary literals in lits, in the order of lits, or
// nil.
func contradiction(lits []dimacs.Lit) []dimacs.Lit {
	seen := make(map[dimacs.Lit]bool, len(lits))
	for _, l := range lits {
		if seen[l] = true; seen[-l] {
			return []dimacs.Lit{-l, l}
		}
	}
	return nil
}

// aloneTicks limits the search of FailedOrNone: its number of ticks is at most aloneTicks
// plus the number of ticks that the session has taken before.
const aloneTicks = 1 << 24

// FailedOrNone returns failed, or an empty slice if a limited search finds that the
// formula has no model without assumptions. Only the first call with failed assumptions
// searches.
func (s *Session) FailedOrNone(ctx context.Context, failed []dimacs.Lit) []dimacs.Lit {
	if len(failed) > 0 && !s.alone {
		s.alone = true
		if none, unsat, _ := s.Refute(ctx, nil, aloneTicks+s.Ticks); unsat {
			return none
		}
	}
	return failed
}

// assume begins a level for the next assumption, which is its decision unless it is true
// already. If the assumption is false, assume returns false and calls fail.
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

// propagateAssumptions decides and propagates all assumptions, from level 0 on. If they
// conflict, it calls fail and returns false.
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

// fail stores in s.failed a clause of complements of assumptions, and writes it to the
// proof. They are the complements of the decisions that made falsified false, and the
// complements of the given assumptions.
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
