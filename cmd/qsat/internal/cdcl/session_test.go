package cdcl

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

func randomLits(r *rand.Rand, vars, n int) []dimacs.Lit {
	lits := make([]dimacs.Lit, n)
	for i := range lits {
		lits[i] = dimacs.Lit(1+r.IntN(vars)) * dimacs.Lit(1-2*r.IntN(2))
	}
	return lits
}

// everyVariable returns the positive literals of the variables 1 to n.
func everyVariable(n int) []dimacs.Lit {
	lits := make([]dimacs.Lit, n)
	for i := range lits {
		lits[i] = dimacs.Lit(i + 1)
	}
	return lits
}

// session returns a session on f that may assume the first variables.
func session(t *testing.T, f *dimacs.Formula, variables int, o options) *Session {
	t.Helper()
	task := enginetest.Task(f).Under(everyVariable(variables))
	s, err := newSession(task, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// refuted reports whether a formula has no model under assume.
func refuted(f *dimacs.Formula, assume []dimacs.Lit) bool {
	clauses := slices.Collect(f.Clauses())
	for i := range assume {
		clauses = append(clauses, assume[i:i+1])
	}
	return len(models(clauses, f.Vars, 0, 1)) == 0
}

// TestSessionNames checks that failed assumptions are in the order given, and that a
// variable without clauses can fail, too.
func TestSessionNames(t *testing.T) {
	f := &dimacs.Formula{Vars: 9}
	f.Add(-1, -2, -3)
	s := session(t, f, 9, defaults)
	for _, test := range []struct{ assume, want []dimacs.Lit }{
		{[]dimacs.Lit{3, 9, 1, 1, 2}, []dimacs.Lit{3, 1, 2}},
		{[]dimacs.Lit{1, 2, 3}, []dimacs.Lit{1, 2, 3}},
		{[]dimacs.Lit{1, -9, 9}, []dimacs.Lit{-9, 9}},
		{[]dimacs.Lit{2, -1, 1}, []dimacs.Lit{-1, 1}},
	} {
		failed, unsat, err := s.Solve(t.Context(), test.assume, 0)
		if diff := cmp.Diff(test.want, failed); diff != "" || !unsat || err != nil {
			t.Errorf("%v: refuted %v, %v; failed (-want +got)\n%s", test.assume, unsat, err, diff)
		}
	}
}

// TestSessionLimit checks that a session can continue after a search that was stopped or
// reached its limit.
func TestSessionLimit(t *testing.T) {
	s := session(t, generate.Pigeonhole(9, 8), 1, defaults)
	if _, unsat, err := s.Solve(t.Context(), nil, 1); unsat || !errors.Is(err, ErrLimit) {
		t.Errorf("with a limit: refuted %v, %v", unsat, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, unsat, err := s.Solve(ctx, nil, 0); unsat || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: refuted %v, %v", unsat, err)
	}
	if _, err := Limited(1).Solve(t.Context(), s.task); !errors.Is(err, ErrLimit) {
		t.Errorf("an engine with a limit: %v", err)
	}
	if failed, unsat, err := s.Solve(t.Context(), []dimacs.Lit{1}, 0); !unsat || err != nil || failed == nil {
		t.Errorf("without a limit: refuted %v, failed %v, %v", unsat, failed, err)
	}
}
