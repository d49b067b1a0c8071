package dpll

import (
	"testing"

	"github.com/google/go-cmp/cmp"
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
