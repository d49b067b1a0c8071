package symmetry

import (
	"math/rand/v2"
	"slices"
)

// elements holds generators of a permutation group, and elements of that group with few orbits.
type elements struct {
	generators []Permutation
	list       []element
	known      []uint64 // hashes of all elements that were ever in list
}

type element struct {
	Permutation
	orbits int // the number of orbits
}

// sample returns new elements of the group with at most maxOrbits orbits, by ascending number
// of orbits. It never returns an element twice. The candidates are the generators, random
// products of generators, as many commutators as products, and powers of all of these.
//
// Source: F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer and E. A.
// O'Brien, "Generating random elements of a finite group", Communications in Algebra
// 23, 1995.
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

// addPowers adds p and some of its powers. For each prime d that divides the order of p, these
// are a power of order d and a power whose order is the highest power of d that divides the
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

// add adds p to the list if it is new and has at most maxOrbits orbits. It returns the order of
// p.
func (e *elements) add(p Permutation) (order int) {
	order, orbits := p.order()
	if hash := p.hash(); !slices.Contains(e.known, hash) && orbits <= maxOrbits(len(p)) {
		e.known = append(e.known, hash)
		e.list = append(e.list, element{p, orbits})
	}
	return order
}
