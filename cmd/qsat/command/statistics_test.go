package command

import (
	"strings"
	"testing"
	"time"

	"queens/cmd/qsat/sat"
)

func TestWork(t *testing.T) {
	techniques := []sat.Technique{{Name: "search", Time: 1500 * time.Millisecond}, {Name: "walk", Time: 20 * time.Millisecond}, {Name: "probe"}}
	for _, test := range []struct {
		work sat.Work
		want string
	}{
		{sat.Work{Engine: "cover", Runs: 1, Build: time.Second, Search: 2 * time.Millisecond, Counts: sat.Counts{Decisions: 7}},
			"build_seconds=1.000 search_seconds=0.002 decisions=7"},
		{sat.Work{Engine: "cdcl", Runs: 3, Techniques: techniques, Counts: sat.Counts{
			Conflicts: 1, Decisions: 2, Propagations: 3, Restarts: 4, Learned: 5, Kept: 6, Fixed: 7, Eliminated: 8, Substituted: 9,
			Components: 10, CacheHits: 11, CacheEntries: 12, CacheBytes: 13e6,
		}}, "runs=3 conflicts=1 decisions=2 propagations=3 restarts=4 learned=5 kept=6 fixed=7 eliminated=8 substituted=9 " +
			"components=10 cache_hits=11 cache_entries=12 cache_mb=13.000 phase_search_seconds=1.500 phase_walk_seconds=0.020"},
		{sat.Work{Engine: "dpll", Runs: 1, Build: 400 * time.Microsecond}, ""},
	} {
		if got := strings.Join(work(test.work), " "); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.work.Engine, got, test.want)
		}
	}
}
