package engine

import (
	"slices"
	"testing"

	"queens/dimacs"
)

// A clause is long by its distinct unassigned literals, and not if it is a choice.
func TestWithoutLong(t *testing.T) {
	var list []dimacs.Lit
	for v := dimacs.Lit(1); v <= 600; v++ {
		list = append(list, v)
	}
	fixed := [][]dimacs.Lit{list} // the variables from 500 on are false
	for _, l := range list[499:] {
		fixed = append(fixed, []dimacs.Lit{-l})
	}
	choice := [][]dimacs.Lit{list} // 1 implies that the others are false
	for _, l := range list[1:] {
		choice = append(choice, []dimacs.Lit{-1, -l})
	}
	for _, test := range []struct {
		name    string
		clauses [][]dimacs.Lit
		project []int
		want    int
	}{
		{"long", [][]dimacs.Lit{list, {1, 2}}, nil, 1},
		{"short", [][]dimacs.Lit{list[:500]}, nil, 0},
		{"duplicates", [][]dimacs.Lit{slices.Repeat(list[:2], 300)}, nil, 0},
		{"satisfied", [][]dimacs.Lit{list, {7}}, nil, 0},
		{"fixed", fixed, nil, 0},
		{"choice", choice, nil, 0},
		{"projection", [][]dimacs.Lit{list}, []int{1}, 0},
		{"contradiction", [][]dimacs.Lit{list, {1}, {-1}}, nil, 0},
	} {
		f := &dimacs.Formula{Vars: 600}
		for _, c := range test.clauses {
			f.Add(c...)
		}
		_, long, err := (&Task{Formula: f, Project: test.project}).withoutLong()
		if err != nil || len(long) != test.want {
			t.Errorf("%s: %d long clauses, %v, want %d", test.name, len(long), err, test.want)
		}
	}
}
