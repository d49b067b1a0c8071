package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/engine"
)

func TestReportWork(t *testing.T) {
	phases := []engine.Phase{{Name: "search", Time: 1500 * time.Millisecond}, {Name: "walk", Time: 20 * time.Millisecond}}
	for _, test := range []struct {
		work engine.Work
		want []string
	}{
		{engine.Work{Engine: "cover", Build: time.Second, Search: 2 * time.Millisecond, Counts: engine.Counts{Decisions: 7}}, []string{
			"cover build 1.000 s, search 0.002 s",
			"0 conflicts, 7 decisions, 0 propagations, 0 restarts",
		}},
		{engine.Work{Engine: "cdcl", Phases: phases, Counts: engine.Counts{
			Conflicts: 1, Decisions: 2, Propagations: 3, Restarts: 4, Learned: 5, Kept: 6, Fixed: 7, Eliminated: 8, Substituted: 9,
		}}, []string{
			"cdcl build 0.000 s, search 0.000 s",
			"1 conflicts, 2 decisions, 3 propagations, 4 restarts",
			"5 learned clauses, 6 kept",
			"7 variables fixed, 8 eliminated, 9 substituted",
			"time in search 1.500 s, walk 0.020 s",
		}},
	} {
		var got []string
		reportWork(func(format string, args ...any) { got = append(got, fmt.Sprintf(format, args...)) }, test.work)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.work.Engine, diff)
		}
	}
}

// Each engine that ran has its lines, also one that was stopped.
func TestStatisticsOfEngines(t *testing.T) {
	const counts = `c stats: %s build `
	for _, test := range []struct{ name, args, engines string }{
		{"dpll", "-e dpll", "dpll"},
		{"cover", "-e cover", "cover"},
		{"cdcl", "-e cdcl", "cdcl"},
		{"gophersat", "-e gophersat", "gophersat"},
		{"stopped", "-t 0.1", "dpll cover cdcl"},
		{"gophersat stopped", "-e gophersat -t 0.05", "gophersat"},
	} {
		formula := pigeons(5)
		if strings.Contains(test.name, "stopped") {
			formula = pigeons(30)
		}
		got, _ := qsat(formula, append(strings.Fields(test.args), "--stats")...)
		for _, e := range strings.Fields(test.engines) {
			if strings.Count(got, fmt.Sprintf(counts, e)) != 1 {
				t.Errorf("%s: no lines of %s:\n%s", test.name, e, got)
			}
		}
		if n := strings.Count(got, " conflicts, "); n != len(strings.Fields(test.engines)) {
			t.Errorf("%s: %d engines:\n%s", test.name, n, got)
		}
	}
}
