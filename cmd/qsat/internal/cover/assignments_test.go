package cover

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// symmetricInstance returns a random instance with a random permutation of its options as a
// symmetry. In some of its items all options are in conflict.
func symmetricInstance(t *testing.T, r *rand.Rand, n int) *instance {
	t.Helper()
	image := r.Perm(n)
	var positive [][]clause.Lit
	conflicts := map[[2]clause.Lit]bool{}
	add := func(a, b int) {
		for range 12 { // the orders of these permutations are at most 30 and mostly divide 12
			conflicts[[2]clause.Lit{clause.Positive(max(a, b) + 1), clause.Positive(min(a, b) + 1)}] = a != b
			a, b = image[a], image[b]
		}
	}
	for range 1 + r.IntN(3) {
		options, choice := r.Perm(n)[:1+r.IntN(min(n, 4))], r.IntN(4) > 0
		for range 12 {
			var c []clause.Lit
			for k, i := range options {
				c = append(c, clause.Positive(i+1))
				for _, j := range options[:k] {
					if choice {
						add(i, j)
					}
				}
			}
			slices.Sort(c)
			if !slices.ContainsFunc(positive, func(d []clause.Lit) bool { return slices.Equal(c, d) }) {
				positive = append(positive, c)
			}
			for k, i := range options {
				options[k] = image[i]
			}
		}
	}
	for range r.IntN(n) {
		add(r.IntN(n), r.IntN(n))
	}
	var pairs [][2]clause.Lit
	for pair, different := range conflicts {
		if different {
			pairs = append(pairs, pair)
		}
	}
	return newInstance(n, positive, pairs, nil)
}

// For any orbits of items in any order, the weights of the assignments add up to the number of
// solutions.
func TestAssignmentsStandForAllSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	merged := 0
	for k := range 400 {
		in := symmetricInstance(t, r, 3+r.IntN(9))
		sym := in.symmetries(in.root())
		a := in.newAssigner(subtree{node: in.root(), weight: 1, share: 1}, sym)
		if sym.rejected != 0 {
			t.Errorf("instance %d: the symmetries are rejected", k)
		}
		if a == nil {
			continue
		}
		a.small, a.limit = 0, 1<<20
		list, orbits := []subtree{a.root}, a.orbits()
		r.Shuffle(len(orbits), func(i, j int) { orbits[i], orbits[j] = orbits[j], orbits[i] })
		for _, items := range orbits {
			list = a.coverItems(t.Context(), list, items)
			sum := int64(0)
			for _, below := range list {
				s := newSearch(in, never)
				if err := s.below(node{slices.Clone(below.available), slices.Clone(below.uncovered)}); err != nil {
					t.Fatal(err)
				}
				sum += below.weight * s.total.Int64()
				if below.weight > 1 {
					merged++
				}
			}
			if want := len(solutions(in)); sum != int64(want) {
				t.Fatalf("instance %d, %d symmetries: %d solutions, want %d", k, len(a.group), sum, want)
			}
		}
	}
	if merged < 300 {
		t.Errorf("only %d assignments stand for several", merged)
	}
}

// Count agrees with a single search on boards of every kind and encoding, and takes fewer nodes
// on boards with symmetries. Minimal encodings do not state that no two queens are in a row.
func TestCountUpToSymmetry(t *testing.T) {
	seed := int64(3)
	corners := []board.Square{{Row: 1, Col: 1}, {Row: 1, Col: 12}, {Row: 12, Col: 1}, {Row: 12, Col: 12}}
	tests := map[string]encode.Instance{
		"plain":     {N: 12},
		"minimal":   {N: 12, Minimal: true},
		"shuffled":  {N: 12, Shuffle: &seed},
		"blocked":   {N: 12, Blocked: board.SquaresOf(corners...)},
		"one way":   {N: 12, Blocked: board.SquaresOf(corners[:2]...)},
		"not alike": {N: 12, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 3}}...)},
		"placed":    {N: 13, Placed: []board.Square{{Row: 7, Col: 7}}},
		"excluded":  {N: 12, BlockedDiagonals: []board.Diagonal{{Index: 0}}},
		"torus":     {N: 16, Variant: board.Torus},
	}
	for i, encoding := range atmostone.All() {
		if i > 2 && !enginetest.Long() {
			break
		}
		tests[encoding.Name] = encode.Instance{N: 12, Encoding: encoding.Name}
	}
	for name, in := range tests {
		p, s, w := countedTwice(t, taskOf(t, in))
		if fewer := p.nodes < s.kernel.nodes/2; w.total.Cmp(&s.total) != 0 || fewer == (name == "not alike" || in.Minimal) {
			t.Errorf("%s: counted %v in %d nodes, want %v, by one search in %d", name, w.total, p.nodes, &s.total, s.kernel.nodes)
		}
	}
}

// Different sets of options have different images, even with large vertex numbers.
func TestImage(t *testing.T) {
	const vertices = 1 << 17
	var same []int32 // the identity
	for v := range int32(vertices) {
		same = append(same, v)
	}
	a := &assigner{group: [][]int32{same}, vertex: same, hashes: make([]uint64, vertices)}
	seen := map[string]bool{}
	for v := range int32(vertices) {
		seen[a.image([]int32{v})] = true
	}
	if len(seen) != vertices {
		t.Errorf("%d images of %d vertices", len(seen), vertices)
	}
}
