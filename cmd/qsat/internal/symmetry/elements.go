package symmetry

import (
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/lists"
)

// elements holds generators of a permutation group, and elements of that group with few orbits.
type elements struct {
	generators []Permutation
	list       []element // the elements of the last sample
	known      []uint64  // the hashes of all elements that were ever in list
}

// An element is a permutation of the group.
type element struct {
	Permutation
	orbits int // the number of its orbits, including orbits of one vertex
}

// sample returns new elements of the group with at most maxOrbits orbits, by ascending number of
// orbits. No two calls return the same element. The candidates are the generators and, if there are
// at least two, the given number of random products and a commutator for each product, and some
// powers of all of these (see addPowers). The result is valid until the next call.
//
// Source: F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer and E. A. O'Brien,
// "Generating random elements of a finite group", Communications in Algebra 23, 1995.
func (e *elements) sample(products int, random *rand.Rand) []element {
	e.list = e.list[:0]
	pool := slices.Clone(e.generators)
	for _, p := range pool {
		e.addPowers(p)
	}
	for ; len(pool) > 1 && products > 0; products-- {
		i := random.IntN(len(pool))
		j := (i + 1 + random.IntN(len(pool)-1)) % len(pool)
		p, q := pool[i], pool[j]
		if random.IntN(2) == 0 {
			q = q.power(-1)
		}
		pool[i] = p.then(q)
		e.addPowers(pool[i])
		e.addPowers(pool[i].then(q.then(p).power(-1)))
	}
	slices.SortStableFunc(e.list, func(a, b element) int { return a.orbits - b.orbits })
	return e.list
}

// addPowers adds p and some of its powers by add. For each prime d that divides the order of p,
// these are a power of order d and a power whose order is the highest power of d that divides the
// order of p. It adds no powers if the order of p reaches maxOrder.
func (e *elements) addPowers(p Permutation) {
	order := e.add(p)
	for n, d := order, 2; n > 1 && order < maxOrder; d++ {
		if d*d > n {
			d = n
		}
		q := 1
		for ; n%d == 0; n /= d {
			q *= d
		}
		if q > 1 {
			e.add(p.power(order / q))
			e.add(p.power(order / d))
		}
	}
}

// maxOrbits returns the largest number of orbits that a useful permutation of n vertices has.
func maxOrbits(n int) int { return 5 * n / 8 }

// add adds p to the list if it is new and has at most maxOrbits orbits. In any case it returns the
// order of p, or maxOrder if it is larger.
func (e *elements) add(p Permutation) (order int) {
	order, orbits := p.order()
	hash := uint64(0)
	for v, w := range p {
		hash += mix(uint64(v)<<32 | uint64(w))
	}
	if !slices.Contains(e.known, hash) && orbits <= maxOrbits(len(p)) {
		e.known = append(e.known, hash)
		e.list = append(e.list, element{p, orbits})
	}
	return order
}

// A Permutation is a permutation of the vertices of a graph. It is indexed by vertex and holds the
// image of each vertex.
type Permutation []int32

// identity returns the identity on n vertices.
func identity(n int) Permutation { return lists.From(int32(0), n) }

// then returns the permutation that applies p and then q.
func (p Permutation) then(q Permutation) Permutation {
	r := make(Permutation, len(p))
	for v, w := range p {
		r[v] = q[w]
	}
	return r
}

// cycles yields the cycles of p, including cycles of length 1. The slice is valid until the
// next one.
func (p Permutation) cycles(yield func(cycle []int32) bool) {
	seen := make([]bool, len(p))
	var cycle []int32
	for v := range p {
		cycle = cycle[:0]
		for w := int32(v); !seen[w]; w = p[w] {
			seen[w] = true
			cycle = append(cycle, w)
		}
		if len(cycle) > 0 && !yield(cycle) {
			return
		}
	}
}

// power returns the n-th power of p; power(-1) is the inverse. n must be at least -1.
func (p Permutation) power(n int) Permutation {
	r := make(Permutation, len(p))
	for cycle := range p.cycles {
		for i, v := range cycle {
			r[v] = cycle[(i+len(cycle)+n)%len(cycle)]
		}
	}
	return r
}

// maxOrder is the value that order returns for larger orders. It is small enough that sums of two
// do not overflow.
const maxOrder = 1 << 30

// order returns the order of p, or maxOrder if it is larger, and its number of orbits.
func (p Permutation) order() (order, orbits int) {
	order = 1
	for cycle := range p.cycles {
		multiple := order
		for orbits++; multiple < maxOrder && multiple%len(cycle) != 0; {
			multiple += order
		}
		order = min(multiple, maxOrder)
	}
	return order, orbits
}
