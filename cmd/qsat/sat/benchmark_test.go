package sat

import (
	"fmt"
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

// BenchmarkBackbone finds the backbone of a random formula of 3,000 variables, mostly of two literals as
// in feature models.
func BenchmarkBackbone(b *testing.B) {
	f, n := formulas.Random(rand.New(rand.NewPCG(2, 66)), 3000, 3300, 2, 2, 3), 0
	for b.Loop() {
		n = 0
		for _, err := range Backbone(b.Context(), Problem{Formula: f}, Options{}) {
			if n++; err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(n), "literals")
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

// Counts of a graph of about 1,000 nodes, under two assumptions and for each literal.
func BenchmarkGraph(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	f := formulas.Random(r, 64, 92, 2, 3, 3)
	g, err := Compile(b.Context(), Problem{Formula: f}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("%d nodes/assume", g.Nodes()), func(b *testing.B) {
		for b.Loop() {
			g.Count(dimacs.Lit(1+r.IntN(64)), -dimacs.Lit(1+r.IntN(64)))
		}
	})
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			for range g.Each() {
			}
		}
	})
}
