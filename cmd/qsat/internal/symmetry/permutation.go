package symmetry

// A Permutation is indexed by vertex and holds the image of each vertex.
type Permutation []int32

// identity returns the identity on n vertices.
func identity(n int) Permutation {
	p := make(Permutation, n)
	for v := range p {
		p[v] = int32(v)
	}
	return p
}

// then returns the permutation that applies p and then q.
func (p Permutation) then(q Permutation) Permutation {
	r := make(Permutation, len(p))
	for v, w := range p {
		r[v] = q[w]
	}
	return r
}

// hash returns a hash of p. Different permutations hardly ever have the same hash.
func (p Permutation) hash() (hash uint64) {
	for v, w := range p {
		hash += mix(uint64(v)<<32 | uint64(w))
	}
	return hash
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

// maxOrder is the value that order returns for larger orders. It is small enough that products
// do not overflow.
const maxOrder = 1 << 30

// order returns the order of p, at most maxOrder, and its number of orbits.
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
