package sat

import (
	"cmp"
	"context"
	"iter"
	"math/big"
	"slices"

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
	n := dimacs.Count{M: new(big.Int)}
	err := s.keeping(ctx, project, assume, func(ctx context.Context, j *job, _ Problem) (err error) {
		n, err = engine.CountModels(ctx, j.engine, j.task)
		return err
	})
	return n, err
}

// Each returns the count of each literal, as Graph.Each does, for the problem that Count counts. It compiles the
// graph that Count uses, unless the graph is there already, and takes two passes over it. But if an assumed
// variable is not in project, each call compiles a graph of its own. The result n is the number that Count
// returns. The errors are the errors of Count and Compile; each is nil then.
func (s *Solver) Each(ctx context.Context, project []int, assume ...dimacs.Lit) (each iter.Seq2[dimacs.Lit, dimacs.Count], n dimacs.Count, err error) {
	err = s.keeping(ctx, project, assume, func(ctx context.Context, j *job, p Problem) error {
		g, err := s.kept.Compiled(ctx, j.task)
		switch graph, is := g.(*Graph); {
		case err != nil:
			return err
		case is:
			each, n = graph.Each(assume...), graph.Count(assume...)
		default: // an assumed variable is not in the projection
			if graph, err = Compile(ctx, p, s.options()); err == nil {
				each, n = graph.Each(), graph.Count()
			}
		}
		return err
	})
	return each, n, err
}

// Sample yields k random models of the problem that Count counts, as the function Sample does with
// Options.Seed = seed, and in the same time. It uses no graph, so that earlier questions do not change the draws.
func (s *Solver) Sample(ctx context.Context, project []int, seed, k int64, assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	return func(yield func(*dimacs.Assignment, error) bool) {
		p, err := s.problem(project, assume)
		if err != nil {
			yield(nil, err)
			return
		}
		o := s.options()
		o.Seed = seed
		Sample(ctx, p, o, k)(yield)
	}
}

// problem returns the problem of the clauses so far, with the literals of Hold as unit clauses. The errors are Err,
// and errors of wrong variables in project and assume.
func (s *Solver) problem(project []int, assume []dimacs.Lit) (Problem, error) {
	if err := cmp.Or(s.err, checkVars(project), s.raise(assume)); err != nil {
		return Problem{}, err
	}
	for _, v := range project {
		s.formula.Vars = max(s.formula.Vars, v)
	}
	p := Problem{Formula: s.formula, Assume: assume, Project: project}
	if len(s.held) > 0 {
		p.Formula = s.formula.WithUnits(s.held)
	}
	return p, nil
}

// keeping calls ask with a problem p of the method problem and its job. The engine of the job uses the graphs in
// s.kept; keeping drops them if the literals of Hold have changed. It returns the errors of ask, newCount, limited
// and problem.
func (s *Solver) keeping(ctx context.Context, project []int, assume []dimacs.Lit, ask func(ctx context.Context, j *job, p Problem) error) error {
	p, err := s.problem(project, assume)
	if err != nil {
		return err
	}
	ctx, release, err := s.limited(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !slices.Equal(s.held, s.counted) {
		s.kept.Forget()
		s.counted = s.held
	}
	j, ctx, err := newCount(ctx, p, s.options())
	if err != nil {
		return public(err)
	}
	defer j.release()
	j.engine = budgets.Keeping(&s.kept)
	return public(ask(ctx, j, p))
}
