package command

import (
	"context"
	"fmt"
	"runtime"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/encode"
)

// readTask reads the formula and says what is asked about it.
func (s *settings) readTask(ctx context.Context, call *program.Invocation, name string) (*engine.Task, error) {
	f, name, err := s.Read(ctx, call, name, dimacs.Options{Keys: encode.Keys, Threads: s.threads})
	if err != nil {
		return nil, err
	}
	return s.task(f, name)
}

// shown returns the name of a formula in messages.
func shown(name string) string {
	if name == "" || name == "-" {
		return input.Stdin
	}
	return name
}

// task joins the formula with the flags.
func (s *settings) task(f *dimacs.Formula, name string) (*engine.Task, error) {
	if len(f.Cubes) > 0 && s.external != nil {
		return nil, fmt.Errorf("%s: --solver cannot be given a formula with cubes", name)
	}
	if len(f.Cubes) > 0 && s.excluded != "" {
		return nil, fmt.Errorf("%s: a proof is about clauses, not cubes", name)
	}
	t := &engine.Task{Formula: f, Assume: s.Assume, Seed: s.seed, Threads: s.threads, Memory: s.Flags.Memory}
	if t.Threads == 0 {
		t.Threads = runtime.GOMAXPROCS(0)
	}
	var err error
	if t.Project, err = s.Projection(f, name); err == nil && s.count {
		t.Weights, err = s.weights(t, name)
	}
	return t, err
}
