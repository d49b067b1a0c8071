package sat

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/dimacs"
)

// assignments yields the assignments of n variables that satisfy f and assume, with their bits: variable
// v has bit v-1.
func assignments(f *dimacs.Formula, n int, assume []dimacs.Lit) iter.Seq2[int, *dimacs.Assignment] {
	return func(yield func(int, *dimacs.Assignment) bool) {
		for values := range 1 << n {
			a := &dimacs.Assignment{}
			a.SetBits([]uint64{uint64(values) << 1})
			if f.Falsified(a) == nil && !slices.ContainsFunc(assume, func(l dimacs.Lit) bool { return !a.Holds(l) }) && !yield(values, a) {
				return
			}
		}
	}
}

// holdsIn reports whether some assignment of n variables satisfies f and assume.
func holdsIn(f *dimacs.Formula, n int, assume []dimacs.Lit) bool {
	for range assignments(f, n, assume) {
		return true
	}
	return false
}

// TestSolverMistakes checks errors, and that a solver goes on after them.
func TestSolverMistakes(t *testing.T) {
	s := NewSolver(Options{})
	defer s.Close()
	for _, l := range []dimacs.Lit{0, -1 << 31} {
		_, err := s.Solve(t.Context(), l)
		if err2 := s.Add(1, l); !errors.As(err, new(*ProblemError)) || !errors.As(err2, new(*ProblemError)) {
			t.Errorf("literal %d: %v, %v", l, err, err2)
		}
	}
	for c := range formulas.Pigeonhole(8, 8).Clauses() {
		if err := s.Add(c...); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Solve(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s.Add(-7)
	s.Add(7, dimacs.MaxVar)
	a, err := s.Core(t.Context(), 3, dimacs.MaxVar, 7)
	if diff := cmp.Diff(Answer{Status: dimacs.Unsatisfiable, Failed: []dimacs.Lit{7}, Minimal: true}, a); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	if s.Add(); s.Add() != nil {
		t.Error("an empty clause is refused")
	}
	if a, err := s.Solve(t.Context(), 3); a.Status != dimacs.Unsatisfiable || len(a.Failed) != 0 || err != nil {
		t.Errorf("after an empty clause: %+v, %v", a, err)
	}
}

// TestSolverLarge checks that the first steps answer the first question about a large formula without
// a session, and that the solver goes on after them.
func TestSolverLarge(t *testing.T) {
	stats := &Stats{}
	s := NewSolver(Options{Stats: stats})
	for c := range formulas.Random(rand.New(rand.NewPCG(1, 65)), 5000, 11_000, 3).Clauses() {
		s.Add(append(c, 6000)...)
	}
	a, err := s.Solve(t.Context(), 7, -8)
	if err != nil || a.Model == nil || s.kept.Session != nil || !a.Model.Holds(7) || a.Model.Holds(8) {
		t.Errorf("first: %v, %v, session %v", a.Status, err, s.kept.Session)
	}
	s.Add(-7, 8)
	if a, err := s.Core(t.Context(), 9, 7, -8); err != nil || !slices.Equal(a.Failed, []dimacs.Lit{7, -8}) {
		t.Errorf("second: %v, %v", a, err)
	}
	if a, err := s.Solve(t.Context(), -6000, 8); err != nil || a.Model == nil {
		t.Errorf("third: %v, %v", a.Status, err)
	}
	s.Close()
	if work := stats.Work(); len(work) != 2 {
		t.Errorf("%v", work)
	}
}
