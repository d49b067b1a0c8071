package count

import (
	"context"
	"maps"
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
	g, err := e.Compile(ctx, t.With(nil), nil)
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
	d.free = t.Free(func(v int) bool { return named[v] })
	if t.Project != nil {
		if d.extension, err = newExtension(t, named); err != nil {
			return err
		}
		defer d.extension.session.Close()
	}
	for range k {
		a, again, err := d.draw(ctx)
		if err == nil {
			err = found(a, again)
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
	free      engine.Free // variables that are not in the graph
	extension *extension  // nil without a projection
}

// draw returns a model that is drawn, and whether it is the same as one before.
func (d *draws) draw(ctx context.Context) (a *dimacs.Assignment, again bool, err error) {
	a = &d.model
	d.sampler.Draw(d.dice, a)
	if d.extension != nil {
		if a, again, err = d.extension.of(ctx, a); err != nil {
			return nil, false, err
		}
	}
	d.free.Each(func(v int) { d.sampler.Value(d.dice, dimacs.Lit(v), a) })
	return a, again && len(d.free) == 0, context.Cause(ctx)
}

// An extension extends values of a projection to models.
type extension struct {
	session   *cdcl.Session
	assume    []dimacs.Lit // of the task, and room for the projection
	projected []int        // the variables of that in clauses
	key       []byte
	models    map[string]*dimacs.Assignment // some of those that were found, by key
	most      int                           // how many these may be
}

// extensionBytes bounds the memory of models that are kept, about.
const extensionBytes = 1 << 26

func newExtension(t *engine.Task, named map[int]bool) (*extension, error) {
	e := &extension{assume: slices.Clip(t.Assume), projected: slices.Sorted(maps.Keys(named)), models: map[string]*dimacs.Assignment{}}
	e.most = extensionBytes / (t.Formula.Vars/4 + len(named)/8 + 256)
	all := slices.Clone(t.Assume)
	for _, v := range e.projected {
		all = append(all, dimacs.Lit(v))
	}
	var err error
	e.session, err = cdcl.NewSession(t.Under(all))
	return e, err
}

// of returns a model with the values that an assignment has on the projection, and whether
// it was returned before.
func (e *extension) of(ctx context.Context, a *dimacs.Assignment) (model *dimacs.Assignment, again bool, err error) {
	lits := e.assume
	e.key = append(e.key[:0], make([]byte, len(e.projected)/8+1)...)
	for i, v := range e.projected {
		if lits = append(lits, a.Lit(v)); a.Value(v) {
			e.key[i/8] |= 1 << (i % 8)
		}
	}
	if model = e.models[string(e.key)]; model != nil {
		return model, true, nil
	}
	answer, err := e.session.Solve(ctx, lits)
	if err != nil || answer.Model == nil {
		return a, false, err // which is found to be no model
	}
	if len(e.models) < e.most {
		e.models[string(e.key)] = answer.Model
	}
	return answer.Model, false, nil
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
