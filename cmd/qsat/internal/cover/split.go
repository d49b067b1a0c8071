package cover

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Split is a count split into subtrees that are different up to symmetry, for several
// processes. It is the same in each of them.
type Split struct {
	// Cubes are the literals chosen for each subtree, and Weights how many subtrees
	// with as many solutions it stands for. Together they need not be a partition.
	Cubes   [][]dimacs.Lit
	Weights []int64
	*traversal
}

var errOneByOne = declined("its models are not counted in subtrees")

// Split splits the count of a task into n subtrees, or fewer if these are small. It
// declines what Count does, and what it finds one by one.
func (e *Engine) Split(ctx context.Context, t *engine.Task, n int) (*Split, error) {
	p, err := newProblem(ctx, t, allModels)
	switch {
	case err != nil:
		return nil, err
	case p.in == nil || p.projection != nil:
		return nil, errOneByOne
	}
	s := &Split{traversal: &traversal{problem: p, ctx: ctx, total: new(big.Int), wanted: max(n, wantedSubtrees)}}
	s.split(subtree{node: p.in.root(), weight: 1, share: 1})
	for _, sub := range s.subtrees {
		var cube []dimacs.Lit
		for _, i := range sub.chosen {
			cube = append(cube, p.clauses.Name(p.in.options[i]))
		}
		s.Cubes, s.Weights = append(s.Cubes, cube), append(s.Weights, sub.weight)
	}
	return s, context.Cause(ctx)
}

// Share counts the solutions in the subtrees of some cubes, each as often as it weighs, and adds
// known, the number in others. It calls counted with each subtree that it has gone through. It may
// be called once.
func (s *Split) Share(ctx context.Context, cubes []int, known *big.Int, counted func(cube int, n *big.Int)) (dimacs.Count, error) {
	s.total.Set(known)
	n := dimacs.Count{M: s.total, Shift: uint64(s.task.Projection(s.clauses).Unconstrained)}
	meter := s.task.Meter(Name)
	defer meter.Done()
	var mine []subtree
	for _, i := range cubes {
		mine = append(mine, s.subtrees[i])
	}
	s.counted = func(i int64, below *big.Int) {
		counted(cubes[i], below)
		if s.task.Found != nil {
			s.task.Found(n)
		}
	}
	s.ctx, s.subtrees, s.done = ctx, scale(mine, 1), 0
	s.search()
	meter.Decisions, meter.Rejected = int64(s.nodes), s.rejected
	return n, context.Cause(ctx)
}
