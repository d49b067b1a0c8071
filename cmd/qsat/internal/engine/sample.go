package engine

import (
	"context"

	"queens/dimacs"
)

// A Sampler draws models.
type Sampler interface {
	// Sample calls found with k models, or none if there are none. Each is drawn from all that
	// differ on the projection, whatever the others are: one is as likely as another, or has
	// the likelihood that is its share of all weights, none of which is negative. The seed
	// chooses them. The assignment is valid during the call. Again says that found was called
	// with it before, and that it has the same values.
	Sample(ctx context.Context, t *Task, k int64, found func(a *dimacs.Assignment, again bool) error) error
}

// Sample asks an engine for k models, which it checks. It declines if e does not draw any.
func Sample(ctx context.Context, e Engine, t *Task, k int64, found func(*dimacs.Assignment) error) error {
	s, is := e.(Sampler)
	if !is {
		return &DeclinedError{e.Name(), "it does not draw samples"}
	}
	checker := checker{task: t}
	return s.Sample(ctx, t, k, func(a *dimacs.Assignment, again bool) error {
		if !again {
			if err := checker.check(a); err != nil {
				return err
			}
		}
		return found(a)
	})
}

// Free are variables that may have any value, as ranges of them, ascending.
type Free [][2]int

// Free returns those of the projection that are not constrained.
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

// Each calls do with each of the variables.
func (f Free) Each(do func(v int)) {
	for _, r := range f {
		for v := r[0]; v <= r[1]; v++ {
			do(v)
		}
	}
}
