package enginetest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// errStop is the cause of the contexts that are ended here.
var errStop = errors.New("stopped by the test")

// Ending is a context that ends after so many looks at it.
type Ending struct {
	context.Context
	Looks int
}

// Err returns an error once the looks are used up.
func (e *Ending) Err() error {
	if e.Looks--; e.Looks < 0 {
		return context.Canceled
	}
	return nil
}

// StopAnywhere stops a refutation of a formula at ever later looks at its context, until none is
// left: it says that it has refuted the formula only without an error and if it can be, and the
// lines of its proof follow.
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

// mostAfterStop is how many models an engine may still hand out while it
// learns, perhaps in another goroutine, that it is to stop. The formula has far
// more.
const mostAfterStop = 1_000_000

// stops are the ways to stop an engine.
var stops = []struct {
	name string
	test func(engine.Engine) error
}{
	{"stopped before", stoppedBefore},
	{"stopped by the first model", stoppedByModel},
	{"ended by found", endedByFound},
}

// wide returns a formula that every engine takes and that has too many models
// to go through: 40 pairs of options, one or both of each, and unconstrained variables.
func wide() *engine.Task {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 80; v += 2 {
		f.Add(v, v+1)
	}
	f.Vars = 100
	return &engine.Task{Formula: f, Threads: 2}
}

// stoppedBefore calls an engine when it is too late.
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

// stoppedByModel ends the context when the first model is there.
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

// endedByFound returns an error from found, at various models.
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
