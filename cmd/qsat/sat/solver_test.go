package sat

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// addTo adds the clauses of f to a solver.
func addTo(t testing.TB, s *Solver, f *dimacs.Formula) {
	t.Helper()
	for c := range f.Clauses() {
		if err := s.Add(c...); err != nil {
			t.Fatal(err)
		}
	}
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
	addTo(t, s, generate.Pigeonhole(8, 8))
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

// TestSolverErrors checks solvers with wrong options, that are closed, also in a loop, or for which a clause is
// missing: every later question returns the error. If Add has returned an error, the solver goes on.
func TestSolverErrors(t *testing.T) {
	for want, test := range map[string]struct {
		o   Options
		use func(s *Solver)
	}{
		"the solver is closed": {Options{}, func(s *Solver) {
			s.Close()
			s.Close()
			s.Clause(1)
			s.Fresh(2)
			s.Pairs(lits{1, 2, 3})
		}},
		"Options.Part is 3, ":          {Options{Part: 3}, func(*Solver) {}},
		"Options.Other is set, ":       {Options{Other: fixedAnswer{}}, func(*Solver) {}},
		"the count engine cannot take": {Options{Engine: "count"}, func(*Solver) {}},
		"0 is not a literal":           {Options{}, func(s *Solver) { s.Clause(1, 0) }},
		"-2147483648 is not a literal": {Options{}, func(s *Solver) { s.Binary(-1<<31, 2) }},
		"0 is not":                     {Options{}, func(s *Solver) { s.Pairs(lits{1, 2, 0}) }},
		"there is no room for 1 more":  {Options{}, func(s *Solver) { s.Clause(dimacs.MaxVar); s.Fresh(1) }},
	} {
		s := NewSolver(test.o)
		test.use(s)
		for question, err := range map[string]error{
			"Err": s.Err(), "Add": s.Add(1), "Solve": errorOf(s.Solve(t.Context())), "Core": errorOf(s.Core(t.Context(), 1)),
			"Models": lastError(s.Models(t.Context(), []int{1}, 2)), "Prove": errorOf(s.Prove(t.Context(), nil, 2)),
		} {
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", question, err, want)
			}
		}
		s.Close()
	}
	s := NewSolver(Options{})
	s.Add(1, 2)
	if s.Add(0) == nil || s.Err() != nil {
		t.Errorf("Add: %v", s.Err())
	}
	var errs []error
	for _, err := range s.Models(t.Context(), nil) {
		errs = append(errs, err)
		s.Close()
	}
	if len(errs) != 2 || errs[1] != errClosed || s.NewVar() != 0 || s.Formula().NumClauses() != 0 {
		t.Errorf("after Close: %v, variable %d", errs, s.NewVar())
	}
}

// TestSolverFailedFirst asks for failed assumptions at the first question, of a formula that dpll tries first.
func TestSolverFailedFirst(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 40})
	for name, ask := range map[string]func(*Solver) (Answer, error){
		"Solve": func(s *Solver) (Answer, error) { return s.Solve(t.Context(), 1, 2, 90) },
		"Core":  func(s *Solver) (Answer, error) { return s.Core(t.Context(), 90, 1, 2) },
	} {
		s := NewSolver(Options{})
		addTo(t, s, f)
		if a, err := ask(s); err != nil || a.Status != dimacs.Unsatisfiable || !slices.Contains(a.Failed, 1) || !slices.Contains(a.Failed, 2) {
			t.Errorf("%s: %v, %v", name, a, err)
		}
	}
}

// TestSolverLarge checks that the first steps answer the first question about a large formula without
// a session, and that the solver goes on after them.
func TestSolverLarge(t *testing.T) {
	stats := &Stats{}
	s := NewSolver(Options{Stats: stats})
	addTo(t, s, extended(generate.Random(rand.New(rand.NewPCG(1, 65)), 5000, 11_000, 3), 6000))
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
	const last = 8*7 + 1
	s := NewSolver(Options{Threads: 2})
	defer s.Close()
	addTo(t, s, extended(generate.Pigeonhole(8, 7), last))
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
	s.Add(-last)
	if a, err := s.Solve(t.Context()); err != nil || a.Model != nil || len(a.Failed) != 0 {
		t.Errorf("without a model: %v, %v", a, err)
	}
}

// TestSolverProve checks the proof of an answer, with the assumptions as units, between questions.
func TestSolverProve(t *testing.T) {
	s := OpenSolver(extended(generate.Pigeonhole(6, 5), 40), Options{})
	defer s.Close()
	if a, err := s.Solve(t.Context()); err != nil || a.Model == nil {
		t.Error(a, err)
	}
	var proof enginetest.Proof
	a, err := s.Prove(t.Context(), &proof, 50, -40)
	if diff := cmp.Diff([]dimacs.Lit{-40}, a.Failed); diff != "" || err != nil {
		t.Errorf("failed (-want +got)\n%s%v", diff, err)
	}
	enginetest.CheckProof(t, s.Formula().With([]dimacs.Lit{50}, []dimacs.Lit{-40}), &proof)
}

// TestSolverCountCost checks the cost of the counts of a board: the first takes no graph, and each of two
// projections in turn is compiled once, until a clause comes.
func TestSolverCountCost(t *testing.T) {
	stats := &Stats{}
	s := OpenSolver(enginetest.Formula(t, encode.Instance{N: 7}), Options{Stats: stats})
	defer s.Close()
	compiled := func() int {
		for _, w := range stats.Work() {
			if w.Engine == "count" {
				return w.Runs
			}
		}
		return 0
	}
	for i, want := range []int{0, 0, 1, 2, 2, 2, 2} {
		n, err := s.Count(t.Context(), [][]int{nil, {1, 2, 3, 4, 5, 6, 7}}[i%2])
		if got := compiled(); err != nil || n.Int().Int64() != []int64{40, 7}[i%2] || got != want {
			t.Errorf("count %d: %v, %v, compiled %d, want %d", i, n.Int(), err, got, want)
		}
	}
	s.Add(1)
	if n, err := s.Count(t.Context(), nil); err != nil || n.Int().Int64() != 4 {
		t.Errorf("after a clause: %v, %v", n.Int(), err)
	}
	if s.kept.Forget() || !slices.Contains(stats.Steps(), "graph") {
		t.Errorf("a graph is kept after a clause; steps %v", stats.Steps())
	}
	s.Count(t.Context(), nil)
	if n, err := s.Count(t.Context(), nil, 9); !s.kept.Forget() || err != nil || !n.IsZero() || s.kept.Forget() {
		t.Errorf("the graph is not dropped: %v, %v", n.Int(), err)
	}
}

// TestSolverCountArgument checks that a count is refuted by an argument, which cdcl alone would not find,
// and that the failed assumptions are then all of them.
func TestSolverCountArgument(t *testing.T) {
	defer func(b *auto.Budgets) { budgets = b }(budgets)
	budgets = auto.Default()
	budgets.FailedTicks = 1
	const last = 12*11 + 1
	s := OpenSolver(extended(generate.Pigeonhole(12, 11), last), Options{})
	defer s.Close()
	assume := []dimacs.Lit{last + 1, -last}
	n, err := s.Count(t.Context(), nil, assume...)
	if failed, err2 := s.Failed(t.Context(), assume...); err != nil || err2 != nil || !n.IsZero() || !slices.Equal(failed, assume) {
		t.Errorf("%v, %v, failed %v, %v", n.Int(), err, failed, err2)
	}
}

// TestOpenSolver checks the projection and the weights of the formula, and the errors of formulas that
// have no Solver.
func TestOpenSolver(t *testing.T) {
	s := OpenSolver(read(t, "p cnf 3 1\nc t pwmc\nc p show 1 2 0\nc p weight 1 0.25 0\n1 2 0\n"), Options{})
	defer s.Close()
	for i := range 3 {
		n, err := s.Count(t.Context(), nil, -2)
		if err != nil || n.Rat().RatString() != "1/4" {
			t.Errorf("count %d: %v, %v", i, n.Rat(), err)
		}
	}
	for _, f := range []*dimacs.Formula{withCubes(formula(1), lits{1}), nil} {
		if _, err := OpenSolver(f, Options{}).Solve(t.Context()); err == nil {
			t.Errorf("%+v is accepted", f)
		}
	}
	soft := formula(1, lits{1})
	soft.AddSoft(3, -1)
	if best, err := OpenSolver(soft, Options{}).Minimize(t.Context(), nil); best.Cost != 3 || err != nil {
		t.Errorf("soft clauses: %+v, %v", best, err)
	}
}
