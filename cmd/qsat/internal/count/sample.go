package count

import (
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dice"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Sample draws models from the graph that a count goes through. That says nothing of variables
// outside the projection: cdcl finds values for these.
func (e *Engine) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment, bool) error) error {
	g, err := e.Compile(ctx, t.With(t.Options, nil))
	if err != nil {
		return err
	}
	weights, certain := integers(t.Weights)
	s, err := dnnf.NewSampler(ctx, g, weights)
	if err != nil || s.IsEmpty() || !certain {
		return err
	}
	d := &draws{task: t, sampler: s, dice: dice.New(t.Seed)}
	named := g.Named()
	d.free = t.Free(ctx, func(v int) bool { return named[v] || t.Weights[dimacs.Lit(v)] != nil })
	for l := range t.Weights {
		if l > 0 && !named[l.Var()] {
			d.weighted = append(d.weighted, l)
		}
	}
	slices.Sort(d.weighted)
	if t.Project != nil {
		for v := range named {
			d.projected = append(d.projected, dimacs.Lit(v))
		}
		slices.Sort(d.projected)
		if d.session, err = cdcl.NewSession(ctx, t.Under(append(d.projected, t.Assume...))); err != nil {
			return err
		}
		defer d.session.Close()
	}
	for range k {
		a, err := d.draw(ctx)
		if err == nil {
			err = found(a, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// draws are models that are drawn one after the other.
type draws struct {
	task      *engine.Task
	sampler   *dnnf.Sampler
	dice      *dice.Dice
	model     dimacs.Assignment
	free      engine.Free   // variables that are not in the graph,
	weighted  []dimacs.Lit  // and those of them that have weights
	projected []dimacs.Lit  // variables that are, if there is a projection;
	session   *cdcl.Session // finds values for others
}

// draw returns a model that is drawn.
func (d *draws) draw(ctx context.Context) (*dimacs.Assignment, error) {
	a := &d.model
	d.sampler.Draw(d.dice, a)
	if d.session != nil {
		assume := slices.Clone(d.task.Assume)
		for _, v := range d.projected {
			assume = append(assume, a.Lit(v.Var()))
		}
		answer, err := d.session.Solve(ctx, assume)
		if err != nil {
			return nil, err
		}
		if answer.Model != nil { // else a is found to be none
			a = answer.Model
		}
	}
	for _, v := range d.weighted {
		d.sampler.Value(d.dice, v, a)
	}
	d.free.Flip(ctx, d.dice, a)
	return a, context.Cause(ctx)
}

// integers returns weights that are multiplied so that they are integers, for each variable
// both by the same, and whether each variable can have a value.
func integers(weights map[dimacs.Lit]*big.Rat) (of func(dimacs.Lit) *big.Int, certain bool) {
	if weights == nil {
		return nil, true
	}
	list := make(map[dimacs.Lit]*big.Int, len(weights))
	for l, w := range weights {
		list[l] = scaled(w, new(big.Int).Mul(w.Denom(), weights[-l].Denom()))
		if w.Sign() == 0 && weights[-l].Sign() == 0 {
			return nil, false
		}
	}
	return func(l dimacs.Lit) *big.Int { return list[l] }, true
}
