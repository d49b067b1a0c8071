package auto

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

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

	turns      turns                   // nil if main and the steps beside it run at the same time
	structured chan struct{}           // closed at the end of the first steps
	spareMain  int                     // after that, the number of threads for main beside its first one; 0 if steps beside main are due
	tried      chan struct{}           // closed at the end of the trial of cover beside main, or of all steps beside main
	passed     bool                    // after that, whether cover goes on
	spare      chan struct{}           // closed at the end of the steps beside main
	mainEnded  chan struct{}           // closed at the end of main
	stop       context.CancelCauseFunc // ends all steps
	wait       sync.WaitGroup          // for the goroutines of the steps
	paused     result                  // the result of the last pause

	mu                   sync.Mutex              // guards the fields below
	task                 *engine.Task            // the simplest task so far
	first, main, beside  *result                 // nil before the steps have ended
	haltMain, haltBeside context.CancelCauseFunc // nil before the steps begin
	declined             error                   // the error of the last step that declined
}

// A result is the outcome of all steps with the same when, or an error.
type result struct {
	outcome
	err error
}

// search returns a new search for an answer about t.
func (b *Budgets) search(t *engine.Task, steps []step) *search {
	s := &search{
		Budgets: b, steps: steps, task: t, clauses: int64(t.Formula.NumClauses()),
		structured: make(chan struct{}), tried: make(chan struct{}), spare: make(chan struct{}), mainEnded: make(chan struct{}),
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
// an answer only if it does not depend on the clock:
//
//   - A model of the first steps is an answer, because they have budgets of work.
//   - A model of main is an answer if the first steps have ended without a model.
//   - A model of a step beside main is an answer if main has ended without one. Until then,
//     the clock decides which of the two is found earlier.
//
// If no result is an answer, decide returns a result with an error, if there is one.
func decide(first, main, beside *result) *result {
	all := []*result{first, main, beside}
	for _, r := range all {
		if r != nil && r.answers() && r.yields != model {
			return r
		}
	}
	switch is := func(r *result) bool { return r != nil && r.yields == model }; {
	case is(first):
		return first
	case is(main) && first != nil:
		return main
	case is(beside) && main != nil && main.yields == 0:
		return beside
	}
	for _, r := range all {
		if r != nil && r.err != nil {
			return r
		}
	}
	return nil
}

// errDecided cancels all steps because the search has an answer.
var errDecided = errors.New("another step has the answer")

// arrive stores a result about t at *at. It stops all steps if decide then chooses a result, which
// may be an error. If the first steps have found a simpler task than t, only a refutation is stored.
// Nothing is stored after an answer, because the answer has stopped the other steps, and a stopped step
// may know less, such as too many failed assumptions.
// The error errDecided of a stopped step is dropped.
func (s *search) arrive(at **result, t *engine.Task, o outcome, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t != s.task && o.yields != refutation {
		return
	}
	if r := decide(s.first, s.main, s.beside); r != nil && r.err == nil {
		return
	}
	if errors.Is(err, errDecided) {
		err = nil
	}
	if *at = (&result{o, err}); decide(s.first, s.main, s.beside) != nil {
		s.stop(errDecided)
	}
}

// run runs the schedule and returns the answer. With an error, the outcome holds the number
// of models counted so far.
func (s *search) run(ctx context.Context) (outcome, error) {
	defer func() {
		if s.quick != nil {
			s.quick.Close()
		}
	}()
	t, o, err := s.inOrder(ctx, start, s.task)
	if err == nil && !o.answers() {
		if _, err = t.Clauses(); engine.IsDeclined(err) { // load them once for all steps
			err = nil
		}
	}
	switch {
	case err != nil:
		return o, err
	case o.answers():
		return o.proved(ctx)
	}
	running, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	s.task, s.stop = t, stop
	s.begin(running)
	s.runMain(running)
	close(s.mainEnded)
	s.wait.Wait()
	r := decide(s.first, s.main, s.beside)
	switch {
	case ctx.Err() != nil && (r == nil || r.err != nil):
		return s.partial(), context.Cause(ctx)
	case r == nil:
		return s.partial(), s.declined
	case r.err != nil:
		return s.partial(), r.err
	}
	return r.outcome.proved(ctx) // no other step writes to the proof any more
}

// proved returns o after it has written its proof, if that is still to do.
func (o outcome) proved(ctx context.Context) (outcome, error) {
	if o.prove == nil {
		return o, nil
	}
	return o, o.prove(ctx)
}

// begin runs the first steps, and then starts the steps beside main. It returns when main
// may begin. With one thread or a proof, that is at the end of the first steps; a proof needs
// this so that the order of its lines is always the same. Otherwise it is at the end of the
// first steps or after MainAfter for each clause and each of fewClauses, whichever is first.
func (s *search) begin(ctx context.Context) {
	task := s.task
	firstSteps := func() {
		t, o, err := s.inOrder(ctx, first, task)
		s.arriveFirst(t, o, err)
		s.wait.Go(func() { s.runBeside(ctx, t) })
	}
	if task.Threads == 1 || task.Proof != nil {
		firstSteps()
		return
	}
	s.wait.Go(firstSteps)
	select {
	case <-s.structured:
	case <-time.After(time.Duration(s.clauses+fewClauses) * s.MainAfter):
	}
}

// fewClauses is added to the number of clauses, so that the first steps on a small formula have at
// least two milliseconds before main begins.
const fewClauses = 2000

// errSimpler cancels main because the first steps have found a simpler task.
var errSimpler = errors.New("there is a simpler task")

// arriveFirst stores the result of the first steps. If they have found a simpler task, it cancels main,
// which then begins again with the simpler task. A refutation by main remains.
func (s *search) arriveFirst(t *engine.Task, o outcome, err error) {
	defer close(s.structured)
	if !s.isDue(beside) {
		s.spareMain = t.Threads - 1
	}
	s.mu.Lock()
	if t != s.task {
		s.task = t
		if s.main != nil && s.main.yields != refutation {
			s.main = nil
		}
		if s.haltMain != nil {
			s.haltMain(errSimpler)
		}
	}
	s.mu.Unlock()
	s.arrive(&s.first, t, o, err)
}

// runMain runs main on the simplest task. When a step finds a simpler task, main starts
// again with it.
func (s *search) runMain(ctx context.Context) {
	for ctx.Err() == nil {
		mainCtx, halt := context.WithCancelCause(ctx)
		s.mu.Lock()
		t := s.task
		s.haltMain = halt
		s.mu.Unlock()
		_, o, err := s.inOrder(mainCtx, main, s.pausing(mainCtx, t))
		paused := context.Cause(mainCtx) == errPaused
		halt(nil)
		if paused {
			o, err = s.paused.outcome, s.paused.err
		}
		if paused && o.yields == simpler {
			continue
		}
		s.arrive(&s.main, t, o, err)
		waitFor(ctx, s.structured)
		s.mu.Lock()
		isSimplest := t == s.task
		s.mu.Unlock()
		if isSimplest {
			return
		}
	}
}

// errPaused cancels main because a step at a pause has an outcome.
var errPaused = errors.New("a step at a pause has an outcome")

// pausing returns t with a Pause function. That function runs the pause steps when they are
// due, lets the steps beside main take their turn, and calls t.Pause. Main does not delete clauses of the
// formula from the proof, because the proof of another step may need them.
func (s *search) pausing(ctx context.Context, t *engine.Task) *engine.Task {
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
			s.turns.handOver(ctx, s.spare)
		}
		if ticks >= due && ctx.Err() == nil {
			due = min(4*due, unlimited/4)
			s.pause(ctx, u, ticks)
		}
		next = min(turn, due)
		if t.Pause != nil {
			next = min(next, t.Pause(ticks))
		}
		return next
	}
	return u
}

// isDue reports whether a step with this when is due.
func (s *search) isDue(when when) bool {
	return slices.ContainsFunc(s.steps, func(k step) bool { return k.when == when && k.budget(s) > 0 })
}

// spareThreads returns the number of threads that main may use beside its first one after a number of
// ticks: all of them if no step beside main is due, or if these steps have ended before cover passed its
// trial. Before TrialTicks it returns 0 and, in next, TrialTicks: the time to ask again. It waits for
// the end of the first steps and of the trial, so that the result does not depend on the clock.
func (s *search) spareThreads(ctx context.Context, ticks int64) (threads int, next int64) {
	if !waitFor(ctx, s.structured) {
		return 0, 0
	}
	switch {
	case s.spareMain > 0:
		return s.spareMain, 0
	case ticks < s.TrialTicks:
		return 0, s.TrialTicks
	case !waitFor(ctx, s.tried) || s.passed:
		return 0, 0
	}
	return s.task.Threads - 1, 0
}

// waitFor waits until c is closed. It returns false if ctx ends first.
func waitFor(ctx context.Context, c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	case <-ctx.Done():
		return false
	}
}

// pause waits for the end of the first steps, and then runs the pause steps. It cancels
// main if a step has an outcome or an error.
func (s *search) pause(ctx context.Context, t *engine.Task, ticks int64) {
	if !waitFor(ctx, s.structured) {
		return
	}
	s.ticks = ticks
	_, o, err := s.inOrder(ctx, pause, t)
	if o.yields != 0 || err != nil {
		s.paused = result{o, err}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.haltMain(errPaused)
	}
	t.Forget()
}

// runBeside runs the steps beside main, without progress messages and with one thread
// fewer, and stores their result. At its end it closes s.spare.
func (s *search) runBeside(ctx context.Context, t *engine.Task) {
	defer close(s.spare)
	defer func() {
		if !s.passed {
			close(s.tried)
		}
	}()
	ctx, halt := context.WithCancelCause(ctx)
	defer halt(nil)
	s.mu.Lock()
	s.haltBeside = halt
	s.mu.Unlock()
	u := t.With(t.Proof)
	u.Progress, u.Threads = nil, max(1, t.Threads-1)
	if s.turns != nil {
		end := s.TurnWords
		u.Pause = func(words int64) (next int64) {
			if words >= end {
				end = words + s.TurnWords
				s.turns.handOver(ctx, s.mainEnded)
			}
			return end
		}
		s.turns.await(ctx, s.mainEnded)
	}
	if _, o, err := s.inOrder(ctx, beside, u); context.Cause(ctx) != errModel {
		s.arrive(&s.beside, t, o, err)
	}
}

// errModel cancels the search for a refutation because main has found a model.
var errModel = errors.New("there is a model")

// endBeside cancels the steps beside main.
func (s *search) endBeside() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.haltBeside != nil {
		s.haltBeside(errModel)
	}
}

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
// clock.
type turns chan struct{}

// handOver ends the turn of this side. It returns when the next turn of this side begins,
// when the other side has ended, or when ctx ends.
func (t turns) handOver(ctx context.Context, otherEnded <-chan struct{}) {
	select {
	case t <- struct{}{}:
		t.await(ctx, otherEnded)
	case <-otherEnded:
	case <-ctx.Done():
	}
}

// await returns when the turn of this side begins, when the other side has ended, or when
// ctx ends.
func (t turns) await(ctx context.Context, otherEnded <-chan struct{}) {
	select {
	case <-t:
	case <-otherEnded:
	case <-ctx.Done():
	}
}
