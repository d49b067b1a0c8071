package sat

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Cubes divides the search for the models of a problem into at least n cubes, or fewer if
// nothing is left to decide under each of them. Each model satisfies exactly one cube. If unit propagation
// refutes the formula, there are no cubes. A cube consists of the assumptions, followed by
// decisions. With a projection, all decisions are on its variables. A formula that has
// cubes already is an error, and so is n < 1.
func Cubes(ctx context.Context, p Problem, o Options, n int) ([][]dimacs.Lit, error) {
	s, ctx, err := newSearch(ctx, p, o)
	if err != nil {
		return nil, err
	}
	defer s.release()
	if s.cubes != nil {
		return nil, &ProblemError{Reason: "a formula that has cubes cannot be split"}
	}
	if n < 1 {
		return nil, &ProblemError{Reason: fmt.Sprintf("the number of cubes must be at least 1, found %d", n)}
	}
	cubes, err := dpll.Split(ctx, s.task, n)
	return cubes, public(err)
}

// A search answers a question about a task with an engine. If there are cubes, a model must also
// satisfy a cube, which is a conjunction of literals. The search then covers the cubes first,
// first+step, first+2*step and so on. It finds a model that satisfies several cubes only
// under the first of all these cubes.
type search struct {
	engine      engine.Engine
	task        *engine.Task
	cubes       [][]dimacs.Lit // nil without cubes
	first, step int
	isPart      bool // a part, whose proof derives the negation of each cube
	explains    bool // ask budgets.Failed if the engine does not know which assumptions fail
	weighs      bool // the engine counts with weights
	// split counts, and not the engine, if it found cubes that stand for symmetric ones;
	// otherwise nil.
	split      *cover.Split
	checkpoint Checkpoint // keeps the counts of cubes
	release    func()     // ends the limit of memory
}

var (
	errCubeProof      = &ProblemError{Reason: "a formula with cubes can have a proof only for a part of the search"}
	errCubeProjection = &ProblemError{Reason: "the projection must contain all variables of the cubes"}
)

// share yields the cubes of the search, with their indices in cubes.
func (s *search) share(yield func(int, []dimacs.Lit) bool) {
	for i := s.first; i < len(s.cubes) && yield(i, s.cubes[i]); i += s.step {
	}
}

// solve returns a model under the first cube that allows a model. If no cube does, Failed
// holds the assumptions that failed under any of the cubes, without the literals of the
// cubes; it is nil if they are not known under some cube. An incremental engine keeps
// learned clauses for the next cube. It is an error to write a proof with cubes unless the
// search is a part.
func (s *search) solve(ctx context.Context) (a engine.Answer, err error) {
	t := s.task
	if s.cubes == nil {
		return s.solveTask(ctx, t)
	}
	if t.Proof != nil && !s.isPart {
		return a, errCubeProof
	}
	solve := s.solveTask
	if e, is := s.engine.(engine.Incremental); is && t.Proof == nil {
		session, err := e.Session(t.Under(append(slices.Concat(s.cubes...), t.Assume...)))
		if err != nil {
			return a, err
		}
		defer session.Close()
		solve = func(ctx context.Context, t *engine.Task) (engine.Answer, error) {
			a, err := session.Solve(ctx, t.Assume)
			if err == nil && a.Model != nil {
				err = engine.Check(t, a.Model)
			}
			return a, err
		}
	}
	var failed []dimacs.Lit
	known := true
	for _, cube := range s.share {
		task := t.Under(slices.Concat(t.Assume, cube))
		if t.Proof != nil {
			task.Proof = newCubeProof(t.Proof, cube)
		}
		if a, err = solve(ctx, task); err != nil || a.Model != nil {
			return a, err
		}
		known = known && a.Failed != nil
		for _, l := range a.Failed {
			if !slices.Contains(cube, l) {
				failed = append(failed, l)
			}
		}
	}
	if a = (engine.Answer{}); known {
		a.Failed = slices.DeleteFunc(engine.Distinct(t.Assume), func(l dimacs.Lit) bool { return !slices.Contains(failed, l) })
	}
	return a, nil
}

// solveTask solves one task with the engine. If s.explains, it also finds out which
// assumptions fail.
func (s *search) solveTask(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	a, err := engine.Solve(ctx, s.engine, t)
	if err == nil && a.Model == nil && a.Failed == nil && s.explains {
		a.Failed = budgets.Failed(ctx, t)
	}
	return a, err
}

// enumerate calls found with the models, cube by cube.
func (s *search) enumerate(ctx context.Context, found func(*dimacs.Assignment) error) error {
	return s.disjoint(func(_ int, t *engine.Task) error { return engine.Enumerate(ctx, s.engine, t, found) })
}

// noCheckpoint knows and keeps no counts.
type noCheckpoint struct{}

func (noCheckpoint) Counted(int) (n dimacs.Count, is bool) { return n, false }
func (noCheckpoint) Keep(int, dimacs.Count)                {}

// count returns the sum of the models of the cubes, and with an error the models found so
// far.
func (s *search) count(ctx context.Context) (dimacs.Count, error) {
	if s.split != nil {
		return s.countSplit(ctx)
	}
	total := dimacs.Count{M: new(big.Int)}
	err := s.disjoint(func(cube int, t *engine.Task) (err error) {
		n, known := s.checkpoint.Counted(cube)
		if !known {
			if s.task.Found != nil {
				t.Found = func(n dimacs.Count) { s.task.Found(total.Plus(n)) }
			}
			if n, err = engine.CountModels(ctx, s.engine, t); err == nil {
				s.checkpoint.Keep(cube, n)
			}
		}
		total = total.Plus(n)
		return err
	})
	return total, public(err)
}

// countSplit counts the share of this search in the cubes of s.split: the cubes first,
// first+step and so on. It takes the count of a finished cube from the checkpoint, and adds
// the other counts to it. A count in the checkpoint includes the weight of the cube, but
// not the power of 2 for unconstrained variables.
func (s *search) countSplit(ctx context.Context) (dimacs.Count, error) {
	var cubes []int
	sum := new(big.Int)
	for i := s.first; i < len(s.split.Cubes); i += s.step {
		if n, known := s.checkpoint.Counted(i); known {
			sum.Add(sum, n.M)
		} else {
			cubes = append(cubes, i)
		}
	}
	n, err := s.split.Share(ctx, cubes, sum, func(cube int, n *big.Int) { s.checkpoint.Keep(cube, dimacs.Count{M: n}) })
	return n, public(err)
}

// disjoint calls ask with tasks without a proof, and the index of the cube. No two tasks
// have a common model. It stops at the first error and returns it. With a projection, all
// variables of cubes must be in it.
func (s *search) disjoint(ask func(int, *engine.Task) error) error {
	if s.cubes == nil {
		return ask(0, s.task.With(nil))
	}
	outside := func(l dimacs.Lit) bool { return !s.task.IsProjected(l.Var()) }
	if slices.ContainsFunc(s.cubes, func(cube []dimacs.Lit) bool { return slices.ContainsFunc(cube, outside) }) {
		return errCubeProjection
	}
	for i, cube := range s.share {
		t := s.task.Under(slices.Concat(s.task.Assume, cube))
		t.Formula = t.Formula.With(s.excluded(i)...)
		if err := ask(i, t); err != nil {
			return err
		}
	}
	return nil
}

// excluded returns the negations of the cubes before cube i. It leaves out clauses that a
// literal of cube i satisfies.
func (s *search) excluded(i int) (clauses [][]dimacs.Lit) {
	for _, cube := range s.cubes[:i] {
		clause := dimacs.NegateCube(cube)
		if !slices.ContainsFunc(clause, func(l dimacs.Lit) bool { return slices.Contains(s.cubes[i], l) }) {
			clauses = append(clauses, clause)
		}
	}
	return clauses
}
