package symmetry

// A Group is what some permutations generate.
type Group struct {
	Elements   []Permutation // the identity first
	limit      int
	generators []Permutation
	known      map[uint64]bool // by hash
}

// NewGroup returns the group of the identity of n vertices, which takes no more elements
// than limit.
func NewGroup(n, limit int) *Group {
	first := identity(n)
	return &Group{Elements: []Permutation{first}, limit: limit, known: map[uint64]bool{first.hash(): true}}
}

// Has reports whether the group has an element.
func (g *Group) Has(p Permutation) bool { return g.known[p.hash()] }

// Generate adds an element and all products. It returns false, with some of them, if they
// are more than the limit.
func (g *Group) Generate(p Permutation) bool {
	g.generators = append(g.generators, p)
	for i := 0; i < len(g.Elements); i++ {
		for _, q := range g.generators {
			product := g.Elements[i].then(q)
			hash := product.hash()
			if g.known[hash] {
				continue
			}
			if len(g.Elements) >= g.limit {
				return false
			}
			g.known[hash] = true
			g.Elements = append(g.Elements, product)
		}
	}
	return true
}
