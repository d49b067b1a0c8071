package cdcl

import (
	"slices"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/testdata/formulas"
)

// Phases within others are not counted twice.
func TestMeasure(t *testing.T) {
	s, err := NewSession(t.Context(), &engine.Task{Formula: formulas.Pigeonhole(3, 2), Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	step := func(n int64) { s.Ticks += n }
	step(1)
	end := s.measure("outer")
	step(10)
	endInner := s.measure("inner")
	step(100)
	endInner()
	step(1000)
	end()
	step(10_000)
	s.measure("inner")()
	s.switchPhase(s.times.now)
	got := map[string]int64{}
	for _, p := range s.times.phases {
		got[p.Name] = p.Ticks
		if p.Time < 0 {
			t.Errorf("%s: %v", p.Name, p.Time)
		}
	}
	if len(s.times.phases) != 3 || got[searchPhase] != 10_001 || got["outer"] != 1010 || got["inner"] != 100 {
		t.Errorf("%v", s.times.phases)
	}
}

// A search says what it has cost, and how far it is.
func TestStatistics(t *testing.T) {
	task := &engine.Task{Formula: formulas.Pigeonhole(8, 7), Threads: 1, Stats: &engine.Stats{}}
	last := ""
	task.Progress = func(text func() string) { last = text() }
	if a, err := New().Solve(t.Context(), task); a != nil || err != nil {
		t.Fatal(a, err)
	}
	w := task.Stats.Work()
	if len(w) != 1 || w[0].Conflicts < 100 || w[0].Decisions < w[0].Conflicts/10 || w[0].Propagations < w[0].Conflicts ||
		w[0].Restarts == 0 || w[0].Learned < 100 || w[0].Kept == 0 || w[0].Kept > w[0].Learned {
		t.Errorf("%+v", w)
	}
	for _, name := range []string{searchPhase, "substitute", "probe", "eliminate", "walk", "reduce", "vivify"} {
		if !slices.ContainsFunc(w[0].Phases, func(p engine.Phase) bool { return p.Name == name && p.Time > 0 }) {
			t.Errorf("no time in %s: %v", name, w[0].Phases)
		}
	}
	if !strings.Contains(last, " conflicts, ") || !strings.Contains(last, " irredundant and ") {
		t.Errorf("progress %q", last)
	}
}
