package dpll

import (
	"context"
	"errors"
	"math"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// ErrBudget is the error of a search that has used up its budget.
var ErrBudget = errors.New("the budget of the search is used up")

// Prepare builds the search for one model. It returns a *engine.DeclinedError
// for a formula without choice clauses, which the engine has nothing to offer.
func Prepare(ctx context.Context, t *engine.Task) (*Search, error) {
	return prepare(ctx, t, purpose{structured: true})
}

// Solve returns a model, or nil if there is none. After so many steps as
// Stats.Steps counts it returns ErrBudget; another call goes on from there.
// When the budget is used up depends on the formula and the seed alone.
func (s *Search) Solve(ctx context.Context, budget int64) (*dimacs.Assignment, error) {
	s.limit = s.steps + min(budget, math.MaxInt64-s.steps)
	s.look = min(s.look, s.limit)
	found, err := s.next(ctx, true)
	if err != nil || !found {
		return nil, err
	}
	a := &dimacs.Assignment{}
	s.model(a)
	return a, nil
}
