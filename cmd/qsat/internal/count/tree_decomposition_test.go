package count

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
)

// A decomposition of a small graph has the known width, contains each edge in a bag, and has
// connected bags for each vertex.
func TestDecompose(t *testing.T) {
	clique := func(n int) (c []clause.Lit) {
		for v := 1; v <= n; v++ {
			c = append(c, clause.Positive(v))
		}
		return c
	}
	edges := func(pairs ...[2]int) (list [][]clause.Lit) {
		for _, p := range pairs {
			list = append(list, []clause.Lit{clause.Positive(p[0]), clause.Positive(p[1]) + 1})
		}
		return list
	}
	var ladder [][2]int
	for v := 1; v < 19; v += 2 {
		ladder = append(ladder, [2]int{v, v + 1}, [2]int{v, v + 2}, [2]int{v + 1, v + 3})
	}
	for _, test := range []struct {
		name    string
		n       int
		clauses [][]clause.Lit
		width   int
	}{
		{"no edge", 3, nil, 0},
		{"path", 4, edges([2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}), 1},
		{"cycle", 5, edges([2]int{1, 2}, [2]int{2, 3}, [2]int{3, 4}, [2]int{4, 5}, [2]int{5, 1}), 2},
		{"clique", 6, [][]clause.Lit{clique(6)}, 5},
		{"ladder", 20, edges(ladder...), 2},
		{"two parts", 6, append(edges([2]int{5, 6}), clique(3)), 2},
	} {
		d := decompose(t.Context(), test.n, slices.Values(test.clauses), test.n)
		if d.width != test.width {
			t.Errorf("%s: width %d, want %d", test.name, d.width, test.width)
		}
		if test.width > 0 && decompose(t.Context(), test.n, slices.Values(test.clauses), test.width-1) != nil {
			t.Errorf("%s: a decomposition of less than its width", test.name)
		}
		checkDecomposition(t, test.name, test.n, test.clauses, d)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		n := 1 + r.IntN(70) // more than a word of a set
		var clauses [][]clause.Lit
		for range r.IntN(2 * n) {
			var c []clause.Lit
			for _, v := range r.Perm(n)[:min(n, 1+r.IntN(3))] {
				c = append(c, clause.Positive(v+1))
			}
			clauses = append(clauses, c)
		}
		d := decompose(t.Context(), n, slices.Values(clauses), n)
		checkDecomposition(t, fmt.Sprint("random ", i), n, clauses, d)
		if narrow := decompose(t.Context(), n, slices.Values(clauses), d.width); narrow == nil || narrow.width != d.width {
			t.Errorf("random %d: no decomposition of its width %d", i, d.width)
		}
	}
}

// checkDecomposition checks by the definition that each bag holds the neighbours of its vertex
// when it is eliminated, and that the bags form a tree decomposition.
func checkDecomposition(t *testing.T, name string, n int, clauses [][]clause.Lit, d *decomposition) {
	t.Helper()
	edges := make([]map[int32]bool, n)
	for v := range edges {
		edges[v] = map[int32]bool{}
	}
	connect := func(lits []int32) {
		for _, v := range lits {
			for _, w := range lits {
				if v != w {
					edges[v][w] = true
				}
			}
		}
	}
	for _, c := range clauses {
		var vertices []int32
		for _, l := range c {
			vertices = append(vertices, int32(l.Var()-1))
		}
		connect(vertices)
	}
	width := 0
	for i, v := range d.order {
		bag := slices.Sorted(maps.Keys(edges[v]))
		if width = max(width, len(bag)); !slices.Equal(bag, d.bags[v]) || slices.Contains(d.order[:i], v) {
			t.Errorf("%s: the bag of %d is %v, want %v", name, v, d.bags[v], bag)
		}
		connect(bag)
		for _, w := range bag {
			delete(edges[w], v)
			if p := d.parents[v]; w != p && !slices.Contains(d.bags[p], w) {
				t.Errorf("%s: %d is in the bag of %d, but not above", name, w, v)
			}
		}
	}
	if width != d.width || len(d.order) != n {
		t.Errorf("%s: %d vertices, width %d, want %d and %d", name, len(d.order), d.width, n, width)
	}
	for v, depth := range d.depths() {
		if depth <= 0 || depth > 1 {
			t.Errorf("%s: depth %g of %d", name, depth, v)
		}
	}
}

// decompose, which may take a second, returns soon after its context has ended.
func TestDecomposeStopped(t *testing.T) {
	var clauses [][]clause.Lit
	for v := 1; v < 100; v++ {
		clauses = append(clauses, []clause.Lit{clause.Positive(v), clause.Positive(v + 1)})
	}
	looks := &enginetest.Ending{Context: t.Context(), Looks: math.MaxInt}
	if decompose(looks, 100, slices.Values(clauses), 100) == nil || math.MaxInt-looks.Looks < 100 {
		t.Errorf("%d looks at the context", math.MaxInt-looks.Looks)
	}
	for _, left := range []int{0, 1, 50, 99} {
		if decompose(&enginetest.Ending{Context: t.Context(), Looks: left}, 100, slices.Values(clauses), 100) != nil {
			t.Errorf("a decomposition after the end, %d looks at the context", left)
		}
	}
}
