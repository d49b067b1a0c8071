package symmetry

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// A Chain represents a group of permutations of points, which may have very many elements. Level 0 is
// the group. Level i+1 consists of the elements of level i that fix one point, the base of level i. After
// the last level only the identity is left. Each level has one representative for each image of its
// base, which maps the base to this image. Every element of the group is a unique product: it applies a
// representative of the last level first, and a representative of level 0 last.
//
// For example, the group of all permutations of the points 0, 1 and 2 has the bases 0 and 1. The
// representatives of level 0, written as lists of images, are 012, 102 and 210. The representatives of
// level 1 are 012 and 021.
//
// Source: D. E. Knuth, "Efficient Representation of Perm Groups", Combinatorica 11, 1991.
type Chain struct {
	Order           *big.Int  // the number of elements
	Representatives [][]int32 // the representatives of all levels except the identity
	// Moved holds the points that some element moves: the base of level 0 and the other points that level
	// 1 fixes, then the base of level 1, and so on. So the images of the first points determine the images
	// of many others.
	Moved []clause.Lit

	levels []*level
	points int
	work   int // the number of images of points that add may still compute; storing an image counts as 16
	tries  int // the number of representatives that IsGreatest may try
}

// A level is a subgroup in a Chain.
type level struct {
	generators []Permutation // permutations whose products are all elements of the level
	base       int32
	orbit      []int32               // the images of base, base first
	to         map[int32]Permutation // indexed by point of orbit: the representative that maps base to the point
	from       map[int32]Permutation // indexed by point of orbit: the inverse of to
	fixed      []clause.Lit          // the points that the next level fixes and this level moves
}

// ErrGroup is the error if a group needs more work than NewChain or IsGreatest may do.
var ErrGroup = errors.New("the group of symmetries is too large")

// NewChain returns the group that the generators generate. They are permutations of the points 0 to
// points-1. The error is ErrGroup if the group needs more work, or the cause if ctx ends. The unit of work
// takes some nanoseconds and at most half a byte. NewChain begins with the last generators, because the last
// results of Graph.Generators move the most points, and few of them generate most of the group.
func NewChain(ctx context.Context, points int, generators [][]int32, work int) (*Chain, error) {
	c := &Chain{Order: big.NewInt(1), points: points, work: work, tries: 1 << 22}
	for _, p := range slices.Backward(generators) {
		c.add(ctx, 0, p)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case c.work < 0:
		return nil, ErrGroup
	}
	moves := make([]bool, points)
	for _, l := range slices.Backward(c.levels) {
		for v := range moves {
			if !moves[v] && slices.ContainsFunc(l.generators, func(p Permutation) bool { return p[v] != int32(v) }) {
				moves[v], l.fixed = true, append(l.fixed, clause.Lit(v))
			}
		}
	}
	for _, l := range c.levels {
		c.Order.Mul(c.Order, big.NewInt(int64(len(l.orbit))))
		c.Representatives = append(c.Representatives, lists.Map(l.orbit[1:], func(v int32) []int32 { return l.to[v] })...)
		c.Moved = append(c.Moved, l.fixed...)
	}
	return c, nil
}

// add extends level i by p, which must fix the bases of all earlier levels, and by all products with p.
// It also extends the later levels. It stops early when c.work is used up or ctx ends.
func (c *Chain) add(ctx context.Context, i int, p Permutation) {
	if c.contains(i, p) || c.work < 0 || ctx.Err() != nil {
		return
	}
	if i == len(c.levels) {
		e, l := identity(c.points), &level{to: map[int32]Permutation{}, from: map[int32]Permutation{}}
		for p[l.base] == l.base {
			l.base++
		}
		l.orbit, l.to[l.base], l.from[l.base] = []int32{l.base}, e, e
		c.levels = append(c.levels, l)
	}
	l := c.levels[i]
	l.generators = append(l.generators, p)
	for _, v := range slices.Clone(l.orbit) {
		c.addProduct(ctx, i, l.to[v].then(p))
	}
}

// addProduct extends the orbit of level i by the image of the base under p, a product of generators of
// the level, and by further products. If the orbit has this image, it adds the quotient of p and the
// representative to the next level.
func (c *Chain) addProduct(ctx context.Context, i int, p Permutation) {
	if c.work -= c.points; c.work < 0 || ctx.Err() != nil {
		return
	}
	l := c.levels[i]
	v := p[l.base]
	if l.to[v] != nil {
		c.add(ctx, i+1, p.then(l.from[v]))
		return
	}
	c.work -= 16 * c.points // for the memory
	l.orbit, l.to[v], l.from[v] = append(l.orbit, v), p, p.power(-1)
	for _, g := range l.generators {
		c.addProduct(ctx, i, p.then(g))
	}
}

// contains reports whether level i, as far as it was built, contains p. It spends c.work.
func (c *Chain) contains(i int, p Permutation) bool {
	for _, l := range c.levels[i:] {
		if v := p[l.base]; l.to[v] == nil {
			return false
		} else if v != l.base {
			p = p.then(l.from[v])
			c.work -= c.points
		}
	}
	return slices.Equal(p, identity(c.points))
}

// Elements yields all elements of the group, the identity first.
func (c *Chain) Elements(yield func([]int32) bool) { c.products(0, identity(c.points), yield) }

// products yields the products that apply an element of level i first and q last. It reports whether yield
// always returned true.
func (c *Chain) products(i int, q Permutation, yield func([]int32) bool) bool {
	if i == len(c.levels) {
		return yield(q)
	}
	l := c.levels[i]
	return !slices.ContainsFunc(l.orbit, func(v int32) bool { return !c.products(i+1, l.to[v].then(q), yield) })
}

// IsGreatest reports whether no image of values is greater than values: in the image under p, point v has
// the value values[p[v]], and the first point of Moved with different values decides. The values are 0 or
// 1. The error is ErrGroup, or the cause if ctx ends.
//
// IsGreatest takes the levels from the last to the first. At each level and for each other image v of the
// base, it looks for an element that maps the base to v, and whose image is no less. If the image is equal,
// the other elements that map the base to v are products of elements of the next level and this one, so their
// images are no greater than values, either. For the same reason, v needs no search if products of elements
// with an equal image map the base to v.
func (c *Chain) IsGreatest(ctx context.Context, values []uint64) (bool, error) {
	tries := c.tries
	// search looks for an element whose image is no less. The element applies an element of level i+1, then
	// the representative of level i for v, and then q, a product of representatives of earlier levels. The
	// sign is 1 if the image of p is greater, 0 if it is equal, and -1 without such an element.
	var search func(i int, v int32, q Permutation) (p Permutation, sign int)
	search = func(i int, v int32, q Permutation) (Permutation, int) {
		l, r := c.levels[i], c.levels[i].to[v]
		if tries--; tries%4096 == 0 && ctx.Err() != nil {
			tries = -1
		}
		// The values of all points of Moved before l.fixed are equal.
		sign := slices.CompareFunc(l.fixed, l.fixed, func(x, y clause.Lit) int { return int(values[q[r[x]]]) - int(values[y]) })
		if sign != 0 || tries < 0 {
			return nil, sign
		}
		if q = r.then(q); i+1 == len(c.levels) {
			return q, 0
		}
		for _, w := range c.levels[i+1].orbit {
			if p, sign := search(i+1, w, q); sign >= 0 {
				return p, sign
			}
		}
		return nil, -1
	}
	e, orbits := identity(c.points), identity(c.points) // orbits: of the elements with an equal image; see join
	for i, l := range slices.Backward(c.levels) {
		for _, v := range l.orbit {
			if orbits[v] == orbits[l.base] {
				continue
			}
			switch p, sign := search(i, v, e); {
			case ctx.Err() != nil:
				return false, context.Cause(ctx)
			case tries < 0:
				return false, ErrGroup
			case sign > 0:
				return false, nil
			case sign == 0:
				join(orbits, p)
			}
		}
	}
	return true, nil
}
