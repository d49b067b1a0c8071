// Package sat answers questions about formulas in conjunctive normal form: whether there
// is a model, which models there are, how many, and which assumptions cannot hold
// together. It is what the program qsat is made of.
//
// A question is a function of a [Problem], a formula with what is asked about its models,
// and of [Options]. The zero value of the options lets the structure of the clauses choose
// how to search. Each model that comes out was checked against the clauses; proofs are in
// the format DRAT, for any checker of that.
//
//   - [Solve] finds a model, or assumptions that cannot all hold;
//   - [Models] goes through all models, [Count] counts them without doing so, and [Sample]
//     draws some of them at random;
//   - [Compile] returns the graph that a count goes through, a decision-DNNF, and
//     [Certify] writes the proof that it is equivalent to the formula, in the format CPOG;
//   - [EstimateCount] estimates what a count takes and finds;
//   - [Core] finds failed assumptions of which none can be left out, [Failed] some of a
//     problem that is known to have no model;
//   - [Cubes] cuts a search into cubes, conjunctions of literals of which one has to hold,
//     and [NewParts] into shares for several processes.
//
// The end of a context stops each of them soon, for a formula of a million clauses within a
// second: the error is its cause, and what was found so far comes with it. A problem that makes no sense is a *[ProblemError]; an engine that
// was asked for by name and does not suit the question or the formula is a
// *[DeclinedError]. The same problem with the same seed has the same models in the same
// order, whatever the number of threads. Functions may be called at the same time.
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
	"queens/cmd/qsat/sat/stats"
	"queens/dimacs"
)

// A Problem is a formula and what is asked about its models. Nothing of it is changed.
type Problem struct {
	// Formula is read by dimacs.ReadFormula or made by its Add. If it has cubes, one of them
	// has to hold, too.
	Formula *dimacs.Formula
	Assume  []dimacs.Lit // literals that have to be true
	// Project are the variables of the projection, in any order: models that agree on
	// these are one. nil stands for those that the formula names (c p show), or all.
	Project []int
}

// projection returns the variables of the projection, nil for all.
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

// Projected returns the i-th variable of the projection, from 0.
func (p *Problem) Projected(i int) int {
	if list := p.projection(); list != nil {
		return list[i]
	}
	return i + 1
}

// Options say how to search. The zero value is ready to use.
type Options struct {
	// Parts are those of the problem, made under these options. Of them Solve, Models and Count
	// are about Part alone, from 1. nil stands for the whole.
	Parts *Parts
	Part  int
	// Checkpoint keeps what Count counts below each cube of the part; nil keeps nothing.
	Checkpoint Checkpoint

	Engine  string // one of Engines, or empty for the first
	Other   Other  // finds models in place of an engine, if it is not nil
	Threads int    // processors to use, 0 for all
	Seed    int64  // another one searches in another order
	Memory  int64  // bytes that the process may use, to which caches are kept; 0 for no limit
	// Proof takes the derivation of the empty clause from the formula, with assumptions as
	// unit clauses, in the format DRAT. Only Solve and Core write one, and where there is a
	// model it ends without the empty clause.
	Proof dimacs.Proof
	// Progress is called now and then by any goroutine, with a function that returns a line
	// on how far the search is, to be called before Progress returns or not at all.
	Progress func(text func() string)
	// Found is called now and then by any goroutine with the number of models that Count has
	// found so far, which is valid during the call.
	Found func(n dimacs.Count)
	Stats *Stats // takes what it has cost
}

// A Checkpoint keeps the counts of cubes, by their places in Parts.Cubes: Counted returns one
// that is known, also from another process, which is not counted again. It is used by one
// goroutine at a time.
type Checkpoint interface {
	Counted(cube int) (n dimacs.Count, is bool)
	Keep(cube int, n dimacs.Count)
}

// Other is another solver. It returns a model, which is checked, or that there is none, or
// Unknown. It is not told of other options, and Proof stays empty.
type Other interface {
	Solve(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error)
}

// An Answer says whether there is a model.
type Answer struct {
	Status dimacs.Status      // Unknown with an error, or where another solver does not know
	Model  *dimacs.Assignment // if it is Satisfiable, else nil, which makes all variables false
	// Failed are some of the assumptions that cannot all hold, in their order, if it is
	// Unsatisfiable: none if the formula alone has no model, and all where it is too much
	// work to find out.
	Failed  []dimacs.Lit
	Minimal bool // none of Failed can be left out, see Core
}

// A DeclinedError says why the engine that was asked for does not answer: its field Engine is the
// name of the engine, and its field Reason a clause such as "it has too many literals".
type DeclinedError = engine.DeclinedError

// Stats collect what questions have cost, see package stats. The zero value is empty.
type Stats = stats.Stats

// A ProblemError says what is wrong with a problem.
type ProblemError struct {
	Line   int // of the formula's text, 0 if it is not about one
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
	s, err := newSearch(p, o)
	if err != nil {
		return Answer{}, err
	}
	return s.answer(s.solve(ctx))
}

// Models yields models of which no two agree on all variables of the projection, each as
// soon as it is found, and nil with an error last if there may be more. A model is valid
// until the next one. Each loop over it begins the search anew.
func Models(ctx context.Context, p Problem, o Options) iter.Seq2[*dimacs.Assignment, error] {
	return models(p, o, func(s *search, found func(*dimacs.Assignment) error) error { return s.enumerate(ctx, found) })
}

// models yields what ask finds, and nil with its error last.
func models(p Problem, o Options, ask func(s *search, found func(*dimacs.Assignment) error) error) iter.Seq2[*dimacs.Assignment, error] {
	return func(yield func(*dimacs.Assignment, error) bool) {
		s, err := newSearch(p, o)
		ended := false
		if err == nil {
			err = ask(s, func(a *dimacs.Assignment) error {
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

// Count returns the number of models that differ on the projection, or the sum of their
// weights, exactly. With an error it is that of those found so far. A formula may name weights
// of literals, and ask to count with them: a model counts as the product of those of its
// literals then. If only one of two complements has a weight w, the other one has 1 - w. If
// neither has one, both have 1.
func Count(ctx context.Context, p Problem, o Options) (dimacs.Count, error) {
	s, err := newSearch(p, o)
	if err == nil {
		err = s.weigh(p)
	}
	if err != nil {
		return dimacs.Count{M: new(big.Int)}, public(err)
	}
	return s.count(ctx)
}

// Failed returns some of the assumptions that cannot all hold, as in Answer, of a problem
// that is known to have no model, such as one whose count is 0.
func Failed(ctx context.Context, p Problem, o Options) ([]dimacs.Lit, error) {
	s, err := newSearch(p, o)
	if err != nil {
		return nil, err
	}
	s.engine, s.task.Proof = explainer{}, nil
	a, err := s.answer(s.solve(ctx))
	return a.Failed, err
}

// newSearch checks a problem and options and returns the search.
func newSearch(p Problem, o Options) (*search, error) {
	f := p.Formula
	switch {
	case f == nil:
		return nil, &ProblemError{Reason: "there is no formula"}
	case o.Parts != nil && (o.Part < 1 || o.Part > o.Parts.search.step):
		return nil, &ProblemError{Reason: fmt.Sprintf("there is no part %d, only %d", o.Part, o.Parts.search.step)}
	case o.Parts != nil:
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
	if t.Threads <= 0 {
		t.Threads = min(runtime.GOMAXPROCS(0), runtime.NumCPU())
	}
	for _, l := range p.Assume {
		if l == 0 || l.Var() > f.Vars {
			return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to assume, only %d", l.Var(), f.Vars)}
		}
	}
	slices.Sort(t.Project)
	t.Project = slices.Compact(t.Project)
	for _, v := range t.Project {
		if v < 1 || v > f.Vars {
			return nil, &ProblemError{Reason: fmt.Sprintf("there is no variable %d to project on, only %d", v, f.Vars)}
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
	case k < 0:
		return nil, &ProblemError{Reason: fmt.Sprintf("there is no engine %q", o.Engine)}
	default:
		s.engine, s.explains, s.weighs = kinds[k].new(), kinds[k].explains && len(p.Assume) > 0, kinds[k].weighs
	}
	return s, nil
}

// answer makes an answer of an engine's.
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

// public returns an error of a type that can be asked for.
func public(err error) error {
	if engine.IsDeclined(err) && !errors.As(err, new(*DeclinedError)) {
		return &ProblemError{Reason: err.Error()}
	}
	return err
}

// errEnded ends an enumeration that nobody wants to go on.
var errEnded = errors.New("ended")
