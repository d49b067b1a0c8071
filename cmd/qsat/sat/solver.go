package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/internal/memory"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/dimacs/propagate"
)

// A Solver answers a sequence of questions about a formula to which clauses can be added between
// the questions. A session of cdcl keeps learned clauses from question to question, also when variables
// are added. NewSolver or OpenSolver makes a Solver, and the caller must close it. After that, all
// questions return an error. Several goroutines must not use a Solver at the same time.
type Solver struct {
	err     error              // the result of Err
	task    *engine.Task       // formula and the options
	formula *dimacs.Formula    // the clauses added so far
	model   *dimacs.Assignment // the last model if it satisfies all clauses, or nil
	ticks   int64              // the limit of a search in the session; 0 means no limit
	held    []dimacs.Lit       // the literals of the last call of Hold
	counted []dimacs.Lit       // the value of held at the last question about counts or samples
	favored []dimacs.Lit       // the literals of the last call of Prefer
	soft    []dimacs.SoftClause
	weight  int64 // the sum of the weights in soft

	best      Optimum      // the last optimum, or the zero value
	bestUnder []dimacs.Lit // the assumptions of best

	propagator *propagate.Propagator // nil before the first call of Propagate
	propagates [2]int                // the numbers of variables and clauses of propagator
	guards     int                   // the number of variables that guard has made
	kept       auto.Kept             // the session and the graphs
	seen       keptModels            // for Backbone
	asking     *backbone             // the loop that has called seen.settle last; nil if Hold was called after that
}

// errClosed is the error of a solver after Close.
var errClosed = errors.New("the solver is closed")

// NewSolver returns a solver without clauses. It uses the options Seed, Threads, Memory, Progress
// and Stats. Threads is the number of processors for Count, Prove, and long questions without
// assumptions; 0 means one. Memory limits each question. If an option makes no sense, or if the
// options ask for parts, a checkpoint, a proof, another engine or another solver, the methods of
// the solver return the error.
func NewSolver(o Options) *Solver {
	err := o.check()
	switch {
	case err != nil:
	case o.Other != nil:
		err = &ProblemError{Reason: "Options.Other is set, but a Solver does not use it: expected nil"}
	case o.Engine != "" && o.Engine != auto.Name && o.Engine != cdcl.Name:
		err = &DeclinedError{Engine: o.Engine, Reason: "only cdcl answers a sequence of questions"}
	}
	s := &Solver{err: err, task: &engine.Task{Threads: max(1, o.Threads), Seed: o.Seed, Memory: o.Memory, Progress: o.Progress, Stats: o.Stats}}
	return s.setFormula(&dimacs.Formula{})
}

// OpenSolver returns a solver whose first clauses, hard and soft, are those of f. Its methods Count, Each
// and Sample use the projection and the weights of f. The solver adds its clauses and variables to f, or to
// a copy if f has soft clauses. The caller must not change f before Close. If f is nil, does not pass Check, or
// has cubes, the methods of the solver return a *ProblemError.
func OpenSolver(f *dimacs.Formula, o Options) *Solver {
	s := NewSolver(o)
	if f != nil && f.Soft != nil {
		s.err = cmp.Or(s.err, wrong(f))
		f, s.soft, s.weight = f.Hard(), f.Soft, f.SoftWeight()
	}
	_, _, err := newJob(context.Background(), Problem{Formula: f}, Options{})
	s.err = cmp.Or(s.err, err)
	if f == nil {
		return s
	}
	return s.setFormula(f)
}

// setFormula makes f the formula of s, sets s.kept.Graph, and returns s.
func (s *Solver) setFormula(f *dimacs.Formula) *Solver {
	s.formula, s.task.Formula = f, f
	s.kept.Graph = func(t *engine.Task, g *dnnf.Graph) auto.Graph { return (&job{task: t}).graph(g) }
	return s
}

// Close frees the memory of the solver and records its cost in the Stats. A second call does
// nothing.
func (s *Solver) Close() {
	if s.kept.Session != nil {
		s.kept.Session.Close()
	}
	*s = Solver{err: errClosed, formula: &dimacs.Formula{}}
}

// Add adds a clause for all later questions. Unlike dimacs.Formula.Add, which panics, it returns a
// *ProblemError if a literal is 0 or -2^31, or if Models has taken its variable. It
// also returns Err, and the error of the engine if its memory is full. A clause may contain new
// variables.
func (s *Solver) Add(c ...dimacs.Lit) error {
	if err := cmp.Or(s.err, s.checkLits(c)); err != nil {
		return err
	}
	if s.formula.Add(c...); s.model != nil && !s.model.Satisfies(c) {
		s.model = nil
	}
	if s.kept.Session == nil {
		return nil
	}
	return public(s.kept.Session.Add(c...))
}

// Solve returns a model of all clauses in which the assumptions are true, or else, in Failed,
// assumptions that cannot all be true. If the last model satisfies all clauses and assumptions,
// Solve returns it without a search, unless there are literals of Prefer. The caller must not change the
// model. Assumed variables need not occur in a clause.
//
// The errors are Err, the cause of ctx, ErrBudget, and a *ProblemError if an assumption is not allowed in
// Add, or if the formula is too large. If the process exceeds Options.Memory, the error wraps ErrMemory;
// the solver keeps its clauses.
func (s *Solver) Solve(ctx context.Context, assume ...dimacs.Lit) (Answer, error) {
	return s.solve(ctx, assume)
}

// solve is Solve, but each literal of guards, which the function guard has returned, is true as
// well. With guards, solve always searches. It returns cdcl.ErrLimit if a search of the session
// reaches s.ticks.
func (s *Solver) solve(ctx context.Context, assume []dimacs.Lit, guards ...dimacs.Lit) (Answer, error) {
	ctx, release, err := s.limited(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer release()
	if err := s.raise(assume); err != nil {
		return Answer{}, err
	}
	all := s.withHeld(assume)
	if len(guards)+len(s.favored) == 0 && s.model != nil && !slices.ContainsFunc(all, func(l dimacs.Lit) bool { return !s.model.Holds(l) }) {
		return Answer{Status: dimacs.Satisfiable, Model: s.model}, nil
	}
	s.kept.Named = s.largest()
	t := s.task.Under(all)
	a, err := budgets.Ask(ctx, &s.kept, t, guards, s.ticks)
	switch {
	case err != nil:
		return Answer{}, public(err)
	case a.Model == nil:
		failed := slices.DeleteFunc(a.Failed, func(l dimacs.Lit) bool { return !slices.Contains(assume, l) })
		return Answer{Status: dimacs.Unsatisfiable, Failed: failed}, nil
	}
	if err := engine.Check(t, a.Model); err != nil {
		return Answer{}, err
	}
	s.model = a.Model
	return Answer{Status: dimacs.Satisfiable, Model: a.Model}, nil
}

// limited returns s.err, or the results of the function limited for the option Memory. If the
// memory exceeds the limit, now or later, the solver first drops the graphs that it keeps for
// counts, and the limit is checked again.
func (s *Solver) limited(ctx context.Context) (context.Context, func(), error) {
	if s.err != nil {
		return nil, nil, s.err
	}
	limit, release, err := limited(ctx, s.task.Memory)
	if err != nil && s.kept.Forget() {
		limit, release, err = limited(ctx, s.task.Memory)
	}
	if err != nil {
		return nil, nil, err
	}
	remove := memory.Relieve(limit, s.kept.Forget)
	return limit, func() { remove(); release() }, nil
}

// checkLits returns a *ProblemError if a literal is 0 or -2^31, or if guard has made its variable.
// Otherwise it returns nil.
func (s *Solver) checkLits(lits []dimacs.Lit) error {
	for _, l := range lits {
		if l.Var() < 1 || l.Var() > dimacs.MaxVar {
			return &ProblemError{Reason: fmt.Sprintf("%d is not a literal", l)}
		}
		if l.Var() > s.largest() {
			return &ProblemError{Reason: fmt.Sprintf("the solver uses variable %d: expected at most %d", l.Var(), s.largest())}
		}
	}
	return nil
}

// largest returns the largest variable that a clause may contain. The variables after it belong to guard.
func (s *Solver) largest() int { return dimacs.MaxVar - s.guards }

// raise sets the number of variables to the largest variable of lits, if that is larger, so that
// Fresh does not return it. It returns s.err or the error of checkLits, and then changes nothing.
func (s *Solver) raise(lits []dimacs.Lit) error {
	if err := cmp.Or(s.err, s.checkLits(lits)); err != nil {
		return err
	}
	for _, l := range lits {
		s.formula.Vars = max(s.formula.Vars, l.Var())
	}
	return nil
}

// A Solver is a dimacs.Sink, so that every encoder can write into it: encode.Instance.Encode, the
// encodings of package atmostone and the bounds of package cardinality.
var _ dimacs.Sink = (*Solver)(nil)

// Clause adds a clause like Add. Err returns its error. If Err is not nil, Clause does nothing.
func (s *Solver) Clause(lits ...dimacs.Lit) {
	if s.err == nil {
		s.err = s.Add(lits...)
	}
}

// Binary adds the clause {a, b} like Clause.
func (s *Solver) Binary(a, b dimacs.Lit) { s.Clause(a, b) }

// Pairs adds the clauses {lits[i], lits[j]} for all i < j like Clause.
func (s *Solver) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(s, lits) }

// Err returns the error that later questions return, or nil. It is an error of the options, of the
// formula of OpenSolver, or of Close; the error of a call of Clause, Binary or Pairs, because a
// clause is missing since then; or an error because Fresh or Models found no room for a variable. An
// error that Add has returned does not count.
func (s *Solver) Err() error { return s.err }

// Fresh returns n new variables in ascending order, as the auxiliary variables of an encoder. They
// are larger than all variables so far, in clauses, assumptions, and projections of Count and
// Models, and than earlier results of Fresh. So take the variables of your own from Fresh, too, or
// use their clauses first. If there is no room for n variables up to dimacs.MaxVar, or if Err is
// not nil, Fresh returns n zeros, and later questions return an error.
func (s *Solver) Fresh(n int) []dimacs.Lit {
	lits, first := make([]dimacs.Lit, n), s.formula.Vars+1
	s.Grow(n)
	for i := 0; i < n && s.err == nil; i++ {
		lits[i] = dimacs.Lit(first + i)
	}
	return lits
}

// Grow adds n new variables like Fresh, but does not make a list of them. Their numbers follow Vars.
func (s *Solver) Grow(n int) {
	if s.err == nil && n > s.largest()-s.formula.Vars {
		s.err = &ProblemError{Reason: fmt.Sprintf("there is no room for %d more variables: expected at most %d", n, s.largest()-s.formula.Vars)}
	} else if s.err == nil {
		s.formula.Vars += n
	}
}
