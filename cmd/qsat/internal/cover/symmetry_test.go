package cover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/bitset"
	"queens/encode"
)

// permutations calls do with all permutations of p from position k on.
func permutations(p []int, k int, do func(p []int)) {
	if k == len(p) {
		do(p)
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		permutations(p, k+1, do)
		p[k], p[i] = p[i], p[k]
	}
}

// isAutomorphism reports whether a permutation of options maps conflicts to conflicts
// and items to items.
func isAutomorphism(in *instance, p []int) bool {
	for i := range p {
		for j := range i {
			if in.conflicts[i].Has(j) != in.conflicts[p[i]].Has(p[j]) {
				return false
			}
		}
	}
	sets := func(image func(i int) int) (list []uint64) {
		for _, it := range in.items {
			s := bitset.New[int](len(p))
			for i := range it.options.All() {
				s.Add(image(i))
			}
			list = append(list, s[0])
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(sets(func(i int) int { return i }), sets(func(i int) int { return p[i] }))
}

// What orbits puts together some automorphism maps to each other, and on instances
// this small it misses none.
func TestOrbitsAreThoseOfAllAutomorphisms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	joined := 0
	for k := range 150 {
		in := randomInstance(t, r, 2+r.IntN(5))
		n := len(in.options)
		alike := map[[2]int]bool{}
		var list []int
		for i := range n {
			list = append(list, i)
		}
		permutations(slices.Clone(list), 0, func(p []int) {
			if isAutomorphism(in, p) {
				for i := range p {
					alike[[2]int{i, p[i]}] = true
				}
			}
		})
		orbit := make([]int, n)
		for o, g := range in.orbits(t.Context(), in.root(), list) {
			for _, i := range g {
				orbit[i] = o
			}
		}
		for i := range n {
			for j := range i {
				if (orbit[i] == orbit[j]) != alike[[2]int{i, j}] {
					t.Errorf("instance %d: options %d and %d: together %t, want %t", k, i, j, orbit[i] == orbit[j], alike[[2]int{i, j}])
				}
				if orbit[i] == orbit[j] {
					joined++
				}
			}
		}
	}
	if joined < 100 {
		t.Errorf("only %d pairs are alike", joined)
	}
}

// The lists of orbits are those of the board's symmetries: the first row of a
// board is its own mirror image, and on a torus all squares are alike.
func TestOrbits(t *testing.T) {
	for _, row := range []struct {
		in   encode.Instance
		want string
	}{
		{encode.Instance{N: 8}, "[2 2 2 2]"},
		{encode.Instance{N: 7}, "[2 2 2 1]"},
		{encode.Instance{N: 7, Variant: encode.Torus}, "[7]"},
		{encode.Instance{N: 8, Placed: []encode.Square{{Row: 8, Col: 3}}}, "[1 1 1 1 1 1 1]"},
	} {
		p, err := newProblem(t.Context(), taskOf(t, row.in), allModels)
		if err != nil {
			t.Fatal(err)
		}
		root := p.in.root()
		var sizes []int
		for _, g := range p.in.orbits(t.Context(), root, p.in.availableOptions(root, 0)) {
			sizes = append(sizes, len(g))
		}
		if got := fmt.Sprint(sizes); got != row.want {
			t.Errorf("%+v: orbits of %s, want %s", row.in, got, row.want)
		}
	}
}
