package sat

import (
	"context"
	"iter"
	"math/big"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/orbit"
	"queens/dimacs"
)

// Orbits divides the models of a problem into orbits: two models are in the same orbit if a symmetry maps
// one to the other. The symmetries form a group. FindOrbits finds the group in the clauses that are left
// after unit propagation of the assumptions. A symmetry permutes the literals of the projection. It maps
// complements to complements, literals to literals of the same weight, and the clauses to the same
// clauses, perhaps after a permutation of the variables outside of the projection. It fixes the literals of
// variables that are in no clause. The clauses of a counter, such as "at most 3 of these 8 literals", need
// not map to clauses: it is enough that the 8 literals map to the literals of another "at most 3 of 8".
//
// Every symmetry has been checked. But the search may miss symmetries, so that models are in different
// orbits although a symmetry maps one to the other. The group does not depend on Options.Seed, the
// engine or the number of threads.
type Orbits struct {
	problem Problem
	options Options
	group   *orbit.Group
}

// FindOrbits finds the symmetries of a problem. Models and Count then use the same options. The options Parts,
// Checkpoint and Proof are a *ProblemError. If the group is too large, FindOrbits, Models and Count return a
// *ProblemError. Most groups of 10^14 elements on hundreds of variables are not too large.
func FindOrbits(ctx context.Context, p Problem, o Options) (*Orbits, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*Orbits, error) {
		j.weighs = true // any engine lists models with weights
		if err := j.weigh(p); err != nil {
			return nil, err
		}
		g, err := orbit.FindGroup(ctx, j.task)
		return &Orbits{p, o, g}, err
	})
}

// Order returns the number of symmetries, including the identity.
func (s *Orbits) Order() *big.Int { return s.group.Order }

// Models yields one model of each orbit, as the function Models does. These models do not depend on the
// options, but their order does.
func (s *Orbits) Models(ctx context.Context) iter.Seq2[*dimacs.Assignment, error] {
	return sequence(ctx, s.problem, s.options, func(j *job, ctx context.Context, found func(*dimacs.Assignment) error) error {
		return s.group.Models(j.lister(), 0).Enumerate(ctx, j.task, found)
	})
}

// Count returns the exact number of orbits, or for a weighted count the sum of the weights of one model
// of each orbit, as the function Count does. With at most 64 symmetries, it counts the models that each
// symmetry maps to themselves, by Burnside's lemma. With more symmetries, it finds one model of each orbit.
// Up to 2^10 symmetries, it uses Burnside's lemma if it has found many orbits, or for weights. A weighted
// count with more symmetries is an error.
func (s *Orbits) Count(ctx context.Context) (dimacs.Count, error) {
	return withJob(ctx, s.problem, s.options, func(ctx context.Context, j *job) (dimacs.Count, error) {
		if err := j.weigh(s.problem); err != nil {
			return dimacs.Count{}, err
		}
		return s.group.Count(ctx, unprojected(j.task), j.engine, j.lister())
	})
}

// lister returns the engine that lists one model of each orbit: the engine of the job, or cdcl instead of auto,
// because the clauses that compare models with their images do not suit the other engines of auto.
func (j *job) lister() engine.Engine {
	if j.engine.Name() == auto.Name {
		return cdcl.New()
	}
	return j.engine
}
