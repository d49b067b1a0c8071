package cover

import (
	"slices"
	"sync"

	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/lists"
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
	vertex    []int32                   // indexed by option: its vertex in graph, if it is available
	structure func() *checker.Structure // returns the structure of the node, for the checker
	rejected  int64                     // the number of arguments that the checker rejected
}

// symmetries returns the symmetries of n. They are valid until n changes.
func (in *instance) symmetries(n node) *symmetries {
	s := &symmetries{structure: sync.OnceValue(func() *checker.Structure { return in.structure(n, true) })}
	conflicts, items, vertex := in.sets(n)
	s.graph, s.vertex = &symmetry.Graph{Work: symmetryWork}, vertex
	for _, list := range conflicts {
		s.graph.Add(anOption, list)
	}
	for _, list := range items {
		s.graph.Add(anItem, list)
	}
	return s
}

// orbits groups the options in list by their orbits: options of one group have the same number of
// solutions. The options must be available. Groups are in the order of their first options in list,
// and so are the options of a group. The checker accepts each symmetry before it is used; orbits
// counts the others in s.rejected.
func (s *symmetries) orbits(list []int) (groups [][]int) {
	vertices := lists.Map(list, func(i int) int32 { return s.vertex[i] })
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

// group returns the group that the symmetries found generate, as permutations of the graph's
// vertices, the identity first. It returns nil if the group has more than limit elements, if only
// the identity was found, or if the checker rejects a symmetry, which group counts in s.rejected.
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

// sets returns, for each available option of node n, the available options in conflict with it,
// and for each uncovered item its available options. Both lists are in ascending order of the
// options or items. They give an option by its vertex, the number of available options before
// it. The result vertex is indexed by option. A list of conflicts has only earlier options, so
// that each pair occurs once.
func (in *instance) sets(n node) (conflicts, items [][]int32, vertex []int32) {
	vertex = make([]int32, len(in.options))
	for i := range n.available.All() {
		vertex[i] = int32(len(conflicts))
		var list []int32
		for k := range n.available.Common(in.conflicts[i], 0) {
			if k < i {
				list = append(list, vertex[k])
			}
		}
		conflicts = append(conflicts, list)
	}
	for index := range n.uncovered.All() {
		var list []int32
		for i := range n.available.Common(in.items[index].options, in.items[index].first) {
			list = append(list, vertex[i])
		}
		items = append(items, list)
	}
	return conflicts, items, vertex
}

// structure returns the structure of node n for the checker. Its points are the available options
// and, if itemsMove is set, the uncovered items after them, both in ascending order. Its sets are
// the pairs in conflict, and for each uncovered item its available options, with the item itself
// if it is a point.
func (in *instance) structure(n node, itemsMove bool) *checker.Structure {
	conflicts, items, _ := in.sets(n)
	points := len(conflicts)
	if itemsMove {
		points += len(items)
	}
	s := checker.NewStructure(points)
	for v, list := range conflicts {
		s.SetKind(int32(v), anOption)
		for _, w := range list {
			s.Add(anOption, int32(v), w)
		}
	}
	for k, list := range items {
		if v := int32(len(conflicts) + k); itemsMove {
			s.SetKind(v, anItem)
			list = append(list, v)
		}
		s.Add(anItem, list...)
	}
	return s
}
