package enginetest

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// A structured problem is larger than a problem: a few hundred variables,
// more than fit into a machine word or two, of a formula with few models.
type structured struct {
	name   string
	task   *engine.Task
	models map[string]bool // as far as projected
}

// The bounds of the formulas that are taken; others are sampled again.
const (
	mostStructuredModels = 1000
	mostReferenceNodes   = 3_000
	mostVisited          = 20_000 // models, however many differ on the projection
)

// structureds are the problems that were sampled, which takes long.
var structureds sync.Map

// structuredProblem returns the i-th structured problem.
func structuredProblem(i int) *structured {
	if s, ok := structureds.Load(i); ok {
		return s.(*structured)
	}
	s := sampleStructured(i)
	structureds.Store(i, s)
	return s
}

func sampleStructured(i int) *structured {
	r := sampler{rand.New(rand.NewPCG(uint64(i), 0xd1b54a32d192ed03))}
	for {
		name, f, options := formulas.Structured(i, r.Rand)
		s := &structured{name: name}
		s.finish(r, f, options)
		if s.solve() {
			return s
		}
	}
}

// finish renames the variables, flips some, and says what is to be known.
func (s *structured) finish(r sampler, f *dimacs.Formula, options int) {
	vars := f.Vars + r.IntN(3) // unconstrained variables
	names := make([]int, vars)
	shuffled := r.IntN(2) == 0
	for i, v := range r.Perm(vars) {
		names[i] = i + 1
		if shuffled {
			names[i] = (v + 1) * (1 - 2*(r.IntN(4)/3))
		}
	}
	clauses := slices.Collect(f.Clauses())
	if shuffled {
		r.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
	}
	s.task = &engine.Task{Problem: engine.Problem{Formula: renamed(clauses, names, vars)}, Options: engine.Options{Threads: 1}}
	if r.IntN(2) == 0 {
		s.task.Seed = 1 + r.Int64N(1000)
	}
	if r.IntN(4) == 0 {
		for range 1 + r.IntN(2) {
			s.task.Assume = append(s.task.Assume, r.lit(names))
		}
	}
	s.project(r, names, options)
}

// project samples a projection: all variables, the options without the auxiliary
// variables, or any.
func (s *structured) project(r sampler, names []int, options int) {
	switch r.IntN(6) {
	case 0, 1:
		return
	case 2, 3, 4:
		for _, v := range names[:options] {
			s.task.Project = append(s.task.Project, max(v, -v))
		}
	default:
		for _, v := range r.Perm(len(names))[:1+r.IntN(len(names))] {
			s.task.Project = append(s.task.Project, v+1)
		}
	}
	slices.Sort(s.task.Project)
}

// key returns the values of the projection.
func (s *structured) key(value func(v int) bool) string {
	k := make([]byte, s.task.NumProjected())
	for i := range k {
		k[i] = '0'
		if value(s.task.Projected(i)) {
			k[i] = '1'
		}
	}
	return string(k)
}

// check compares all answers of an engine with the truth.
func (s *structured) check(ctx context.Context, e engine.Engine, cs *calls) error {
	for _, check := range []func(context.Context, engine.Engine, *calls) error{s.checkSolve, s.checkEnumerate, s.checkCount, s.checkProof} {
		if err := check(ctx, e, cs); err != nil {
			return err
		}
	}
	return nil
}

// threads are the numbers of threads that have to give one answer.
var threads = []int{1, 3}

func (s *structured) checkSolve(ctx context.Context, e engine.Engine, cs *calls) error {
	solver, is := e.(engine.Solver)
	if !is {
		return nil
	}
	var keys []string
	for _, n := range threads {
		t := s.task.Under(s.task.Assume)
		t.Threads = n
		answer, err := solver.Solve(ctx, t)
		a := answer.Model
		switch {
		case cs.declines("Solve", err):
			return nothing("Solve", a == nil)
		case err != nil:
			return fmt.Errorf("solve: %w", err)
		case (a != nil) != (len(s.models) > 0):
			return fmt.Errorf("solve: a model: %v, want %v", a != nil, len(s.models) > 0)
		case a == nil:
			if err := s.checkFailed(answer.Failed); err != nil {
				return err
			}
			continue
		}
		if err := engine.Check(t, a); err != nil {
			return fmt.Errorf("solve: %w", err)
		}
		t.Project = nil
		keys = append(keys, (&structured{task: t}).key(a.Value))
	}
	if len(keys) > 0 && keys[0] != keys[1] {
		return errors.New("solve: another model with more threads")
	}
	return nil
}

func (s *structured) checkEnumerate(ctx context.Context, e engine.Engine, cs *calls) error {
	enumerator, is := e.(engine.Enumerator)
	if !is {
		return nil
	}
	seen := map[string]bool{}
	err := enumerator.Enumerate(ctx, s.task, func(a *dimacs.Assignment) error {
		k := s.key(a.Value)
		switch {
		case seen[k]:
			return fmt.Errorf("%s twice", k)
		case !s.models[k]:
			return fmt.Errorf("%s is not the projection of a model", k)
		}
		seen[k] = true
		return engine.Check(s.task, a)
	})
	switch {
	case cs.declines("Enumerate", err):
		return nothing("Enumerate", len(seen) == 0)
	case err != nil:
		return fmt.Errorf("enumerate: %w", err)
	case len(seen) != len(s.models):
		return fmt.Errorf("enumerate: %d models, want %d", len(seen), len(s.models))
	}
	return nil
}

func (s *structured) checkCount(ctx context.Context, e engine.Engine, cs *calls) error {
	counter, is := e.(engine.Counter)
	for _, n := range threads {
		if !is {
			break
		}
		t := s.task.Under(s.task.Assume)
		t.Threads = n
		got, err := counter.Count(ctx, t)
		switch {
		case cs.declines("Count", err):
			return nothing("Count", got.M == nil || got.IsZero())
		case err != nil:
			return fmt.Errorf("count: %w", err)
		case !sameCount(got, dimacs.Count{M: big.NewInt(int64(len(s.models)))}):
			return fmt.Errorf("count: %v * 2^%d with %d threads, want %d", got.M, got.Shift, n, len(s.models))
		}
	}
	return nil
}

func (s *structured) checkProof(ctx context.Context, e engine.Engine, cs *calls) error {
	return checkProofOf(ctx, e, s.task, len(s.models) > 0, cs)
}

// String returns the problem as a text that qsat reads.
func (s *structured) String() string { return describe(s.name, s.task) }
