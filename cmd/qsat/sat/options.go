package sat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens/cmd/internal/memory"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// Options control a search. The zero value is ready to use. A question that does not use Parts,
// Checkpoint or Proof returns a *ProblemError that names the field, unless the field is nil.
type Options struct {
	// Parts divides the problem; nil means the whole search. With Parts, Solve, Models, Count and
	// CertifyPart work only on part number Part, from 1. All but CertifyPart take the problem and
	// all options except Checkpoint from the call of NewParts.
	Parts *Parts
	Part  int // 0 without Parts
	// Checkpoint keeps the count of each cube of the part; nil keeps nothing. Only CertifyPart
	// and a Count with Parts accept it.
	Checkpoint Checkpoint

	Engine  string // a name from Engines; "" means the first, auto
	Other   Other  // the solver that searches for models instead of an engine; may be nil
	Threads int    // the number of processors to use; 0 means all, or one for a Solver
	Seed    int64  // the order of the search, and the draws of Sample
	// Memory is a limit for the whole process in bytes; 0 means no limit. If the memory of the Go
	// runtime exceeds the limit even after a garbage collection, the question ends as if its context
	// had ended, with an error for which errors.Is(err, ErrMemory) holds.
	//
	// The memory consists of the heap, stacks and garbage of all goroutines, and not of the code.
	// So every question that runs counts, and so does the rest of the program, which takes some MB
	// even without a question. A question ends only if its own limit is exceeded. The memory is
	// measured at the beginning and then every 10 ms. It may exceed the limit by the allocations of
	// that time and by one large array.
	//
	// The limit also bounds the caches of Count. While a question with a limit runs, the garbage
	// collector keeps the memory of the process below 7/8 of the lowest limit if it can; this
	// replaces a higher limit of debug.SetMemoryLimit.
	Memory int64
	// Proof takes a proof in DRAT about the formula with the assumptions as unit clauses; nil means
	// no proof. Solve derives the empty clause, or for a part the negation of each cube. Core
	// derives the empty clause from the assumptions of the core only. If there is a model, the
	// derivation ends without these clauses. Backbone derives its literals. NewParts takes the Proof
	// for the parts, and writes nothing. Options.Other writes nothing either.
	Proof proof.Sink
	// Progress is called from time to time, from any goroutine, with a function that
	// returns a line on the progress of the search. That function may be called only before
	// Progress returns. Progress may be nil.
	Progress func(text func() string)
	// Found is called from time to time, from any goroutine, with the number of models that
	// Count has found so far. The number is valid during the call. Found may be nil.
	Found func(n dimacs.Count)
	Stats *Stats // collects the cost of the search; may be nil
}

// A Checkpoint keeps the counts of cubes, by their index in Parts.Cubes, from 0. Counted returns
// the count of a cube and true if the count is known, perhaps from another process. Then the cube
// is not counted again. Keep gets the count of each cube that is counted now. Only one goroutine at
// a time calls the methods.
type Checkpoint interface {
	Counted(cube int) (n dimacs.Count, is bool)
	Keep(cube int, n dimacs.Count)
}

// Other is a solver outside of this package. Solve returns a model of f in which assume is true and
// Satisfiable, or nil and Unsatisfiable, or nil and Unknown. Satisfiable without a model means
// Unknown. The model is checked, but not the refutation. The solver does not get the other options.
type Other interface {
	Solve(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error)
}

// other is the engine that calls Options.Other. It only searches for models.
type other struct{ solver Other }

// errUndecided is the error of other if the solver returns Unknown, or Satisfiable without a model.
var errUndecided = errors.New("the solver found no answer")

func (other) Name() string { return "other" }

func (o other) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, status, err := o.solver.Solve(ctx, t.Formula, t.Assume)
	switch {
	case err != nil || status == dimacs.Unsatisfiable:
		return engine.Answer{}, err
	case status == dimacs.Unknown || a == nil:
		return engine.Answer{}, errUndecided
	}
	return engine.Answer{Model: a}, nil
}

// ErrMemory is the error of a question that ended because of Options.Memory. Use errors.Is.
var ErrMemory = memory.ErrExceeded

// check returns a *ProblemError if a field makes no sense, or if Parts, Checkpoint or Proof is set
// and its name is not in uses. It returns nil otherwise. Other words in uses have no effect.
func (o *Options) check(uses ...string) error {
	for _, field := range []struct {
		name  string
		isSet bool
	}{{"Parts", o.Parts != nil}, {"Checkpoint", o.Checkpoint != nil}, {"Proof", o.Proof != nil}} {
		if field.isSet && !slices.Contains(uses, field.name) {
			return &ProblemError{Reason: fmt.Sprintf("Options.%s is set, but this question does not use it: expected nil", field.name)}
		}
	}
	reason := ""
	switch {
	case o.Parts == nil && o.Part != 0:
		reason = fmt.Sprintf("Options.Part is %d, but Options.Parts is nil", o.Part)
	case o.Parts != nil && o.Parts.job == nil:
		reason = "Options.Parts does not come from NewParts"
	case o.Parts != nil && (o.Part < 1 || o.Part > o.Parts.job.step):
		reason = fmt.Sprintf("Options.Part is %d: expected 1 to %d", o.Part, o.Parts.job.step)
	case o.Parts == nil && o.Checkpoint != nil:
		reason = "Options.Checkpoint is set, but Options.Parts is nil"
	case o.Threads < 0:
		reason = fmt.Sprintf("Options.Threads is %d: expected at least 0", o.Threads)
	case o.Memory < 0:
		reason = fmt.Sprintf("Options.Memory is %d: expected at least 0", o.Memory)
	case o.Engine != "" && !slices.Contains(Engines(), o.Engine):
		reason = fmt.Sprintf("Options.Engine is %q: expected %s", o.Engine, strings.Join(Engines(), ", "))
	default:
		return nil
	}
	return &ProblemError{Reason: reason}
}

// limited returns a context that ends when the memory of the process exceeds a number of bytes; 0
// means no limit. The caller must call release at the end of the question. If the memory exceeds
// the limit already, limited returns only an error, which wraps ErrMemory.
func limited(ctx context.Context, bytes int64) (_ context.Context, release func(), err error) {
	if bytes == 0 {
		return ctx, func() {}, nil
	}
	ctx, release = memory.Within(ctx, bytes, "Options.Memory")
	if cause := context.Cause(ctx); errors.Is(cause, ErrMemory) {
		release()
		return nil, nil, cause
	}
	return ctx, release, nil
}
