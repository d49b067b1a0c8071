package auto

import (
	"context"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
)

// A structure is what is found of a task before cover searches it.
type structure struct {
	*Budgets
	engine.Answer // if it is known
	known         bool
	task          *engine.Task     // or one with what follows from it, and with fewer symmetries
	symmetries    *symmetry.Search // for symmetric models of that, nil for none
	err           error
	found         chan struct{} // closed then
}

func (b *Budgets) newStructure(t *engine.Task) *structure {
	return &structure{Budgets: b, task: t, found: make(chan struct{})}
}

// find lets counting refute the task for a while, looks for a symmetric model where the formula is
// large, and breaks symmetries.
func (s *structure) find(ctx context.Context) {
	defer close(s.found)
	if s.task, s.known, s.err = s.tryCounting(ctx, s.task); s.known || s.err != nil {
		return
	}
	t := s.task
	d, err := t.Clauses()
	if err != nil {
		s.err = err
		return
	}
	symmetries := symmetry.New(t, d, s.try)
	if int64(t.Formula.NumClauses()) >= s.SymmetryClauses {
		if s.Model, s.err = symmetries.Solve(ctx, 0); s.Model != nil || s.err != nil {
			s.known = true
			return
		}
	}
	if t.Proof == nil {
		s.symmetries = symmetries
	}
	s.task, s.err = symmetry.Break(t)
}
