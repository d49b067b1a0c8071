package symmetry

import (
	"math/rand/v2"
	"slices"
)

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

// inverse returns the permutation that undoes p.
func (p Permutation) inverse() Permutation {
	r := make(Permutation, len(p))
	for v, w := range p {
		r[w] = int32(v)
	}
	return r
}

// hash is the same for two permutations if they are, and else hardly ever.
func (p Permutation) hash() (hash uint64) {
	for v, w := range p {
		hash += Mix(uint64(v)<<32 | uint64(w))
	}
	return hash
}

// cycles calls do with the orbits of p, each in the order of the cycle. The slice is
// valid during the call.
func (p Permutation) cycles(do func(cycle []int32)) {
	seen := make([]bool, len(p))
	var cycle []int32
	for v := range p {
		cycle = cycle[:0]
		for w := int32(v); !seen[w]; w = p[w] {
			seen[w] = true
			cycle = append(cycle, w)
		}
		if len(cycle) > 0 {
			do(cycle)
		}
	}
}

// power returns the permutation that applies p so many times.
func (p Permutation) power(n int) Permutation {
	r := make(Permutation, len(p))
	p.cycles(func(cycle []int32) {
		for i, v := range cycle {
			r[v] = cycle[(i+n)%len(cycle)]
		}
	})
	return r
}

// maxOrder bounds the orders that are told apart, so that they can be multiplied.
const maxOrder = 1 << 30

// order returns how often p is to be applied to get back to the beginning, at most
// maxOrder.
func (p Permutation) order() int {
	order := 1
	p.cycles(func(cycle []int32) {
		if n := order / gcd(order, len(cycle)) * len(cycle); order < maxOrder {
			order = min(n, maxOrder)
		}
	})
	return order
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Elements are elements of the group that some symmetries generate.
type Elements struct {
	Generators []Permutation
	list       []element
	known      map[uint64]bool // by hash
}

// Sample returns elements that it has not returned before, of those with few orbits,
// the ones with the fewest first: random products of the generators, their
// commutators, and the powers of all these. Of each about so many are looked at.
//
// Source: F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer and E. A.
// O'Brien, "Generating random elements of a finite group", Communications in Algebra
// 23, 1995.
func (e *Elements) Sample(products int, random *rand.Rand) []Permutation {
	if e.known == nil {
		e.known = map[uint64]bool{}
	}
	e.list = e.list[:0]
	pool := slices.Clone(e.Generators)
	for _, p := range pool {
		e.addPowers(p)
	}
	for ; len(pool) > 1 && products > 0; products-- {
		i := random.IntN(len(pool))
		j := (i + 1 + random.IntN(len(pool)-1)) % len(pool)
		p, q := pool[i], pool[j]
		if random.IntN(2) == 0 {
			q = q.inverse()
		}
		pool[i] = p.then(q)
		e.addPowers(pool[i])
		e.addPowers(pool[i].then(q.then(p).inverse()))
	}
	slices.SortStableFunc(e.list, func(a, b element) int { return a.orbits - b.orbits })
	list := make([]Permutation, len(e.list))
	for i := range list {
		list[i] = e.list[i].Permutation
	}
	return list
}

type element struct {
	Permutation
	orbits int // their number
}

// addPowers adds p and its powers whose order is the highest power of a prime that
// divides that of p, or that prime.
func (e *Elements) addPowers(p Permutation) {
	e.add(p)
	order := p.order()
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

// add adds an element if it has at most five orbits for eight vertices.
func (e *Elements) add(p Permutation) {
	hash, orbits := p.hash(), 0
	p.cycles(func([]int32) { orbits++ })
	if !e.known[hash] && 8*orbits <= 5*len(p) {
		e.known[hash] = true
		e.list = append(e.list, element{p, orbits})
	}
}
