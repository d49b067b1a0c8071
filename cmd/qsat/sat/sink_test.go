package sat_test

import (
	"errors"
	"slices"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/cardinality"
)

// TestSolverSink writes "at most one" in every encoding, and the bounds, into a solver between its
// questions. Each assumption of the inputs has a model if and only if the constraint allows it.
func TestSolverSink(t *testing.T) {
	const n = 5
	type constraint struct {
		name   string
		encode func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh)
		allows func(count int) bool
	}
	list := []constraint{
		{"at least 2", func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
			cardinality.AtLeast.Encode(2, lits, sink, fresh)
		}, func(count int) bool { return count >= 2 }},
		{"at most 3", func(lits []dimacs.Lit, sink dimacs.Sink, fresh dimacs.Fresh) {
			cardinality.AtMost.Encode(3, lits, sink, fresh)
		}, func(count int) bool { return count <= 3 }},
	}
	for _, e := range atmostone.All() {
		list = append(list, constraint{e.Name, e.Encode, func(count int) bool { return count <= 1 }})
	}
	for _, c := range list {
		s := sat.NewSolver(sat.Options{})
		inputs := s.Fresh(n)
		if a, err := s.Solve(t.Context(), inputs...); a.Status != dimacs.Satisfiable || err != nil {
			t.Errorf("%s: without clauses: %v, %v", c.name, a.Status, err)
		}
		c.encode(inputs, s, s.Fresh)
		for bits := range 1 << n {
			assume, count := slices.Clone(inputs), 0
			for i := range assume {
				if bits>>i&1 == 0 {
					assume[i] = -assume[i]
				} else {
					count++
				}
			}
			a, err := s.Solve(t.Context(), assume...)
			if err != nil || s.Err() != nil || (a.Status == dimacs.Satisfiable) != c.allows(count) {
				t.Errorf("%s, %v: %v, %v, %v", c.name, assume, a.Status, err, s.Err())
			}
		}
		s.Close()
	}
}

// TestSolverSinkErrors checks that a clause which is missing gives an error for every later question,
// unless Add has returned the error.
func TestSolverSinkErrors(t *testing.T) {
	closed := sat.NewSolver(sat.Options{})
	closed.Close()
	s := func() *sat.Solver { return sat.NewSolver(sat.Options{}) }
	for name, wrong := range map[string]struct {
		solver *sat.Solver
		use    func(s *sat.Solver)
	}{
		"Clause": {s(), func(s *sat.Solver) { s.Clause(1, 0) }},
		"Binary": {s(), func(s *sat.Solver) { s.Binary(-1<<31, 2) }},
		"Pairs":  {s(), func(s *sat.Solver) { s.Pairs([]dimacs.Lit{1, 2, 0}) }},
		"Fresh":  {s(), func(s *sat.Solver) { s.Clause(dimacs.MaxVar); s.Fresh(1) }},
		"Close":  {closed, func(s *sat.Solver) { s.Clause(1); s.Fresh(2); s.Pairs([]dimacs.Lit{1, 2, 3}) }},
	} {
		wrong.use(wrong.solver)
		err := wrong.solver.Err()
		_, err2 := wrong.solver.Solve(t.Context())
		if err == nil || err2 != err || wrong.solver.Add(1) != err {
			t.Errorf("%s: %v, then %v", name, err, err2)
		}
		wrong.solver.Clause(1)
		if wrong.solver.Close(); name != "Close" && !errors.As(err, new(*sat.ProblemError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	right := s()
	defer right.Close()
	if right.Add(0) == nil || right.Err() != nil {
		t.Errorf("Add: %v", right.Err())
	}
}
