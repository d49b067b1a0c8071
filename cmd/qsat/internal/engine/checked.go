package engine

import (
	"context"
	"fmt"

	"queens/dimacs"
)

// Checked returns an engine that hands out a model of e only after it was
// checked against the clauses as they were read, and the assumptions.
func Checked(e Engine) Engine { return checked{e} }

type checked struct{ Engine }

func (c checked) Solve(ctx context.Context, t *Task) (*dimacs.Assignment, error) {
	a, err := c.Engine.Solve(ctx, t)
	if err != nil || a == nil {
		return nil, err
	}
	return a, Check(t, a)
}

func (c checked) Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error {
	checker := NewChecker(t)
	return c.Engine.Enumerate(ctx, t, func(a *dimacs.Assignment) error {
		if err := checker.Check(a); err != nil {
			return err
		}
		return found(a)
	})
}

// A WrongModelError is an assignment that an engine took for a model.
type WrongModelError struct {
	Clause []dimacs.Lit // of the formula, or an assumption, not satisfied
}

func (e *WrongModelError) Error() string {
	return fmt.Sprintf("internal error: the model found does not satisfy the clause %v", e.Clause)
}

// Check returns a *WrongModelError if a is not a model.
func Check(t *Task, a *dimacs.Assignment) error {
	for _, l := range t.Assume {
		if !a.Holds(l) {
			return &WrongModelError{[]dimacs.Lit{l}}
		}
	}
	if c := t.Formula.Falsified(a); c != nil {
		return &WrongModelError{c}
	}
	return nil
}
