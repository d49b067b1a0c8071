package symmetry

import (
	"testing"

	"queens/cmd/qsat/internal/checker"
)

// The generators found generate all symmetries of a ring, and nothing else.
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
		if group, err := s.Group(test.g.Generators(test.limit), test.limit); err != nil || len(group) != test.size {
			t.Errorf("%s: %d elements, %v, want %d", name, len(group), err, test.size)
		}
	}
}
