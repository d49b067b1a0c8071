package auto

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// Failed finds failed assumptions of tasks without a model.
func TestFailed(t *testing.T) {
	type lits = []dimacs.Lit
	f := (&dimacs.Formula{}).With(lits{1, 2}, lits{3, 4})
	unsat := (&dimacs.Formula{}).With(lits{1, 2}, lits{-1}, lits{-2})
	for _, test := range []struct {
		name         string
		f            *dimacs.Formula
		assume, want lits
	}{
		{"some", f, lits{4, -2, 3, -1}, lits{-2, -1}},
		{"contradiction", f, lits{4, -2, 2}, lits{-2, 2}},
		{"the formula alone", unsat, lits{-1}, lits{}},
		{"no assumptions", unsat, nil, lits{}},
	} {
		task := &engine.Task{Formula: test.f, Assume: test.assume, Threads: 1}
		if diff := cmp.Diff(test.want, Default().Failed(t.Context(), task)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

// If cdcl cannot refute the task in time, cover may refute the formula without the
// assumptions.
func TestFailedByCover(t *testing.T) {
	b := Default()
	b.FailedTicks = 1 << 20
	torus := enginetest.Formula(t, encode.Instance{N: 15, Variant: board.Torus})
	task := &engine.Task{Formula: torus, Assume: []dimacs.Lit{1}, Threads: 2}
	if failed := b.Failed(t.Context(), task); failed == nil || len(failed) > 0 {
		t.Errorf("torus: failed %v", failed)
	}
}
