// Package enginetest checks that an engine keeps what engine.Engine promises.
// Run puts it to small random formulas of many shapes and compares every answer
// with the truth, found by going through all assignments; CheckProof checks a
// proof of unsatisfiability line by line. It owns the truth that answers are
// compared with, and shares no code with the engines. Only tests import it.
//
// All randomness comes from fixed seeds, so that a formula that an engine fails
// on is the same in every run; a failure prints it in full.
package enginetest

import (
	"os"
	"runtime/debug"
	"testing"

	"queens/cmd/qsat/internal/engine"
)

// Tests keep little of the much that they allocate: at the usual growth of such a small heap the
// collector of garbage would take a third of their time.
func init() { debug.SetGCPercent(400) }

// Options say what to expect of an engine.
type Options struct {
	MayDecline bool // it may return a *engine.DeclinedError, though not every time
	Variant    bool // of an engine that is tested, too: a fifth of the formulas is enough
}

// longVariable is the environment variable that makes the suite a long one:
//
//	QUEENS_LONG=1 go test -timeout 0 ./cmd/qsat/internal/...
const longVariable = "QUEENS_LONG"

// Long reports whether it is set.
func Long() bool { return os.Getenv(longVariable) != "" && !testing.Short() }

// formulas returns how many random formulas an engine is put to.
func (o Options) formulas() (small, structured int) {
	switch {
	case Long():
		return 3_000, 60
	case o.Variant:
		return 60, 5
	}
	return 100, 5
}

// Run tests an engine. It calls newEngine for each formula.
func Run(t *testing.T, newEngine func() engine.Engine, o Options) {
	small, structured := o.formulas()
	t.Run("answers", func(t *testing.T) { runAll(t, newEngine, o, sampleProblem, small) })
	t.Run("structured answers", func(t *testing.T) { runAll(t, newEngine, o, structuredProblem, structured) })
	for _, s := range stops {
		t.Run(s.name, func(t *testing.T) {
			if err := s.test(newEngine()); err != nil {
				t.Error(err)
			}
		})
	}
}

// mostFailures is how many wrong answers are shown.
const mostFailures = 5

// runAll puts an engine to some problems.
func runAll[P problem](t *testing.T, newEngine func() engine.Engine, o Options, sample func(i int) P, n int) {
	cs, failures := newCalls(), 0
	for i := range n {
		p := sample(i)
		if err := check(t.Context(), newEngine(), p, cs); err != nil {
			t.Errorf("%v\nformula %d, %v", err, i, p.asked())
			if failures++; failures == mostFailures {
				t.FailNow()
			}
		}
	}
	cs.report(t, o)
}

// report logs what was declined and fails if that was too much.
func (cs *calls) report(t *testing.T, o Options) {
	for _, m := range methods {
		calls, declined := cs.total[m], cs.declined[m]
		t.Logf("%s: %d of %d declined", m, declined, calls)
		if !o.accepts(calls, declined) {
			t.Errorf("%s: %d of %d declined", m, declined, calls)
		}
	}
}

// accepts reports whether so many calls may be declined.
func (o Options) accepts(calls, declined int) bool {
	return declined == 0 || o.MayDecline && declined < calls
}
