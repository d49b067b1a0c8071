package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/sat"
	"queens/testdata/formulas"
)

func TestReportWork(t *testing.T) {
	techniques := []sat.Technique{{Name: "search", Time: 1500 * time.Millisecond}, {Name: "walk", Time: 20 * time.Millisecond}}
	for _, test := range []struct {
		work sat.Work
		want []string
	}{
		{sat.Work{Engine: "cover", Build: time.Second, Search: 2 * time.Millisecond, Counts: sat.Counts{Decisions: 7}}, []string{
			"cover build 1.000 s, search 0.002 s",
			"0 conflicts, 7 decisions, 0 propagations, 0 restarts",
		}},
		{sat.Work{Engine: "cdcl", Runs: 3, Techniques: techniques, Counts: sat.Counts{
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

// The engine that ran has its lines. The script qsat_stats.txtar has several engines.
func TestStatisticsOfEngines(t *testing.T) {
	var formula bytes.Buffer
	if err := formulas.Pigeonhole(5, 4).Write(t.Context(), &formula); err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{"dpll", "cover", "cdcl", "gophersat"} {
		got, _ := qsat(formula.String(), "-e", e, "--stats")
		if strings.Count(got, "c stats: "+e+" build ") != 1 || strings.Count(got, " conflicts, ") != 1 {
			t.Errorf("%s has not the lines of one engine:\n%s", e, got)
		}
	}
}
