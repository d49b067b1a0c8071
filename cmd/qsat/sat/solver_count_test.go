package sat

import (
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

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
	f := formulas.Pigeonhole(12, 11)
	last := dimacs.Lit(f.Vars + 1)
	s := NewSolver(Options{})
	defer s.Close()
	for c := range f.Clauses() {
		s.Add(append(c, last)...)
	}
	assume := []dimacs.Lit{last + 1, -last}
	n, err := s.Count(t.Context(), nil, assume...)
	if failed, err2 := s.Failed(t.Context(), assume...); err != nil || err2 != nil || !n.IsZero() || !slices.Equal(failed, assume) {
		t.Errorf("%v, %v, failed %v, %v", n.Int(), err, failed, err2)
	}
}

// TestOpenSolver checks the projection and the weights of the formula, and the errors of formulas that
// have no Solver.
func TestOpenSolver(t *testing.T) {
	open := func(text string) *Solver {
		f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{Soft: true})
		if err != nil {
			t.Fatal(err)
		}
		return OpenSolver(f, Options{})
	}
	s := open("p cnf 3 1\nc t pwmc\nc p show 1 2 0\nc p weight 1 0.25 0\n1 2 0\n")
	defer s.Close()
	for i := range 3 {
		n, err := s.Count(t.Context(), nil, -2)
		if err != nil || n.Rat().RatString() != "1/4" {
			t.Errorf("count %d: %v, %v", i, n.Rat(), err)
		}
	}
	for _, text := range []string{"p inccnf\n1 0\na 1 0\n", "p wcnf 1 1 5\n1 -1 0\n"} {
		if _, err := open(text).Solve(t.Context()); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
