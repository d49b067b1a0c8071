package auto

import (
	"context"
	"errors"
	"sync"
	"time"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/dimacs"
)

// beside returns a task for an engine next to another one, whose progress is shown, on so
// many threads and without a proof.
func beside(t *engine.Task, threads int) *engine.Task {
	u := t.With(nil)
	u.Progress, u.Threads = nil, threads
	return u
}

// An answer is what an engine returns.
type answer struct {
	engine.Answer
	err  error
	late bool // a model that depends on the clock
}

// race lets cdcl search on one processor and cover on the others, or both
// in turn where there is only one. A refutation counts whoever finds it. A model
// must not depend on the clock: it counts if cover finds it on a budget of work,
// see cover.Engine, for which cdcl waits, and otherwise if it is cdcl's; one that
// cover finds later only if cdcl is stopped. When cover declines, its processor is
// for cdcl, too; on a single one cover yields after four milliseconds, and cdcl is
// interrupted after ten. Both write into one proof, cover only when it has refuted
// the formula without, which is many times as fast.
//
// cdcl may have begun before; there is no structure where none was looked for.
func (b *Budgets) race(ctx context.Context, t *engine.Task, s *structure, begun *learning) (engine.Answer, error) {
	if _, err := t.Clauses(ctx); err != nil { // for both
		return engine.Answer{}, err
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	answers, budgetUsed := make(chan answer, 2), make(chan struct{})
	wait := func() {
		select {
		case <-budgetUsed:
		case <-ctx.Done():
		}
	}
	covering, proving := beside(t, t.Threads), beside(t, t.Threads)
	if begun == nil {
		begun = b.newLearning(t, s)
		if t.Proof != nil {
			joint := clause.NewJointProof(t.Proof) // a formula that cover gives up has to stay whole
			begun.task.Proof, proving.Proof = clause.NewProofShare(joint), clause.NewProofShare(joint)
		}
		wg.Go(func() {
			if int64(t.Formula.NumClauses()) <= b.RaceClauses {
				wait()
			}
			begun.run(ctx)
		})
	}
	wg.Go(func() {
		var a answer
		select {
		case a = <-begun.answer:
		case <-ctx.Done():
			a.err = ctx.Err()
		}
		if a.Model != nil {
			wait()
		}
		answers <- a
	})
	wg.Go(func() {
		defer close(begun.spare)
		a, err := (&cover.Engine{Limit: uint64(b.CoverWork)}).Solve(ctx, covering)
		late := errors.Is(err, cover.ErrLimit)
		if err != nil && !late {
			t.Forget()
		}
		if err != nil {
			close(budgetUsed)
		}
		if late {
			covering.Threads = max(1, covering.Threads-1)
			a, err = cover.New().Solve(ctx, covering)
		}
		if a.Model == nil && err == nil && proving.Proof != nil {
			if a, err = cover.New().Solve(ctx, proving); err != nil && !late {
				close(budgetUsed)
			}
		}
		answers <- answer{Answer: a, err: err, late: late && a.Model != nil}
	})
	first := <-answers
	if first.err != nil || first.late {
		if second := <-answers; second.err == nil || !first.late {
			first = second
		}
	}
	if first.err != nil && ctx.Err() != nil {
		first.err = context.Cause(ctx)
	}
	return first.Answer, first.err
}

// A learning is a search of cdcl next to other engines.
type learning struct {
	*Budgets
	task      *engine.Task
	structure *structure
	spare     chan struct{} // closed when another processor has nothing to do
	answer    chan answer
}

func (b *Budgets) newLearning(t *engine.Task, s *structure) *learning {
	l := &learning{b, t.With(nil), s, make(chan struct{}), make(chan answer, 1)}
	l.task.Spare = l.spare
	return l
}

func (l *learning) run(ctx context.Context) {
	a, err := l.learn(ctx, l.task, l.structure)
	l.answer <- answer{Answer: a, err: err}
}

// learnBeside lets cdcl begin to search a task while its structure is looked for, if that takes
// long, for much is easy for learning. If that is another task in the end, only a refutation counts
// of what cdcl has found until then.
func (b *Budgets) learnBeside(ctx context.Context, s *structure) (engine.Answer, error) {
	var wg sync.WaitGroup
	defer wg.Wait()
	learningCtx, stop := context.WithCancel(ctx)
	defer stop()
	t := s.task
	l := b.newLearning(t, s)
	wg.Go(func() {
		select {
		case <-time.After(time.Duration(t.Formula.NumClauses()) * b.BesideAfter):
		case <-s.found:
		}
		l.run(learningCtx)
	})
	wg.Go(func() { s.find(learningCtx) })
	select {
	case a := <-l.answer:
		if a.Model == nil && a.err == nil {
			return a.Answer, nil
		}
		l.answer <- a
		<-s.found
	case <-s.found:
	}
	switch {
	case s.known || s.err != nil:
		return s.Answer, s.err
	case s.task == t:
		return b.race(ctx, t, s, l)
	}
	stop()
	wg.Wait()
	return b.race(ctx, s.task, s, nil)
}

// learn lets cdcl search. Now and then it gives way to the others: to counting, and unless there is
// no structure to the search for a symmetric model, which counts as its own, and once to
// that for orbits, with whose leaders it begins anew.
func (b *Budgets) learn(ctx context.Context, t *engine.Task, s *structure) (engine.Answer, error) {
	var found *dimacs.Assignment
	again := recount{Budgets: b}
	relaxed := relaxation{Budgets: b}
	var refuted bool
	var failed error // of the proof
	var leaders *orbit.Orbits
	sought := false
	a, err := cdcl.Interrupted(b.SymmetryTicks, func(ticks int64) bool {
		if s != nil {
			select {
			case <-s.found:
			case <-ctx.Done():
				return true
			}
		}
		if refuted, failed = again.refute(ctx, t, ticks); refuted || failed != nil {
			return true
		}
		if hasDeclined(t.Spare) && ticks >= b.RelaxationTicks*int64(t.Formula.NumClauses()) {
			if refuted, failed = relaxed.refute(ctx, t, ticks); refuted || failed != nil {
				return true
			}
		}
		if s != nil && s.symmetries != nil {
			found, _ = s.symmetries.Solve(ctx, int(min(ticks/b.SymmetryShare, 1<<30)))
			if found == nil && !sought && ticks >= b.LeaderTicks*int64(t.Formula.NumClauses()) {
				sought = true
				leaders, _ = orbit.Find(ctx, t, int(min(b.LeaderWork+ticks/b.LeaderShare, b.OrbitWork)))
			}
		}
		t.Forget()
		return found != nil || leaders != nil
	}).Solve(ctx, t)
	if leaders != nil {
		return leaders.Solve(ctx, func(ctx context.Context, t *engine.Task) (engine.Answer, error) { return b.learn(ctx, t, nil) })
	}
	if refuted || failed != nil || found != nil {
		return engine.Answer{Model: found}, failed
	}
	return a, err
}

// hasDeclined reports whether cover has given up a task, as it has where it is not beside.
func hasDeclined(spare <-chan struct{}) bool {
	select {
	case <-spare:
		return true
	default:
		return spare == nil
	}
}

// alternate lets cdcl and cover search in turns, on budgets that grow, until cdcl has an
// answer or cover has refuted the formula, and then writes a proof of that: in a race
// the proof would depend on the clock.
func (b *Budgets) alternate(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	covering, learning := beside(t, t.Threads), t.With(clause.NewProofShare(t.Proof))
	a, err := (&cover.Engine{Limit: uint64(b.CoverWork)}).Solve(ctx, covering)
	refuted := a.Model == nil && err == nil
	if errors.Is(err, cover.ErrLimit) {
		again := recount{Budgets: b}
		goesOn, counted := true, false
		var failed error // of the proof
		a, err = cdcl.Interrupted(b.TurnTicks, func(ticks int64) bool {
			if goesOn {
				a, err := (&cover.Engine{Limit: uint64(max(1, ticks/b.TurnTicksPerWork))}).Solve(ctx, covering)
				goesOn, refuted = errors.Is(err, cover.ErrLimit), a.Model == nil && err == nil
			}
			if !refuted {
				counted, failed = again.refute(ctx, learning, ticks)
			}
			return refuted || counted || failed != nil
		}).Solve(ctx, learning)
		if counted || failed != nil {
			return engine.Answer{}, failed
		}
	} else if engine.IsDeclined(err) {
		return b.learn(ctx, learning, nil)
	}
	if refuted {
		return cover.New().Solve(ctx, t.With(t.Proof))
	}
	return a, err
}

// errRefuted ends a search for models when another engine knows that there is none.
var errRefuted = errors.New("there is no model")

// enumerateNext lets cdcl find the models, and cover refute the formula until cdcl has
// found the first.
func (b *Budgets) enumerateNext(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	if _, err := t.Clauses(ctx); err != nil { // for both
		return err
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	covering := beside(t, max(1, t.Threads-1))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	refuting, end := context.WithCancel(ctx)
	defer end()
	wg.Go(func() {
		if a, err := cover.New().Solve(refuting, covering); a.Model == nil && err == nil {
			stop(errRefuted)
		}
	})
	o, err := orbit.Find(ctx, t, int(b.OrbitWork))
	if err == nil {
		err = o.Models(cdcl.New().Models).Enumerate(ctx, t, func(a *dimacs.Assignment) error {
			end()
			return found(a)
		})
	}
	if errors.Is(err, errRefuted) {
		return nil
	}
	return err
}
