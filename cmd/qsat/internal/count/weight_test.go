package count

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// images returns the weight of each assignment of the projection that a model extends, by
// trying all assignments.
func images(t *engine.Task) map[int]*big.Rat {
	weights := map[int]*big.Rat{}
	for bits := range 1 << t.Formula.Vars {
		a := &dimacs.Assignment{}
		image, weight := 0, big.NewRat(1, 1)
		for v := 1; v <= t.Formula.Vars; v++ {
			a.Set(v, bits>>(v-1)&1 != 0)
			if t.IsProjected(v) {
				image |= bits & (1 << (v - 1))
				if w := t.Weights[a.Lit(v)]; w != nil {
					weight.Mul(weight, w)
				}
			}
		}
		if engine.Check(t, a) == nil {
			weights[image] = weight
		}
	}
	return weights
}

// weighted returns the sum of these weights.
func weighted(t *engine.Task) *big.Rat {
	total := new(big.Rat)
	for _, w := range images(t) {
		total.Add(total, w)
	}
	return total
}

func TestWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	value := func() *big.Rat { return big.NewRat(r.Int64N(9)-2, 1+r.Int64N(6)) }
	counted := 0
	for i := range 250 {
		task := weightedTask(i, r, value)
		if task.Formula.Vars > 11 {
			continue
		}
		counted++
		n, err := New().Count(t.Context(), task)
		if want := weighted(task); err != nil || n.Rat().Cmp(want) != 0 {
			t.Errorf("formula %d: %v, %v, want %v\n%v, weights %v, projection %v", i, n.Rat(), err, want,
				slices.Collect(task.Formula.Clauses()), task.Weights, task.Project)
		}
	}
	if counted < 100 {
		t.Errorf("only %d formulas", counted)
	}
}

// weightedTask returns a task with weights for some variables, drawn by value.
func weightedTask(i int, r *rand.Rand, value func() *big.Rat) *engine.Task {
	_, f := generate.Small(i, r)
	task := &engine.Task{Formula: f, Weights: map[dimacs.Lit]*big.Rat{}, Threads: 1}
	if i%3 == 0 {
		task.Project = []int{}
		for v := 1; v <= f.Vars; v++ {
			if r.IntN(2) == 0 {
				task.Project = append(task.Project, v)
			}
		}
	}
	for v := 1; v <= f.Vars; v++ {
		if task.IsProjected(v) && r.IntN(3) > 0 {
			task.Weights[dimacs.Lit(v)], task.Weights[dimacs.Lit(-v)] = value(), value()
		}
	}
	return task
}
