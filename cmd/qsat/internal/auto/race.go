package auto

import (
	"context"
	"errors"
	"sync"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// An answer is what an engine returns.
type answer struct {
	model  *dimacs.Assignment
	failed []dimacs.Lit // assumptions, if there is no model
	err    error
}

// race lets cdcl search on one processor and cover on the others, or both
// in turn where there is only one. A refutation counts whoever finds it. A model
// must not depend on the clock: it counts if cover finds it on a budget of work,
// see cover.Engine, for which cdcl waits, and otherwise if it is cdcl's. Where
// the budget is 0 cover has had its try. When cover declines, its processor is for
// cdcl, too; on a single one cover yields after four milliseconds, and cdcl is
// interrupted after ten.
func race(ctx context.Context, t *engine.Task, work uint64) (*dimacs.Assignment, error) {
	if _, err := t.Clauses(ctx); err != nil { // for both
		return nil, err
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tried, covered, learned := make(chan answer, 1), make(chan answer, 1), make(chan answer, 1)
	spare := make(chan struct{})
	wg.Go(func() {
		task := *t
		task.Spare = spare
		a, err := cdcl.New().Solve(ctx, &task)
		learned <- answer{a, task.Failed, err}
	})
	wg.Go(func() {
		defer close(spare)
		task := *t
		task.Threads = max(1, t.Threads-1)
		task.Progress = nil // that of cdcl is shown
		if work > 0 {
			a, err := (&cover.Engine{Limit: work}).Solve(ctx, &task)
			tried <- answer{model: a, err: err}
			if !errors.Is(err, cover.ErrLimit) {
				return
			}
		}
		a, err := cover.New().Solve(ctx, &task)
		covered <- answer{model: a, err: err}
	})
	var c, l answer
	over := work == 0
	for {
		select {
		case a := <-tried:
			if !isDeclined(a.err) {
				return a.model, a.err
			}
			over = true
			if !errors.Is(a.err, cover.ErrLimit) { // there is nothing for cover
				c, covered = a, nil
			}
		case c = <-covered:
			covered = nil
		case l = <-learned:
			learned = nil
		}
		switch {
		case learned == nil && l.err == nil && (l.model == nil || over):
			t.Failed = l.failed
			return l.model, nil
		case covered == nil && c.err == nil && (c.model == nil || learned == nil):
			return c.model, nil
		case covered == nil && learned == nil:
			return nil, l.err
		}
	}
}
