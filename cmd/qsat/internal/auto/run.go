package auto

import (
	"context"
	"errors"
	"sync"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// A search runs a schedule to answer one question about a task.
type search struct {
	*Budgets
	steps   []step
	found   func(*dimacs.Assignment) error       // takes the models of an enumeration
	samples int64                                // how many there are to be
	drawn   func(*dimacs.Assignment, bool) error // takes them

	// What the steps tell each other.
	clauses       int64            // number of clauses of the task
	ticks         int64            // that main has taken, at a pause
	uncoverable   bool             // cover has declined for another reason than its limit
	proofTooLong  bool             // that of a refutation by cardinalities
	symmetries    *symmetry.Search // nil if symmetric models are not looked for
	soughtLeaders bool
	leaders       *orbit.Orbits // nil if they are not known
	relaxation    relaxation

	turns      *turns        // nil if main and the steps beside it run side by side
	structured chan struct{} // closed when the first steps have ended
	spare      chan struct{} // closed when the steps beside main have ended
	mainEnded  chan struct{}
	stop       context.CancelFunc // ends all steps
	wait       sync.WaitGroup     // for their goroutines
	paused     result             // of a pause

	mu                   sync.Mutex // of what follows
	task                 *engine.Task
	first, main, beside  *result
	haltMain, haltBeside context.CancelCauseFunc // nil before they begin
	declined             error                   // of the last step that has declined
}

// A result is what the steps that are due at one time have come to.
type result struct {
	outcome
	err error
}

// search returns a search that has not begun.
func (b *Budgets) search(t *engine.Task, steps []step) *search {
	s := &search{
		Budgets: b, steps: steps, task: t, clauses: int64(t.Formula.NumClauses()),
		structured: make(chan struct{}), spare: make(chan struct{}), mainEnded: make(chan struct{}),
	}
	s.relaxation.Budgets = b
	if t.Threads == 1 {
		s.turns = &turns{make(chan struct{}), make(chan struct{}), s.TurnWords, s.TurnWords, s}
	}
	return s
}

// decide returns the result that is the answer, of those that there are so far, or nil while that is
// open. An answer that there are no or no other models counts, whoever has it. A model must depend
// on the task and the seed alone. So the model of a first step counts, because first steps have
// budgets of work. A model of main counts if the first steps have none, and that of a step beside
// main only if main has ended without an answer. An error counts if there is no answer.
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

// arrive takes in a result, and stops all steps if that is the end.
func (s *search) arrive(at **result, o outcome, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if *at = (&result{o, err}); decide(s.first, s.main, s.beside) != nil {
		s.stop()
	}
}

// run runs the schedule.
func (s *search) run(ctx context.Context) (outcome, error) {
	t, o, err := s.inOrder(ctx, alone, s.task)
	if err == nil && !o.answers() {
		if _, err = t.Clauses(ctx); engine.IsDeclined(err) { // for all of the others
			err = nil
		}
	}
	if err != nil || o.answers() {
		return o, err
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
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
	case r.prove != nil: // the others have written their part
		return r.outcome, r.prove(ctx)
	}
	return r.outcome, nil
}

// begin runs the first steps, and then lets those beside main begin. On several processors it returns
// when main may begin, which is before the end of the first steps if they take long. With a proof
// the first steps come before main, as what they write does.
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

// fewClauses is the number of clauses of a formula that is as small as any for MainAfter.
const fewClauses = 2000

// errSimpler ends main on a task for which there is a simpler one.
var errSimpler = errors.New("there is a simpler task")

// arriveFirst takes in what the first steps have come to: also a simpler task, with which main then
// begins anew.
func (s *search) arriveFirst(t *engine.Task, o outcome, err error) {
	defer close(s.structured)
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
	s.arrive(&s.first, o, err)
}

// runMain runs main until there is an answer, or it ends without one on the simplest task.
func (s *search) runMain(ctx context.Context) {
	for ctx.Err() == nil {
		mainCtx, halt := context.WithCancelCause(ctx)
		s.mu.Lock()
		t := s.task
		s.haltMain = halt
		s.mu.Unlock()
		_, o, err := s.inOrder(mainCtx, main, s.pausing(mainCtx, t))
		cause := context.Cause(mainCtx)
		if cause == errPaused {
			o, err = s.paused.outcome, s.paused.err
		}
		halt(nil)
		if cause == errPaused && o.yields == simpler {
			continue
		}
		if cause != errSimpler {
			s.arrive(&s.main, o, err)
		}
		select {
		case <-s.structured:
		case <-ctx.Done():
		}
		s.mu.Lock()
		isSimplest := t == s.task
		s.mu.Unlock()
		if isSimplest {
			return
		}
	}
}

// errPaused ends main when a step at a pause has an outcome.
var errPaused = errors.New("a step at a pause has an outcome")

// pausing returns a task for main. Its engine pauses for the steps that are due then, and to give a
// turn away. Its proof keeps all clauses of the formula, for those who write after.
func (s *search) pausing(ctx context.Context, t *engine.Task) *engine.Task {
	u := t.With(t.Options, t.Proof)
	if u.Spare = s.spare; t.Proof != nil {
		u.Proof = clause.NewProofShare(t.Proof)
	}
	due, turn := s.SymmetryTicks, s.TurnTicks
	if s.turns == nil {
		turn = unlimited
	}
	u.Pause = func(ticks int64) (next int64) {
		if ticks >= turn {
			turn = ticks + s.TurnTicks
			s.turns.give(ctx)
		}
		if ticks >= due && ctx.Err() == nil {
			due = min(4*due, unlimited/4)
			s.pause(ctx, u, ticks)
		}
		return min(turn, due)
	}
	return u
}

// pause runs the steps that are due at a pause of main, and ends main if one has an outcome.
func (s *search) pause(ctx context.Context, t *engine.Task, ticks int64) {
	select {
	case <-s.structured:
	case <-ctx.Done():
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

// runBeside runs the steps beside main. Nobody is told how far they are.
func (s *search) runBeside(ctx context.Context, t *engine.Task) {
	defer close(s.spare)
	ctx, halt := context.WithCancelCause(ctx)
	defer halt(nil)
	s.mu.Lock()
	s.haltBeside = halt
	s.mu.Unlock()
	o := t.Options
	o.Progress, o.Threads = nil, max(1, t.Threads-1)
	if s.turns != nil {
		o.Pause = func(work int64) int64 { return s.turns.pause(ctx, work) }
		s.turns.await(ctx)
	}
	if _, o, err := s.inOrder(ctx, beside, t.With(o, t.Proof)); context.Cause(ctx) != errModel {
		s.arrive(&s.beside, o, err)
	}
}

// errModel ends the search for a refutation of a task that has a model.
var errModel = errors.New("there is a model")

// endBeside ends the steps beside main.
func (s *search) endBeside() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.haltBeside != nil {
		s.haltBeside(errModel)
	}
}

// partial returns the largest number of models that was counted before the end.
func (s *search) partial() (o outcome) {
	for _, r := range []*result{s.main, s.beside} {
		if r != nil && (o.count.M == nil || r.count.Int().Cmp(o.count.Int()) > 0) {
			o.count = r.count
		}
	}
	return o
}
