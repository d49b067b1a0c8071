package engine

import (
	"context"

	"queens/dimacs"
)

// expandable is how many free variables Expand goes through: the models that
// differ on those can never be all written.
const expandable = 62

// Expand calls found with a and with every other assignment that differs from
// it on free variables, which the formula does not constrain. It leaves the
// free variables false.
func Expand(ctx context.Context, a *dimacs.Assignment, free []int, found func(*dimacs.Assignment) error) error {
	free = free[:min(len(free), expandable)]
	for i := uint64(0); i < 1<<len(free); i++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for k, v := range free {
			a.Set(v, i>>k&1 != 0)
		}
		if err := found(a); err != nil {
			return err
		}
	}
	for _, v := range free {
		a.Set(v, false)
	}
	return nil
}

// Unconstrained returns the number of variables of the projection that are not
// constrained, each of which doubles a count, and the first of them, as many as
// Expand can use; less once ctx has ended. Without a projection, that is for all
// variables of the formula, n is how many are constrained, so that billions of
// others need not be gone through.
func (t *Task) Unconstrained(ctx context.Context, constrained func(v int) bool, n int) (first []int, count int) {
	for i := range t.NumProjected() {
		if t.Project == nil && len(first) == min(expandable, t.Formula.Vars-n) || i&0xffff == 0 && ctx.Err() != nil {
			break
		}
		if v := t.Projected(i); !constrained(v) {
			if count++; len(first) < expandable {
				first = append(first, v)
			}
		}
	}
	if t.Project == nil {
		count = t.Formula.Vars - n
	}
	return first, count
}
