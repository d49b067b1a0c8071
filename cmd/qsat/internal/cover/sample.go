package cover

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/dice"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

const (
	// unlimited is a limit that no search reaches: under a limit no symmetries are looked for, so
	// that the subtrees have all solutions, each once.
	unlimited = 1 << 63
	// drawnSubtrees is how many subtrees a tree is split into, as what is drawn from one is found
	// by going through all of it.
	drawnSubtrees = 1 << 16
	// mostDrawn bounds the models that are drawn at a time, and drawnBytes the memory of these.
	mostDrawn  = 1 << 20
	drawnBytes = 1 << 26
)

// A drawing finds solutions by their numbers in the order of the search.
type drawing struct {
	*traversal
	starts []uint64 // by subtree, and behind the last: how many solutions are before it
	ranks  []uint64 // ascending, of the solutions that were drawn last
	models []dimacs.Assignment
}

// Sample draws numbers of solutions, many at a time, and goes through the subtrees that have
// some of these. It declines where the models are too many, or found one by one.
func (e *Engine) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment, bool) error) error {
	return run(ctx, t, allModels, func(p *problem) error {
		if p.projection != nil {
			return declined("its models are not counted in subtrees")
		}
		d := &drawing{traversal: &traversal{problem: p, ctx: ctx, total: new(big.Int), limit: unlimited, plain: true, wanted: drawnSubtrees}}
		d.split(subtree{node: p.in.root(), weight: 1, share: 1})
		counts := make([]uint64, len(d.subtrees))
		d.counted = func(i int64, n *big.Int) { counts[i] = n.Uint64() }
		d.search()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case d.total.BitLen() > 63:
			return declined("it has too many models")
		case d.total.Sign() == 0:
			return nil
		}
		d.starts = make([]uint64, 1, len(counts)+1)
		for i, n := range counts {
			d.starts = append(d.starts, d.starts[i]+n)
		}
		return d.draw(k, found)
	})
}

// draw calls found with k models.
func (d *drawing) draw(k int64, found func(*dimacs.Assignment, bool) error) error {
	constrained := d.clauses.Constrained()
	free := d.task.Free(func(v int) bool { return constrained[d.clauses.Var(v)] })
	dice := dice.New(d.task.Seed)
	most := min(mostDrawn, 1+drawnBytes/int64(d.task.Formula.Vars/4+128))
	drawn := make([]uint64, 0, min(k, most))
	for ; k > 0; k -= int64(len(drawn)) {
		drawn = drawn[:min(k, most)]
		for i := range drawn {
			drawn[i] = dice.Below(d.total.Uint64())
		}
		d.ranks = append(d.ranks[:0], drawn...)
		slices.Sort(d.ranks)
		d.ranks = slices.Compact(d.ranks)
		d.find()
		known := make([]bool, len(d.ranks))
		for _, rank := range drawn {
			if d.ctx.Err() != nil {
				return context.Cause(d.ctx)
			}
			i, _ := slices.BinarySearch(d.ranks, rank)
			a := &d.models[i]
			again := known[i] && len(free) == 0
			free.Each(func(v int) { a.Set(v, dice.Flip()) })
			if !again { // others may depend on these
				d.complete(a)
				known[i] = true
			}
			if err := found(a, again); err != nil {
				return err
			}
		}
	}
	return nil
}

// find finds the models of the ranks, but for the eliminated variables; not all of them once
// the context has ended.
func (d *drawing) find() {
	d.models = append(d.models, make([]dimacs.Assignment, max(0, len(d.ranks)-len(d.models)))...)
	d.next.Store(0)
	var wg sync.WaitGroup
	for range min(d.task.Threads, len(d.subtrees)) {
		wg.Go(func() {
			for d.ctx.Err() == nil {
				i := d.next.Add(1) - 1
				if i >= int64(len(d.subtrees)) {
					return
				}
				d.findBelow(d.subtrees[i], d.starts[i], d.starts[i+1])
			}
		})
	}
	wg.Wait()
}

// findBelow finds the models in a subtree that has the solutions from one to before another.
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
