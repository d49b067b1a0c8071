package cdcl

import (
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
)

// TestStatistics checks the statistics and the progress line of a search.
func TestStatistics(t *testing.T) {
	task := &engine.Task{Formula: generate.Pigeonhole(9, 8), Threads: 1, Stats: &engine.Stats{}}
	last := ""
	task.Progress = func(text func() string) { last = text() }
	if a, err := New().Solve(t.Context(), task); a.Model != nil || err != nil {
		t.Fatal(a, err)
	}
	w := task.Stats.Work()
	if len(w) != 1 || w[0].Learned != w[0].Conflicts-1 || w[0].Decisions == 0 || w[0].Propagations < w[0].Decisions ||
		w[0].Restarts == 0 || w[0].Restarts > w[0].Conflicts || w[0].Kept == 0 || w[0].Kept > w[0].Learned { // the last conflict is at level 0
		t.Errorf("%+v", w)
	}
	for _, name := range []string{searching, "substitute", "probe", "eliminate", "walk", "reduce", "vivify"} {
		if !slices.ContainsFunc(w[0].Techniques, func(p engine.Technique) bool { return p.Name == name && p.Time > 0 }) {
			t.Errorf("no time in %s: %v", name, w[0].Techniques)
		}
	}
	if !strings.Contains(last, " conflicts, ") || !strings.Contains(last, " irredundant and ") {
		t.Errorf("progress %q", last)
	}
}

// The ticks of a walk, and of a reduction within it, are not ticks of searching.
func TestSearchTicks(t *testing.T) {
	s, err := NewSession(&engine.Task{Formula: generate.Pigeonhole(4, 3), Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before := s.searchTicks()
	endWalk := s.measure("walk")
	s.Ticks += 100
	endReduce := s.measure("reduce")
	s.Ticks += 10
	endReduce()
	s.Ticks++
	if n := s.searchTicks() - before; n != 0 {
		t.Errorf("%d ticks of searching during a walk", n)
	}
	endWalk()
	if s.Ticks += 7; s.searchTicks()-before != 7 {
		t.Errorf("%d ticks of searching, want 7", s.searchTicks()-before)
	}
}

// The first simplification of a circuit comes after circuitDelay, and that of pigeons does not.
func TestCircuitDelay(t *testing.T) {
	for name, circuit := range map[string]bool{"mutex 3 2 8": true, "pigeonhole 8 7": false} {
		f, err := generate.Make(strings.Fields(name)...)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New().Session(&engine.Task{Formula: f, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, _, err := s.Solve(t.Context(), nil, 1); err != ErrLimit {
			t.Fatal(name, err)
		}
		s.Ticks = s.limits.preprocess + circuitDelay*s.limits.clauses
		if got := s.preprocesses(); got != circuit {
			t.Errorf("%s: simplifies after circuitDelay: %v", name, got)
		}
	}
}
