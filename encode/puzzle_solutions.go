package encode

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"queens/dimacs"
)

// The limits of the lists of solutions.
const (
	maxListed    = 10      // the largest size of a board whose solutions are listed
	maxSolutions = 1 << 10 // the largest number of solutions in a list
	listNodes    = 1 << 16 // choices of the search for a list, before no list is made
	ownTries     = 16      // puzzles from the solution of the seed, before other solutions are tried
)

// squaresOf returns the squares of a set in reading order.
func (b Board) squaresOf(set bitset) (list []Square) {
	for _, i := range set.elements() {
		s, _ := b.SquareOf(i + 1)
		list = append(list, s)
	}
	return list
}

// A solutionList holds all solutions of a small board, in the order in which seeds take them.
type solutionList struct {
	all    []bitset
	own    int // the solution of the seed
	tries  int
	random random
}

// next returns the solution of the seed. After ownTries calls it returns random solutions.
func (s *solutionList) next() bitset {
	if s.tries++; s.tries > ownTries {
		return s.all[s.random.below(len(s.all))]
	}
	return s.all[s.own]
}

// listSolutions returns the solutions of a board of up to maxListed rows for puzzles of a kind, or
// nil if there are none or too many. Their order is random, but does not depend on the seed: it
// depends on the family and the size of the board. The first solution of each symmetry class comes first,
// then the second of each class, and so on. Seed K takes entry K. Each kind of puzzle begins at
// another entry, so that the same seed has another solution for each difficulty.
func (in Instance) listSolutions(ctx context.Context, kind Puzzle, seed int64) (*solutionList, error) {
	if in.N > maxListed || kind == Solvable {
		return nil, nil
	}
	list := in.listByPropagation
	if in.Family == Regions {
		list = in.listByUnits
	}
	all, err := list(ctx)
	if len(all) == 0 || err != nil {
		return nil, err
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, in.N, in.Family, in.Variant, in.StarCount())
	order := newRandom(int64(hash.Sum64()), streamSolutions)
	if err := order.permute(ctx, len(all), func(i, j int) { all[i], all[j] = all[j], all[i] }); err != nil {
		return nil, err
	}
	in.sortByClass(all)
	start := (kind.number()*len(all) + 4) / 5
	return &solutionList{all: all, own: int((uint64(seed) + uint64(start)) % uint64(len(all))), random: newRandom(seed, kind.stream(streamSolutions))}, nil
}

// sortByClass moves the first solution of each symmetry class to the beginning of the list, then the
// second of each class, and so on.
func (in Instance) sortByClass(all []bitset) {
	type entry struct {
		bitset
		earlier int // solutions of its class before it
	}
	var images [][]int // indexed by symmetry and square: the image
	for _, s := range in.Symmetries() {
		var image []int
		for q := range in.Board().squares() {
			image = append(image, int(in.Board().Var(s.Image(q, in.N)))-1)
		}
		images = append(images, image)
	}
	class, entries := map[string]int{}, make([]entry, len(all))
	for i, solution := range all {
		var least []byte
		for _, image := range images {
			moved := make([]byte, len(images[0]))
			for _, square := range solution.elements() {
				moved[image[square]] = 1
			}
			if least == nil || bytes.Compare(moved, least) < 0 {
				least = moved
			}
		}
		entries[i] = entry{solution, class[string(least)]}
		class[string(least)]++
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.earlier, b.earlier) })
	for i, e := range entries {
		all[i] = e.bitset
	}
}

// listByPropagation returns all solutions, or nil if there are too many.
func (in Instance) listByPropagation(ctx context.Context) (all []bitset, err error) {
	p, err := in.propagation(ctx)
	if err != nil || !p.place(in.Placed) {
		return nil, err
	}
	nodes := listNodes
	var search func(v int) bool // reports whether it found all solutions
	search = func(v int) bool {
		if v = p.next(v); v == 0 {
			solution := make(bitset, (p.squares+63)/64)
			for i := range p.squares {
				if p.Value(dimacs.Lit(i+1)) > 0 {
					solution.set(i)
				}
			}
			all = append(all, solution)
			return len(all) <= maxSolutions
		}
		for _, l := range [...]dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
			if nodes--; nodes < 0 || ctx.Err() != nil {
				return false
			}
			p.Begin()
			whole := !p.Assume(l) || p.Propagate() >= 0 || search(v+1)
			p.Backtrack(p.Level() - 1)
			if !whole {
				return false
			}
		}
		return true
	}
	if !search(1) {
		return nil, context.Cause(ctx)
	}
	return all, nil
}

// listByUnits returns all solutions of a board with regions, or nil if there are too many.
func (in Instance) listByUnits(ctx context.Context) (all []bitset, err error) {
	search := newRegionSolver(ctx, in)
	search.nodes = listNodes
	finished := search.run(func(queens bitset) bool {
		all = append(all, slices.Clone(queens))
		return len(all) > maxSolutions
	})
	if !finished || len(all) > maxSolutions {
		return nil, context.Cause(ctx)
	}
	return all, nil
}
