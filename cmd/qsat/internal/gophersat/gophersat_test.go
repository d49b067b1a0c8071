package gophersat

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/crillab/gophersat/solver"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, New, enginetest.Options{})
}

var errFull = errors.New("disk full")

func TestProofFails(t *testing.T) {
	units := (&dimacs.Formula{}).With([]dimacs.Lit{1}, []dimacs.Lit{-1})
	for _, f := range []*dimacs.Formula{generate.Pigeonhole(5, 4), units} {
		task := enginetest.Task(f)
		task.Proof = enginetest.FullDisk{Err: errFull}
		a, err := engine.Solve(t.Context(), New(), task)
		if a.Model != nil || !errors.Is(err, errFull) {
			t.Errorf("a model: %v, error %v, want %v", a.Model != nil, err, errFull)
		}
	}
}

// A panic of the library becomes an error, and the next search can begin.
func TestPanicIsAnError(t *testing.T) {
	task := enginetest.Task(generate.Pigeonhole(4, 3))
	d, err := task.Clauses()
	if err != nil {
		t.Fatal(err)
	}
	live.Lock()
	s := newFinder(task, d)
	s.solver = solver.New(&solver.Problem{NbVars: 1}) // has no Model, so that Solve panics
	if model, err := s.next(t.Context()); model != nil || !errors.Is(err, errPanic) {
		t.Errorf("a model: %v, error %v, want %v", model != nil, err, errPanic)
	}
	live.Unlock()
	if a, err := engine.Solve(t.Context(), New(), task); a.Model != nil || err != nil {
		t.Errorf("then a model: %v, error %v", a.Model != nil, err)
	}
}

// abandonVariable makes the test binary a separate process, because no search can run in a
// process where another one was left behind.
const abandonVariable = "QSAT_TEST_ABANDON"

// endingProof calls end when a clause is added to it.
type endingProof struct {
	enginetest.Proof
	end func()
}

func (p *endingProof) Add(c []dimacs.Lit) error {
	p.end()
	return p.Proof.Add(c)
}

func TestAbandonedSearchIsTheLast(t *testing.T) {
	if os.Getenv(abandonVariable) == "" {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), abandonVariable+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	cause := errors.New("out of time")
	ctx, cancel := context.WithCancelCause(t.Context())
	proof := &endingProof{end: func() { cancel(cause) }}
	a, err := engine.Solve(ctx, New(), &engine.Task{Formula: generate.Pigeonhole(14, 13), Threads: 1, Proof: proof})
	if a.Model != nil || err != cause {
		t.Errorf("a model: %v, error %v, want %v", a.Model != nil, err, cause)
	}
	lines := proof.Len()
	hard := enginetest.Task(generate.Pigeonhole(3, 2))
	if a, err = engine.Solve(t.Context(), New(), hard); a.Model != nil || err != errLive {
		t.Errorf("then a model: %v, error %v, want %v", a.Model != nil, err, errLive)
	}
	err = engine.Enumerate(t.Context(), New(), hard, func(*dimacs.Assignment) error { return nil })
	if _, cerr := engine.CountModels(t.Context(), New(), hard); err != errLive || cerr != errLive {
		t.Errorf("then errors %v and %v, want %v", err, cerr, errLive)
	}
	if lines == 0 || proof.Len() != lines {
		t.Errorf("the proof has %d lines, and had %d when the search was stopped", proof.Len(), lines)
	}
}
