package cdcl

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
)

// TestMeasure checks that the time of a technique within another one is counted once.
func TestMeasure(t *testing.T) {
	s, err := NewSession(enginetest.Task(formulas.Pigeonhole(3, 2)))
	if err != nil {
		t.Fatal(err)
	}
	step := func(hours int) { s.times.since = s.times.since.Add(-time.Duration(hours) * time.Hour) } // the real time is negligible
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
	s.switchTechnique(s.times.now)
	got := map[string]float64{}
	for _, p := range s.times.Techniques {
		got[p.Name] = math.Round(p.Time.Hours())
	}
	if len(got) != 3 || got[searching] != 10_001 || got["outer"] != 1010 || got["inner"] != 100 {
		t.Errorf("%v", s.times.Techniques)
	}
}

// TestStatistics checks the statistics and the progress line of a search.
func TestStatistics(t *testing.T) {
	task := &engine.Task{Formula: formulas.Pigeonhole(9, 8), Threads: 1, Stats: &engine.Stats{}}
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
