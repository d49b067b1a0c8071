package count

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// Sample implements engine.Sampler. It draws the models from the graph of Compile, which with a projection
// also has values for the other variables. Sample does not call found if there is no model with a positive
// weight. The error is from ctx, found or Compile.
func (e *Engine) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment) error) error {
	for l, w := range t.Weights {
		if w.Sign() == 0 && t.Weights[-l].Sign() == 0 { // every model has weight 0
			return nil
		}
	}
	g, err := New().Compile(ctx, t.With(nil), t.Project != nil)
	if err != nil {
		return err
	}
	var weight func(dimacs.Lit) *big.Int
	if t.Weights != nil {
		weights, _ := Integers(t.Weights)
		weight = func(l dimacs.Lit) *big.Int { return weights[l] }
	}
	s, err := dnnf.NewSampler(ctx, g, weight)
	if err != nil || s.IsEmpty() {
		return err
	}
	named, a, r := g.Named(), &dimacs.Assignment{}, random.New(t.Seed)
	free := t.Free(func(v int) bool { return named[v] })
	for range k {
		s.Draw(r, a)
		free.Each(func(v int) { s.Value(r, dimacs.Lit(v), a) })
		err := context.Cause(ctx)
		if err == nil {
			err = found(a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
