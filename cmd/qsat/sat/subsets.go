package sat

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/mus"
	"queens/dimacs"
)

// A GroupAnswer is a model, or a set of groups of clauses, or neither.
type GroupAnswer struct {
	Status dimacs.Status      // Unknown with an error
	Model  *dimacs.Assignment // nil unless Status is Satisfiable
	Groups []int              // an unsatisfiable subset or a correction set, ascending; nil with a model
	// Minimal means that no group of Groups can be left out.
	Minimal bool
	// Correction means that Groups is a correction set: without these groups, there is a model.
	Correction bool
}

// GroupCore returns a model, or a minimal unsatisfiable subset (MUS) of groups of clauses. Such a
// subset has no model, but has one if any of its groups is left out.
//
// The slice groups is indexed by clause, in the order of the formula: the number of its group,
// from 1. The clauses of group 0 and the assumptions of p belong to every subset. If groups is
// nil, each clause is a group: clause i, from 0, is group i+1. Another length and a negative group
// are a *ProblemError.
//
// GroupCore calls smaller, unless it is nil, with the first unsatisfiable subset and with each
// smaller one. If ctx ends before a subset is known to be minimal, or Options.Memory is exceeded,
// GroupCore returns the smallest subset found, without an error, and does not set Minimal. Cubes
// and every engine except auto and cdcl are errors.
//
// At the same time, the function Solve searches for a model, because its engines, or
// Options.Other, may find one earlier or refute the formula earlier. If Solve finds a model,
// GroupCore returns this model. If ctx ends after Solve has refuted the formula, but before there
// is a subset, GroupCore returns all groups that have clauses.
func GroupCore(ctx context.Context, p Problem, groups []int, o Options, smaller func(groups []int)) (GroupAnswer, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (GroupAnswer, error) {
		s, err := j.subsets(p, groups, o)
		if err != nil {
			return GroupAnswer{}, err
		}
		defer s.Close()
		both, stop := context.WithCancel(ctx)
		defer stop()
		solved := make(chan Answer, 1)
		go func() {
			o.Progress, o.Threads = nil, max(1, o.Threads-1)
			a, err := Solve(both, p, o)
			if solved <- a; err == nil && a.Status == dimacs.Satisfiable {
				stop()
			}
		}()
		a, err := s.Minimal(both, mus.Query{Assume: p.Assume, Final: true, Smaller: smaller})
		if a.Groups != nil || ctx.Err() != nil {
			stop()
		}
		switch all := <-solved; {
		case a.Groups != nil && (err == nil || ctx.Err() != nil):
			return GroupAnswer{Status: dimacs.Unsatisfiable, Groups: a.Groups, Minimal: a.Minimal}, nil
		case all.Status == dimacs.Satisfiable:
			return GroupAnswer{Status: all.Status, Model: all.Model}, nil
		case all.Status == dimacs.Unsatisfiable && ctx.Err() != nil:
			return GroupAnswer{Status: all.Status, Groups: s.Groups()}, nil
		case err != nil:
			return GroupAnswer{}, err
		}
		return GroupAnswer{Status: dimacs.Satisfiable, Model: a.Model}, nil
	})
}

// GroupCores yields each minimal unsatisfiable subset and each minimal correction set once, as
// soon as it is found. A minimal correction set must be left out to get a model, and no proper
// subset of it is enough. If there is a model, GroupCores yields only the model. For the arguments
// see GroupCore. If the search fails before the end, the last pair contains the error.
func GroupCores(ctx context.Context, p Problem, groups []int, o Options) iter.Seq2[GroupAnswer, error] {
	return sequence(ctx, p, o, func(j *job, ctx context.Context, found func(GroupAnswer) error) error {
		s, err := j.subsets(p, groups, o)
		if err != nil {
			return err
		}
		defer s.Close()
		model, err := s.Enumerate(ctx, mus.Query{Assume: p.Assume}, func(set mus.Subset) error {
			return found(GroupAnswer{Status: dimacs.Unsatisfiable, Groups: set.Groups, Minimal: true, Correction: set.Correction})
		})
		if err != nil || model == nil {
			return err
		}
		return found(GroupAnswer{Status: dimacs.Satisfiable, Model: model})
	})
}

// subsets returns a session on the groups of clauses of p, which the caller must close. The error
// is a *ProblemError for groups that make no sense, a *DeclinedError for an engine other than auto
// and cdcl, or an error of mus.New.
func (j *job) subsets(p Problem, groups []int, o Options) (*mus.Session, error) {
	switch {
	case groups != nil && len(groups) != p.Formula.NumClauses():
		return nil, &ProblemError{Reason: fmt.Sprintf("there are %d groups of clauses: expected %d, the number of clauses", len(groups), p.Formula.NumClauses())}
	case slices.ContainsFunc(groups, func(g int) bool { return g < 0 }):
		return nil, &ProblemError{Reason: fmt.Sprintf("a clause belongs to group %d: expected at least 0", slices.Min(groups))}
	case o.Engine != "" && o.Engine != auto.Name && o.Engine != cdcl.Name:
		return nil, &DeclinedError{Engine: o.Engine, Reason: "only cdcl finds minimal subsets"}
	}
	return mus.New(mus.Problem{Formula: p.Formula, Groups: groups}, j.task)
}
