package sat

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// NewVar returns a new variable, as Fresh does, or 0 if Fresh would return zeros.
func (s *Solver) NewVar() dimacs.Lit { return s.Fresh(1)[0] }

// Vars returns the number of variables so far, and NumClauses the number of hard clauses. Both are 0 after
// Close.
func (s *Solver) Vars() int       { return s.formula.Vars }
func (s *Solver) NumClauses() int { return s.formula.NumClauses() }

// Formula returns a new formula with the clauses and variables so far. It is empty if Err is not
// nil.
func (s *Solver) Formula() *dimacs.Formula {
	f := &dimacs.Formula{}
	if s.err == nil {
		f.Vars = s.formula.Vars
		for c := range s.formula.Clauses() {
			f.Add(c...)
		}
	}
	return f
}

// Prove is like Solve, but writes to proof a DRAT derivation of the empty clause from the clauses
// of Formula with all assumptions and literals of Hold as unit clauses. It is a new search of the
// function Solve, so it can take longer than the answer took. If there is a model, the derivation ends
// without the empty clause.
func (s *Solver) Prove(ctx context.Context, proof proof.Sink, assume ...dimacs.Lit) (Answer, error) {
	if err := s.raise(assume); err != nil {
		return Answer{}, err
	}
	o := s.options()
	o.Proof = proof
	return Solve(ctx, Problem{Formula: s.formula, Assume: s.withHeld(assume)}, o)
}

// options returns the options of NewSolver that a Solver uses.
func (s *Solver) options() Options {
	t := s.task
	return Options{Threads: t.Threads, Seed: t.Seed, Memory: t.Memory, Progress: t.Progress, Stats: t.Stats}
}

// Models yields each model in which the assumptions are true, as soon as it is found. No two models
// agree on all variables of project; nil means all variables so far. If the search fails, the last
// pair is nil and the error, as of the method Solve. The loop may call the other methods, and
// clauses that it adds hold for the later models.
//
// For each model, Models adds a clause with a literal for each variable of project. These clauses are not
// in Formula, and have no effect after the loop. Each loop takes one variable, from dimacs.MaxVar
// downwards. For very many models the function Models is faster.
func (s *Solver) Models(ctx context.Context, project []int, assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	return func(yield func(*dimacs.Assignment, error) bool) {
		vars := lists.Map(project, func(v int) dimacs.Lit { return dimacs.Lit(v) })
		if project == nil {
			vars = lists.From(dimacs.Lit(1), s.formula.Vars)
		}
		if err := cmp.Or(checkVars(project), s.raise(vars), s.raise(assume)); err != nil {
			yield(nil, err)
			return
		}
		guard, release := s.guard()
		defer release()
		for {
			a, err := s.solve(ctx, assume, guard)
			if err != nil || a.Model == nil {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			c := []dimacs.Lit{-guard}
			for _, l := range vars {
				if a.Model.Holds(l) {
					l = -l
				}
				c = append(c, l)
			}
			if err := s.exclude(c...); err != nil {
				yield(nil, err)
				return
			}
			if !yield(a.Model, nil) {
				return
			}
		}
	}
}

// guard returns a new variable, which no model contains. A clause of exclude with its complement
// holds only in a call of solve with this guard. After release, which the caller must call, the
// clause is true. If there is no room for the variable, guard sets s.err.
func (s *Solver) guard() (guard dimacs.Lit, release func()) {
	if s.err == nil && s.largest() == s.formula.Vars {
		s.err = &ProblemError{Reason: fmt.Sprintf("there is no room for another variable: expected at most %d", s.largest())}
	}
	guard = dimacs.Lit(s.largest())
	s.guards++
	return guard, func() {
		if s.kept.Session != nil {
			s.exclude(-guard) // a later question returns the error
		}
	}
}

// checkVars returns a *ProblemError if a number is not from 1 to dimacs.MaxVar, and otherwise nil.
func checkVars(project []int) error {
	for _, v := range project {
		if v < 1 || v > dimacs.MaxVar {
			return &ProblemError{Reason: fmt.Sprintf("%d is not a variable", v)}
		}
	}
	return nil
}

// exclude adds a clause to the session, which it opens if necessary, but not to s.formula. It
// forgets the last model. The errors are those of the session.
func (s *Solver) exclude(c ...dimacs.Lit) error {
	s.model = nil
	if err := s.kept.Open(s.task); err != nil {
		return public(err)
	}
	return public(s.kept.Session.Add(c...))
}

// Count returns the number of models in which the assumptions are true, as the function Count does.
// Models differ on the variables of project. nil means the projection of the formula of OpenSolver,
// or else all variables so far. If that formula asks for a weighted count, Count returns the sum of
// the weights. The errors are those of the function Count, and Err.
//
// Each count takes the time of the function Count, until counts with the same projection have cost
// about as much as the graph of Compile. Then the graph is compiled once, and further counts take
// one pass over a part of it, unless they assume a variable outside of the projection. The next
// clause or variable makes the graphs useless. They are also dropped before a question ends because
// of Options.Memory.
func (s *Solver) Count(ctx context.Context, project []int, assume ...dimacs.Lit) (dimacs.Count, error) {
	n := dimacs.Count{M: new(big.Int)}
	err := s.keeping(ctx, project, assume, func(ctx context.Context, j *job, _ Problem) (err error) {
		n, err = engine.CountModels(ctx, j.engine, j.task)
		return err
	})
	return n, err
}

// Each returns the count of each literal, as Graph.Each does, for the problem that Count counts. It compiles the
// graph that Count uses, unless the graph is there already, and takes two passes over it. But if an assumed
// variable is not in project, each call compiles a graph of its own. The result n is the number that Count
// returns. The errors are the errors of Count and Compile; each is nil then.
func (s *Solver) Each(ctx context.Context, project []int, assume ...dimacs.Lit) (each iter.Seq2[dimacs.Lit, dimacs.Count], n dimacs.Count, err error) {
	err = s.keeping(ctx, project, assume, func(ctx context.Context, j *job, p Problem) error {
		g, err := s.kept.Compiled(ctx, j.task)
		switch graph, is := g.(*Graph); {
		case err != nil:
			return err
		case is:
			each, n = graph.Each(assume...), graph.Count(assume...)
		default: // an assumed variable is not in the projection
			if graph, err = Compile(ctx, p, s.options()); err == nil {
				each, n = graph.Each(), graph.Count()
			}
		}
		return err
	})
	return each, n, err
}

// Sample yields k random models of the problem that Count counts, as the function Sample does with
// Options.Seed = seed, and in the same time. It uses no graph, so that earlier questions do not change the draws.
func (s *Solver) Sample(ctx context.Context, project []int, seed, k int64, assume ...dimacs.Lit) iter.Seq2[*dimacs.Assignment, error] {
	return func(yield func(*dimacs.Assignment, error) bool) {
		p, err := s.problem(project, assume)
		if err != nil {
			yield(nil, err)
			return
		}
		o := s.options()
		o.Seed = seed
		Sample(ctx, p, o, k)(yield)
	}
}

// problem returns the problem of the clauses so far, with the literals of Hold as unit clauses. The errors are Err,
// and errors of wrong variables in project and assume.
func (s *Solver) problem(project []int, assume []dimacs.Lit) (Problem, error) {
	if err := cmp.Or(s.err, checkVars(project), s.raise(assume)); err != nil {
		return Problem{}, err
	}
	for _, v := range project {
		s.formula.Vars = max(s.formula.Vars, v)
	}
	p := Problem{Formula: s.formula, Assume: assume, Project: project}
	if len(s.held) > 0 {
		p.Formula = s.formula.WithUnits(s.held)
	}
	return p, nil
}

// keeping calls ask with a problem p of the method problem and its job. The engine of the job uses the graphs in
// s.kept; keeping drops them if the literals of Hold have changed. It returns the errors of ask, newCount, limited
// and problem.
func (s *Solver) keeping(ctx context.Context, project []int, assume []dimacs.Lit, ask func(ctx context.Context, j *job, p Problem) error) error {
	p, err := s.problem(project, assume)
	if err != nil {
		return err
	}
	ctx, release, err := s.limited(ctx)
	if err != nil {
		return err
	}
	defer release()
	if !slices.Equal(s.held, s.counted) {
		s.kept.Forget()
		s.counted = s.held
	}
	j, ctx, err := newCount(ctx, p, s.options())
	if err != nil {
		return public(err)
	}
	defer j.release()
	j.engine = budgets.Keeping(&s.kept)
	return public(ask(ctx, j, p))
}
