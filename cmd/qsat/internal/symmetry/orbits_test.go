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

// Once a search is stopped, no symmetry is looked for, also where there is nothing to refine: each
// match would take as many steps as there are vertices.
func TestOrbitsStop(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for want, ctx := range map[int]context.Context{1: t.Context(), 4: stopped} {
		g := &Graph{Work: 1e6}
		for range 4 {
			g.Add(0, nil)
		}
		orbits := map[int32]bool{}
		for _, o := range g.Orbits(ctx, identity(4)) {
			orbits[o] = true
		}
		if len(orbits) != want || (g.Work > 0) != (ctx.Err() == nil) {
			t.Errorf("%v: %d orbits, want %d, and work %d", ctx.Err(), len(orbits), want, g.Work)
		}
	}
}
