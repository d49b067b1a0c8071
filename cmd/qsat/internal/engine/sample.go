package engine

import (
	"context"

	"queens/dimacs"
)

// A Sampler draws models at random.
type Sampler interface {
	// Sample calls found with k models, or not at all if there is no model. The draws are
	// independent, from the models that differ on the projection. Without weights, all
	// models are equally likely. With weights, which must not be negative, the probability
	// of a model is proportional to its weight. The seed of t determines the draws. The
	// assignment is valid during the call. Sample stops at the first error of found and returns it.
	Sample(ctx context.Context, t *Task, k int64, found func(*dimacs.Assignment) error) error
}

// Sample calls e for k random models, and calls found with each model, as a Sampler does. It checks the
// model before, and ends with the error of a wrong one. It declines if e is not a Sampler.
func Sample(ctx context.Context, e Engine, t *Task, k int64, found func(*dimacs.Assignment) error) error {
	s, is := e.(Sampler)
	if !is {
		return &DeclinedError{e.Name(), "it does not draw samples"}
	}
	checker := checker{task: t}
	return s.Sample(ctx, t, k, func(a *dimacs.Assignment) error {
		if err := checker.check(a); err != nil {
			return err
		}
		return found(a)
	})
}

// Free is an ascending list of ranges of variables that may have any value. A range is its first
// variable and its last variable.
type Free [][2]int

// Free returns the variables of the projection for which constrained returns false.
func (t *Task) Free(constrained func(v int) bool) (free Free) {
	for i := range t.NumProjected() {
		switch v, last := t.Projected(i), len(free)-1; {
		case constrained(v):
		case last >= 0 && free[last][1] == v-1:
			free[last][1] = v
		default:
			free = append(free, [2]int{v, v})
		}
	}
	return free
}

// Each calls do for every variable, ascending.
func (f Free) Each(do func(v int)) {
	for _, r := range f {
		for v := r[0]; v <= r[1]; v++ {
			do(v)
		}
	}
}
