package auto

import (
	"context"
	"errors"
	"sync"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A scheduler runs a schedule to answer one question about a task.
type scheduler struct {
	*Budgets
	schedule
	task    *engine.Task                   // after the start methods, the simplest task
	found   func(*dimacs.Assignment) error // receives the models of an enumeration; nil for other questions
	samples int64                          // number of samples to draw
	drawn   func(*dimacs.Assignment) error // receives the samples
	kept    *keptCount                     // the graph and the cost of earlier counts of a sequence; nil for other questions
	solver  *Kept                          // the session for Ask; nil for other questions
	guards  []dimacs.Lit                   // additional assumptions for Ask; models leave them out

	// Facts that one method finds and another method uses.
	clauses       int64            // number of clauses of the task
	ticks         int64            // ticks of main at the last pause; 0 before the first one
	uncoverable   bool             // cover has declined for another reason than its limit
	long          bool             // cover has failed its last trial in a count
	proofTooLong  bool             // the proof of a refutation by cardinality is too long
	symmetries    *symmetry.Search // finds symmetric models; nil before initSymmetries
	soughtLeaders bool             // the method "leaders" has run
	leaders       *orbit.Orbits    // nil if not found
	relaxation    relaxation
	quick         *cdcl.Session   // the session of learnQuickly, until main takes or closes it
	quickFormula  *dimacs.Formula // the formula of that session
	sums          *cdcl.Session   // the session of searchLinear, or nil

	turns       turns                   // nil if main and the methods beside it run at the same time
	tried       chan struct{}           // closed when cover beside main has passed its trial, or when the methods beside main have ended
	passed      bool                    // cover beside main has passed its trial or has none; read it only after tried is closed
	besideEnded chan struct{}           // closed at the end of the methods beside main
	mainEnded   chan struct{}           // closed at the end of main
	stop        context.CancelCauseFunc // ends main and the methods beside it
	haltBeside  context.CancelCauseFunc // ends the methods beside main
	paused      *result                 // the result of a pause that has ended main, or nil

	mu       sync.Mutex // guards the fields below
	byMain   *result    // nil before main has ended
	byBeside *result    // nil before the methods beside main have ended
	declined error      // the error of the last method that declined
}

// A result is the outcome of main or of the methods beside it, and their error. With an error, only the
// count so far of the outcome matters.
type result struct {
	outcome
	err error
}

// scheduler returns a new scheduler for a question about t. Main and the methods beside it take turns if
// t has one thread.
func (b *Budgets) scheduler(t *engine.Task) *scheduler {
	s := &scheduler{
		Budgets: b, task: t, clauses: int64(t.Formula.NumClauses()),
		tried: make(chan struct{}), besideEnded: make(chan struct{}), mainEnded: make(chan struct{}),
	}
	s.relaxation.Budgets = b
	if t.Threads == 1 {
		s.turns = make(turns)
	}
	return s
}

// decide chooses the answer from the results so far. An argument is nil if main, or the methods beside
// it, have not ended yet. decide returns nil if the search must go on, or if both have ended without an
// answer and without an error.
//
// A refutation, a count, or the end of an enumeration is an answer of any method. A model is
// an answer only if it does not depend on the clock: a model of main is an answer, and a model
// of a method beside main is an answer if main has ended without one. Until then, the clock
// decides which of the two is found earlier.
//
// If no result is an answer, decide returns a result with an error, if there is one.
func decide(main, beside *result) *result {
	both := []*result{main, beside}
	for _, r := range both {
		if r != nil && r.answers() && r.conclusion != model {
			return r
		}
	}
	switch is := func(r *result, c conclusion) bool { return r != nil && r.conclusion == c }; {
	case is(main, model):
		return main
	case is(main, nothing) && is(beside, model):
		return beside
	}
	for _, r := range both {
		if r != nil && r.err != nil {
			return r
		}
	}
	return nil
}

// errDecided cancels all methods because the search has an answer.
var errDecided = errors.New("another method has the answer")

// arrive stores a result at *at. It stops all methods if decide then chooses a result, which
// may be an error. Nothing is stored after an answer, because the answer has stopped the other
// methods, and a stopped method may know less, such as too many failed assumptions.
// The error errDecided of a stopped method is dropped.
func (s *scheduler) arrive(at **result, o outcome, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := decide(s.byMain, s.byBeside); r != nil && r.err == nil {
		return
	}
	if errors.Is(err, errDecided) {
		err = nil
	}
	if *at = (&result{o, err}); decide(s.byMain, s.byBeside) != nil {
		s.stop(errDecided)
	}
}

// run answers the question of the schedule c. It returns the error of the last method that declined if no
// method has an answer. Other errors are those of the methods and of the proof, and the cause of ctx. With
// an error of a count, the outcome holds the number of models counted so far. run closes s.quick and s.sums at
// its end.
func (s *scheduler) run(ctx context.Context, c schedule) (o outcome, err error) {
	defer func() {
		if s.quick != nil {
			s.quick.Close()
		}
		if s.sums != nil {
			s.sums.Close()
		}
	}()
	s.schedule = c
	s.task, o, err = s.inOrder(ctx, c.start, s.task, false)
	if err == nil && !o.answers() {
		running, stop := context.WithCancelCause(ctx)
		defer stop(nil)
		besideCtx, halt := context.WithCancelCause(running)
		defer halt(nil)
		s.stop, s.haltBeside = stop, halt
		var wait sync.WaitGroup
		wait.Go(func() { s.runBeside(besideCtx) })
		// Main starts again after a pause in which a method has found a simpler task.
		for again := true; again; {
			mainCtx, halt := context.WithCancel(running)
			s.paused = nil
			_, o, err = s.inOrder(mainCtx, s.main, s.pausing(mainCtx, halt), false)
			halt()
			if s.paused != nil {
				o, err = s.paused.outcome, s.paused.err
			}
			again = o.conclusion == simpler
		}
		s.arrive(&s.byMain, o, err)
		close(s.mainEnded)
		wait.Wait()
		o, err = s.decided(ctx)
	}
	if err == nil && o.prove != nil {
		err = o.prove(ctx) // no other method writes to the proof any more
	}
	return o, err
}

// decided returns the result that decide chooses after main and the methods beside it have ended. Without
// an answer, it returns the outcome of partial and an error: the cause if ctx has ended, or else the error
// that decide chooses, or else s.declined.
func (s *scheduler) decided(ctx context.Context) (outcome, error) {
	r := decide(s.byMain, s.byBeside)
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

// pausing returns a copy of s.task for main. Its Pause function lets the methods beside main take their
// turn, runs the pause methods when they are due, and calls Pause of s.task. If a pause method has an answer,
// a simpler task or an error, the function sets s.paused and calls halt. It sets s.ticks, and frees the
// clauses of the copy after the pause methods. Its Spare function is spareThreads. Main does not delete
// clauses of the formula from the proof, because the proof of another method may need them.
func (s *scheduler) pausing(ctx context.Context, halt func()) *engine.Task {
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
			s.ticks = ticks
			if _, o, err := s.inOrder(ctx, s.pause, u, true); o.conclusion != nothing || err != nil {
				s.paused = &result{o, err}
				halt()
			}
			u.Forget()
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
// ticks. It returns all of them if s.uncoverable is set, so that cover does not run beside main, or if the
// methods beside main have ended without s.passed. Before TrialTicks it returns 0 and next = TrialTicks:
// main calls it again then. Later it waits for s.tried, so that the result does not depend on the clock. It
// returns 0 if s.passed is set or ctx ends. Except before TrialTicks, next is 0: the number is final.
func (s *scheduler) spareThreads(ctx context.Context, ticks int64) (threads int, next int64) {
	if alone := s.uncoverable; !alone {
		if ticks < s.TrialTicks {
			return 0, s.TrialTicks
		}
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

// runBeside runs the methods beside main, without progress messages and with one thread less than the
// task has, but at least one. It stores their result, unless enumerateByLearning has stopped them by
// errModel. At its end it closes s.besideEnded, and s.tried if that is still open.
func (s *scheduler) runBeside(ctx context.Context) {
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
	if _, o, err := s.inOrder(ctx, s.beside, u, false); context.Cause(ctx) != errModel {
		s.arrive(&s.byBeside, o, err)
	}
}

// errModel cancels the search for a refutation beside an enumeration because main has found a model.
var errModel = errors.New("there is a model")

// inOrder runs methods, one after another, until one has an answer, or a simpler task if untilSimpler is
// true. It skips a method whose budget is 0. After a method that declines, it sets s.declined and
// continues. If a method simplifies the task, the next methods get the simpler task. inOrder begins with
// t. It returns the last task, and the outcome of the method that has ended it. If all methods have run,
// the outcome is zero and the error nil, also if they declined. An error that engine.IsDeclined does not
// accept ends inOrder with the outcome of the method. If ctx ends, the error is its cause.
func (s *scheduler) inOrder(ctx context.Context, methods []method, t *engine.Task, untilSimpler bool) (*engine.Task, outcome, error) {
	for _, m := range methods {
		if ctx.Err() != nil {
			break
		}
		budget := int64(unlimited)
		if m.budget != nil {
			budget = m.budget()
		}
		if budget <= 0 {
			continue
		}
		o, err := m.run(ctx, t, budget)
		if err != errNotDue {
			t.Stats.Step(m.name)
		}
		switch {
		case engine.IsDeclined(err):
			s.mu.Lock()
			s.declined = err
			s.mu.Unlock()
		case o.answers() || err != nil || untilSimpler && o.conclusion == simpler:
			return t, o, err
		case o.task != nil:
			t = o.task
		}
	}
	return t, outcome{}, context.Cause(ctx)
}

// partial returns an outcome without a conclusion, with the larger of the numbers of models that main and
// the methods beside it have counted.
func (s *scheduler) partial() (o outcome) {
	for _, r := range []*result{s.byMain, s.byBeside} {
		if r != nil && (o.count.M == nil || r.count.Int().Cmp(o.count.Int()) > 0) {
			o.count = r.count
		}
	}
	return o
}

// turns passes control between main and the methods beside it, if the task has one thread. Exactly one
// of the two sides runs at a time. So the length of a turn depends on work and not on the
// clock. A side whose context has ended notices that in its next turn.
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
