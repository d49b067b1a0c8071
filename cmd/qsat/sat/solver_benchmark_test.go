package sat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/dimacs"
)

// solverOf returns a solver with the clauses of f.
func solverOf(b *testing.B, f *dimacs.Formula, o Options) *Solver {
	b.Helper()
	s := NewSolver(o)
	for c := range f.Clauses() {
		if err := s.Add(c...); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// BenchmarkSolverRandom asks one question about satisfiable random 3-SAT formulas: Solve on one
// thread, and a Solver. A search without an answer after 20 seconds counts as unanswered.
func BenchmarkSolverRandom(b *testing.B) {
	for _, size := range [][2]int{{2000, 6800}, {3000, 10_500}, {5000, 18_000}, {50_000, 180_000}} {
		for seed := range uint64(3) {
			f := formulas.Random(rand.New(rand.NewPCG(seed, 0)), size[0], size[1], 3)
			for _, name := range []string{"Solve", "Solver"} {
				b.Run(fmt.Sprintf("%d-%d/%d/%s", size[0], size[1], seed, name), func(b *testing.B) {
					stats, unanswered := &Stats{}, 0
					for range b.N {
						ctx, cancel := context.WithTimeout(b.Context(), 20*time.Second)
						err := error(nil)
						if name == "Solve" {
							_, err = Solve(ctx, Problem{Formula: f}, Options{Threads: 1, Stats: stats})
						} else {
							s := solverOf(b, f, Options{Stats: stats})
							_, err = s.Solve(ctx)
							s.Close()
						}
						if cancel(); err != nil {
							unanswered++
						}
					}
					b.ReportMetric(float64(unanswered), "unanswered")
					for _, w := range stats.Work() {
						if w.Engine == "cdcl" {
							b.ReportMetric(float64(w.Counts.Conflicts)/float64(b.N), "conflicts/op")
						}
					}
				})
			}
		}
	}
}

// BenchmarkSolverQuestions asks a hundred questions with assumptions about a random formula, with
// a clause of a new variable before each.
func BenchmarkSolverQuestions(b *testing.B) {
	const vars = 200
	f := formulas.Random(rand.New(rand.NewPCG(7, 0)), vars, 4*vars, 3)
	for b.Loop() {
		r, s := rand.New(rand.NewPCG(1, 0)), solverOf(b, f, Options{})
		for n := range dimacs.Lit(100) {
			s.Add(dimacs.Lit(1+r.IntN(vars)), -dimacs.Lit(1+r.IntN(vars)), vars+1+n)
			assume := []dimacs.Lit{-(vars + 1 + n)}
			for range 8 {
				assume = append(assume, dimacs.Lit(1+r.IntN(vars))*dimacs.Lit(1-2*r.IntN(2)))
			}
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
