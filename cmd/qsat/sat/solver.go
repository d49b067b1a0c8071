package sat

import (
	"context"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A Solver answers one question after the other about a formula that may grow, and keeps
// the clauses that it learns. It uses the engine cdcl on one thread. Make one with NewSolver,
// and close it after the last question. It must not be used by several goroutines at the
// same time.
type Solver struct {
	task    *engine.Task
	formula *dimacs.Formula    // the clauses that were added
	session *cdcl.Session      // nil before the first question, and after a clause with a variable that is new to it
	model   *dimacs.Assignment // the last model if it satisfies all clauses, or nil
}

// NewSolver returns a solver without clauses. Of the options it uses Seed, Progress and
// Stats.
func NewSolver(o Options) *Solver {
	f := &dimacs.Formula{}
	return &Solver{formula: f, task: &engine.Task{Formula: f, Threads: 1, Seed: o.Seed, Progress: o.Progress, Stats: o.Stats}}
}

// Close frees the memory of the solver and records its cost in the Stats.
func (s *Solver) Close() {
	if s.session != nil {
		s.session.Close()
		s.session = nil
	}
}

// Add adds a clause for all later questions. It returns a *ProblemError if a literal is 0 or
// -2^31, and the error of the engine if its memory is full.
func (s *Solver) Add(c ...dimacs.Lit) error {
	if err := checkLits(c); err != nil {
		return err
	}
	if s.formula.Add(c...); s.model != nil && !s.model.Satisfies(c) {
		s.model = nil
	}
	switch {
	case s.session == nil:
		return nil
	case slices.ContainsFunc(c, func(l dimacs.Lit) bool { return s.session.Lit(l) == 0 }):
		s.Close()
		return nil
	}
	return public(s.session.Add(c...))
}

// Solve returns a model of all clauses under the assumptions, or assumptions that cannot all
// hold, as the function Solve does. If the last model still answers the question, it is the
// answer. Assumed variables need not occur in a clause. The caller must not change the model.
// The errors are a *ProblemError for an assumption that is no literal, or for a formula that
// is too large, and the cause of ctx.
func (s *Solver) Solve(ctx context.Context, assume ...dimacs.Lit) (Answer, error) {
	err := checkLits(assume)
	if err == nil {
		err = s.begin()
	}
	if err != nil {
		return Answer{}, err
	}
	if s.model != nil && !slices.ContainsFunc(assume, func(l dimacs.Lit) bool { return !s.model.Holds(l) }) {
		return Answer{Status: dimacs.Satisfiable, Model: s.model}, nil
	}
	failed, unsat, err := s.session.Refute(ctx, assume, 0)
	switch {
	case err != nil:
		return Answer{}, public(err)
	case unsat:
		return Answer{Status: dimacs.Unsatisfiable, Failed: failed}, nil
	}
	a := s.session.Model(assume)
	if err := engine.Check(s.task.Under(assume), a); err != nil {
		return Answer{}, err
	}
	s.model = a
	return Answer{Status: dimacs.Satisfiable, Model: a}, nil
}

// Core is Solve, but Failed is minimal: if any assumption of it is left out, there is a
// model. If ctx ends before that is certain, it returns the assumptions left by then, without an
// error, and does not set Minimal.
func (s *Solver) Core(ctx context.Context, assume ...dimacs.Lit) (Answer, error) {
	a, err := s.Solve(ctx, assume...)
	if err != nil || a.Status != dimacs.Unsatisfiable {
		return a, err
	}
	a.Failed, err = minimalCore(ctx, a.Failed, func(ctx context.Context, assume []dimacs.Lit) ([]dimacs.Lit, bool, error) {
		return s.session.Refute(ctx, assume, 0)
	})
	if a.Minimal = err == nil; ctx.Err() != nil {
		err = nil
	}
	return a, public(err)
}

// checkLits returns a *ProblemError if one of lits is no literal.
func checkLits(lits []dimacs.Lit) error {
	for _, l := range lits {
		if l.Var() < 1 || l.Var() > dimacs.MaxVar {
			return &ProblemError{Reason: fmt.Sprintf("%d is not a literal", l)}
		}
	}
	return nil
}

// begin makes the session if there is none. Unless the variables are sparse, it also makes
// some variables known that occur in no clause yet, by tautologies, so that few clauses need a
// new session.
func (s *Solver) begin() error {
	if s.session != nil {
		return nil
	}
	known := &dimacs.Formula{}
	for c := range s.formula.Clauses() {
		known.Add(c...)
	}
	if !clause.IsSparse(s.formula) {
		for v := range dimacs.Lit(min(s.formula.Vars+s.formula.Vars/8, dimacs.MaxVar)) {
			known.Add(v+1, -v-1)
		}
	}
	var err error
	s.session, err = cdcl.NewIncremental(s.task.About(known))
	return public(err)
}
