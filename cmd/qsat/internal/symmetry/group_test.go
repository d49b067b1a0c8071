package symmetry

import (
	"slices"
	"testing"
)

// A transposition and a cycle generate all permutations.
func TestGroup(t *testing.T) {
	g := NewGroup(5, 120)
	for _, p := range []Permutation{{1, 0, 2, 3, 4}, {1, 2, 3, 4, 0}} {
		if g.Has(p) || !g.Generate(p) || !g.Has(p) {
			t.Errorf("%v: %d elements", p, len(g.Elements))
		}
	}
	different := slices.Clone(g.Elements)
	slices.SortFunc(different, func(p, q Permutation) int { return slices.Compare(p, q) })
	different = slices.CompactFunc(different, func(p, q Permutation) bool { return slices.Equal(p, q) })
	if len(different) != 120 || !slices.Equal(g.Elements[0], identity(5)) {
		t.Errorf("%d elements, the first is %v", len(different), g.Elements[0])
	}
	if g = NewGroup(5, 4); g.Generate(Permutation{1, 2, 3, 4, 0}) || len(g.Elements) != 4 {
		t.Errorf("%d elements under a limit of 4", len(g.Elements))
	}
}
