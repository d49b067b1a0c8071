package derive

import (
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// A staircase has no pair that another pair implies.
func TestStaircase(t *testing.T) {
	n := argument.Count{Labels: []clause.Lit{clause.Of(1), clause.Of(2), clause.Of(3), clause.Of(4)}, Bounds: []argument.Bound{
		{Lit: clause.Of(5), Middle: 1, To: 2, AtLeast: 1}, {Lit: clause.Of(6), Middle: 1, To: 2, AtLeast: 2},
		{Lit: clause.Of(7), From: 2, Middle: 3, To: 4, AtLeast: 1}, {Lit: clause.Of(8), From: 2, Middle: 3, To: 4, AtLeast: 2},
		{Lit: argument.True, Middle: 2, To: 4, AtLeast: 2, End: 4},
	}, Pairs: []argument.Pair{{Parts: [2]int32{2, 3}}, {Parts: [2]int32{1, 3}}, {Parts: [2]int32{1, 4}}, {Parts: [2]int32{2, 3}}}}
	var got [][2]int32
	for _, r := range staircase(&n, 4) {
		got = append(got, r.least)
	}
	if want := [][2]int32{{1, 2}, {2, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
