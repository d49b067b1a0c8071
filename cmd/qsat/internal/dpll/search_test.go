package dpll

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
)

func TestSubset(t *testing.T) {
	s := newSubset(10, 4)
	s.remove(11)
	s.remove(10)
	s.add(11)
	for _, c := range []int32{9, 14} {
		s.remove(c)
		s.add(c)
	}
	if diff := cmp.Diff([]int32{12, 13, 11}, s.list); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestSchedule(t *testing.T) {
	r := schedule{limit: 16}
	var runs []int
	for n := 1; len(runs) < 6; n++ {
		if r.conflict() {
			runs = append(runs, n)
			n = 0
		}
	}
	if diff := cmp.Diff([]int{16, 19, 22, 26, 31, 37}, runs); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestUndoLeavesNothing checks that undoing a search of a whole board restores the initial
// state.
func TestUndoLeavesNothing(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 8, Encoding: "commander"})
	task := enginetest.Task(f)
	s, _ := New().load(t.Context(), task, false)
	if found, err := s.nextModel(context.Background(), true); !found || err != nil {
		t.Fatal(found, err)
	}
	s.undo(0)
	fresh, _ := New().load(t.Context(), task, false)
	if diff := cmp.Diff(fresh.long.counts, s.long.counts, cmp.AllowUnexported(literalCounts{})); diff != "" {
		t.Errorf("counts: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(fresh.values, s.values); diff != "" {
		t.Errorf("values: -want +got\n%s", diff)
	}
	if got, want := len(s.stages[0].unsatisfied.list), len(fresh.stages[0].unsatisfied.list); got != want {
		t.Errorf("%d unsatisfied clauses, want %d", got, want)
	}
}
