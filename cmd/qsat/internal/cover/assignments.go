package cover

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/bitset"
)

const (
	// maxAssignments bounds the partial assignments that are made in one step.
	maxAssignments = 1 << 15
	// nodesPerAssignment is how many nodes a tree has to have for each that is made.
	nodesPerAssignment = 64
	// walks is how many an estimate is made of.
	walks = 100
	// maxGroup bounds the group of symmetries.
	maxGroup = 1 << 8
)

// An assigner makes partial assignments, sets of options to be chosen, that are different
// up to symmetry. As many solutions have all options of such a set as all of an image of
// it. So of the sets that a tree of choices leads to, one stands for all those of which
// the same image is the first. Where the choices are those for items that symmetries map
// to each other, such as the border of a board, these are whole orbits.
//
// Source: C. A. Brown, L. Finkelstein and P. W. Purdom, "Backtrack Searching in the
// Presence of Symmetry", AAECC-6, 1988.
type assigner struct {
	in     *instance
	root   subtree
	group  [][]int32 // the symmetries of the root's graph
	vertex []int32   // indexed by option
	hashes []uint64  // indexed by vertex
	items  []int     // the uncovered items; their vertices follow those of the options
	nodes  uint64    // the number of assignments made
	limit  uint64    // the largest number of assignments
	small  int       // a node with at most this many options is not split further
}

// newAssigner returns nil if there are no symmetries at the root, or too many.
func (in *instance) newAssigner(root subtree, s *symmetries) *assigner {
	a := &assigner{in: in, root: root, vertex: s.vertex, items: slices.Collect(root.uncovered.All()), small: 64}
	if a.group = s.group(maxGroup); len(a.group) <= 1 {
		return nil
	}
	random := rand.New(rand.NewPCG(0, 0))
	for range a.group[0] {
		a.hashes = append(a.hashes, random.Uint64())
	}
	return a
}

// list returns subtrees that stand for all solutions at the root, at least so many unless
// more seem to have more nodes, or nil if they seem to have no fewer than best.
func (a *assigner) list(ctx context.Context, wanted int, best float64) []subtree {
	var chosen []subtree
	list, orbits, random := []subtree{a.root}, a.orbits(), rand.New(rand.NewPCG(0, 0))
	a.limit = uint64(best / nodesPerAssignment)
	for taken := 0; taken >= 0 && len(list) < wanted; {
		taken = -1
	orbits:
		for k, items := range orbits {
			next := a.cover(ctx, list, items)
			switch nodes := a.in.estimate(next, walks, random); {
			case next != nil && nodes < best:
				chosen, best, taken = next, nodes, k
			case taken >= 0: // the best come first
				break orbits
			}
		}
		if taken >= 0 {
			list, orbits = chosen, slices.Delete(orbits, taken, taken+1)
		}
	}
	return scale(chosen, a.root.share)
}

// orbits returns the orbits of items in which all options are in conflict, those first
// whose options are in the most conflicts.
func (a *assigner) orbits() (list []bitset.Set[int]) {
	conflicts := map[*uint64]float64{} // on the average
	options, seen := a.root.available.Len(), bitset.New[int](len(a.in.items))
	for k, index := range a.items {
		choice := a.in.availableOptions(a.root.node, index)
		if seen.Has(index) || !a.in.areInConflict(choice) {
			continue
		}
		orbit := bitset.New[int](len(a.in.items))
		for _, p := range a.group {
			image := a.items[int(p[options+k])-options]
			orbit.Add(image)
			seen.Add(image)
		}
		for _, i := range choice {
			n := 0
			for range a.root.available.Common(a.in.conflicts[i], 0) {
				n++
			}
			conflicts[&orbit[0]] += float64(n) / float64(len(choice))
		}
		list = append(list, orbit)
	}
	slices.SortStableFunc(list, func(x, y bitset.Set[int]) int { return cmp.Compare(conflicts[&y[0]], conflicts[&x[0]]) })
	return list
}

// cover chooses options until some items are covered. It returns nil if there are too many
// assignments, or none.
func (a *assigner) cover(ctx context.Context, list []subtree, items bitset.Set[int]) []subtree {
	for done := false; !done; {
		var next []subtree
		known, made := map[string]int{}, 0 // by image
		done = true
		for _, s := range list {
			index, options := a.pick(s.node, items)
			if index < 0 {
				next = append(next, s)
				continue
			}
			if made += options; made > maxAssignments || a.nodes+uint64(made) > a.limit || ctx.Err() != nil {
				return nil
			}
			next, done = a.choose(next, known, s, a.in.availableOptions(s.node, index)), false
		}
		list = next
		a.nodes += uint64(made)
	}
	return list
}

// choose adds the assignments with one more option to a list, but for those with an image
// that is known, by its place there.
func (a *assigner) choose(list []subtree, known map[string]int, s subtree, options []int) []subtree {
	for _, i := range options {
		chosen := append(slices.Clone(s.chosen), int32(i))
		image := a.image(chosen[len(a.root.chosen):])
		if j, ok := known[image]; ok {
			list[j].weight += s.weight
			continue
		}
		known[image] = len(list)
		below := subtree{a.in.newNode(), chosen, s.weight, s.share / float64(len(options))}
		a.in.choose(s.node, i, below.node)
		list = append(list, below)
	}
	return list
}

// pick returns an item to be covered, one of some, and its number of options, -1 if
// there is none or the node is small.
func (a *assigner) pick(n node, items bitset.Set[int]) (index, options int) {
	left := node{n.available, bitset.New[int](len(a.in.items))}
	for w := range left.uncovered {
		left.uncovered[w] = n.uncovered[w] & items[w]
	}
	if left.uncovered.IsEmpty() || n.available.Len() <= a.small {
		return -1, 0
	}
	return a.in.pick(left)
}

// image returns the image of some options that has the least hash, in a form in which
// two are the same only if they are equal.
func (a *assigner) image(chosen []int32) string {
	var first []int32
	least := uint64(math.MaxUint64)
	for _, p := range a.group {
		sum := uint64(0)
		for _, i := range chosen {
			sum += a.hashes[p[a.vertex[i]]]
		}
		if sum <= least {
			first, least = p, sum
		}
	}
	image := make([]int32, len(chosen))
	for k, i := range chosen {
		image[k] = first[a.vertex[i]]
	}
	slices.Sort(image)
	bytes := make([]byte, 0, 4*len(image))
	for _, v := range image {
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(v))
	}
	return string(bytes)
}
