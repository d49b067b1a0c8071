package count

import (
	"context"
	"errors"
	"testing"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// An engine of the suite counts by this package, and finds models by another one.
type counting struct {
	engine.Engine
	e *Engine
}

func (c counting) Count(ctx context.Context, t *engine.Task) (engine.Count, error) {
	return c.e.Count(ctx, t)
}

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return counting{cdcl.New(), New()} }, enginetest.Options{})
}

// With next to no cache entries are dropped all the time.
func TestTinyCache(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return counting{cdcl.New(), &Engine{Cache: 1}} }, enginetest.Options{Variant: true})
}

func TestOnlyCounts(t *testing.T) {
	var declined *engine.DeclinedError
	if _, err := New().Solve(t.Context(), nil); !errors.As(err, &declined) {
		t.Errorf("Solve: %v", err)
	}
	err := New().Enumerate(t.Context(), nil, func(*dimacs.Assignment) error { return nil })
	if !errors.As(err, &declined) {
		t.Errorf("Enumerate: %v", err)
	}
}
