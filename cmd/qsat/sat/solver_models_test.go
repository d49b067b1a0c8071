package sat

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestSolverModelsMistakes checks the errors of Models, also after Close in the loop.
func TestSolverModelsMistakes(t *testing.T) {
	s := NewSolver(Options{})
	s.Add(1, 2)
	for _, project := range [][]int{{0}, {-1}, {dimacs.MaxVar + 1}} {
		for a, err := range s.Models(t.Context(), project) {
			if a != nil || err == nil {
				t.Errorf("projection %v: %v, %v", project, a, err)
			}
		}
	}
	var errs []error
	for _, err := range s.Models(t.Context(), nil) {
		errs = append(errs, err)
		s.Close()
	}
	for _, err := range s.Models(t.Context(), []int{1}, 2) {
		errs = append(errs, err)
	}
	if _, err := s.Prove(t.Context(), nil, 2); err != errClosed {
		t.Errorf("Prove after Close: %v", err)
	}
	if len(errs) != 3 || errs[2] != errClosed || errs[1] != errClosed || s.NewVar() != 0 || s.Formula().NumClauses() != 0 {
		t.Errorf("after Close: %v, variable %d", errs, s.NewVar())
	}
}

// TestSolverNewVar checks that a new variable is in no clause and in no assumption.
func TestSolverNewVar(t *testing.T) {
	s := NewSolver(Options{})
	defer s.Close()
	s.Add(1, -3)
	if a, err := s.Solve(t.Context(), -5, 3); err != nil || !a.Model.Holds(1) || s.NewVar() != 6 || s.NewVar() != 7 {
		t.Errorf("%v, %v, then %d", a, err, s.NewVar())
	}
	s.Solve(t.Context(), dimacs.MaxVar)
	if v := s.NewVar(); v != 0 {
		t.Errorf("beyond the last variable: %d", v)
	}
}

// TestSolverThreads checks that a solver of two threads goes on after a search with both.
func TestSolverThreads(t *testing.T) {
	s := NewSolver(Options{Threads: 2})
	defer s.Close()
	f := formulas.Pigeonhole(8, 7)
	last := dimacs.Lit(f.Vars + 1)
	for c := range f.Clauses() {
		s.Add(append(c, last)...)
	}
	if a, err := s.Solve(t.Context()); err != nil || a.Model == nil {
		t.Error(a, err)
	}
	s.Add(-last, last+1)
	s.Add(-last, last+2)
	for _, assume := range [][]dimacs.Lit{{-last}, {-last - 1}, {last + 2}, nil} {
		a, err := s.Solve(t.Context(), assume...)
		if unsat := len(assume) > 0 && assume[0] < 0; err != nil || (a.Model == nil) != unsat {
			t.Errorf("%v: %v, %v", assume, a, err)
		}
	}
	if s.Add(-last); true {
		if a, err := s.Solve(t.Context()); err != nil || a.Model != nil || len(a.Failed) != 0 {
			t.Errorf("without a model: %v, %v", a, err)
		}
	}
}

// TestSolverProve checks the proof of an answer, with the assumptions as units, between questions.
func TestSolverProve(t *testing.T) {
	s := NewSolver(Options{})
	defer s.Close()
	for c := range formulas.Pigeonhole(6, 5).Clauses() {
		s.Add(append(c, 40)...)
	}
	if a, err := s.Solve(t.Context()); err != nil || a.Model == nil {
		t.Error(a, err)
	}
	var proof enginetest.Proof
	a, err := s.Prove(t.Context(), &proof, 50, -40)
	if diff := cmp.Diff([]dimacs.Lit{-40}, a.Failed); diff != "" || err != nil {
		t.Errorf("failed (-want +got)\n%s%v", diff, err)
	}
	enginetest.CheckProof(t, s.Formula().With([]dimacs.Lit{50}, []dimacs.Lit{-40}), &proof)
	if _, err := s.Prove(t.Context(), &proof, 0); err == nil {
		t.Error("literal 0 is accepted")
	}
}
