package cdcl

import (
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// TestFew checks that Few ends an enumeration with more models than its limit and more
// models than conflicts.
func TestFew(t *testing.T) {
	task := &engine.Task{Formula: generate.Pigeonhole(4, 4)}
	for most, want := range map[int64]error{3: ErrLimit, 24: nil} {
		n := int64(0)
		err := Few(most).Models(t.Context(), task, func(*dimacs.Assignment, *engine.Projection) error { n++; return nil })
		if err != want || n != min(24, max(most, n)) {
			t.Errorf("%d models at most: %d, %v", most, n, err)
		}
	}
}
