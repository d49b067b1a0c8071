package sat

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestSolverModels compares the models of a loop, one inside another, with all assignments, and
// checks that clauses of the loop and its end have no effect on later questions.
func TestSolverModels(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 65))
	for i := range 60 {
		f, s := formulas.Random(r, 6, 8, 2, 3), NewSolver(Options{Seed: int64(i)})
		for c := range f.Clauses() {
			s.Add(c...)
		}
		f.Vars = 6
		project := [][]int{nil, {1, 2, 3}, {5, 2, 5}}[i%3]
		for _, assume := range [][]dimacs.Lit{nil, {-6}, {1, -3}} {
			want, got := map[string]bool{}, map[string]bool{}
			for _, a := range assignments(f, 6, assume) {
				want[values(a, project)] = true
			}
			s.Solve(t.Context(), 6, -6) // so that the solver knows all variables
			for a, err := range s.Models(t.Context(), project, assume...) {
				if err != nil || f.Falsified(a) != nil || got[values(a, project)] {
					t.Fatalf("formula %d, %v: %v, again %v, %v", i, assume, a, got, err)
				}
				got[values(a, project)] = true
				for _, err := range s.Models(t.Context(), nil) { // ends early
					if err != nil {
						t.Fatal(err)
					}
					break
				}
			}
			if len(got) != len(want) {
				t.Errorf("formula %d, %v: %d models, want %d", i, assume, len(got), len(want))
			}
			if a, err := s.Solve(t.Context(), assume...); err != nil || (a.Model != nil) != (len(want) > 0) {
				t.Errorf("formula %d, %v: after the loop %v, %v", i, assume, a, err)
			}
		}
		s.Close()
	}
}

// values returns the values of the variables of project, or of the first six.
func values(a *dimacs.Assignment, project []int) string {
	if project == nil {
		project = []int{1, 2, 3, 4, 5, 6}
	}
	text := ""
	for _, v := range project {
		text += fmt.Sprint(a.Holds(dimacs.Lit(v)), " ")
	}
	return text
}

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
