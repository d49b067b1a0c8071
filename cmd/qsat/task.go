package main

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
		return nil, fmt.Errorf("%s: cubes cannot be handed to --solver", name)
	}
	if s.count && (f.CountType == "wmc" || f.CountType == "pwmc") {
		return nil, fmt.Errorf("%s: `c t %s` asks for a weighted count, which is not supported", name, f.CountType)
	}
	t := &engine.Task{Formula: f, Assume: s.assume, Seed: s.seed, Threads: s.threads, Stats: &engine.Stats{}}
	if t.Threads == 0 {
		t.Threads = runtime.GOMAXPROCS(0)
	}
	for _, l := range s.assume {
		if l.Var() > f.Vars {
			return nil, fmt.Errorf("%s: there is no variable %d to assume, only %d", name, l.Var(), f.Vars)
		}
	}
	var err error
	t.Project, err = s.projection(f, name)
	return t, err
}

// projection returns the variables that tell models apart, ascending; nil
// stands for all.
func (s *settings) projection(f *dimacs.Formula, name string) ([]int, error) {
	list := slices.Clone(f.Projection)
	if s.project != nil {
		list = list[:0]
		for _, p := range s.project {
			if p.last > f.Vars {
				return nil, fmt.Errorf("%s: there is no variable %d to project on, only %d", name, p.last, f.Vars)
			}
			for v := p.first; v <= p.last; v++ {
				list = append(list, v)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
