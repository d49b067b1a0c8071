package enginetest

import (
	"context"
	"testing"

	"queens/cmd/qsat/internal/engine"
)

// Options say what to expect of an engine.
type Options struct {
	Formulas   int  // how many random formulas; 0 stands for 3,000, or 100 with -short
	MayDecline bool // it may return a *engine.DeclinedError, though not every time
}

// formulas returns the number of formulas.
func (o Options) formulas() int {
	switch {
	case o.Formulas > 0:
		return o.Formulas
	case testing.Short():
		return 100
	}
	return 3000
}

// Run tests an engine. It calls newEngine for each formula.
func Run(t *testing.T, newEngine func() engine.Engine, o Options) {
	t.Run("answers", func(t *testing.T) { runAnswers(t, newEngine, o) })
	t.Run("structured answers", func(t *testing.T) { runStructured(t, newEngine, o) })
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

func runAnswers(t *testing.T, newEngine func() engine.Engine, o Options) {
	y := newTally()
	failures := 0
	for i := range o.formulas() {
		p := drawProblem(i)
		if testing.Short() && p.task.Formula.Vars >= far {
			continue // a model takes a quarter of a gigabyte
		}
		if err := p.run(t.Context(), newEngine(), y); err != nil {
			t.Errorf("%v\nformula %d, %v", err, i, p)
			if failures++; failures == mostFailures {
				t.FailNow()
			}
		}
	}
	y.report(t, o)
}

// report logs what was declined and fails if that was too much.
func (y *tally) report(t *testing.T, o Options) {
	for _, m := range methods {
		calls, declined := y.calls[m], y.declined[m]
		t.Logf("%s: %d of %d declined", m, declined, calls)
		if declined > 0 && (!o.MayDecline || declined == calls) {
			t.Errorf("%s: %d of %d declined", m, declined, calls)
		}
	}
}

func runStructured(t *testing.T, newEngine func() engine.Engine, o Options) {
	y := newTally()
	for i := range max(9, o.formulas()/60) {
		s := drawStructured(i)
		if err := s.check(t.Context(), newEngine(), y); err != nil {
			t.Fatalf("%v\nstructured formula %d, %v", err, i, s)
		}
	}
	y.report(t, o)
}

// run makes all checks.
func (p *problem) run(ctx context.Context, e engine.Engine, y *tally) error {
	for _, c := range checks {
		if err := c(ctx, e, p, y); err != nil {
			return err
		}
	}
	return p.untouched()
}
