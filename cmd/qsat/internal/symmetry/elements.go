package symmetry

import (
	"math/rand/v2"
	"slices"
)

// elements are some of the group that symmetries generate.
type elements struct {
	generators []Permutation
	list       []element
	known      []uint64 // hashes
}

type element struct {
	Permutation
	orbits int // their number
}

// sample returns elements that it has not returned before, of those with few orbits, the
// ones with the fewest first: random products of the generators, their commutators, and
// the powers of all these. Of each about so many are looked at.
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

// addPowers adds p and its powers whose order is the highest power of a prime that
// divides that of p, or that prime.
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

// maxOrbits returns how many orbits a symmetry of n vertices may have.
func maxOrbits(n int) int { return 5 * n / 8 }

// add adds an element if it has at most that many orbits. It returns its order.
func (e *elements) add(p Permutation) (order int) {
	order, orbits := p.order()
	if hash := p.hash(); !slices.Contains(e.known, hash) && orbits <= maxOrbits(len(p)) {
		e.known = append(e.known, hash)
		e.list = append(e.list, element{p, orbits})
	}
	return order
}
