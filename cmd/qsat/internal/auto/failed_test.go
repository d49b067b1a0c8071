package auto

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// Which assumptions fail is found out where there is no model.
func TestFailed(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(3, 4)
	unsat := &dimacs.Formula{}
	unsat.Add(1, 2)
	unsat.Add(-1)
	unsat.Add(-2)
	for _, test := range []struct {
		name         string
		f            *dimacs.Formula
		assume, want []dimacs.Lit
	}{
		{"some", f, []dimacs.Lit{4, -2, 3, -1}, []dimacs.Lit{-2, -1}},
		{"contradiction", f, []dimacs.Lit{4, -2, 2}, []dimacs.Lit{-2, 2}},
		{"the formula alone", unsat, []dimacs.Lit{-1}, []dimacs.Lit{}},
		{"no assumptions", unsat, nil, []dimacs.Lit{}},
	} {
		task := &engine.Task{Problem: engine.Problem{Formula: test.f, Assume: test.assume}, Options: engine.Options{Threads: 1}}
		if diff := cmp.Diff(test.want, Failed(t.Context(), task)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

// What learning cannot refute in time cover may: here the formula without the
// assumptions.
func TestFailedByCover(t *testing.T) {
	task := &engine.Task{Problem: engine.Problem{Formula: formulas.Pigeonhole(11, 10), Assume: []dimacs.Lit{1}}, Options: engine.Options{Threads: 2}}
	if failed := Failed(t.Context(), task); failed == nil || len(failed) > 0 {
		t.Errorf("10 pigeonholes: failed %v", failed)
	}
}
