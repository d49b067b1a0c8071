package cover

import (
	"context"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// A drawing finds solutions by their ranks. The rank of a solution is the number of solutions
// before it in the order of the subtrees and, within a subtree, of the search.
type drawing struct {
	*traversal
	starts []uint64            // indexed by subtree: the number of solutions before it; one more entry for the total
	ranks  []uint64            // ascending: the ranks that were drawn last, without repetitions
	models []dimacs.Assignment // models[i] is the model with rank ranks[i]; there may be further entries
}

// Sample calls found with k random models, or not at all if there is no model; see
// engine.Sampler. First it counts the solutions in each subtree. Then it draws many ranks at a
// time and searches the subtrees that contain them. It uses no symmetries, so that each solution
// is in one subtree. It returns the first error of found, a DeclinedError or clause.ErrTooLarge if
// it does not accept the formula, if there are 2^63 solutions or more, or if the models are found
// one by one, and the cause if ctx ends.
func (e *Engine) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment) error) error {
	p, end, err := begin(ctx, t, allModels)
	defer end()
	switch {
	case p == nil:
		return err
	case p.projection != nil:
		return errOneByOne
	}
	d := &drawing{traversal: &traversal{problem: p, ctx: ctx, total: new(big.Int), plain: true}}
	d.divide(drawnSubtrees)
	counts := make([]uint64, len(d.subtrees))
	d.counted = func(i int64, n *big.Int) { counts[i] = n.Uint64() }
	d.search()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case d.total.BitLen() > 63:
		return declined("it has too many models to draw from (2^63 or more)")
	case d.total.Sign() == 0:
		return nil
	}
	d.starts = make([]uint64, 1, len(counts)+1)
	for i, n := range counts {
		d.starts = append(d.starts, d.starts[i]+n)
	}
	return d.draw(k, found)
}

// draw calls found with k random models, drawn independently and with equal probabilities. It
// returns the first error of found, or the cause if ctx ends. d.starts and d.total must be set,
// and there must be a solution.
func (d *drawing) draw(k int64, found func(*dimacs.Assignment) error) error {
	constrained := d.clauses.Constrained()
	free := d.task.Free(func(v int) bool { return constrained[d.clauses.Var(v)] })
	numbers := random.New(d.task.Seed)
	most := min(mostDrawn, 1+drawnBytes/int64(d.task.Formula.Vars/4+128))
	drawn := make([]uint64, 0, min(k, most))
	for ; k > 0; k -= int64(len(drawn)) {
		drawn = drawn[:min(k, most)]
		for i := range drawn {
			drawn[i] = numbers.Below(d.total.Uint64())
		}
		d.ranks = append(d.ranks[:0], drawn...)
		slices.Sort(d.ranks)
		d.ranks = slices.Compact(d.ranks)
		d.models = append(d.models, make([]dimacs.Assignment, max(0, len(d.ranks)-len(d.models)))...)
		d.next.Store(0)
		for range min(d.task.Threads, len(d.subtrees)) {
			d.workers.Go(func() {
				for i := d.next.Add(1) - 1; i < int64(len(d.subtrees)) && d.ctx.Err() == nil; i = d.next.Add(1) - 1 {
					d.findBelow(d.subtrees[i], d.starts[i], d.starts[i+1])
				}
			})
		}
		d.workers.Wait()
		for _, rank := range drawn {
			if d.ctx.Err() != nil {
				return context.Cause(d.ctx)
			}
			i, _ := slices.BinarySearch(d.ranks, rank)
			a := &d.models[i]
			free.Each(func(v int) { a.Set(v, numbers.Flip()) })
			d.complete(a) // eliminated variables may depend on free ones
			if err := found(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// findBelow is find for the ranks of one subtree, whose solutions have the ranks next to end-1.
func (d *drawing) findBelow(sub subtree, next, end uint64) {
	from, _ := slices.BinarySearch(d.ranks, next)
	to, _ := slices.BinarySearch(d.ranks, end)
	if from == to {
		return
	}
	s := d.newSearch(d.ctx, func(a *dimacs.Assignment) error {
		d.models[from].Copy(a)
		if from++; from == to {
			return errFirst
		}
		return nil
	})
	found := s.found
	s.found = func(chosen []int32) error {
		if next++; next <= d.ranks[from] {
			return nil
		}
		return found(chosen)
	}
	s.chosen = slices.Clone(sub.chosen)
	s.below(node{slices.Clone(sub.available), slices.Clone(sub.uncovered)})
}
