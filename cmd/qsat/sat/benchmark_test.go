package sat

import (
	"math/rand/v2"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/dimacs"
)

// BenchmarkSolverQuestions asks a hundred questions with assumptions about a random formula, with
// a clause of a new variable before each.
func BenchmarkSolverQuestions(b *testing.B) {
	const vars = 200
	f := formulas.Random(rand.New(rand.NewPCG(7, 0)), vars, 4*vars, 3)
	for b.Loop() {
		r, s := rand.New(rand.NewPCG(1, 0)), OpenSolver(f, Options{})
		for n := range dimacs.Lit(100) {
			s.Add(dimacs.Lit(1+r.IntN(vars)), -dimacs.Lit(1+r.IntN(vars)), vars+1+n)
			assume := append(formulas.Lits(r, vars, 8), -(vars + 1 + n))
			if _, err := s.Solve(b.Context(), assume...); err != nil {
				b.Fatal(err)
			}
		}
		s.Close()
	}
}

// BenchmarkSolverSmall measures a thousand questions that unit propagation answers.
func BenchmarkSolverSmall(b *testing.B) {
	s := NewSolver(Options{})
	defer s.Close()
	for v := range dimacs.Lit(100) {
		s.Add(-(v + 1), v+2)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range dimacs.Lit(1000) {
			if a, err := s.Solve(b.Context(), i%50+1, -(i%50 + 51)); err != nil || a.Model != nil {
				b.Fatal(a, err)
			}
		}
	}
}
