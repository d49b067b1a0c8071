package dpll

import (
	"math"
	"math/rand/v2"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// TestEveryWalk checks that the mean over all possible walks is the number of models, for
// any formula and projection.
func TestEveryWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 200 {
		f := generate.Random(r, 1+r.IntN(7), r.IntN(12), 1, 2, 3, 4)
		task := enginetest.Task(f)
		if i%2 == 0 {
			task.Project = []int{1 + r.IntN(f.Vars)}
		}
		want, err := New().Count(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		others := 0
		_, models, err := enginetest.EveryWalk(func(x *engine.Estimate, choose func(int) int) (int64, error) {
			s, err := New().load(task, true) // a new search, because ties depend on earlier walks
			if err != nil {
				return 0, err
			}
			s.ctx = t.Context()
			if _, others = task.Unconstrained(s.numbering, s.vars, s.isConstrained); s.empty || !s.propagate() {
				return 0, s.err
			}
			return (&estimator{search: s, x: x, root: len(s.trail)}).walk(choose)
		})
		exact, _ := want.Rat().Float64()
		if got := math.Ldexp(models, others); err != nil || math.Abs(got-exact) > 1e-9*exact {
			t.Errorf("formula %d: %v models, %v, want %v", i, got, err, exact)
		}
	}
}

// TestEstimate checks that, with these seeds, the intervals contain the true counts.
func TestEstimate(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"board": enginetest.Formula(t, encode.Instance{N: 7}), "pigeons": generate.Pigeonhole(6, 6),
	} {
		enginetest.CheckEstimate(t, name, New(), enginetest.Task(f), 0)
	}
}

// With a limit, few walks are made, which do not measure the time of a node.
func TestFewWalks(t *testing.T) {
	task := enginetest.Task(generate.Pigeonhole(6, 6))
	x, err := New().Estimate(t.Context(), task)
	y, err2 := (&Engine{Limit: 1 << 22}).Estimate(t.Context(), task)
	if err != nil || err2 != nil || y.Walks == 0 || y.Walks > x.Walks/4 || y.NodeSeconds() > 0 {
		t.Errorf("%d walks, %v; with a limit %d walks, %v, %v s a node", x.Walks, err, y.Walks, err2, y.NodeSeconds())
	}
}
