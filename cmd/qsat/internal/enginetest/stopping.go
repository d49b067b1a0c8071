package enginetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// errStop is the cause of the contexts that the tests cancel.
var errStop = errors.New("stopped by the test")

// Ending is a context that ends after a number of looks: calls of Err.
type Ending struct {
	context.Context
	Looks int // the number of calls of Err that return nil
}

// Err counts down e.Looks. It returns nil, or context.Canceled if there were no looks left.
func (e *Ending) Err() error {
	if e.Looks--; e.Looks < 0 {
		return context.Canceled
	}
	return nil
}

// StopAnywhere calls refute for a task with the formula f and a proof, and stops it after more looks at
// its context each time, until it ends by itself. Refute reports whether it has refuted the task. The test
// fails if refute returns true with an error, an error other than context.Canceled, a result other than
// refutable without an error, or a wrong line of the proof. It also fails if refute ends by itself
// before its tenth call.
func StopAnywhere(t *testing.T, f *dimacs.Formula, refutable bool, refute func(context.Context, *engine.Task) (bool, error)) {
	t.Helper()
	err, calls := context.Canceled, 0
	for looks := 0; err != nil; looks += 1 + looks/16 {
		proof, refuted := &Proof{}, false
		refuted, err = refute(&Ending{t.Context(), looks}, &engine.Task{Formula: f, Proof: proof})
		if err != nil && !errors.Is(err, context.Canceled) || refuted != (err == nil && refutable) {
			t.Fatalf("%d looks: refuted %v, %v", looks, refuted, err)
		}
		CheckDerivation(t, f, proof)
		calls++
	}
	if calls < 10 {
		t.Errorf("it ended by itself at call %d", calls)
	}
}

// mostAfterStop is the largest number of models that an engine may find until it notices that its
// context has ended, perhaps in another goroutine. The formula of wide has many more models.
const mostAfterStop = 1_000_000

// wide returns a task that every engine accepts and that has too many models to enumerate:
// 40 clauses of two variables, and unconstrained variables.
func wide() *engine.Task {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 80; v += 2 {
		f.Add(v, v+1)
	}
	f.Vars = 100
	return &engine.Task{Formula: f, Threads: 2}
}

// stoppedBefore calls Solve, Count and Enumerate with a context that has ended. It returns an error unless
// they return its cause. Solve and Enumerate must not give a model, and Count must give a number.
func stoppedBefore(e engine.Engine) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errStop)
	if s, is := e.(engine.Solver); is {
		if a, err := s.Solve(ctx, wide()); a.Model != nil || !errors.Is(err, errStop) {
			return fmt.Errorf("solve: a model: %v, error %v, want %v", a.Model != nil, err, errStop)
		}
	}
	if c, is := e.(engine.Counter); is {
		if n, err := c.Count(ctx, wide()); n.M == nil || n.M.Sign() < 0 || !errors.Is(err, errStop) {
			return fmt.Errorf("count: %v, error %v, want %v", n, err, errStop)
		}
	}
	return enumerates(ctx, e, wide(), 0, 0, errStop, nil)
}

// enumerates returns an error unless Enumerate ends with the error want after least to most models. For
// each model, it calls do with the number of models so far, and passes the error of do to e. It returns nil
// if e is no Enumerator.
func enumerates(ctx context.Context, e engine.Engine, t *engine.Task, least, most int, want error, do func(n int) error) error {
	enumerator, is := e.(engine.Enumerator)
	if !is {
		return nil
	}
	models := 0
	err := enumerator.Enumerate(ctx, t, func(*dimacs.Assignment) error {
		if models++; models > most {
			return errors.New("too many models")
		}
		return do(models)
	})
	if models < least || !errors.Is(err, want) {
		return fmt.Errorf("enumerate: %d models, error %v, want %d to %d and %v", models, err, least, most, want)
	}
	return nil
}

// stoppedByModel ends the context of Enumerate at the first model. It returns an error unless Enumerate
// returns its cause after at most mostAfterStop models.
func stoppedByModel(e engine.Engine) error {
	for _, vars := range []int{80, 100} {
		t := wide()
		t.Formula.Vars = vars
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		if err := enumerates(ctx, e, t, 1, mostAfterStop, errStop, func(int) error { cancel(errStop); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// endedByFound lets the function found of Enumerate return an error at model 1, 2, 7 or 100. It returns an
// error unless Enumerate returns this error and calls found no further.
func endedByFound(e engine.Engine) error {
	for _, most := range []int{1, 2, 7, 100} {
		err := enumerates(context.Background(), e, wide(), most, most, errEnough, func(n int) error {
			if n == most {
				return errEnough
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
