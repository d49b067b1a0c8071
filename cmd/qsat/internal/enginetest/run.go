// Package enginetest checks that an engine keeps the promises of engine.Engine. Run gives
// it small random formulas of many shapes, and compares every answer with the correct one,
// which a simple search finds. CheckProof checks a proof of unsatisfiability line by
// line. The package owns the correct answers. The search for them shares no code with the engines.
// Only tests import it.
//
// All randomness comes from fixed seeds, so that a formula on which an engine fails is the
// same in every run. A failure prints it in full.
package enginetest

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"queens/cmd/qsat/internal/engine"
)

// Tests allocate much and keep little. With the default growth of such a small heap, the
// garbage collector would take a third of their time.
func init() { debug.SetGCPercent(400) }

// Options describes an engine for Run.
type Options struct {
	MayDecline bool // the engine may return a *engine.DeclinedError, but not for every formula
	Variant    bool // a variant of an engine that is tested, too, so that fewer formulas are enough
}

// longVariable is the environment variable that makes the suite a long one:
//
//	QUEENS_LONG=1 go test -timeout 0 ./cmd/qsat/internal/...
const longVariable = "QUEENS_LONG"

// Long reports whether longVariable is set and the flag -short of go test is not.
func Long() bool { return os.Getenv(longVariable) != "" && !testing.Short() }

// formulas returns the numbers of problems of sampleProblem and of structuredProblem that an engine gets:
// many if Long holds, and otherwise few, and fewer for a Variant.
func (o Options) formulas() (small, structured int) {
	switch {
	case Long():
		return 3_000, 60
	case o.Variant:
		return 16, 3
	}
	return 80, 10
}

// Run tests an engine as subtests of t: its answers, and that it ends when its context ends or found
// returns an error. It calls newEngine for each formula and for each test of an end.
func Run(t *testing.T, newEngine func() engine.Engine, o Options) {
	small, structured := o.formulas()
	t.Run("answers", func(t *testing.T) { runAll(t, newEngine, o, sampleProblem, small) })
	t.Run("structured answers", func(t *testing.T) { runAll(t, newEngine, o, structuredProblem, structured) })
	for name, test := range map[string]func(engine.Engine) error{
		"stopped before": stoppedBefore, "stopped by the first model": stoppedByModel, "ended by found": endedByFound,
	} {
		t.Run(name, func(t *testing.T) {
			if err := test(newEngine()); err != nil {
				t.Error(err)
			}
		})
	}
}

// Check calls all methods of some engines with a task, and returns an error for the first wrong answer. If
// the task has too many models or takes the reference search too long, the correct answers are not
// known: then Check does not call the engines, and known is false.
func Check(ctx context.Context, t *engine.Task, engines ...engine.Engine) (known bool, err error) {
	p := newProblem("", t)
	if p == nil {
		return false, nil
	}
	for _, e := range engines {
		if err := check(ctx, e, p, newCalls()); err != nil {
			return true, fmt.Errorf("%s: %w", e.Name(), err)
		}
	}
	return true, nil
}

// mostFailures is the number of failed problems after which a test ends.
const mostFailures = 5

// runAll gives the problems sample(0) to sample(n-1) to new engines, and checks the answers
// of all their methods. It ends the test after mostFailures failures. It also fails if the
// engine declined a call and o.MayDecline is false, or if it declined all calls of a method.
func runAll(t *testing.T, newEngine func() engine.Engine, o Options, sample func(i int) *problem, n int) {
	cs, failures := newCalls(), 0
	for i := range n {
		p := sample(i)
		if err := check(t.Context(), newEngine(), p, cs); err != nil {
			t.Errorf("%v\nformula %d, %v", err, i, p)
			if failures++; failures == mostFailures {
				t.FailNow()
			}
		}
	}
	for method, total := range cs.total {
		if declined := cs.declined[method]; declined > 0 && (!o.MayDecline || declined == total) {
			t.Errorf("%s: %d of %d declined", method, declined, total)
		}
	}
}
