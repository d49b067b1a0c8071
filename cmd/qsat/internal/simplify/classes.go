package simplify

import (
	"queens/cmd/qsat/internal/clause"

	"queens/cmd/qsat/internal/lists"
)

// Classes are classes of equivalent literals, as a union-find forest. The slice is indexed by
// literal, and holds an equivalent literal nearer to the representative of the class, or the
// literal itself if it is the representative.
type Classes []clause.Lit

// NewClasses returns classes of one literal each, for literals below n.
func NewClasses(n int) Classes { return lists.From(clause.Lit(0), n) }

// Find returns the representative of the class of l. It shortens the path to it.
func (c Classes) Find(l clause.Lit) clause.Lit {
	for c[l] != l {
		p := c[c[l]]
		c[l], c[l.Not()] = p, p.Not()
		l = p
	}
	return l
}

// Merge makes a the representative of the class of b, and the complement of a the representative of
// the class of the complement of b. Both a and b must be representatives, of different variables.
func (c Classes) Merge(a, b clause.Lit) { c[b], c[b.Not()] = a, a.Not() }
