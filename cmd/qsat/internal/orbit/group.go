package orbit

import (
	"context"
	"math/big"
	"math/bits"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

const (
	// groupWork is the work of FindGroup, as for Find. It takes some tenths of a second.
	groupWork = 1 << 26
	// chainWork is the work of NewChain for a Group. It takes about a second and at most 128 MB.
	chainWork = 1 << 28
	// maxCounted is the largest number of elements of a Group for which Count may count once for each element.
	maxCounted = 1 << 10
	// leadersPerElement is the largest number of leaders for each element that Count lists before these counts.
	leadersPerElement = 64
)

// A Group is a group of symmetries, which may have very many elements. The symmetries permute the projected
// literals and fix all other literals.
type Group struct {
	*Orbits // without a list of the symmetries
	*symmetry.Chain
}

// FindGroup returns a group of symmetries of t. They map each projected literal to a projected literal of the
// same weight. The group has all symmetries of the clauses and counters. If the search misses some, it has the
// products of the symmetries that were found. The error is symmetry.ErrGroup if the group is too large, the
// cause if ctx ends, or the error of Task.Clauses.
func FindGroup(ctx context.Context, t *engine.Task) (*Group, error) {
	d, err := t.Clauses()
	if err != nil {
		return nil, err
	}
	o, generators := newOrbits(t, d, groupWork, 0)
	for _, p := range generators {
		for l := range d.Literals {
			if !t.IsProjected(d.Name(l).Var()) {
				p[l] = int32(l)
			}
		}
	}
	chain, err := symmetry.NewChain(ctx, d.NumLits(), generators, chainWork)
	if err != nil {
		return nil, err
	}
	o.compared = chain.Moved
	o.lead(chain.Representatives)
	return &Group{o, chain}, nil
}

// Models returns a function that finds the leader of each orbit: the model that is the greatest in the
// order of Chain.Moved. The function must be called once, with the task of g. The engine e finds the leaders
// and other models, which the function drops. Its error is symmetry.ErrGroup, or an error of e or of found.
// At leader number most, the error is symmetry.ErrGroup, too; 0 means no limit.
func (g *Group) Models(e engine.Engine, most int64) engine.Models {
	return func(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
		values, model := make([]uint64, g.clauses.NumLits()), &dimacs.Assignment{}
		own := g.leaders.Under(g.leaders.Assume) // other goroutines may use g
		return engine.Enumerate(ctx, e, own, func(a *dimacs.Assignment) error {
			for _, l := range g.compared {
				if values[l] = 0; a.Holds(g.clauses.Name(l)) {
					values[l] = 1
				}
			}
			if is, err := g.IsGreatest(ctx, values); !is {
				return err
			}
			if most--; most == 0 {
				return symmetry.ErrGroup
			}
			g.restrict(model, a)
			return found(model, g.projection)
		})
	}
}

// Count returns the number of orbits of models of t, or with weights the sum of the weights of one model of
// each orbit. The task t must be the task of g, perhaps with another projection that has the same number of
// models.
//
// By Burnside's lemma, the number of orbits is the mean number of models that an element maps to themselves.
// So Count counts with e, once for each element. If there are more than maxRepresentatives elements and no
// weights, Count first lists the leaders with lister, and returns their number unless Models reaches a limit
// or finds leadersPerElement leaders for each element. If there are more than maxCounted elements, it only
// lists the leaders, all of them; with weights, the error is symmetry.ErrGroup. Other errors are errors of
// e and of Models.
func (g *Group) Count(ctx context.Context, t *engine.Task, e, lister engine.Engine) (dimacs.Count, error) {
	sum, order := dimacs.Count{M: new(big.Int)}, int64(0) // order: of the group, 0 if it exceeds maxCounted
	if g.Order.Cmp(big.NewInt(maxCounted)) <= 0 {
		order = g.Order.Int64()
	}
	if t.Weights == nil && (order == 0 || order > maxRepresentatives) {
		if n, err := g.Models(lister, leadersPerElement*order).Count(ctx, t); order == 0 || err != symmetry.ErrGroup {
			return n, err
		}
	}
	if order == 0 {
		return sum, symmetry.ErrGroup
	}
	for p := range g.Elements {
		var clauses [][]dimacs.Lit // each literal implies its image, and so does its complement
		for _, l := range g.compared {
			if m := clause.Lit(p[l]); m != l {
				clauses = append(clauses, []dimacs.Lit{g.clauses.Name(l).Neg(), g.clauses.Name(m)})
			}
		}
		u := t.About(t.Formula.With(clauses...))
		u.Counted = nil
		n, err := engine.CountModels(ctx, e, u)
		if err != nil {
			return dimacs.Count{M: new(big.Int)}, err
		}
		sum = sum.Plus(n)
	}
	rest := sum.Shift - min(sum.Shift, uint64(bits.Len(maxCounted))) // so that Rat has no millions of bits
	sum.Shift -= rest
	mean := sum.Rat()
	if mean.Quo(mean, new(big.Rat).SetInt(g.Order)); mean.IsInt() {
		return dimacs.Count{M: mean.Num(), Shift: rest}, nil
	}
	return dimacs.Count{M: mean.Num(), Shift: rest, Denominator: mean.Denom()}, nil
}
