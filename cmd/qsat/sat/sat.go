// Package sat answers questions about formulas in conjunctive normal form: whether there is
// a model, which models there are, how many, and which assumptions cannot hold together.
// The program qsat is built on it. The package uses only the standard library.
//
// # Choose a function
//
// A question is a function of a [Problem] and [Options]. The Problem is a formula with
// assumptions and a projection. The zero value of Options is ready to use.
//
//	to find                                   call                remarks
//	one model, or that there is none          Solve               also names failed assumptions
//	all models                                Models              one after the other, as an iterator
//	the number of models                      Count               without enumeration, also with weights
//	models up to symmetry                     FindOrbits          lists or counts one model of each orbit
//	random models                             Sample              all models are equally likely
//	the best model                            Minimize            soft clauses with weights
//	the literals that all models share        Backbone            also with a proof of each
//	all best models                           Optima              for Models, Count and Sample
//	why assumptions cannot all hold           Core                a minimal set of them
//	why there is no model                     GroupCore           a minimal set of clauses, or of groups
//	all reasons, and all repairs              GroupCores          minimal sets, and correction sets
//	answers to many similar questions         NewSolver           see below; OpenSolver for a formula that was read
//	how long a count will take                EstimateCount
//	the graph that a count traverses          Compile             a decision-DNNF; counts each literal
//	answers from a graph in a file            ReadGraph           of d4, c2d or dsharp; with its certificate
//	a count with its certificate              Certify             CPOG; package cpog checks it
//	its share of a count with several parts   CertifyPart         a certificate for each cube
//	a refutation with its proof               Solve               Options.Proof takes DRAT; package drat checks it
//	shares of a search for several machines   NewParts, Cubes
//	the clauses of some variables only        Projection          eliminates all others by resolution
//
// [Failed] and [Bounded] complete other questions: which assumptions fail if a count is 0, and a
// formula whose refutation proves that an optimum is the best.
//
// # A Solver, or one function call
//
// Use [Solve] for one question about a formula: it chooses how to search by the structure of the
// clauses, tries several methods, and uses all processors. Use a [Solver] if questions follow each
// other, with clauses added between them or with different assumptions. It keeps its learned clauses,
// and a question that changes little takes microseconds. Assumptions hold for one question only. So a
// clause that you may withdraw later gets an extra literal -x, and [Solver.Hold] makes x true while the
// clause holds. [Solver.Prefer] sets preferred values, such as newer versions, and [Solver.Budget] limits the
// number of conflicts.
//
// Encoders write into a [dimacs.Collector], which makes a formula, or into a Solver. Package
// encode/atmostone has "at most one", and package encode/cardinality "at most k" and "at least k".
// Their auxiliary variables multiply the number of models, unless a projection leaves them out.
//
// # Limits and errors
//
// When a context ends, every search stops soon, mostly within some milliseconds, and within a second
// for a formula of a million clauses. The function then returns the cause of the context as its error,
// with the results so far. Instead of an error, Core and GroupCore return the smallest set found, and
// Failed may return all assumptions. Options.Memory limits the memory of the process. Example (Service)
// shows a service with limits.
//
//	*ProblemError     the problem or an option makes no sense, or the formula is too large
//	*DeclinedError    the engine that Options.Engine names, or Options.Other, does not answer the question
//	ErrMemory         Options.Memory was exceeded; use errors.Is
//	ErrBudget         the limit of Solver.Budget was reached; use errors.Is
//	the cause of ctx  the context ended
//
// A literal of 0 is a mistake of the program: dimacs.Formula.Add panics, and [Solver.Add] returns an
// error. To read a formula from input, use dimacs.ReadFormula, which returns errors with positions.
//
// # Guarantees
//
// Every model was checked against the clauses, except the models of a Graph with a projection. The same
// problem with the same seed has the same models in the same order. After a longer search, the models
// of Solve, Minimize and a Solver may also depend on the number of threads. The model of GroupCore may
// depend on the clock. Functions may be called at the same time, but a Solver by one goroutine only.
package sat

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Problem is a formula with assumptions and a projection. No function changes it.
type Problem struct {
	// Formula comes from dimacs.ReadFormula or from calls of its Add. If it is incremental
	// and has cubes, a model must also satisfy at least one cube.
	Formula *dimacs.Formula
	Assume  []dimacs.Lit // literals that must be true
	// Project lists the variables of the projection, in any order: models that agree on
	// these are the same model. nil means the projection of the formula (c p show), or else
	// all variables.
	Project []int
}

// projection returns the variables of the projection, or nil for all variables.
func (p *Problem) projection() []int {
	if p.Project == nil {
		return p.Formula.Projection
	}
	return p.Project
}

// NumProjected returns the number of variables in the projection, or of all variables without one.
func (p *Problem) NumProjected() int {
	if list := p.projection(); list != nil {
		return len(list)
	}
	return p.Formula.Vars
}

// Projected returns variable i of the projection, in the order of Project; i counts from 0.
func (p *Problem) Projected(i int) int {
	if list := p.projection(); list != nil {
		return list[i]
	}
	return i + 1
}

// An Answer is a model, or the failed assumptions, or neither.
type Answer struct {
	Status dimacs.Status      // Unknown with an error, or if Options.Other does not know
	Model  *dimacs.Assignment // nil unless Status is Satisfiable; in a nil Assignment all variables are false
	// Failed holds assumptions that cannot all hold, in their order, if Status is
	// Unsatisfiable. If it is empty, the formula has no model even without assumptions. It
	// holds all assumptions if it is too much work to find fewer.
	Failed  []dimacs.Lit
	Minimal bool // no literal of Failed can be left out; set by Core
}

// A DeclinedError says why an engine does not answer. Its field Engine is the name of the engine,
// or "other" for Options.Other. Its field Reason is a clause such as "it has too many literals".
type DeclinedError = engine.DeclinedError

// Stats collects the cost of questions. The zero value is empty. Its methods, for concurrent use,
// are Work, which returns a []Work, and Steps, which returns the names of the methods of auto that
// ran. Both lists are in the order in which each engine or method first ended.
type Stats = engine.Stats

// Work is the work of one engine. It has the fields
//
//	Engine        string        the name of the engine
//	Runs          int           the number of calls of the engine
//	Build, Search time.Duration the times to prepare the clauses, and to search
//	Counts                      embedded
//	Techniques    []Technique   the times of activities of the search; nil if they are not measured
type Work = engine.Work

// Counts holds the numbers of steps and results of a search. A number that an engine does not have or does
// not count is 0. All fields have the type int64:
//
//	Conflicts, Decisions, Propagations, Restarts
//	Ticks                           of propagation, a measure of time that does not depend on the clock
//	Learned, Kept                   clauses learned, and learned clauses that are left at the end
//	Fixed, Eliminated, Substituted  variables that simplification has removed
//	Components, CacheHits           components looked up in the cache, and those found there
//	CacheEntries, CacheBytes        size of the cache at the end
//	Rejected                        arguments that the checker rejected
type Counts = engine.Counts

// Technique is an activity of a search, such as a way to simplify clauses. Its fields are Name, a
// string, and Time, its total time.Duration.
type Technique = engine.Technique

// A ProblemError describes an error in a problem or its options.
type ProblemError struct {
	Line   int // in the text of the formula, from 1; 0 if the error is not about a line
	Reason string
}

func (e *ProblemError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return e.Reason
}

// Solve returns a model, or assumptions that cannot all hold. With o.Parts, a model must satisfy a
// cube of the part.
func Solve(ctx context.Context, p Problem, o Options) (Answer, error) {
	j, ctx, err := newJob(ctx, p, o, "Cubes", "Parts", "Proof")
	if err != nil {
		return Answer{}, err
	}
	defer j.release()
	if j.cubes != nil {
		return j.answer(j.underCubes(ctx, j.ask))
	}
	// As job.ask, but in place: the walk from main to the search stays short enough to follow.
	a, err := engine.Solve(ctx, j.engine, j.task)
	return j.answer(j.explain(ctx, j.task, a, err))
}

// Models yields each model as soon as it is found; with o.Parts, only models under the cubes of the
// part. No two models agree on all variables of the projection. If the search fails before the end,
// the last pair is nil and the error. A model is valid until the next one. Each loop over the
// sequence starts the search anew.
func Models(ctx context.Context, p Problem, o Options) iter.Seq2[*dimacs.Assignment, error] {
	return sequence(ctx, p, o, (*job).enumerate, "Cubes", "Parts")
}

// sequence yields each result that ask passes to found, such as a model. If newJob or ask fails, the
// last pair is a zero value and the result of public for the error. When the loop over the sequence
// ends, found returns errEnded; ask must return then, and its error is dropped. The other arguments
// are those of newJob.
func sequence[T any](ctx context.Context, p Problem, o Options, ask func(j *job, ctx context.Context, found func(T) error) error, uses ...string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		j, ctx, err := newJob(ctx, p, o, uses...)
		ended := false
		if err == nil {
			defer j.release()
			err = ask(j, ctx, func(found T) error {
				if ended = !yield(found, nil); ended {
					return errEnded
				}
				return nil
			})
		}
		if err != nil && !ended {
			yield(*new(T), public(err))
		}
	}
}

// Count returns the exact number of models that differ on the projection. With o.Parts, it counts
// the share of the part. With an error, it returns the number found so far, or 0 if no such number
// is known.
//
// If the formula has weights of literals and asks for a weighted count, Count returns the sum of
// the weights of the models. The weight of a model is the product of the weights of its literals.
// If only one of two complements has a weight w, the other has weight 1 - w. If neither has a
// weight, both have weight 1.
func Count(ctx context.Context, p Problem, o Options) (dimacs.Count, error) {
	j, ctx, err := newCount(ctx, p, o)
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, public(err)
	}
	defer j.release()
	if j.cubes != nil || j.split != nil {
		return j.countCubes(ctx)
	}
	n, err := engine.CountModels(ctx, j.engine, j.task)
	return n, public(err)
}

// newCount is newJob for a count: it also sets the weights of p in the task, and then replaces the
// task by unprojected of it. The errors are those of newJob and weigh.
func newCount(ctx context.Context, p Problem, o Options) (*job, context.Context, error) {
	j, ctx, err := newJob(ctx, p, o, "Cubes", "Parts", "Checkpoint")
	if err != nil {
		return nil, nil, err
	}
	if err = j.weigh(p); err != nil {
		j.release()
		return nil, nil, err
	}
	j.task = unprojected(j.task)
	return j, ctx, nil
}

// Failed returns assumptions that cannot all hold, as in Answer. The problem must be known to have
// no model, for example because its count is 0. Failed does not search long: if it gives up, also
// because ctx ends, it returns all assumptions, each once. The only errors are about the problem and the
// options, or wrap ErrMemory.
func Failed(ctx context.Context, p Problem, o Options) ([]dimacs.Lit, error) {
	a, err := withJob(ctx, p, o, func(ctx context.Context, j *job) (Answer, error) {
		failed := func(ctx context.Context, t *engine.Task) (engine.Answer, error) {
			return engine.Answer{Failed: budgets.Failed(ctx, t)}, nil
		}
		j.engine = nil // otherwise underCubes would search without a limit in a session of cdcl
		return j.answer(j.solve(ctx, failed))
	}, "Cubes")
	return a.Failed, err
}

// errEnded stops an enumeration whose loop has ended.
var errEnded = errors.New("ended")
