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

// Free returns the number of variables of the projection that are not bound,
// and the first of them, as many as Expand can use.
func (t *Task) Free(bound map[int]bool) (first []int, n int) {
	for i := range t.NumProjected() {
		if t.Project == nil && len(first) == expandable {
			break
		}
		if v := t.Projected(i); !bound[v] {
			if n++; len(first) < expandable {
				first = append(first, v)
			}
		}
	}
	if t.Project == nil {
		n = t.Formula.Vars - len(bound)
	}
	return first, n
}
