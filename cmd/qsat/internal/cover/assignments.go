package cover

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/random"
)

// An assigner makes partial assignments that differ up to symmetry. A partial assignment is a
// set of options to choose. A set and its images under symmetries have the same number of
// solutions. So the first set of an orbit that the assigner makes represents the orbit. Its
// weight is the number of sets of the orbit that the assigner would make.
//
// The assigner covers one orbit of items after the other, such as the border of a board. It
// branches on the options for these items. After each choice it compares canonical images and
// merges equal ones. For example, if the first choice is the queen in row 1 of a board of size
// 8, columns 1 and 8 have equal images. Column 1 stays, with weight 2.
//
// Source: C. A. Brown, L. Finkelstein and P. W. Purdom, "Backtrack Searching in the
// Presence of Symmetry", AAECC-6, 1988.
type assigner struct {
	in     *instance
	root   subtree
	group  [][]int32 // the symmetries of the root's graph: permutations of its vertices
	vertex []int32   // indexed by option: its vertex
	hashes []uint64  // indexed by vertex: a random number
	items  []int     // the items uncovered at the root; in the graph, their vertices follow the options
	nodes  uint64    // the number of assignments made
	limit  uint64    // the largest number of assignments
	small  int       // a node with at most this number of available options is not split further
}

// newAssigner returns an assigner for the symmetries s of the node of root. It returns nil if only
// the identity is found, if there are more than maxGroup symmetries, or if the checker rejects
// them, which s.rejected counts.
func (in *instance) newAssigner(root subtree, s *symmetries) *assigner {
	a := &assigner{in: in, root: root, vertex: s.vertex, items: slices.Collect(root.uncovered.All()), small: 64}
	if a.group = s.group(maxGroup); len(a.group) <= 1 {
		return nil
	}
	random := random.Walks.Rand(0)
	for range a.group[0] {
		a.hashes = append(a.hashes, random.Uint64())
	}
	return a
}

// list returns subtrees that represent all solutions below root, with a smaller estimate of nodes
// than best. It covers further orbits of items until there are at least wanted subtrees or no orbit
// lowers the estimate. It returns nil if wanted is at most 1, if no orbit gives an estimate below
// best, or if ctx has ended before. It sets a.limit and adds to a.nodes. The shares of the subtrees
// add up to the share of root.
func (a *assigner) list(ctx context.Context, wanted int, best float64) []subtree {
	var chosen []subtree
	list, orbits, random := []subtree{a.root}, a.orbits(), random.Walks.Rand(0)
	a.limit = uint64(best / nodesPerAssignment)
	for taken := 0; taken >= 0 && len(list) < wanted; {
		taken = -1
	orbits:
		for k, items := range orbits {
			next := a.coverItems(ctx, list, items)
			switch nodes := a.in.estimate(next, walks, random); {
			case next != nil && nodes < best:
				chosen, best, taken = next, nodes, k
			case taken >= 0: // orbits with the most conflicts come first
				break orbits
			}
		}
		if taken >= 0 {
			list, orbits = chosen, slices.Delete(orbits, taken, taken+1)
		}
	}
	return scale(chosen, a.root.share)
}

// orbits returns the orbits, under the group, of the items that are uncovered at the root, as sets
// of indices of items. It omits orbits of items with two available options that are not in
// conflict. The orbits are sorted by the mean number of conflicts per available option of their
// first item, largest first.
func (a *assigner) orbits() (list []bitset.Set[int]) {
	conflicts := map[*uint64]float64{} // indexed by the address of an orbit: the mean number of conflicts of an option
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

// coverItems returns subtrees with further chosen options that replace the subtrees in list. Each
// result covers all of items or has at most a.small available options. In each step, coverItems
// chooses one more option in each other subtree; of subtrees with equal images it keeps the first,
// with the sum of the weights. It adds the number of assignments in each step to a.nodes. It returns
// nil if the next step would make more than maxAssignments assignments or a.nodes would exceed
// a.limit, if no subtree is left, or if ctx has ended before a step.
func (a *assigner) coverItems(ctx context.Context, list []subtree, items bitset.Set[int]) []subtree {
	for done := false; !done; {
		var next []subtree
		known, made := map[string]int{}, 0 // known: see choose
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

// choose appends to list one subtree for each option, in which it is chosen in addition to the
// options of s, and returns list. A new subtree gets the share of s divided by the number of
// options. The options must be available in s and pairwise in conflict. The map known holds the
// index in list of the subtree with a given image. If it has the image of a new subtree, choose only
// adds the weight to the subtree with this image; otherwise it adds the image to known.
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

// pick returns the index of the item of items to cover next and its number of available options;
// see instance.pick. It returns -1 and 0 if all of items are covered at n or at most a.small
// options are available.
func (a *assigner) pick(n node, items bitset.Set[int]) (index, options int) {
	left := node{n.available, slices.Clone(n.uncovered)}
	left.uncovered.And(items)
	if left.uncovered.IsEmpty() || n.available.Len() <= a.small {
		return -1, 0
	}
	return a.in.pick(left)
}

// image returns a key for the orbit of a set of options: the image with the smallest hash. Sets
// with equal keys are images of each other. Images of each other have equal keys, unless two of
// them have the same hash.
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
	image := lists.Map(chosen, func(i int32) int32 { return first[a.vertex[i]] })
	slices.Sort(image)
	bytes := make([]byte, 0, 4*len(image))
	for _, v := range image {
		bytes = binary.LittleEndian.AppendUint32(bytes, uint32(v))
	}
	return string(bytes)
}
