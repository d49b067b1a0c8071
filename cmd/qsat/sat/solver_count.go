package sat

import (
	"cmp"
	"context"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Count returns the number of models in which the assumptions are true, as the function Count does.
// Models differ on the variables of project. nil means the projection of the formula of OpenSolver,
// or else all variables so far. If that formula asks for a weighted count, Count returns the sum of
// the weights. The errors are those of the function Count, and Err.
//
// Each count takes the time of the function Count, until counts with the same projection have cost
// about as much as the graph of Compile. Then the graph is compiled once, and further counts take
// one pass over a part of it, unless they assume a variable outside of the projection. The next
// clause or variable makes the graphs useless. They are also dropped before a question ends because
// of Options.Memory.
func (s *Solver) Count(ctx context.Context, project []int, assume ...dimacs.Lit) (dimacs.Count, error) {
	if err := cmp.Or(s.err, checkVars(project), s.raise(assume)); err != nil {
		return dimacs.Count{M: new(big.Int)}, err
	}
	for _, v := range project {
		s.formula.Vars = max(s.formula.Vars, v)
	}
	ctx, release, err := s.limited(ctx)
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, err
	}
	defer release()
	j, ctx, err := newCount(ctx, Problem{Formula: s.formula, Assume: assume, Project: project}, s.options())
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, public(err)
	}
	defer j.release()
	n, err := engine.CountModels(ctx, budgets.Keeping(&s.kept), j.task)
	return n, public(err)
}
