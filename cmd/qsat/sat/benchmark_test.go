package sat

import (
	"math/rand/v2"
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

// BenchmarkAdd measures clauses of three literals, with new variables now and then, before the first
// question and after it. The time of a clause includes its share of the question after the clauses.
func BenchmarkAdd(b *testing.B) {
	const clauses = 200_000
	for name, first := range map[string]bool{"before": false, "after": true} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r := rand.New(rand.NewPCG(1, 2))
				s := NewSolver(Options{})
				ask := func() {
					if a, err := s.Solve(b.Context(), 1, -1); err != nil || a.Model != nil {
						b.Fatal(a, err)
					}
				}
				if s.Add(1, 2, 3); first {
					ask()
				}
				for i := range clauses {
					lit := func() dimacs.Lit { return dimacs.Lit(1+r.IntN(10+i/4)) * dimacs.Lit(1-2*r.IntN(2)) }
					s.Add(lit(), lit(), lit())
				}
				ask()
				s.Close()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*clauses), "ns/clause")
		})
	}
}
