package symmetry

import (
	"context"
	"slices"
	"testing"
)

// A transposition and a cycle generate all permutations, and the symmetries of a ring are
// those found and their products.
func TestGroup(t *testing.T) {
	generators := []Permutation{{1, 0, 2, 3, 4}, {1, 2, 3, 4, 0}}
	if g := generate(t.Context(), generators, 5, 119); g != nil {
		t.Errorf("limited: %d elements", len(g))
	}
	for name, test := range map[string]struct {
		group []Permutation
		size  int
	}{
		"all":  {generate(t.Context(), generators, 5, 120), 120},
		"ring": {cycle(12).Group(t.Context(), 24), 24}, "limited ring": {cycle(12).Group(t.Context(), 23), 0},
		"path": {path(12).Group(t.Context(), 24), 1},
	} {
		different := slices.Clone(test.group)
		slices.SortFunc(different, func(p, q Permutation) int { return slices.Compare(p, q) })
		different = slices.CompactFunc(different, func(p, q Permutation) bool { return slices.Equal(p, q) })
		if len(different) != test.size || test.size > 0 && !slices.Equal(test.group[0], identity(len(test.group[0]))) {
			t.Errorf("%s: %d elements, want %d", name, len(different), test.size)
		}
	}
}

// Once a search is stopped, no symmetry is looked for: colours are not refined any more then, so
// that each match would take as many steps as there are vertices.
func TestOrbitsStop(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	vertices := []int32{0, 1, 2, 3}
	for _, test := range []struct {
		ctx  context.Context
		want []int32
	}{{t.Context(), []int32{0, 0, 0, 0}}, {stopped, vertices}} {
		g := &Graph{Work: 1e6}
		for range vertices {
			g.Add(0, nil)
		}
		orbit := g.Orbits(test.ctx, vertices)
		for i := range orbit {
			if (orbit[i] == orbit[0]) != (test.want[i] == test.want[0]) {
				t.Errorf("%v: %v, want those of %v", test.ctx.Err(), orbit, test.want)
			}
		}
		if done := g.Work <= 0; done != (test.ctx.Err() != nil) {
			t.Errorf("%v: work %d", test.ctx.Err(), g.Work)
		}
	}
}
