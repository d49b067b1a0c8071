// Package sat answers questions about formulas in conjunctive normal form: whether there is
// a model, which models there are, how many, and which assumptions cannot hold together.
// The program qsat is built on it.
//
// A question is a function of a [Problem] and [Options]. The Problem is a formula with
// assumptions and a projection. With the zero value of Options, the structure of the
// clauses decides how to search. Every model was checked against the clauses. Proofs are in
// the format DRAT, for any checker of that format.
//
//   - [Solve] finds a model, or assumptions that cannot all hold;
//   - [Models] enumerates all models, [Count] counts them without enumeration, and [Sample]
//     draws some of them at random;
//   - [Compile] returns the graph that a count traverses, a decision-DNNF, and [Certify] writes
//     a proof in the format CPOG that the graph is equivalent to the formula;
//   - [EstimateCount] estimates the time and the result of a count;
//   - [Core] finds a minimal set of failed assumptions, and [Failed] finds any such set
//     for a problem that is known to have no model;
//   - [GroupCore] finds a minimal unsatisfiable subset of the clauses, or of groups of
//     clauses, and [GroupCores] finds all of them;
//   - [Minimize] finds a model that violates soft clauses of the least weight;
//   - [Cubes] divides a search into cubes, conjunctions of literals such that
//     one must hold, and [NewParts] divides it into shares for several processes.
//
// A [Solver] answers many questions about one formula, which may grow between them.
//
// When a context ends, every function stops soon, within a second for a formula of a
// million clauses. It then returns the cause of the context as its error, with the results
// so far. A problem that makes no sense gives a *[ProblemError]. An engine that was chosen
// by name and does not accept the question or the formula gives a *[DeclinedError]. A question
// that exceeds Options.Memory gives an error that wraps [ErrMemory]. The same problem with the
// same seed has the same models in the same order. Only the model of [Solve] and of [Minimize] may
// depend on the number of threads as well, after a longer search. Functions may be
// called at the same time.
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

// projection returns the variables of the projection, or nil for all.
func (p *Problem) projection() []int {
	if p.Project == nil {
		return p.Formula.Projection
	}
	return p.Project
}

// NumProjected returns the number of variables in the projection.
func (p *Problem) NumProjected() int {
	if list := p.projection(); list != nil {
		return len(list)
	}
	return p.Formula.Vars
}

// Projected returns variable i of the projection; i counts from 0.
func (p *Problem) Projected(i int) int {
	if list := p.projection(); list != nil {
		return list[i]
	}
	return i + 1
}

// An Answer is a model, or the failed assumptions.
type Answer struct {
	Status dimacs.Status      // Unknown with an error, or if Options.Other does not know
	Model  *dimacs.Assignment // nil unless Status is Satisfiable; in a nil Assignment all variables are false
	// Failed holds assumptions that cannot all hold, in their order, if Status is
	// Unsatisfiable. It is empty if the formula has no model even without assumptions. It
	// holds all assumptions if it is too much work to find fewer.
	Failed  []dimacs.Lit
	Minimal bool // no literal of Failed can be left out; set by Core
}

// A DeclinedError says why the engine chosen by Options.Engine does not answer. Its field
// Engine is the name of the engine, its field Reason a clause such as "it has too many
// literals".
type DeclinedError = engine.DeclinedError

// Stats collects the cost of questions: the Work of each engine. The zero value is empty.
type (
	Stats     = engine.Stats
	Work      = engine.Work
	Counts    = engine.Counts
	Technique = engine.Technique
)

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

// Solve returns a model, or assumptions that cannot all hold.
func Solve(ctx context.Context, p Problem, o Options) (Answer, error) {
	j, ctx, err := newJob(ctx, p, o, "Parts", "Proof")
	if err != nil {
		return Answer{}, err
	}
	defer j.release()
	return j.answer(j.solve(ctx, j.ask))
}

// Models yields each model as soon as it is found. No two models agree on all variables of
// the projection. If the search fails before the end, the last pair is nil and the error. A
// model is valid until the next one. Each loop over the sequence starts the search anew.
func Models(ctx context.Context, p Problem, o Options) iter.Seq2[*dimacs.Assignment, error] {
	return models(ctx, p, o, (*job).enumerate, "Parts")
}

// models yields the models for which ask calls found. If ask fails, the last pair is nil
// and its error.
func models(ctx context.Context, p Problem, o Options, ask func(j *job, ctx context.Context, found func(*dimacs.Assignment) error) error, uses ...string) iter.Seq2[*dimacs.Assignment, error] {
	return func(yield func(*dimacs.Assignment, error) bool) {
		j, ctx, err := newJob(ctx, p, o, uses...)
		ended := false
		if err == nil {
			defer j.release()
			err = ask(j, ctx, func(a *dimacs.Assignment) error {
				if ended = !yield(a, nil); ended {
					return errEnded
				}
				return nil
			})
		}
		if err != nil && !ended {
			yield(nil, public(err))
		}
	}
}

// Count returns the exact number of models that differ on the projection. With an error, it
// returns the number found so far.
//
// If the formula has weights of literals and asks for a weighted count, Count returns the
// sum of the weights of the models. The weight of a model is the product of the weights of
// its literals. If only one of two complements has a weight w, the other has weight 1 - w.
// If neither has a weight, both have weight 1.
func Count(ctx context.Context, p Problem, o Options) (dimacs.Count, error) {
	j, ctx, err := newJob(ctx, p, o, "Parts", "Checkpoint")
	if err == nil {
		defer j.release()
		err = j.weigh(p)
	}
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, public(err)
	}
	return j.count(ctx)
}

// Failed returns assumptions that cannot all hold, as in Answer. The problem must be known
// to have no model, for example because its count is 0.
func Failed(ctx context.Context, p Problem, o Options) ([]dimacs.Lit, error) {
	j, ctx, err := newJob(ctx, p, o)
	if err != nil {
		return nil, err
	}
	defer j.release()
	j.engine = nil // otherwise solve would search without a limit in a session of cdcl
	a, err := j.answer(j.solve(ctx, func(ctx context.Context, t *engine.Task) (engine.Answer, error) {
		return engine.Answer{Failed: budgets.Failed(ctx, t)}, nil
	}))
	return a.Failed, err
}

// errEnded stops an enumeration whose loop has ended.
var errEnded = errors.New("ended")
