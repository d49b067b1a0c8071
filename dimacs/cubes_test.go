package dimacs

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProveCover(t *testing.T) {
	for _, test := range []struct{ cubes, want [][]Lit }{
		{[][]Lit{{-1}, {1, 2}, {1, -2, 3}, {1, -2, -3}}, [][]Lit{{-1, 2}, {-1}, {}}},
		{[][]Lit{{}}, nil},
		{nil, [][]Lit{{}}},
	} {
		var got [][]Lit
		if err := ProveCover(test.cubes, func(clause []Lit) error { got = append(got, clause); return nil }); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%v: (-want +got)\n%s", test.cubes, d)
		}
	}
}

// A visit sees one cube for each child, and its error ends the walk.
func TestWalkCubes(t *testing.T) {
	var got []string
	stop := errors.New("stop")
	err := WalkCubes([][]Lit{{1, 2}, {-1}, {1, -2}}, func(node []Lit, below [][]Lit) error {
		if got = append(got, fmt.Sprint(node, below)); len(got) == 2 {
			return stop
		}
		return nil
	})
	if d := cmp.Diff([]string{"[1] [[1 -2] [1 2]]", "[] [[-1] [1 -2]]"}, got); d != "" || err != stop {
		t.Errorf("%v, (-want +got)\n%s", err, d)
	}
}
