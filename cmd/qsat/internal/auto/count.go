package auto

import (
	"context"
	"math/big"
	"sync"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Count lets count count if the formula is narrow or has weights, or else cover, and if
// that declines, count next to cdcl. dpll is for what is too large for these.
func (e auto) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	if t.Weights != nil || count.IsNarrow(ctx, t, int(e.Narrow)) {
		return count.New().Count(ctx, t)
	}
	n, err := cover.New().Count(ctx, t)
	if engine.IsDeclined(err) {
		u, refuted, failed := e.tryCounting(ctx, t)
		if refuted || failed != nil {
			return dimacs.Count{M: new(big.Int)}, failed
		}
		t = u
		n, err = e.countRace(ctx, t)
	}
	if engine.IsDeclined(err) {
		return dpll.New().Count(ctx, t)
	}
	return n, err
}

// Sample lets count draw models if the formula is narrow or has weights, or else cover, and
// if that declines, count.
func (e auto) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment, bool) error) error {
	if t.Weights == nil && !count.IsNarrow(ctx, t, int(e.Narrow)) {
		err := cover.New().Sample(ctx, t, k, found)
		if !engine.IsDeclined(err) {
			return err
		}
		u, refuted, err := e.tryCounting(ctx, t)
		if refuted || err != nil {
			return err
		}
		t = u
	}
	return count.New().Sample(ctx, t, k, found)
}

// Split splits a count that Count leaves to cover. It declines all others.
func (e auto) Split(ctx context.Context, t *engine.Task, n int) (*cover.Split, error) {
	if count.IsNarrow(ctx, t, int(e.Narrow)) {
		return nil, &engine.DeclinedError{Engine: cover.Name, Reason: "it is narrow"}
	}
	return cover.New().Split(ctx, t, n)
}

// Estimate lets cover estimate what it would take, or if it declines, dpll. It says where Count
// asks count before these.
func (e auto) Estimate(ctx context.Context, t *engine.Task) (*engine.Estimate, error) {
	x, err := cover.New().Estimate(ctx, t)
	declined := engine.IsDeclined(err)
	if declined {
		x, err = dpll.New().Estimate(ctx, t)
	}
	if declined || count.IsNarrow(ctx, t, int(e.Narrow)) {
		x.Counter = count.Name
	}
	return x, err
}

// countRace lets count count, and next to it what goes through the models one by one, which
// is sooner where they are few and hard to find.
func (b *Budgets) countRace(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	outer := ctx
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	learning := beside(t, 1)
	var few dimacs.Count
	var fewErr error
	var wg sync.WaitGroup
	wg.Go(func() {
		if few, fewErr = b.countFew(ctx, learning); fewErr == nil {
			stop()
		}
	})
	n, err := count.New().Count(ctx, t)
	stop()
	if wg.Wait(); err != nil && (fewErr == nil || few.Int().Cmp(n.Int()) > 0) {
		n, err = few, fewErr
	}
	if err != nil && outer.Err() != nil {
		err = context.Cause(outer)
	}
	return n, err
}

// countFew counts where models are few for the search that they take: with dpll if its tree
// is small, or else with cdcl.
func (b *Budgets) countFew(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	o, small, err := b.orbits(ctx, t)
	switch {
	case err != nil:
		return dimacs.Count{M: new(big.Int)}, err
	case small:
		return dpll.New().Count(ctx, t)
	}
	most := b.CountModels
	if o != nil {
		most = b.CountLeaders
	}
	return o.Models(cdcl.Few(most).Models).Count(ctx, t)
}
