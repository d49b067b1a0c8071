package cover

import (
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A Split is a count divided into subtrees that differ up to symmetry, so that several
// processes can share the work. Every process gets the same split of the same task.
type Split struct {
	// Cubes[i] holds the literals chosen in subtree i. Weights[i] is the number of subtrees that
	// subtree i represents, including itself; all have the same number of solutions. The cubes
	// need not be a partition.
	Cubes   [][]dimacs.Lit
	Weights []int64
	*traversal
}

var errOneByOne = declined("its models are found one by one, not counted in subtrees")

// Split divides the count of a task into about n or wantedSubtrees subtrees, whichever is more,
// or into fewer if the tree is small. It returns a DeclinedError or clause.ErrTooLarge if it does
// not accept the formula, if the models are found one by one, or if the formula is refuted without
// a search. If ctx ends, Split returns the cause, and its result must not be used.
func (e *Engine) Split(ctx context.Context, t *engine.Task, n int) (*Split, error) {
	p, err := newProblem(ctx, t, allModels)
	switch {
	case err != nil:
		return nil, err
	case p.in == nil || p.projection != nil:
		return nil, errOneByOne
	}
	s := &Split{traversal: &traversal{problem: p, ctx: ctx, total: new(big.Int)}}
	s.divide(max(n, wantedSubtrees))
	for _, sub := range s.subtrees {
		cube := lists.Map(sub.chosen, func(i int32) dimacs.Lit { return p.clauses.Name(p.in.options[i]) })
		s.Cubes, s.Weights = append(s.Cubes, cube), append(s.Weights, sub.weight)
	}
	return s, context.Cause(ctx)
}

// Share returns known plus the number of solutions in the subtrees of the given cubes, times their
// weights. The cubes are indices into s.Cubes. The factor 2^Shift of the result is not part of
// known. Share calls counted, which must not be nil, with each finished cube and its contribution to
// the sum; the calls come from several goroutines, but never two at once. Share may be called once.
// Once ctx has ended, it returns a lower bound and the cause.
func (s *Split) Share(ctx context.Context, cubes []int, known *big.Int, counted func(cube int, n *big.Int)) (dimacs.Count, error) {
	s.total.Set(known)
	n := dimacs.Count{M: s.total, Shift: uint64(s.task.Projection(s.clauses).Unconstrained)}
	meter := s.task.Meter(Name)
	defer meter.Done()
	mine := lists.Map(cubes, func(i int) subtree { return s.subtrees[i] })
	s.counted = func(i int64, below *big.Int) {
		counted(cubes[i], below)
		if s.task.Counted != nil {
			s.task.Counted(n)
		}
	}
	s.ctx, s.subtrees, s.done = ctx, scale(mine, 1), 0
	s.search()
	meter.Decisions, meter.Rejected = int64(s.nodes), s.rejected
	return n, context.Cause(ctx)
}
