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
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"runtime"
	"slices"

	"queens/cmd/qsat/internal/auto"
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
	s, ctx, err := newSearch(ctx, p, o, "Parts", "Proof")
	if err != nil {
		return Answer{}, err
	}
	defer s.release()
	return s.answer(s.solve(ctx))
}

// Models yields each model as soon as it is found. No two models agree on all variables of
// the projection. If the search fails before the end, the last pair is nil and the error. A
// model is valid until the next one. Each loop over the sequence starts the search anew.
func Models(ctx context.Context, p Problem, o Options) iter.Seq2[*dimacs.Assignment, error] {
	return models(ctx, p, o, (*search).enumerate, "Parts")
}

// models yields the models for which ask calls found. If ask fails, the last pair is nil
// and its error.
func models(ctx context.Context, p Problem, o Options, ask func(s *search, ctx context.Context, found func(*dimacs.Assignment) error) error, uses ...string) iter.Seq2[*dimacs.Assignment, error] {
	return func(yield func(*dimacs.Assignment, error) bool) {
		s, ctx, err := newSearch(ctx, p, o, uses...)
		ended := false
		if err == nil {
			defer s.release()
			err = ask(s, ctx, func(a *dimacs.Assignment) error {
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
	s, ctx, err := newSearch(ctx, p, o, "Parts", "Checkpoint")
	if err == nil {
		defer s.release()
		err = s.weigh(p)
	}
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, public(err)
	}
	return s.count(ctx)
}

// Failed returns assumptions that cannot all hold, as in Answer. The problem must be known
// to have no model, for example because its count is 0.
func Failed(ctx context.Context, p Problem, o Options) ([]dimacs.Lit, error) {
	s, ctx, err := newSearch(ctx, p, o)
	if err != nil {
		return nil, err
	}
	defer s.release()
	s.engine = explainer{}
	a, err := s.answer(s.solve(ctx))
	return a.Failed, err
}

// newSearch returns the search for a problem and a context that ends at Options.Memory. At the end,
// the caller must call release of the search. With o.Parts, newSearch returns the search of o.Part.
// It passes uses to Options.check. The error is a *ProblemError, or wraps ErrMemory.
func newSearch(ctx context.Context, p Problem, o Options, uses ...string) (*search, context.Context, error) {
	s, err := searchFor(p, o, uses)
	if err != nil {
		return nil, nil, err
	}
	if ctx, s.release, err = limited(ctx, s.task.Memory); err != nil {
		return nil, nil, err
	}
	return s, ctx, nil
}

// searchFor returns the search of newSearch without its limit of memory.
func searchFor(p Problem, o Options, uses []string) (*search, error) {
	f := p.Formula
	switch {
	case f == nil:
		return nil, &ProblemError{Reason: "there is no formula"}
	case f.Soft != nil:
		return nil, &ProblemError{Reason: "the formula has soft clauses, which only Minimize takes"}
	}
	if err := o.check(uses...); err != nil {
		return nil, err
	}
	if o.Parts != nil {
		s := *o.Parts.search
		if s.first = o.Part - 1; o.Checkpoint != nil {
			s.checkpoint = o.Checkpoint
		}
		return &s, nil
	}
	if err := f.Check(); err != nil {
		return nil, &ProblemError{Reason: err.Error()}
	}
	t := &engine.Task{
		Formula: f, Assume: p.Assume, Project: slices.Clone(p.projection()), Proof: o.Proof,
		Seed: o.Seed, Threads: o.Threads, Memory: o.Memory, Progress: o.Progress, Found: o.Found, Stats: o.Stats,
	}
	s := &search{task: t, checkpoint: noCheckpoint{}}
	if t.Threads == 0 {
		t.Threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	for _, l := range p.Assume {
		if l == 0 || l.Var() > f.Vars {
			return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to assume: the largest is %d", l.Var(), f.Vars)}
		}
	}
	slices.Sort(t.Project)
	t.Project = slices.Compact(t.Project)
	for _, v := range t.Project {
		if v < 1 || v > f.Vars {
			return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to project on: the largest is %d", v, f.Vars)}
		}
	}
	if n := len(t.Project); n == f.Vars && n > 0 {
		t.Project = nil
	}
	if f.Incremental && len(f.Cubes) > 0 {
		s.cubes, s.step = f.Cubes, 1
	}
	switch k := slices.IndexFunc(kinds, func(k kind) bool { return k.name == cmp.Or(o.Engine, auto.Name) }); {
	case o.Other != nil && s.cubes != nil:
		return nil, &ProblemError{Reason: "another solver cannot be given a formula with cubes"}
	case o.Other != nil:
		s.engine = other{o.Other}
	default:
		s.engine, s.explains, s.weighs = kinds[k].new(), kinds[k].explains && len(p.Assume) > 0, kinds[k].weighs
	}
	return s, nil
}

// answer returns the Answer for the results of an engine. If the failed assumptions are
// unknown, Failed holds all assumptions. For errUndecided the status is Unknown, without an
// error.
func (s *search) answer(a engine.Answer, err error) (Answer, error) {
	switch {
	case errors.Is(err, errUndecided):
		return Answer{}, nil
	case err != nil:
		return Answer{}, public(err)
	case a.Model != nil:
		return Answer{Status: dimacs.Satisfiable, Model: a.Model}, nil
	}
	if a.Failed == nil {
		a.Failed = engine.Distinct(s.task.Assume)
	}
	return Answer{Status: dimacs.Unsatisfiable, Failed: a.Failed}, nil
}

// public returns err, or a *ProblemError in its place if its type is internal to the
// engines.
func public(err error) error {
	if engine.IsDeclined(err) && !errors.As(err, new(*DeclinedError)) {
		return &ProblemError{Reason: err.Error()}
	}
	return err
}

// errEnded stops an enumeration whose loop has ended.
var errEnded = errors.New("ended")
