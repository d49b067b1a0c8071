package auto

import (
	"context"
	"errors"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A search runs a schedule to answer one question about a task.
type search struct {
	*Budgets
	steps   []step
	task    *engine.Task                         // after the start steps, the simplest task
	found   func(*dimacs.Assignment) error       // receives the models of an enumeration
	samples int64                                // number of samples to draw
	drawn   func(*dimacs.Assignment, bool) error // receives the samples

	// Facts that one step finds and another step uses.
	clauses       int64            // number of clauses of the task
	ticks         int64            // ticks of main at the current pause
	uncoverable   bool             // cover has declined before it reached its limit
	proofTooLong  bool             // the proof of a refutation by cardinality is too long
	symmetries    *symmetry.Search // finds symmetric models; nil before the step "broken-symmetries"
	soughtLeaders bool             // the step "leaders" has run
	leaders       *orbit.Orbits    // nil if not found
	relaxation    relaxation
	quick         *cdcl.Session   // the session of learnQuickly, until main takes or closes it
	quickFormula  *dimacs.Formula // the formula of that session

	alone       bool                    // no step beside main is due
	turns       turns                   // nil if main and the steps beside it run at the same time
	tried       chan struct{}           // closed at the end of the trial of cover beside main, or of all steps beside main
	passed      bool                    // after that, whether cover goes on
	besideEnded chan struct{}           // closed at the end of the steps beside main
	mainEnded   chan struct{}           // closed at the end of main
	stop        context.CancelCauseFunc // ends main and the steps beside it
	haltBeside  context.CancelCauseFunc // ends the steps beside main
	paused      *result                 // the result of a pause that has ended main; nil if there is none

	mu           sync.Mutex // guards the fields below
	main, beside *result    // nil before the steps have ended
	declined     error      // the error of the last step that declined
}

// A result is the outcome of main or of the steps beside it, or an error.
type result struct {
	outcome
	err error
}

// search returns a new search for an answer about t.
func (b *Budgets) search(t *engine.Task, steps []step) *search {
	s := &search{
		Budgets: b, steps: steps, task: t, clauses: int64(t.Formula.NumClauses()),
		tried: make(chan struct{}), besideEnded: make(chan struct{}), mainEnded: make(chan struct{}),
	}
	s.relaxation.Budgets = b
	if t.Threads == 1 {
		s.turns = make(turns)
	}
	return s
}

// decide chooses the answer from the results so far. It returns nil if the search must go on.
//
// A refutation, a count, or the end of an enumeration is an answer of any step. A model is
// an answer only if it does not depend on the clock: a model of main is an answer, and a model
// of a step beside main is an answer if main has ended without one. Until then, the clock
// decides which of the two is found earlier.
//
// If no result is an answer, decide returns a result with an error, if there is one.
func decide(main, beside *result) *result {
	both := []*result{main, beside}
	for _, r := range both {
		if r != nil && r.answers() && r.yields != model {
			return r
		}
	}
	switch is := func(r *result, y yields) bool { return r != nil && r.yields == y }; {
	case is(main, model):
		return main
	case is(main, 0) && is(beside, model):
		return beside
	}
	for _, r := range both {
		if r != nil && r.err != nil {
			return r
		}
	}
	return nil
}

// errDecided cancels all steps because the search has an answer.
var errDecided = errors.New("another step has the answer")

// arrive stores a result at *at. It stops all steps if decide then chooses a result, which
// may be an error. Nothing is stored after an answer, because the answer has stopped the other
// steps, and a stopped step may know less, such as too many failed assumptions.
// The error errDecided of a stopped step is dropped.
func (s *search) arrive(at **result, o outcome, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := decide(s.main, s.beside); r != nil && r.err == nil {
		return
	}
	if errors.Is(err, errDecided) {
		err = nil
	}
	if *at = (&result{o, err}); decide(s.main, s.beside) != nil {
		s.stop(errDecided)
	}
}

// run runs the schedule and returns the answer. With an error, the outcome holds the number
// of models counted so far.
func (s *search) run(ctx context.Context) (o outcome, err error) {
	defer func() {
		if s.quick != nil {
			s.quick.Close()
		}
	}()
	s.task, o, err = s.inOrder(ctx, start, s.task)
	if err == nil && !o.answers() {
		o, err = s.race(ctx)
	}
	if err == nil && o.prove != nil {
		err = o.prove(ctx) // no other step writes to the proof any more
	}
	return o, err
}

// race runs main and the steps beside it until decide chooses a result, and returns this result.
func (s *search) race(ctx context.Context) (outcome, error) {
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	besideCtx, halt := context.WithCancelCause(running)
	defer halt(nil)
	s.stop, s.haltBeside = stop, halt
	s.alone = !slices.ContainsFunc(s.steps, func(k step) bool { return k.when == beside && k.budget(s) > 0 })
	var wait sync.WaitGroup
	wait.Go(func() { s.runBeside(besideCtx) })
	s.runMain(running)
	close(s.mainEnded)
	wait.Wait()
	r := decide(s.main, s.beside)
	switch {
	case ctx.Err() != nil && (r == nil || r.err != nil):
		return s.partial(), context.Cause(ctx)
	case r == nil:
		return s.partial(), s.declined
	case r.err != nil:
		return s.partial(), r.err
	}
	return r.outcome, nil
}

// runMain runs main. Main starts again after a pause in which a step has found a simpler task.
func (s *search) runMain(ctx context.Context) {
	for {
		mainCtx, halt := context.WithCancel(ctx)
		s.paused = nil
		_, o, err := s.inOrder(mainCtx, main, s.pausing(mainCtx, halt))
		halt()
		if s.paused != nil {
			o, err = s.paused.outcome, s.paused.err
		}
		if o.yields != simpler {
			s.arrive(&s.main, o, err)
			return
		}
	}
}

// pausing returns the task with a Pause function. That function runs the pause steps when they are
// due, lets the steps beside main take their turn, and calls Pause of the task. It calls halt if a
// pause step ends main. Main does not delete clauses of the formula from the proof, because the
// proof of another step may need them.
func (s *search) pausing(ctx context.Context, halt func()) *engine.Task {
	t := s.task
	u := t.With(t.Proof)
	if u.Spare = func(ticks int64) (int, int64) { return s.spareThreads(ctx, ticks) }; t.Proof != nil {
		u.Proof = engine.NewProofShare(t.Proof)
	}
	due, turn := s.SymmetryTicks, s.TurnTicks
	if s.turns == nil {
		turn = unlimited
	}
	u.Pause = func(ticks int64) (next int64) {
		if ticks >= turn {
			turn = ticks + s.TurnTicks
			s.turns.handOver(s.besideEnded)
		}
		if ticks >= due && ctx.Err() == nil {
			due = min(4*due, unlimited/4)
			if s.pause(ctx, u, ticks); s.paused != nil {
				halt()
			}
		}
		next = min(turn, due)
		if t.Pause != nil {
			next = min(next, t.Pause(ticks))
		}
		return next
	}
	return u
}

// spareThreads returns the number of threads that main may use beside its first one after a number of
// ticks: all of them if no step beside main is due, or if these steps have ended before cover passed its
// trial. Before TrialTicks it returns 0 and, in next, TrialTicks: the time to ask again. It waits for
// the end of the trial, so that the result does not depend on the clock.
func (s *search) spareThreads(ctx context.Context, ticks int64) (threads int, next int64) {
	if !s.alone && ticks < s.TrialTicks {
		return 0, s.TrialTicks
	}
	if !s.alone {
		select {
		case <-s.tried:
		case <-ctx.Done():
			return 0, 0
		}
	}
	if s.passed {
		return 0, 0
	}
	return s.task.Threads - 1, 0
}

// pause runs the pause steps. If a step has an outcome or an error, pause sets s.paused.
func (s *search) pause(ctx context.Context, t *engine.Task, ticks int64) {
	s.ticks = ticks
	if _, o, err := s.inOrder(ctx, pause, t); o.yields != 0 || err != nil {
		s.paused = &result{o, err}
	}
	t.Forget()
}

// runBeside runs the steps beside main, without progress messages and with one thread
// fewer, and stores their result. At its end it closes s.besideEnded.
func (s *search) runBeside(ctx context.Context) {
	defer close(s.besideEnded)
	defer func() {
		if !s.passed {
			close(s.tried)
		}
	}()
	u := s.task.With(s.task.Proof)
	u.Progress, u.Threads = nil, max(1, u.Threads-1)
	if s.turns != nil {
		end := s.TurnWords
		u.Pause = func(words int64) (next int64) {
			if words >= end {
				end = words + s.TurnWords
				s.turns.handOver(s.mainEnded)
			}
			return end
		}
		s.turns.await(s.mainEnded)
	}
	if _, o, err := s.inOrder(ctx, beside, u); context.Cause(ctx) != errModel {
		s.arrive(&s.beside, o, err)
	}
}

// errModel cancels the search for a refutation because main has found a model.
var errModel = errors.New("there is a model")

// partial returns an outcome with the largest number of models that a stopped step has
// counted.
func (s *search) partial() (o outcome) {
	for _, r := range []*result{s.main, s.beside} {
		if r != nil && (o.count.M == nil || r.count.Int().Cmp(o.count.Int()) > 0) {
			o.count = r.count
		}
	}
	return o
}

// turns passes control between main and the steps beside it on one processor. Exactly one
// of the two sides runs at a time. So the length of a turn depends on work and not on the
// clock. A side whose context has ended finds out in its next turn.
type turns chan struct{}

// handOver ends the turn of this side. It returns when the next turn of this side begins, or
// when the other side has ended.
func (t turns) handOver(otherEnded <-chan struct{}) {
	select {
	case t <- struct{}{}:
		t.await(otherEnded)
	case <-otherEnded:
	}
}

// await returns when the turn of this side begins, or when the other side has ended.
func (t turns) await(otherEnded <-chan struct{}) {
	select {
	case <-t:
	case <-otherEnded:
	}
}
