package count

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// Sample implements engine.Sampler: it calls found k times. It draws the models from the graph of
// Compile. The graph has no variables outside the projection; if there is one, cdcl finds values
// for them. Sample does not call found if there is no model with a positive weight. The error is
// from Compile, ctx, found or cdcl.
func (e *Engine) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment) error) error {
	g, err := New().Compile(ctx, t.With(nil), false)
	if err != nil {
		return err
	}
	weights, possible := integers(t.Weights)
	s, err := dnnf.NewSampler(ctx, g, weights)
	if err != nil || s.IsEmpty() || !possible {
		return err
	}
	d, named := random.New(t.Seed), g.Named()
	free := t.Free(func(v int) bool { return named[v] }) // the variables of the projection that are not in the graph
	var outside *extension
	if t.Project != nil {
		if outside, err = newExtension(t, named); err != nil {
			return err
		}
		defer outside.session.Close()
	}
	model := &dimacs.Assignment{}
	for range k {
		a := model
		if s.Draw(d, a); outside != nil {
			if a, err = outside.of(ctx, a); err != nil {
				return err
			}
		}
		free.Each(func(v int) { s.Value(d, dimacs.Lit(v), a) })
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err = found(a); err != nil {
			return err
		}
	}
	return nil
}

// An extension finds a model for each assignment of the projection.
type extension struct {
	session   *cdcl.Session                 // on the formula, where assume and projected may be assumed
	assume    []dimacs.Lit                  // the assumptions of the task
	projected []int                         // the variables of the projection in the graph, ascending
	key       []byte                        // bit i%8 of byte i/8: the value of projected[i]
	models    map[string]*dimacs.Assignment // indexed by key: some of the models found
	most      int                           // the largest number of models to keep
}

// newExtension returns an extension for the variables in named, which are in the projection of t.
// The caller must close its session. The error is from cdcl.
func newExtension(t *engine.Task, named map[int]bool) (*extension, error) {
	e := &extension{assume: slices.Clip(t.Assume), projected: slices.Sorted(maps.Keys(named)), models: map[string]*dimacs.Assignment{}}
	e.most = extensionBytes / (t.Formula.Vars/4 + len(named)/8 + 256)
	all := slices.Concat(t.Assume, lists.Map(e.projected, func(v int) dimacs.Lit { return dimacs.Lit(v) }))
	var err error
	e.session, err = cdcl.NewSession(t.Under(all))
	return e, err
}

// of returns a model of the formula and the assumptions that agrees with a on e.projected. If there
// is none, it returns a and no error. If cdcl fails, it returns a and the error of cdcl. It may
// return the same model again later.
func (e *extension) of(ctx context.Context, a *dimacs.Assignment) (*dimacs.Assignment, error) {
	lits := e.assume
	e.key = append(e.key[:0], make([]byte, len(e.projected)/8+1)...)
	for i, v := range e.projected {
		if lits = append(lits, a.Lit(v)); a.Value(v) {
			e.key[i/8] |= 1 << (i % 8)
		}
	}
	if model := e.models[string(e.key)]; model != nil {
		return model, nil
	}
	answer, err := e.session.Answer(ctx, lits, 0)
	if err != nil || answer.Model == nil {
		return a, err // the caller will find that a is no model
	}
	if len(e.models) < e.most {
		e.models[string(e.key)] = answer.Model
	}
	return answer.Model, nil
}

// integers returns a function from literals to their weights as integers (see Integers), or nil if
// weights is nil. If both weights of some variable are 0, every model has weight 0; then of is nil
// and possible is false.
func integers(weights map[dimacs.Lit]*big.Rat) (of func(dimacs.Lit) *big.Int, possible bool) {
	for l, w := range weights {
		if w.Sign() == 0 && weights[-l].Sign() == 0 {
			return nil, false
		}
	}
	if weights == nil {
		return nil, true
	}
	lits, _ := Integers(weights)
	return func(l dimacs.Lit) *big.Int { return lits[l] }, true
}
