package engine

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The work of several calls of an engine is added up. Numbers at the end come from the last
// call.
func TestStats(t *testing.T) {
	s := &Stats{}
	task := &Task{Stats: s}
	x := task.Meter("x")
	x.Built()
	x.Counts = Counts{Conflicts: 1, Decisions: 2, Propagations: 3, Restarts: 4, Learned: 5, Kept: 6, Fixed: 7, Eliminated: 8, Substituted: 9}
	x.Techniques = Techniques{{"search", 10}, {"walk", 20}}
	x.Done()
	first := s.Work()
	task.Meter("y").Done()
	x = task.Meter("x")
	x.Built()
	x.Counts = Counts{Conflicts: 10, Decisions: 20, Propagations: 30, Restarts: 40, Learned: 50, Kept: 60, Fixed: 70, Eliminated: 80, Substituted: 90}
	x.Techniques = Techniques{{"search", 1}, {"vivify", 2}}
	x.Done()
	want := []Work{
		{
			Engine: "x", Runs: 2,
			Counts:     Counts{Conflicts: 11, Decisions: 22, Propagations: 33, Restarts: 44, Learned: 55, Kept: 60, Fixed: 70, Eliminated: 80, Substituted: 90},
			Techniques: Techniques{{"search", 11}, {"walk", 20}, {"vivify", 2}},
		},
		{Engine: "y", Runs: 1},
	}
	times := cmpopts.IgnoreFields(Work{}, "Build", "Search")
	if diff := cmp.Diff(want, s.Work(), times); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := first[0].Techniques[0].Time; got != 10 {
		t.Errorf("work that was handed out has changed: %v", got)
	}
	for _, w := range s.Work() {
		if w.Build < 0 || w.Search < 0 || w.Engine == "y" && w.Search != 0 {
			t.Errorf("%+v", w)
		}
	}
}

func TestIdle(t *testing.T) {
	m := (&Task{}).Meter("y")
	m.Built()
	m.Idle(time.Hour)
	if m.Done(); m.Search > 0 || m.Search < -time.Hour {
		t.Errorf("%+v", m.Work)
	}
}
