package engine

import (
	"context"
	"math/big"

	"queens/dimacs"
)

// A Count is the number M * 2^Shift: unconstrained variables double a count each,
// and there may be more of them than a number can hold digits.
type Count struct {
	M     *big.Int
	Shift uint64
}

// Int returns the number as one integer, of Shift bits more than M.
func (c Count) Int() *big.Int { return new(big.Int).Lsh(c.M, uint(c.Shift)) }

// IsZero reports whether the number is 0.
func (c Count) IsZero() bool { return c.M.Sign() == 0 }

// plus returns the sum of two numbers.
func (c Count) plus(d Count) Count {
	switch {
	case c.IsZero():
		return d
	case d.IsZero():
		return c
	case c.Shift < d.Shift:
		c, d = d, c
	}
	m := new(big.Int).Lsh(c.M, uint(c.Shift-d.Shift))
	return Count{M: m.Add(m, d.M), Shift: d.Shift}
}

// CountModels returns the number of models that each calls found with one by one, and
// with the number of unconstrained variables of the projection. Each is checked.
func CountModels(t *Task, each func(found func(a *dimacs.Assignment, unconstrained int) error) error) (Count, error) {
	n, one, checker := Count{M: new(big.Int)}, big.NewInt(1), checker{task: t}
	err := each(func(a *dimacs.Assignment, unconstrained int) error {
		if err := checker.check(a); err != nil {
			return err
		}
		n.M.Add(n.M, one)
		n.Shift = uint64(unconstrained)
		return nil
	})
	return n, err
}

// expandable is how many unconstrained variables Expand goes through: the models
// that differ on those can never be all written.
const expandable = 62

// Expand calls found with a and with every other assignment that differs from it on
// unconstrained variables, which it leaves false.
func Expand(ctx context.Context, a *dimacs.Assignment, unconstrained []int, found func(*dimacs.Assignment) error) error {
	vars := unconstrained[:min(len(unconstrained), expandable)]
	for i := uint64(0); i < 1<<len(vars); i++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for k, v := range vars {
			a.Set(v, i>>k&1 != 0)
		}
		if err := found(a); err != nil {
			return err
		}
	}
	for _, v := range vars {
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
