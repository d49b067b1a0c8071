package auto

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/cardinality"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/parity"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A method runs one engine, or searches for one kind of structure.
type method struct {
	name string // as in Stats.Steps
	// budget returns the largest amount of work for run, in the unit of the engine, or 0 if the
	// method is not due. nil means unlimited.
	budget func() int64
	run    runFunc
}

// A runFunc runs a method on the task t, with the budget that method.budget returned. If it has no answer
// and no simpler task, it returns the outcome nothing, or declines, for example because it has reached its
// budget. Any other error ends the list of methods.
type runFunc func(ctx context.Context, t *engine.Task, budget int64) (outcome, error)

// errNotDue is the error of a method that finds out only in run that it is not due. The method does not
// appear in Stats.Steps.
var errNotDue error = &engine.DeclinedError{Engine: Name, Reason: "it suits another engine"}

// ifNarrow returns a function that calls run if the task has weights or is narrow; see Budgets.Narrow.
// Otherwise the function returns errNotDue.
func (s *scheduler) ifNarrow(run runFunc) runFunc {
	return func(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
		if t.Weights == nil && !count.IsNarrow(ctx, t, int(s.Narrow)) {
			return outcome{}, errNotDue
		}
		return run(ctx, t, budget)
	}
}

// simplifyByParity searches for a refutation by sums modulo 2. Without one, the outcome is the simpler
// task with the units and equivalences that follow from such sums, if there are any.
func (s *scheduler) simplifyByParity(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	u, is, err := parity.Simplify(ctx, t, int(budget))
	if is || err != nil || u == t {
		return refuted(is, err)
	}
	return outcome{conclusion: simpler, task: u}, nil
}

func (s *scheduler) refuteByParity(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	return refuted(parity.Refute(ctx, t, int(budget)))
}

func (s *scheduler) refuteByCardinality(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	is, err := cardinality.Refute(ctx, t, int(budget))
	s.proofTooLong = s.proofTooLong || err == cardinality.ErrTooLong
	return refuted(is, err)
}

// findLeaders sets s.soughtLeaders and searches for symmetries. If it finds any, it sets s.leaders, so
// that cdcl searches only for the leaders of orbits. The outcome is then simpler with the same task,
// which makes a paused main begin again. Otherwise the outcome is empty.
func (s *scheduler) findLeaders(ctx context.Context, t *engine.Task, budget int64) (o outcome, err error) {
	s.soughtLeaders = true
	if s.leaders, err = orbit.Find(ctx, t, int(budget)); s.leaders != nil {
		o.conclusion, o.task = simpler, t
	}
	return o, err
}

// Methods for one model.

func (s *scheduler) dpll(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	return answered((&dpll.Engine{Limit: budget, Lucky: true, Structured: true}).Solve(ctx, t))
}

// findModel is dpll for one question of a Solver; see firstWork. Under assumptions, a refutation is no
// outcome, because dpll does not know which of them fail.
func (s *scheduler) findModel(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	o, err := s.dpll(ctx, t, budget)
	if o.conclusion == refutation && len(t.Assume) > 0 {
		o = outcome{}
	}
	return o, err
}

// searchLinear continues a search in s.sums, which knows the linear constraints as such. It opens the session at the
// first call. A refutation does not tell which assumptions fail.
func (s *scheduler) searchLinear(ctx context.Context, t *engine.Task, budget int64) (o outcome, err error) {
	if s.sums == nil {
		if s.sums, err = cdcl.New().Linear(s.task); err != nil {
			return o, err
		}
	}
	_, unsat, err := s.sums.Solve(ctx, nil, budget)
	if unsat || err != nil {
		return refuted(unsat, err)
	}
	a, err := cdcl.New().Solve(ctx, s.task.Under(s.sums.Model(nil).Lits(s.sums.Named))) // for the other variables
	if a.Model == nil {
		return o, err
	}
	return outcome{conclusion: model, model: a.Model}, nil
}

// symmetricModel searches for a model that some symmetry maps to itself. If the budget is unlimited, the
// size of the formula determines the limit.
func (s *scheduler) symmetricModel(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	if err := s.initSymmetries(t); err != nil {
		return outcome{}, err
	}
	if budget == unlimited {
		budget = 0
	}
	m, err := s.symmetries.Solve(ctx, int(budget))
	if m == nil {
		return outcome{}, err
	}
	return outcome{conclusion: model, model: m}, nil
}

// initSymmetries sets s.symmetries to a search in t, unless an earlier method has set it. The only error
// is clause.ErrTooLarge.
func (s *scheduler) initSymmetries(t *engine.Task) error {
	if s.symmetries != nil {
		return nil
	}
	d, err := t.Clauses()
	if err == nil {
		s.symmetries = symmetry.New(t, d, s.try)
	}
	return err
}

// dpllShare is twice the work of one step of dpll, in the unit of symmetry.Solver.
const dpllShare = 32

// try searches for a model with dpll, and then with cdcl if dpll declines and enough of the work is left.
// The argument work is the budget in the unit of symmetry.Solver, which dpll may exceed. It returns a model
// or nil, the work done in the unit of symmetry.Solver, and the error of the last search. With a nil model
// and a nil error, the task has no model.
//
// It belongs to the method "symmetric-model" and is no schedule, because both searches share a budget of
// work that symmetry.Search measures.
func (b *Budgets) try(ctx context.Context, t *engine.Task, work int) (a *dimacs.Assignment, done int, err error) {
	search := &dpll.Engine{Limit: int64(work/dpllShare) + b.DPLLStepsPerClause*int64(t.Formula.NumClauses()), Structured: true}
	answer, err := search.Solve(ctx, t)
	done = int(search.Steps) * dpllShare
	learning := int(b.TryWork) + int(b.TryWorkPerClause)*t.Formula.NumClauses()
	if !engine.IsDeclined(err) || done+learning > work {
		return answer.Model, done, err
	}
	answer, err = cdcl.Limited(b.TryTicks).Solve(ctx, t)
	return answer.Model, done + learning, err
}

// breakSymmetries returns a simpler task with units that choose one of several symmetric models, or an
// empty outcome if there are none. Before that, it calls initSymmetries: the later search for symmetric
// models uses the task without these units, which has more symmetries.
func (s *scheduler) breakSymmetries(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	if err := s.initSymmetries(t); err != nil {
		return outcome{}, err
	}
	u, err := symmetry.Break(t)
	if err != nil || u == t {
		return outcome{}, err
	}
	return outcome{conclusion: simpler, task: u}, nil
}

// cover searches without a proof first, which is faster (see proveLater). It sets s.uncoverable to whether
// the engine has declined for another reason than its limit, and if so frees the clauses of t.
func (s *scheduler) cover(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	o, err := answered((&cover.Engine{Limit: uint64(budget)}).Solve(ctx, t.With(nil)))
	if s.uncoverable = engine.IsDeclined(err) && !errors.Is(err, cover.ErrLimit); s.uncoverable {
		t.Forget()
	}
	return o.proveLater(t, cover.New()), err
}

// coverBeside searches with cover, at first without a proof (see proveLater). Cover gives up after a
// trial of TrialWords without progress if main can use its processor: if they take turns, or if main may
// have several searches. If cover passes the trial, or searches without one, coverBeside sets s.passed
// and closes s.tried.
func (s *scheduler) coverBeside(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	e := cover.New()
	e.Passed = func() {
		s.passed = true
		close(s.tried)
	}
	if s.turns != nil || t.Proof == nil && len(t.Assume) == 0 && s.found == nil {
		e.Trial = uint64(s.TrialWords)
	}
	if e.Trial == 0 {
		e.Passed()
	}
	o, err := answered(e.Solve(ctx, t.With(nil)))
	return o.proveLater(t, cover.New()), err
}

// proveLater returns o. If o is a refutation and t has a proof, outcome.prove then runs a
// second search, by e, that writes the proof.
func (o outcome) proveLater(t *engine.Task, e engine.Solver) outcome {
	if o.conclusion == refutation && t.Proof != nil {
		o.prove = func(ctx context.Context) error {
			_, err := e.Solve(ctx, t)
			return err
		}
	}
	return o
}

// learn searches for a model with cdcl. If leaders are known, it searches only for a leader.
// Otherwise it continues the session of learnQuickly, or opens a new one if there is no such session or the
// task has become simpler since; it sets s.quick to nil, and closes the session in the end.
func (s *scheduler) learn(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	if s.leaders != nil {
		return answered(s.leaders.Solve(ctx, func(ctx context.Context, u *engine.Task) (engine.Answer, error) {
			v := u.With(t.Proof)
			v.Pause, v.Spare = t.Pause, t.Spare
			return cdcl.New().Solve(ctx, v)
		}))
	}
	session, err := s.session(t)
	if err != nil {
		return outcome{}, err
	}
	s.quick = nil
	defer session.Close()
	return answered(session.Answer(ctx, t.Assume, 0))
}

// session returns the session s.quick if it is about the formula of t, and otherwise closes it and opens another one.
func (s *scheduler) session(t *engine.Task) (*cdcl.Session, error) {
	if s.quick != nil && t.Formula == s.quickFormula {
		s.quick.Resume(t)
		return s.quick, nil
	}
	if s.quick != nil {
		s.quick.Close()
		s.quick = nil
	}
	return cdcl.New().Session(t)
}

// learnQuickly searches with cdcl for at most about budget ticks. Except in circuits and tiny formulas, that is too
// short for a simplification. It sets s.quick to the session, so that main can continue it, and s.quickFormula to its
// formula. It loads the clauses of t.
func (s *scheduler) learnQuickly(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	if _, err := t.Clauses(); err != nil { // for the later methods, too
		return outcome{}, err
	}
	u := t.With(t.Proof)
	if t.Proof != nil {
		u.Proof = engine.NewProofShare(t.Proof)
	}
	session, err := s.session(u)
	if err != nil {
		return outcome{}, err
	}
	s.quick, s.quickFormula = session, t.Formula
	return answered(s.quick.Answer(ctx, t.Assume, budget))
}

func (s *scheduler) relax(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	return refuted(s.relaxation.refute(ctx, t, budget))
}

// ask answers by the session of s.solver, within about budget ticks. It opens the session if necessary.
// The assumptions are the assumptions of t and the guards.
func (s *scheduler) ask(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	if err := s.solver.Open(t.Under(nil)); err != nil {
		return outcome{}, err
	}
	if budget == unlimited {
		budget = 0
	}
	session := s.solver.Session
	session.Named = s.solver.Named
	failed, unsat, err := session.Solve(ctx, append(slices.Clip(t.Assume), s.guards...), budget)
	if unsat || err != nil {
		return answered(engine.Answer{Failed: failed}, err)
	}
	return answered(engine.Answer{Model: session.Model(t.Assume)}, nil)
}

// Methods for all models.

func (s *scheduler) enumerateByCover(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	err := (&cover.Engine{Limit: uint64(budget)}).Enumerate(ctx, t, s.found)
	s.uncoverable = err != nil && !errors.Is(err, cover.ErrLimit)
	return all(err)
}

// enumerateByDPLL enumerates with dpll if isSmall holds. Otherwise the outcome is empty.
func (s *scheduler) enumerateByDPLL(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	x, err := (&dpll.Engine{Limit: s.WalkSteps, Structured: true}).Estimate(ctx, t)
	if err != nil && !engine.IsDeclined(err) {
		return outcome{}, err
	}
	small := x.Nodes.Value().Cmp(big.NewFloat(float64(s.DPLLNodes))) <= 0
	if int64(x.Walks) < s.FewWalks {
		small = x.Model != nil
	}
	if !small {
		return outcome{}, nil
	}
	return all(dpll.New().Enumerate(ctx, t, s.found))
}

// enumerateByLearning enumerates the models with cdcl, from the leaders of orbits if these
// are known. The first model cancels the search of cover for a refutation.
func (s *scheduler) enumerateByLearning(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	return all(s.leaders.Models(cdcl.New().Models).Enumerate(ctx, t, func(a *dimacs.Assignment) error {
		s.haltBeside(errModel)
		return s.found(a)
	}))
}

func (s *scheduler) refuteByCover(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	o, err := s.coverBeside(ctx, t, budget)
	return refuted(o.conclusion == refutation, err)
}

// Methods for a count.

func (s *scheduler) count(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	return counted((&count.Engine{Limit: budget}).Count(ctx, t))
}

// countByCover counts with cover, with a trial of budget words unless budget is unlimited. It sets s.long
// to whether the search has failed the trial, and s.uncoverable to whether cover has declined for another
// reason.
func (s *scheduler) countByCover(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	e := cover.New()
	if budget != unlimited {
		e.Trial = uint64(budget)
	}
	o, err := counted(e.Count(ctx, t))
	s.long = errors.Is(err, cover.ErrLimit)
	s.uncoverable = engine.IsDeclined(err) && !s.long
	return o, err
}

func (s *scheduler) countByDPLL(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	return counted(dpll.New().Count(ctx, t))
}

// countByLearning enumerates the models with cdcl, from the leaders of orbits if these are known. That
// is faster than the engine count if there are few models and each is hard to find. It declines when it
// has found more than budget models or leaders, and more than there were conflicts.
func (s *scheduler) countByLearning(ctx context.Context, t *engine.Task, budget int64) (outcome, error) {
	return counted(s.leaders.Models(cdcl.Few(budget).Models).Count(ctx, t))
}

// Methods for samples.

func (s *scheduler) sample(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	return all(count.New().Sample(ctx, t, s.samples, s.drawn))
}

func (s *scheduler) sampleByCover(ctx context.Context, t *engine.Task, _ int64) (outcome, error) {
	return all(cover.New().Sample(ctx, t, s.samples, s.drawn))
}
