package sat_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
)

// TestStops ends the context before and during a call, while a formula that is too hard to
// decide is loaded, simplified or searched. The error is the cause.
func TestStops(t *testing.T) {
	t.Parallel()
	f := formulas.Random(rand.New(rand.NewPCG(1, 2)), 10_000, 43_000, 3)
	cause := errors.New("stopped by the test")
	for name, ask := range map[string]func(context.Context, sat.Problem, sat.Options) error{
		"solve": questions["Solve"], "models": questions["Models"], "count": questions["Count"],
		"prove": func(ctx context.Context, p sat.Problem, o sat.Options) error {
			o.Proof = &enginetest.Proof{}
			_, err := sat.Solve(ctx, p, o)
			return err
		},
		"sample": allQuestions()["Sample"], "compile": errorOf(sat.Compile),
	} {
		for _, after := range []time.Duration{0, 5 * time.Millisecond, 50 * time.Millisecond} {
			ctx, stop := context.WithCancelCause(t.Context())
			if after == 0 {
				stop(cause)
			} else {
				time.AfterFunc(after, func() { stop(cause) })
			}
			if err := ask(ctx, sat.Problem{Formula: f}, sat.Options{}); err != cause {
				t.Errorf("%s, stopped after %v: error %v, want %v", name, after, err, cause)
			}
		}
	}
}
