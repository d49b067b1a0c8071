package orbit

import (
	"context"
	"errors"
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
	// maxListed is the largest number of elements of a Group for which Count counts once for each element.
	// Before these counts, Count lists at most leadersPerElement leaders for each element.
	maxListed         = 1 << 10
	leadersPerElement = 64
)

// errMany is the error of found when Count has listed too many leaders.
var errMany = errors.New("many leaders")

// A Group is a group of symmetries, which may have very many elements. The symmetries permute the projected
// literals and fix all other literals.
type Group struct {
	*Orbits // its field group is empty if there are more than maxListed elements, or more than maxMoved images in them
	*symmetry.Chain
}

// FindGroup returns a group of symmetries of t. They map each literal to a literal of the same weight.
// The group has all symmetries of the clauses, unless the search misses some. The error is
// symmetry.ErrGroup if the group is too large, the cause if ctx ends, or the error of Task.Clauses.
func FindGroup(ctx context.Context, t *engine.Task) (*Group, error) {
	d, err := t.Clauses()
	if err != nil {
		return nil, err
	}
	meter := t.Meter(Name)
	defer meter.Done()
	o := &Orbits{task: t, clauses: d, projection: t.Projection(d)}
	var generators [][]int32
	if !d.Unsat {
		o.counters = counters(t, d)
		g := o.graph()
		g.Work = groupWork
		generators = o.find(&g, 0, meter)
	}
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
	for _, l := range chain.Moved {
		o.compared = append(o.compared, clause.Lit(l))
	}
	list := chain.Representatives
	if chain.Order.Cmp(big.NewInt(int64(min(maxListed, 1+maxMoved/d.NumLits())))) <= 0 {
		o.group = chain.Elements()
		if len(o.group) <= maxRepresentatives {
			list = o.group[1:]
		}
	}
	o.lead(list)
	o.leaders.Weights = nil
	return &Group{o, chain}, nil
}

// Models returns a function that finds the leader of each orbit: the model that is the greatest in the
// order of Chain.Moved. The function must be called with the task of g. It finds the leaders with e, among
// other models. Its error is symmetry.ErrGroup, or an error of e or of found.
func (g *Group) Models(e engine.Engine) engine.Models {
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
			g.restrict(model, a)
			return found(model, g.projection)
		})
	}
}

// Count returns the number of orbits of models of t, or with weights the sum of the weights of one model of
// each orbit. The task t must be the task of g, perhaps with another projection that has the same number of
// models.
//
// If there are more than maxRepresentatives elements and no weights, Count first lists the leaders with
// lister. It returns their number if it is less than leadersPerElement for each element, or if there are too
// many elements for a list; see Orbits.group. Otherwise it counts with e, once for each element: by Burnside's lemma, the number
// of orbits is the mean number of models that an element maps to themselves. With weights and too many elements
// for a list, the error is symmetry.ErrGroup. Other errors are errors of e and of Models.
func (g *Group) Count(ctx context.Context, t *engine.Task, e, lister engine.Engine) (dimacs.Count, error) {
	sum, left := dimacs.Count{M: new(big.Int)}, leadersPerElement*len(g.group)
	if t.Weights == nil && (left == 0 || len(g.group) > maxRepresentatives) {
		list := engine.Models(func(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
			return g.Models(lister)(ctx, t, func(a *dimacs.Assignment, p *engine.Projection) error {
				if left--; left == 0 {
					return errMany
				}
				return found(a, p)
			})
		})
		if n, err := list.Count(ctx, t); err != errMany {
			return n, err
		}
	}
	if len(g.group) == 0 {
		return sum, symmetry.ErrGroup
	}
	for _, p := range g.group {
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
	rest := sum.Shift - min(sum.Shift, uint64(bits.Len(maxListed))) // these factors of 2 stay a shift
	sum.Shift -= rest
	mean := sum.Rat()
	mean.Quo(mean, new(big.Rat).SetInt(g.Order))
	n := dimacs.Count{M: mean.Num(), Shift: rest}
	if !mean.IsInt() {
		if n.Denominator = mean.Denom(); t.Weights == nil {
			return dimacs.Count{M: new(big.Int)}, errors.New("internal error: the mean number of models that a symmetry fixes is no integer")
		}
	}
	return n, nil
}
