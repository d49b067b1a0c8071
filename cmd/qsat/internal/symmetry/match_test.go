package symmetry

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// permutations calls do with all permutations of p from position k on.
func permutations(p Permutation, k int, do func(p Permutation)) {
	if k == len(p) {
		do(p)
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		permutations(p, k+1, do)
		p[k], p[i] = p[i], p[k]
	}
}

// randomGraph returns a random graph of n vertices of two kinds.
func randomGraph(r *rand.Rand, n int) *Graph {
	g := &Graph{neighbours: make([][]int32, n), Work: 1 << 20}
	for v := range n {
		g.kinds = append(g.kinds, 1+uint64(r.IntN(6)/5))
		for w := range v {
			if r.IntN(2) == 0 {
				g.join(int32(v), int32(w))
			}
		}
	}
	return g
}

// cycle returns a ring of n vertices.
func cycle(n int) *Graph {
	g := &Graph{neighbours: make([][]int32, n), kinds: slices.Repeat([]uint64{1}, n), Work: 1 << 20}
	for v := range n {
		g.join(int32(v), int32((v+1)%n))
	}
	return g
}

// path returns a path of n vertices; the first one has another kind.
func path(n int) *Graph {
	g := &Graph{kinds: []uint64{2}, neighbours: [][]int32{nil}, Work: 1 << 20}
	for v := range int32(n - 1) {
		g.Add(1, []int32{v})
	}
	return g
}

// maps reports whether p is a symmetry, checked by the definition.
func (g *Graph) maps(p Permutation) bool {
	for v := range g.kinds {
		if g.kinds[v] != g.kinds[p[v]] {
			return false
		}
		for w := range int32(len(g.kinds)) {
			if slices.Contains(g.neighbours[v], w) != slices.Contains(g.neighbours[p[v]], p[w]) {
				return false
			}
		}
	}
	return true
}

// isSymmetry accepts exactly the symmetries among all permutations. On these small graphs match
// finds a symmetry for any two vertices in one orbit, and vertices in different orbits have
// different colours.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	matches := 0
	for k := range 200 {
		n := 2 + r.IntN(5)
		g := randomGraph(r, n)
		alike := map[[2]int32]bool{}
		permutations(identity(n), 0, func(p Permutation) {
			want := g.maps(p)
			if got := g.isSymmetry(p); got != want {
				t.Errorf("graph %d: %v is a symmetry: %t, want %t", k, p, got, want)
			}
			for v := range p {
				alike[[2]int32{int32(v), p[v]}] = alike[[2]int32{int32(v), p[v]}] || want
			}
		})
		c := g.colour(len(g.kinds))
		for v := range int32(n) {
			first := g.individualize(c, v)
			for w := range int32(n) {
				p := g.match(first, w, false, r)
				if got, want := p != nil, alike[[2]int32{v, w}]; got != want || got && (p[v] != w || !g.maps(p)) {
					t.Errorf("graph %d: %d to %d: %v, possible is %t", k, v, w, p, want)
				}
				if p != nil && v != w {
					matches++
				}
			}
		}
	}
	if matches < 100 {
		t.Errorf("only %d matches", matches)
	}
}

// Symmetries that fix a square of the torus and its lines map another square of a line to few
// of the squares with its colour. So each attempt must choose other vertices.
func TestFindComposite(t *testing.T) {
	const n = 35
	g := &Graph{neighbours: make([][]int32, n*n+4*n), kinds: slices.Repeat([]uint64{1}, n*n+4*n)}
	for x := range n {
		for y := range n {
			for i, line := range []int{x, y, (x + y) % n, (x - y + n) % n} {
				g.join(int32(x*n+y), int32(n*n+i*n+line))
			}
		}
	}
	g.Work = 1 << 30
	c := g.colour(len(g.kinds))
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 7))
		first, tries := g.individualize(c, int32(r.IntN(n*n))), 0
		for tries < 40 && g.find(first, r) == nil {
			tries++
		}
		if tries == 40 {
			t.Errorf("seed %d: no symmetry was found", seed)
		}
	}
}
