package cover

import (
	"iter"
	"slices"
	"sync"

	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/symmetry"
)

// The kinds of vertices and points. In a structure, the sets of kind anOption are the pairs of options
// in conflict, and the sets of kind anItem hold the options of an item.
const (
	anOption = 1 + iota
	anItem
)

// symmetries finds the symmetries of a node: permutations of its available options that
// preserve conflicts and uncovered items, and hence solutions.
type symmetries struct {
	graph     *symmetry.Graph
	vertex    []int32                   // indexed by option
	structure func() *checker.Structure // for the checker
	rejected  int64                     // arguments that the checker rejected
}

// symmetries returns the symmetries of n.
func (in *instance) symmetries(n node) *symmetries {
	s := &symmetries{structure: sync.OnceValue(func() *checker.Structure { return in.structure(n, true) })}
	s.graph, s.vertex = in.graph(n)
	return s
}

// orbits groups options of list that a symmetry maps to each other, so that they have equally
// many solutions.
func (s *symmetries) orbits(list []int) (groups [][]int) {
	var vertices []int32
	for _, i := range list {
		vertices = append(vertices, s.vertex[i])
	}
	orbit := s.graph.Orbits(vertices, func(p symmetry.Permutation) bool {
		err := s.structure().Check(p)
		if err != nil {
			s.rejected++
		}
		return err == nil
	})
	for _, i := range list {
		k := slices.IndexFunc(groups, func(g []int) bool { return orbit[s.vertex[g[0]]] == orbit[s.vertex[i]] })
		if k < 0 {
			k, groups = len(groups), append(groups, nil)
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// group returns all symmetries, as permutations of the graph's vertices. It returns nil if
// there are more than limit, if only the identity was found, or if the checker rejects them.
func (s *symmetries) group(limit int) [][]int32 {
	generators := s.graph.Generators(limit)
	if generators == nil {
		return nil
	}
	group, err := s.structure().Group(generators, limit)
	if err != nil {
		s.rejected++
	}
	return group
}

// structure returns the structure of node n for the checker. Its points are the available
// options and, if itemsMove is set, the uncovered items, both in ascending order. Its sets are
// the pairs in conflict, and for each item its options, with the item itself if it is a point.
func (in *instance) structure(n node, itemsMove bool) *checker.Structure {
	point, points := make([]int32, len(in.options)), int32(0)
	for i := range n.available.All() {
		point[i] = points
		points++
	}
	options := points
	if itemsMove {
		points += int32(n.uncovered.Len())
	}
	s := checker.NewStructure(int(points))
	for i := range n.available.All() {
		s.SetKind(point[i], anOption)
		for k := range n.available.Common(in.conflicts[i], 0) {
			if k < i {
				s.Add(anOption, point[i], point[k])
			}
		}
	}
	for index := range n.uncovered.All() {
		var set []int32
		for i := range n.available.Common(in.items[index].options, in.items[index].first) {
			set = append(set, point[i])
		}
		if itemsMove {
			s.SetKind(options, anItem)
			set = append(set, options)
			options++
		}
		s.Add(anItem, set...)
	}
	return s
}

// graph returns a graph whose symmetries are the symmetries of node n. Its vertices are the
// available options and the uncovered items. Its edges join options in conflict, and items and
// their options. vertex is indexed by option.
func (in *instance) graph(n node) (g *symmetry.Graph, vertex []int32) {
	g, vertex = &symmetry.Graph{Work: symmetryWork}, make([]int32, len(in.options))
	add := func(kind uint64, options iter.Seq[int], end int) {
		var list []int32
		for i := range options {
			if i >= end {
				break
			}
			list = append(list, vertex[i])
		}
		g.Add(kind, list)
	}
	next := int32(0)
	for i := range n.available.All() {
		vertex[i] = next
		next++
		add(anOption, n.available.Common(in.conflicts[i], 0), i) // with earlier options only
	}
	for index := range n.uncovered.All() {
		it := in.items[index]
		add(anItem, n.available.Common(it.options, it.first), len(vertex))
	}
	return g, vertex
}
