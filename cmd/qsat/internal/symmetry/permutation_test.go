package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// The product p.then(q) applies p first. The order is the least positive power that is the
// identity.
func TestPermutation(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := 1 + r.IntN(12)
		p, q := randomPermutation(r, n), randomPermutation(r, n)
		product := p.then(q)
		for v := range p {
			if product[v] != q[p[v]] {
				t.Fatalf("%v then %v is %v", p, q, product)
			}
		}
		if !slices.Equal(p.then(p.power(-1)), identity(n)) {
			t.Fatalf("%v is not undone by %v", p, p.power(-1))
		}
		power, order := p, 1
		for ; !slices.Equal(power, identity(n)); order++ {
			power = power.then(p)
			if !slices.Equal(power, p.power(order+1)) {
				t.Fatalf("%v to the power of %d is %v", p, order+1, p.power(order+1))
			}
		}
		if got, _ := p.order(); got != order {
			t.Fatalf("the order of %v is %d, want %d", p, got, order)
		}
	}
}

func randomPermutation(r *rand.Rand, n int) (p Permutation) {
	for _, w := range r.Perm(n) {
		p = append(p, int32(w))
	}
	return p
}

// The order of a permutation with cycles of many lengths is cut at maxOrder.
func TestMaxOrder(t *testing.T) {
	var p Permutation
	for _, n := range []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31} {
		first := len(p)
		for i := range n {
			p = append(p, int32(first+(i+1)%n))
		}
	}
	if order, _ := p.order(); order != maxOrder {
		t.Errorf("order %d", order)
	}
	e := elements{generators: []Permutation{p}}
	if list := e.sample(10, rand.New(rand.NewPCG(1, 1))); len(list) != 1 {
		t.Errorf("%d elements", len(list))
	}
}

// sample returns elements of the group with few orbits, by ascending number of orbits, and
// never one twice.
func TestElements(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	ring := identity(12)
	mirror := identity(12)
	for v := range ring {
		ring[v], mirror[v] = int32((v+1)%12), int32(11-v)
	}
	e := elements{generators: []Permutation{ring, mirror}}
	seen := map[string]bool{}
	for range 5 {
		before := 0
		for _, p := range e.sample(20, r) {
			orbits := len(slices.Collect(p.cycles))
			if orbits < before || 8*orbits > 5*12 {
				t.Errorf("%v has %d orbits, after one of %d", p, orbits, before)
			}
			before = orbits
			if !cycle(12).maps(p.Permutation) || seen[fmt.Sprint(p.Permutation)] {
				t.Errorf("%v is no symmetry of a ring, or comes twice", p)
			}
			seen[fmt.Sprint(p.Permutation)] = true
		}
	}
	if len(seen) < 15 { // out of 11 rotations and 12 reflections
		t.Errorf("%d elements", len(seen))
	}
}
