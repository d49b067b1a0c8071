package command

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/encode"
)

// readTask reads the formula and says what is asked about it.
func (s *settings) readTask(ctx context.Context, call *program.Invocation, name string) (*engine.Task, error) {
	call.Await(name, "a formula in DIMACS CNF")
	file, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	f, err := dimacs.ReadFormula(ctx, file.Reader, dimacs.Options{
		Name: file.Name, Mode: s.mode(), Keys: encode.Keys, Threads: s.threads,
	})
	if err != nil {
		return nil, err
	}
	for _, w := range f.Warnings {
		call.Notice("warning: %v", w)
	}
	return s.task(f, file.Name)
}

// shown returns the name of a formula in messages.
func shown(name string) string {
	if name == "" || name == "-" {
		return input.Stdin
	}
	return name
}

// mode returns how strictly to read.
func (s *settings) mode() dimacs.Mode {
	switch {
	case s.strict:
		return dimacs.Strict
	case s.relaxed:
		return dimacs.Relaxed
	}
	return dimacs.Default
}

// task joins the formula with the flags.
func (s *settings) task(f *dimacs.Formula, name string) (*engine.Task, error) {
	if len(f.Cubes) > 0 && s.external != nil {
		return nil, fmt.Errorf("%s: --solver cannot be given a formula with cubes", name)
	}
	if len(f.Cubes) > 0 && s.excluded != "" {
		return nil, fmt.Errorf("%s: a proof is about clauses, not cubes", name)
	}
	t := &engine.Task{Formula: f, Assume: s.assume, Seed: s.seed, Threads: s.threads, Memory: s.memory}
	if t.Threads == 0 {
		t.Threads = runtime.GOMAXPROCS(0)
	}
	for _, l := range s.assume {
		if l.Var() > f.Vars {
			return nil, fmt.Errorf("%s: there is no variable %d to assume, only %d", name, l.Var(), f.Vars)
		}
	}
	var err error
	if t.Project, err = s.projection(f, name); err == nil && s.count {
		t.Weights, err = s.weights(t, name)
	}
	return t, err
}

// projects reports whether there is a projection on variables that were named.
func (s *settings) projects(f *dimacs.Formula) bool { return s.project != nil || f.Projection != nil }

// projection returns the variables to project on, ascending; nil
// stands for all, whether they were named or not.
func (s *settings) projection(f *dimacs.Formula, name string) ([]int, error) {
	spans, n := joined(s.project)
	if n > 0 && spans[len(spans)-1].last > f.Vars {
		return nil, fmt.Errorf("%s: there is no variable %d to project on, only %d", name, spans[len(spans)-1].last, f.Vars)
	}
	if s.project == nil {
		n = len(f.Projection)
	}
	switch {
	case !s.projects(f) || n == f.Vars && n > 0:
		return nil, nil
	case s.project == nil:
		list := slices.Clone(f.Projection)
		slices.Sort(list)
		return list, nil
	}
	list := make([]int, 0, n)
	for _, p := range spans {
		for v := p.first; v <= p.last; v++ {
			list = append(list, v)
		}
	}
	return list, nil
}
