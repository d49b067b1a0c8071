package symmetry

import (
	"context"
	"testing"

	"queens/cmd/qsat/internal/checker"
)

// The symmetries of a ring are the products of those found.
func TestGenerators(t *testing.T) {
	for name, test := range map[string]struct {
		g           *Graph
		limit, size int
	}{
		"ring": {cycle(12), 24, 24}, "limited ring": {cycle(12), 23, 1}, "path": {path(12), 24, 1},
	} {
		s := checker.NewStructure(12)
		for v, list := range test.g.neighbours {
			s.SetKind(int32(v), 1+int32(test.g.kinds[v]))
			for _, w := range list {
				s.Add(0, int32(v), w)
			}
		}
		if group, err := s.Group(t.Context(), test.g.Generators(t.Context(), test.limit), test.limit); err != nil || len(group) != test.size {
			t.Errorf("%s: %d elements, %v, want %d", name, len(group), err, test.size)
		}
	}
}

// Permutations that are not accepted join no orbits.
func TestOrbitsAccepted(t *testing.T) {
	g, rejected := cycle(6), 0
	orbit := g.Orbits(t.Context(), identity(6), func(p Permutation) bool {
		if p[0]%2 != 0 {
			rejected++
		}
		return p[0]%2 == 0
	})
	if orbit[0] != orbit[2] || orbit[1] != orbit[3] || orbit[0] == orbit[1] || rejected == 0 {
		t.Errorf("orbits %v, %d permutations rejected", orbit, rejected)
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
		for _, o := range g.Orbits(ctx, identity(4), func(Permutation) bool { return true }) {
			orbits[o] = true
		}
		if len(orbits) != want || (g.Work > 0) != (ctx.Err() == nil) {
			t.Errorf("%v: %d orbits, want %d, and work %d", ctx.Err(), len(orbits), want, g.Work)
		}
	}
}
