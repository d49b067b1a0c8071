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
