package symmetry

// A Permutation holds the image of each vertex.
type Permutation []int32

// identity returns the permutation of n vertices that moves none.
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

// hash is the same for two permutations if they are, and else hardly ever.
func (p Permutation) hash() (hash uint64) {
	for v, w := range p {
		hash += mix(uint64(v)<<32 | uint64(w))
	}
	return hash
}

// cycles yields the orbits of p, each in the order of the cycle. The slice is valid until
// the next one.
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

// power returns the permutation that applies p so many times, for -1 the one that undoes p.
func (p Permutation) power(n int) Permutation {
	r := make(Permutation, len(p))
	for cycle := range p.cycles {
		for i, v := range cycle {
			r[v] = cycle[(i+len(cycle)+n)%len(cycle)]
		}
	}
	return r
}

// maxOrder bounds the orders that are told apart, so that they can be multiplied.
const maxOrder = 1 << 30

// order returns how often p is to be applied to get back to the beginning, at most
// maxOrder, and the number of its orbits.
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
