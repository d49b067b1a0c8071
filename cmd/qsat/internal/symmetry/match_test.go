package symmetry

import (
	"context"
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

// randomGraph returns a graph of n vertices of two kinds.
func randomGraph(r *rand.Rand, n int) *Graph {
	g := &Graph{Neighbours: make([][]int32, n), Work: 1 << 20}
	for v := range n {
		g.Kinds = append(g.Kinds, 1+uint64(r.IntN(6)/5))
		for w := range v {
			if r.IntN(2) == 0 {
				g.Join(int32(v), int32(w))
			}
		}
	}
	return g
}

// cycle returns a ring of n vertices.
func cycle(n int) *Graph {
	g := &Graph{Neighbours: make([][]int32, n), Kinds: slices.Repeat([]uint64{1}, n), Work: 1 << 20}
	for v := range n {
		g.Join(int32(v), int32((v+1)%n))
	}
	return g
}

// maps reports whether a permutation is a symmetry, by the definition.
func (g *Graph) maps(p Permutation) bool {
	for v := range g.Kinds {
		if g.Kinds[v] != g.Kinds[p[v]] {
			return false
		}
		for w := range int32(len(g.Kinds)) {
			if slices.Contains(g.Neighbours[v], w) != slices.Contains(g.Neighbours[p[v]], p[w]) {
				return false
			}
		}
	}
	return true
}

// Of all permutations the symmetries are told. On graphs this small one is found for
// each two vertices that some symmetry maps to each other, and colours tell all others
// apart.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	matches := 0
	for k := range 200 {
		n := 2 + r.IntN(5)
		g := randomGraph(r, n)
		alike := map[[2]int32]bool{}
		permutations(identity(n), 0, func(p Permutation) {
			want := g.maps(p)
			if got := g.isSymmetry(t.Context(), p); got != want {
				t.Errorf("graph %d: %v is a symmetry: %t, want %t", k, p, got, want)
			}
			for v := range p {
				alike[[2]int32{int32(v), p[v]}] = alike[[2]int32{int32(v), p[v]}] || want
			}
		})
		c := g.Refine(t.Context(), 0)
		for v := range int32(n) {
			first := g.Individualize(t.Context(), c, v)
			for w := range int32(n) {
				p := g.Match(t.Context(), c, first, w, r)
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

// On this graph colours that tell all vertices apart are the same after vertices 4 and 2
// were chosen and others, but edges are not mapped to edges.
func TestMatchIsChecked(t *testing.T) {
	g := &Graph{Neighbours: make([][]int32, 10), Kinds: slices.Repeat([]uint64{1}, 10), Work: 1 << 20}
	for _, e := range [][2]int32{
		{0, 6}, {0, 2}, {0, 1}, {0, 4}, {1, 9}, {1, 8}, {1, 3}, {2, 5}, {2, 8}, {3, 8}, {3, 5}, {4, 7}, {4, 6}, {5, 7}, {6, 9}, {7, 9},
	} {
		g.Join(e[0], e[1])
	}
	r, c := rand.New(rand.NewPCG(1, 2)), g.Refine(t.Context(), 0)
	first := g.Individualize(t.Context(), c, 4)
	for range 20 {
		if p := g.Match(t.Context(), c, first, 2, r); p != nil && !g.maps(p) {
			t.Fatalf("%v is no symmetry", p)
		}
	}
}

// A mapping of two vertices to one is no symmetry, though it maps edges to edges.
func TestTwoToOne(t *testing.T) {
	if g := cycle(4); g.isSymmetry(t.Context(), Permutation{0, 1, 0, 1}) {
		t.Error("half of a ring is a symmetry")
	}
}

// Colours do not depend on the order of the vertices.
func TestRefine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		n := 1 + r.IntN(30)
		g := randomGraph(r, n)
		h := &Graph{Neighbours: make([][]int32, n), Kinds: make([]uint64, n), Work: 1 << 20}
		p := r.Perm(n)
		for v, list := range g.Neighbours {
			h.Kinds[p[v]] = g.Kinds[v]
			for _, w := range list {
				if w < int32(v) {
					h.Join(int32(p[v]), int32(p[w]))
				}
			}
		}
		v := int32(r.IntN(n))
		a, b := g.Refine(t.Context(), 0), h.Refine(t.Context(), 0)
		a, b = g.Individualize(t.Context(), a, v), h.Individualize(t.Context(), b, int32(p[v]))
		for v := range n {
			if a.colours[v] != b.colours[p[v]] {
				t.Fatalf("vertex %d of %v has another colour as %d of %v", v, g.Neighbours, p[v], h.Neighbours)
			}
		}
		if len(a.Shared()) != len(b.Shared()) {
			t.Errorf("%d and %d vertices share their colours", len(a.Shared()), len(b.Shared()))
		}
	}
}

// Refinement ends when too few vertices share their colours. There are no symmetries
// without work, and none once a context has ended.
func TestBounds(t *testing.T) {
	path := &Graph{Neighbours: make([][]int32, 100), Kinds: slices.Repeat([]uint64{1}, 100), Work: 1 << 20}
	for v := range int32(99) {
		path.Join(v, v+1)
	}
	path.Kinds[0] = 2
	if n := len(path.Refine(t.Context(), 50).Shared()); n < 40 || n >= 50 {
		t.Errorf("%d vertices share their colours, want somewhat fewer than 50", n)
	}
	g, r := cycle(12), rand.New(rand.NewPCG(5, 6))
	c := g.Refine(t.Context(), 0)
	first := g.Individualize(t.Context(), c, 0)
	if p := g.Find(t.Context(), c, first, r); p == nil {
		t.Fatal("no symmetry of a ring")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if p := g.Find(ended, c, first, r); p != nil || g.Work > 0 {
		t.Errorf("%v after the end of the context, and work for %d", p, g.Work)
	}
	if p := g.Find(t.Context(), c, first, r); p != nil {
		t.Errorf("%v without work", p)
	}
}

// Symmetries that keep a square of a torus and its lines map the others of a line to few of
// those that look alike, so which of them is tried must not be the same each time.
func TestFindComposite(t *testing.T) {
	const n = 35
	g := &Graph{Neighbours: make([][]int32, n*n+4*n), Kinds: slices.Repeat([]uint64{1}, n*n+4*n)}
	for x := range n {
		for y := range n {
			for i, line := range []int{x, y, (x + y) % n, (x - y + n) % n} {
				g.Join(int32(x*n+y), int32(n*n+i*n+line))
			}
		}
	}
	g.Work = 1 << 30
	c := g.Refine(t.Context(), 0)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 7))
		first, tries := g.Individualize(t.Context(), c, int32(r.IntN(n*n))), 0
		for tries < 40 && g.Find(t.Context(), c, first, r) == nil {
			tries++
		}
		if tries == 40 {
			t.Errorf("seed %d: no symmetry was found", seed)
		}
	}
}
