package cover

import (
	"context"
	"math/big"
	"math/bits"
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
		d := &drawing{traversal: &traversal{problem: p, ctx: ctx, total: new(big.Int), limit: unlimited, wanted: wantedSubtrees}}
		d.split(subtree{node: p.in.root(), weight: 1, share: 1})
		d.counts = make([]uint64, len(d.subtrees))
		d.search()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case d.total.BitLen() > 63:
			return declined("it has too many models")
		case d.total.Sign() == 0:
			return nil
		}
		d.starts = make([]uint64, 1, len(d.counts)+1)
		for i, n := range d.counts {
			d.starts = append(d.starts, d.starts[i]+n)
		}
		return d.draw(k, found)
	})
}

// draw calls found with k models.
func (d *drawing) draw(k int64, found func(*dimacs.Assignment, bool) error) error {
	constrained := d.clauses.Constrained()
	free := d.task.Free(d.ctx, func(v int) bool { return constrained[d.clauses.Var(v)] })
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
			if free.Flip(d.ctx, dice, a); !again { // others may depend on these
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
func (d *drawing) findBelow(sub subtree, start, end uint64) {
	from, _ := slices.BinarySearch(d.ranks, start)
	to, _ := slices.BinarySearch(d.ranks, end)
	if from == to {
		return
	}
	s := d.newSearch(d.ctx, func(a *dimacs.Assignment) error {
		d.models[from].Copy(a)
		from++
		return nil
	})
	s.chosen, s.ranks, s.rank = slices.Clone(sub.chosen), d.ranks[from:to], start
	s.below(node{slices.Clone(sub.available), slices.Clone(sub.uncovered)})
}

// skips passes over the next n solutions if none of them is to be found.
func (s *search) skips(n uint64) bool {
	if s.ranks[0]-s.rank < n {
		return false
	}
	s.rank += n
	return true
}

// take hands over the next solution if it is to be found. After the last it ends the search.
func (s *search) take() error {
	if s.skips(1) {
		return nil
	}
	if err := s.found(s.chosen); err != nil {
		return err
	}
	s.rank++
	if s.ranks = s.ranks[1:]; len(s.ranks) == 0 {
		return errFirst
	}
	return nil
}

// find goes through the solutions that are to be found of a node which the kernel has loaded,
// with what it has chosen: it counts those below each choice, to pass over them.
func (s *search) find(n node, available, uncovered, chosen uint64) error {
	k, options := &s.kernel, available
	var solutions uint64
	if uncovered == 0 {
		solutions = k.independent(available)
	} else {
		solutions = k.count(available, uncovered)
	}
	switch {
	case k.stopped != nil:
		return k.stopped
	case s.skips(solutions):
		return nil
	case uncovered == 0:
		if err := s.takeKernel(n, chosen); err != nil {
			return err
		}
	}
	for items := uncovered; items != 0; items &= items - 1 {
		x := available & k.options[bits.TrailingZeros64(items)&63]
		if items == uncovered || bits.OnesCount64(x) < bits.OnesCount64(options) {
			options = x
		}
	}
	for ; options != 0; options &= options - 1 {
		i := bits.TrailingZeros64(options) & 63
		if err := s.find(n, available&k.compatible[i], uncovered&^k.items[i], chosen|1<<i); err != nil {
			return err
		}
		available &^= 1 << i
	}
	return nil
}

// takeKernel hands over the next solution, with what the kernel has chosen.
func (s *search) takeKernel(n node, chosen uint64) error {
	before := len(s.chosen)
	for i := range n.available.All() {
		if chosen>>s.kernel.number[i]&1 != 0 {
			s.chosen = append(s.chosen, int32(i))
		}
	}
	err := s.take()
	s.chosen = s.chosen[:before]
	return err
}
