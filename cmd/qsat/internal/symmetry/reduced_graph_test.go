package symmetry

import (
	"fmt"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// joined returns the pairs of literals that form a binary clause according to the graph, in the
// variables of the formula.
func (s *reducedGraph) joined() (list []string) {
	name := func(v int32) dimacs.Lit { return s.clauses.Name(s.literals[v]) }
	for v := range int32(len(s.literals)) {
		for w := range s.partners(v) {
			list = append(list, fmt.Sprint(name(v), name(w)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// numVertices returns the number of vertices of a kind.
func (s *reducedGraph) numVertices(kind uint64) (n int) {
	for _, k := range s.kinds {
		if k == kind {
			n++
		}
	}
	return n
}

// The graph of a board is the same in every encoding: each line is a clique.
func TestStructureOfEncodings(t *testing.T) {
	const n = 21 // the last of seven commanders has a group of one
	var want []string
	for _, encoding := range []string{"pairwise", "product", "sequential", "binary", "bimander", "commander", "ladder"} {
		s := newReducedGraph(enginetest.Load(t, enginetest.Formula(t, encode.Instance{N: n, Variant: board.Torus, Encoding: encoding})))
		got := s.joined()
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) || len(got) != 4*n*n*(n-1) || len(s.literals) != 2*n*n {
			t.Errorf("%s: %d pairs of %d literals, want %d", encoding, len(got), len(s.literals), len(want))
		}
		if cliques := s.numVertices(aClique); cliques != 4*n {
			t.Errorf("%s: %d cliques, want %d", encoding, cliques, 4*n)
		}
	}
}

// Random formulas do not look symmetric. Formulas of symmetric families do, even if shuffled.
func TestLooksSymmetric(t *testing.T) {
	for kind, want := range map[string]bool{
		"3sat 200 800 1": false, "quasigroup 12 4 1": false, "pigeonhole 8 7": true, "ordering 9": true,
	} {
		if got := looksSymmetric(enginetest.Load(t, enginetest.Family(t, kind))); got != want {
			t.Errorf("%s looks symmetric: %t", kind, got)
		}
	}
	torus := encode.Instance{N: 10, Variant: board.Torus, Shuffle: new(int64)}
	if !looksSymmetric(enginetest.Load(t, enginetest.Formula(t, torus))) {
		t.Error("a torus does not look symmetric")
	}
}

// Rotating a ring by one is a symmetry of the graph. If the ring represents two equal
// variables, it is no symmetry of the formula, because it maps complements to binary clauses. A
// mapping of two vertices to the same vertex is no symmetry, although it preserves edges.
func TestIsSymmetry(t *testing.T) {
	g := cycle(4)
	for _, g.paired = range []int{0, 4} {
		for _, p := range []Permutation{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}, {2, 1, 0, 3}, {0, 1, 0, 1}} {
			want := (g.paired == 0 || p[0]^1 == p[1]) && p[0] != p[2]
			if is := g.isSymmetry(p); is != want {
				t.Errorf("%v, of %d literals, is a symmetry: %t", p, g.paired, is)
			}
		}
	}
}
