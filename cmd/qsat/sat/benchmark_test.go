package sat

import (
	"testing"

	"queens/dimacs"
)

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
