package cover

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// symmetries looks for permutations of the available options of a node that map
// conflicts to conflicts and uncovered items to uncovered items: automorphisms of
// the graph whose vertices are those options and items, and whose edges join
// options in conflict, and items and their options. Options that such a
// permutation maps to each other are in as many solutions.
//
// It refines colours until vertices of one colour have neighbours of the same
// colours, gives one vertex in each of two copies a colour of its own, and
// so on, until each vertex in one copy has the colour of a single one in the
// other; that permutation is then checked. A symmetry may be missed, for lack of
// steps or by the wrong vertex, which costs time, not truth.
//
// Source: B. D. McKay, Practical Graph Isomorphism, Congressus Numerantium 30,
// 1981.
type symmetries struct {
	vertex     []int32   // by option of the instance
	neighbours [][]int32 // by vertex: options, then items
	kinds      []uint64  // by vertex: colours that tell options and items apart
	work       int       // left
	ctx        context.Context
}

// symmetryWork bounds the neighbours looked at for one node, some ten
// milliseconds.
const symmetryWork = 1 << 23

// orbits groups options of which the solutions of n are known to be as many.
// There are fewer such once ctx has ended.
func (in *instance) orbits(ctx context.Context, n node, list []int) (groups [][]int) {
	s := newSymmetries(ctx, in, n)
	base := s.refine(s.kinds, -1)
	orbit := byColour(make([]uint64, len(base))) // by vertex: each its own
	for i, a := range list {
		for _, b := range list[:i] {
			v, w := s.vertex[a], s.vertex[b]
			if base[v] != base[w] || orbit[v] == orbit[w] || s.work <= 0 {
				continue
			}
			for from, to := range s.match(s.refine(base, v), s.refine(base, w)) {
				old, joined := orbit[from], orbit[to]
				for u := 0; u < len(orbit) && old != joined; u++ {
					if orbit[u] == old {
						orbit[u] = joined
					}
				}
			}
		}
	}
	for _, a := range list {
		k := slices.IndexFunc(groups, func(g []int) bool { return orbit[s.vertex[g[0]]] == orbit[s.vertex[a]] })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], a)
	}
	return groups
}

// newSymmetries builds the graph of a node, with fewer edges once ctx has ended.
func newSymmetries(ctx context.Context, in *instance, n node) *symmetries {
	options, items := slices.Collect(n.available.all()), slices.Collect(n.uncovered.all())
	s := &symmetries{vertex: make([]int32, len(in.options)), work: symmetryWork, ctx: ctx}
	s.neighbours = make([][]int32, len(options)+len(items))
	s.kinds = slices.Concat(slices.Repeat([]uint64{mix(1)}, len(options)), slices.Repeat([]uint64{mix(2)}, len(items)))
	for v, i := range options {
		s.vertex[i] = int32(v)
	}
	for v, i := range options {
		if v%64 == 0 && ctx.Err() != nil {
			return s
		}
		for j := range n.available.common(in.conflicts[i], 0) {
			if j != i {
				s.neighbours[v] = append(s.neighbours[v], s.vertex[j])
			}
		}
	}
	for k, index := range items {
		v := len(options) + k
		for _, i := range in.availableOptions(n, index) {
			s.neighbours[v] = append(s.neighbours[v], s.vertex[i])
			s.neighbours[s.vertex[i]] = append(s.neighbours[s.vertex[i]], int32(v))
		}
	}
	return s
}

// refine returns colours that tell vertices apart by the colours around them, as far
// as that goes, after a vertex, unless it is -1, got a colour of its own. They depend
// on the given colours and the structure alone, not on the order of the vertices.
func (s *symmetries) refine(colours []uint64, own int32) []uint64 {
	if own >= 0 {
		colours = slices.Clone(colours)
		colours[own] = mix(colours[own] + 1)
	}
	for count := distinct(colours); ; {
		if s.ctx.Err() != nil {
			s.work = 0
			return colours
		}
		next := make([]uint64, len(colours))
		for v, list := range s.neighbours {
			around := uint64(0)
			for _, w := range list {
				around += colours[w]
			}
			next[v] = mix(3*colours[v] + mix(around))
			s.work -= 4 + len(list)
		}
		n := distinct(next)
		if n <= count {
			return next
		}
		count, colours = n, next
	}
}

func distinct(colours []uint64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(colours))))
}

// mix spreads the bits of x, as wyhash does.
func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9)
	return high ^ low
}

// match returns a symmetry that maps each vertex to one whose second colour is
// its first one. It goes back on no choice.
func (s *symmetries) match(first, second []uint64) []int32 {
	for s.work > 0 {
		a, b := byColour(first), byColour(second)
		if !slices.EqualFunc(a, b, func(v, w int32) bool { return first[v] == second[w] }) {
			return nil
		}
		i := 1
		for i < len(a) && first[a[i]] != first[a[i-1]] {
			i++
		}
		if i == len(a) {
			m := make([]int32, len(a))
			for i, v := range a {
				m[v] = b[i]
			}
			if s.isSymmetry(m) {
				return m
			}
			return nil
		}
		first, second = s.refine(first, a[i]), s.refine(second, b[i])
	}
	return nil
}

// byColour returns the vertices in the order of their colours.
func byColour(colours []uint64) []int32 {
	list := make([]int32, len(colours))
	for i := range list {
		list[i] = int32(i)
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(colours[a], colours[b]) })
	return list
}

// isSymmetry checks that a permutation maps options to options and edges to edges.
// Once ctx has ended there are no symmetries.
func (s *symmetries) isSymmetry(m []int32) bool {
	adjacent := make([]int32, len(m)) // to the image of the vertex that it holds, plus 1
	for v, list := range s.neighbours {
		if v%256 == 0 && s.ctx.Err() != nil {
			return false
		}
		image := s.neighbours[m[v]]
		if len(list) != len(image) || s.kinds[v] != s.kinds[m[v]] {
			return false
		}
		for _, w := range image {
			adjacent[w] = int32(v) + 1
		}
		if slices.ContainsFunc(list, func(w int32) bool { return adjacent[m[w]] != int32(v)+1 }) {
			return false
		}
	}
	return true
}
