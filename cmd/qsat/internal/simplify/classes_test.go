package simplify

import (
	"testing"

	"queens/cmd/qsat/internal/clause"
)

func TestClasses(t *testing.T) {
	c := NewClasses(12)
	one, two, three, four := clause.Positive(1), clause.Positive(2), clause.Positive(3), clause.Positive(4)
	c.Merge(two, one)
	c.Merge(three.Not(), two)
	for l, want := range map[clause.Lit]clause.Lit{one: three.Not(), one.Not(): three, two: three.Not(), three: three, four: four} {
		if got := c.Find(l); got != want {
			t.Errorf("the representative of %d is %d, want %d", l.Dimacs(), got.Dimacs(), want.Dimacs())
		}
	}
}
