// Package engine says what a SAT engine is: something that finds a model of a
// formula, all of its models, or their number. It knows no engine; what all of
// them need lies here.
package engine

import (
	"context"
	"fmt"

	"queens/cmd/qsat/internal/normal"
	"queens/dimacs"
)

// A Task is a formula and what is to be known about its models.
type Task struct {
	Formula *dimacs.Formula
	Assume  []dimacs.Lit // extra unit clauses
	// Project holds the variables that tell models apart, ascending; nil
	// stands for all variables of the formula.
	Project []int
	Seed    int64  // 0: the engine's own order
	Threads int    // at least 1
	More    bool   // other tasks follow: no search may be left behind
	Proof   Proof  // nil if none is wanted; only Solve writes one
	Stats   *Stats // nil if none are wanted

	form *normal.Form // once it was asked for
}

// A Proof takes the clauses of a DRAT proof in the order of derivation. The
// clauses are the caller's again when a method returns.
type Proof interface {
	Add(clause []dimacs.Lit) error
	Delete(clause []dimacs.Lit) error
}

// An Engine answers tasks. All methods return soon after ctx has ended, with
// the cause of that, and what they have found so far. For a given task and seed
// they find the same models in the same order.
//
// An engine that cannot take a formula returns a *DeclinedError and has then
// neither found nor counted anything.
type Engine interface {
	// Solve returns a model, or nil if there is none.
	Solve(ctx context.Context, t *Task) (*dimacs.Assignment, error)
	// Enumerate calls found with models of which no two agree on all
	// variables of the projection, until there are no more or found returns
	// an error, which it then returns. The assignment is valid during the call.
	Enumerate(ctx context.Context, t *Task, found func(*dimacs.Assignment) error) error
	// Count returns the number of models that differ on the projection. With
	// an error, it is the number of those found so far.
	Count(ctx context.Context, t *Task) (Count, error)
}

// A DeclinedError says why an engine cannot take a formula.
type DeclinedError struct {
	Engine string
	Reason string // a clause such as "it has too many literals"
	Cause  error  // what a caller may look for, or nil
}

// Unwrap returns the cause.
func (e *DeclinedError) Unwrap() error { return e.Cause }

func (e *DeclinedError) Error() string {
	return fmt.Sprintf("the %s engine cannot take this formula: %s", e.Engine, e.Reason)
}

// Form returns the normal form of the formula and the assumptions, which is
// made once for all engines that are asked about the task. It returns the cause
// when ctx ends. It must not be called by two goroutines at once.
func (t *Task) Form(ctx context.Context) (*normal.Form, error) {
	if t.form == nil {
		form, err := normal.Of(ctx, t.Formula, t.Assume)
		if err != nil {
			return nil, err
		}
		t.form = form
	}
	return t.form, nil
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
