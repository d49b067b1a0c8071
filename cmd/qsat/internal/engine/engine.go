// Package engine says what a SAT engine is: something that finds a model of a
// formula, all of its models, or their number. It owns the task that engines are
// given, with the database of clauses that most of them share, and the statistics
// of their work.
package engine

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A Task is a formula and what is to be known about its models.
type Task struct {
	Formula *dimacs.Formula
	Assume  []dimacs.Lit // extra unit clauses
	// Project is the projection, ascending: models that agree on these variables
	// are one. nil stands for all variables of the formula.
	Project []int
	// Weights are those of literals in the projection, of a variable both or none; a model
	// counts as the product of its weights then, with 1 for others. nil stands for a count
	// without weights. Only the engines count and auto look at them.
	Weights map[dimacs.Lit]*big.Rat
	Seed    int64  // 0: the engine's own order
	Threads int    // at least 1
	Proof   Proof  // nil if none is wanted; only Solve writes one
	Memory  int64  // bytes that may be used in all; 0: no limit
	Stats   *Stats // nil if none are wanted

	// Spare is closed once one of the threads has nothing else to do; nil says that
	// all are there for the engine.
	Spare <-chan struct{}
	// Progress, if it is not nil, is called now and then in a long search, by any
	// goroutine, with a function that returns a line on how far that is. The line is
	// asked for during the call or not at all.
	Progress func(text func() string)

	// Series is that of tasks about one formula which come one after the other, so that
	// Solve may keep what it learns from one for the next; nil for a task alone.
	Series *Series

	// Failed is set by Solve when there is no model, and may be by the other methods:
	// some of the assumptions, in their order, that cannot all hold; nil if the
	// engine does not know and empty if the formula alone has no model.
	Failed []dimacs.Lit

	clauses *clause.Database // once it was asked for
}

// A Series is what tasks that differ in their assumptions have in common.
type Series struct {
	Assume  []dimacs.Lit         // the assumptions of all of them
	Session interface{ Close() } // what an engine has left for the next task, closed after the last; or nil
}

// A Proof is that of package clause.
type Proof = clause.Proof

// An Engine answers tasks. All methods return soon after ctx has ended, with
// the cause of that, and what they have found so far. For a given task and seed
// they find the same models in the same order.
//
// An engine that cannot take a formula returns a *DeclinedError, or
// clause.ErrTooLarge, and has then neither found nor counted anything.
type Engine interface {
	// Solve returns a model, or nil if there is none.
	Solve(ctx context.Context, t *Task) (*dimacs.Assignment, error)
	// Enumerate calls found with models of which no two agree on all
	// variables of the projection, until there are no more or found returns
	// an error, which it then returns. The assignment is valid during the call.
	Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error
	// Count returns the number of models that differ on the projection, with an
	// error that of those found so far. M is never nil.
	Count(ctx context.Context, t *Task) (dimacs.Count, error)
}

// A DeclinedError says why an engine cannot take a formula.
type DeclinedError struct {
	Engine string
	Reason string // a clause such as "it has too many literals"
}

func (e *DeclinedError) Error() string {
	return fmt.Sprintf("the %s engine cannot take this formula: %s", e.Engine, e.Reason)
}

// Clauses returns the clauses of the formula and the assumptions, at level 0 and
// propagated. They are loaded once for all engines that are asked about the task;
// one that changes them takes a Clone. It returns the cause when ctx ends, and
// clause.ErrTooLarge. It must not be called by two goroutines at once.
func (t *Task) Clauses(ctx context.Context) (*clause.Database, error) {
	var err error
	if t.clauses == nil {
		t.clauses, err = clause.Load(ctx, t.Formula, t.Assume)
	}
	return t.clauses, err
}

// Load returns clauses like those of Clauses that may be changed: of the formula
// and some units, either the assumptions or none.
func (t *Task) Load(ctx context.Context, units []dimacs.Lit) (*clause.Database, error) {
	if t.clauses == nil || len(units) < len(t.Assume) {
		return clause.Load(ctx, t.Formula, units)
	}
	return t.clauses.Clone(ctx)
}

// IsProjected reports whether a variable is in the projection.
func (t *Task) IsProjected(v int) bool {
	if t.Project == nil {
		return true
	}
	_, in := slices.BinarySearch(t.Project, v)
	return in
}

// Projected returns the i-th variable of the projection, from 0.
func (t *Task) Projected(i int) int {
	if t.Project == nil {
		return i + 1
	}
	return t.Project[i]
}

// NumProjected returns the number of variables of the projection.
func (t *Task) NumProjected() int {
	if t.Project == nil {
		return t.Formula.Vars
	}
	return len(t.Project)
}
