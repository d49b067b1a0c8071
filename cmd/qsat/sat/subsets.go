package sat

import (
	"context"
	"iter"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/mus"
	"queens/dimacs"
)

// A GroupAnswer is a model, or a set of groups of clauses.
type GroupAnswer struct {
	Status dimacs.Status      // Unknown with an error
	Model  *dimacs.Assignment // nil unless Status is Satisfiable
	// Groups is an unsatisfiable subset, or a correction set, ascending.
	Groups []int
	// Minimal reports that no group can be left out of Groups.
	Minimal bool
	// Correction reports that the groups are a correction set: without them, the others have a
	// model.
	Correction bool
}

// GroupCore returns a model, or a minimal unsatisfiable subset of groups of clauses: if any
// group of the subset is left out, there is a model. The slice groups is indexed by clause,
// in the order of the formula: the number of its group, from 1, or 0 for a clause that
// always holds. If groups is nil, each clause is a group, and clause i, from 0, is group
// i+1. The assumptions of p always hold.
//
// The function smaller may be nil. It is called with the first unsatisfiable subset and
// each smaller one. If ctx ends before a subset is known to be minimal, GroupCore returns the
// smallest one so far, without an error, and does not set Minimal. The options Proof, Other and
// Parts are not for this question. Other engines than auto and cdcl decline.
//
// The function Solve looks for a model at the same time, because other engines may find one
// earlier, or refute the formula earlier. Then all groups are the first subset. A model is
// always that of Solve.
func GroupCore(ctx context.Context, p Problem, groups []int, o Options, smaller func(groups []int)) (GroupAnswer, error) {
	s, err := newSubsets(p, groups, o)
	if err != nil {
		return GroupAnswer{}, err
	}
	defer s.Close()
	both, stop := context.WithCancel(ctx)
	defer stop()
	solved := make(chan Answer, 1)
	go func() {
		o.Proof, o.Progress, o.Threads = nil, nil, max(1, o.Threads-1)
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
		return GroupAnswer{}, public(err)
	}
	return GroupAnswer{Status: dimacs.Satisfiable, Model: a.Model}, nil
}

// GroupCores yields all minimal unsatisfiable subsets and all minimal correction sets, each
// once and as soon as it is found. If there is a model, it yields only the model. The
// arguments are those of GroupCore. If the search fails before the end, the last pair has the
// error.
func GroupCores(ctx context.Context, p Problem, groups []int, o Options) iter.Seq2[GroupAnswer, error] {
	return func(yield func(GroupAnswer, error) bool) {
		s, err := newSubsets(p, groups, o)
		if err != nil {
			yield(GroupAnswer{}, err)
			return
		}
		defer s.Close()
		model, err := s.Enumerate(ctx, mus.Query{Assume: p.Assume}, func(set mus.Subset) error {
			a := GroupAnswer{Status: dimacs.Unsatisfiable, Groups: set.Groups, Minimal: true, Correction: set.Correction}
			if !yield(a, nil) {
				return errEnded
			}
			return nil
		})
		switch {
		case err == errEnded:
		case err != nil:
			yield(GroupAnswer{}, public(err))
		case model != nil:
			yield(GroupAnswer{Status: dimacs.Satisfiable, Model: model}, nil)
		}
	}
}

// newSubsets returns a session on the groups of clauses of p.
func newSubsets(p Problem, groups []int, o Options) (*mus.Session, error) {
	s, err := newSearch(p, o)
	switch {
	case err != nil:
		return nil, err
	case s.cubes != nil || o.Parts != nil:
		return nil, &ProblemError{Reason: "minimal subsets need a whole formula without cubes"}
	case o.Engine != "" && o.Engine != auto.Name && o.Engine != cdcl.Name:
		return nil, &DeclinedError{Engine: o.Engine, Reason: "only cdcl finds minimal subsets"}
	}
	m, err := mus.New(mus.Problem{Formula: p.Formula, Groups: groups}, s.task)
	return m, public(err)
}
