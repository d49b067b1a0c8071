package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
)

func TestReportWork(t *testing.T) {
	techniques := engine.Techniques{{Name: "search", Time: 1500 * time.Millisecond}, {Name: "walk", Time: 20 * time.Millisecond}}
	for _, test := range []struct {
		work engine.Work
		want []string
	}{
		{engine.Work{Engine: "cover", Build: time.Second, Search: 2 * time.Millisecond, Counts: engine.Counts{Decisions: 7}}, []string{
			"cover build 1.000 s, search 0.002 s",
			"0 conflicts, 7 decisions, 0 propagations, 0 restarts",
		}},
		{engine.Work{Engine: "cdcl", Runs: 3, Techniques: techniques, Counts: engine.Counts{
			Conflicts: 1, Decisions: 2, Propagations: 3, Restarts: 4, Learned: 5, Kept: 6, Fixed: 7, Eliminated: 8, Substituted: 9,
		}}, []string{
			"cdcl build 0.000 s, search 0.000 s, in 3 runs",
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
	for _, test := range []struct {
		pigeons int
		args    string
		engines []string
	}{
		{5, "-e dpll", []string{"dpll"}},
		{5, "-e cover", []string{"cover"}},
		{5, "-e cdcl", []string{"cdcl"}},
		{5, "-e gophersat", []string{"gophersat"}},
		{30, "-t 0.1", []string{"dpll", "cover", "cdcl"}},
	} {
		var formula bytes.Buffer
		f := formulas.Pigeonhole(test.pigeons, test.pigeons-1)
		w := dimacs.NewWriter(&formula)
		w.Header(f.Vars, int64(f.NumClauses()))
		w.Clauses(t.Context(), f)
		w.Flush()
		got, _ := qsat(formula.String(), append(strings.Fields(test.args), "--stats")...)
		for _, e := range test.engines {
			if strings.Count(got, "c stats: "+e+" build ") != 1 {
				t.Errorf("%s: no lines of %s:\n%s", test.args, e, got)
			}
		}
		if n := strings.Count(got, " conflicts, "); n != len(test.engines) {
			t.Errorf("%s: %d engines:\n%s", test.args, n, got)
		}
	}
}
