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

// Ending is a context whose method Err returns nil Looks times, and then an error.
type Ending struct {
	context.Context
	Looks int
}

// Err returns context.Canceled after e.Looks calls.
func (e *Ending) Err() error {
	if e.Looks--; e.Looks < 0 {
		return context.Canceled
	}
	return nil
}

// StopAnywhere stops a refutation of f after ever more looks at its context, until it ends
// by itself. It fails the test if refute reports a refutation with an error, or reports the
// wrong answer without one, or writes a wrong line of the proof. It also fails if refute
// was stopped fewer than ten times.
func StopAnywhere(t *testing.T, f *dimacs.Formula, refutable bool, refute func(context.Context, *engine.Task) (bool, error)) {
	t.Helper()
	err, stopped := context.Canceled, 0
	for looks := 0; err != nil; looks += 1 + looks/16 {
		proof, refuted := &Proof{}, false
		refuted, err = refute(&Ending{t.Context(), looks}, &engine.Task{Formula: f, Proof: proof})
		if err != nil && !errors.Is(err, context.Canceled) || refuted != (err == nil && refutable) {
			t.Fatalf("%d looks: refuted %v, %v", looks, refuted, err)
		}
		CheckDerivation(t, f, proof)
		stopped++
	}
	if stopped < 10 {
		t.Errorf("it was stopped %d times", stopped)
	}
}

// mostAfterStop is the largest number of models that an engine may find after its context
// has ended, until it notices the end, perhaps in another goroutine. The formula of wide
// has many more models.
const mostAfterStop = 1_000_000

// stops lists the ways to stop an engine.
var stops = []struct {
	name string
	test func(engine.Engine) error
}{
	{"stopped before", stoppedBefore},
	{"stopped by the first model", stoppedByModel},
	{"ended by found", endedByFound},
}

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

// stoppedBefore calls an engine with a context that has ended.
func stoppedBefore(e engine.Engine) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errStop)
	if s, is := e.(engine.Solver); is {
		if a, err := s.Solve(ctx, wide()); a.Model != nil || !errors.Is(err, errStop) {
			return fmt.Errorf("solve: a model: %v, error %v, want %v", a.Model != nil, err, errStop)
		}
	}
	if s, is := e.(engine.Enumerator); is {
		found := 0
		err := s.Enumerate(ctx, wide(), func(*dimacs.Assignment) error { found++; return nil })
		if found > 0 || !errors.Is(err, errStop) {
			return fmt.Errorf("enumerate: %d models, error %v, want %v", found, err, errStop)
		}
	}
	if c, is := e.(engine.Counter); is {
		if n, err := c.Count(ctx, wide()); n.M == nil || n.M.Sign() < 0 || !errors.Is(err, errStop) {
			return fmt.Errorf("count: %v, error %v, want %v", n, err, errStop)
		}
	}
	return nil
}

// stoppedByModel ends the context at the first model.
func stoppedByModel(e engine.Engine) error {
	enumerator, is := e.(engine.Enumerator)
	if !is {
		return nil
	}
	errTooLate := errors.New("too many models after the end of the context")
	for _, unconstrained := range []bool{true, false} {
		t := wide()
		if !unconstrained {
			t.Formula.Vars = 80
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		found := 0
		err := enumerator.Enumerate(ctx, t, func(*dimacs.Assignment) error {
			cancel(errStop)
			if found++; found > mostAfterStop {
				return errTooLate
			}
			return nil
		})
		if !errors.Is(err, errStop) {
			return fmt.Errorf("enumerate: error %v after %d models, want %v", err, found, errStop)
		}
	}
	return nil
}

// endedByFound lets found return an error, after several numbers of models.
func endedByFound(e engine.Engine) error {
	enumerator, is := e.(engine.Enumerator)
	for _, most := range []int{1, 2, 7, 100} {
		if !is {
			break
		}
		found := 0
		err := enumerator.Enumerate(context.Background(), wide(), func(*dimacs.Assignment) error {
			if found++; found >= most {
				return errEnough
			}
			return nil
		})
		if found != most || !errors.Is(err, errEnough) {
			return fmt.Errorf("enumerate: %d models, error %v, want %d and %v", found, err, most, errEnough)
		}
	}
	return nil
}
