package encode

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// The limits of a repair. They count work, so that a repair has the same result on every machine.
const (
	repairTargets  = 64      // the largest number of solutions of which one can stay
	repairSearches = 1 << 16 // searches for another solution
	repairNodes    = 1 << 14 // nodes of a search for another solution
)

// A repair moves squares between regions until only one solution is left.
type repair struct {
	*regionDrawer
	searches int // the number of searches that are left
}

// repairRegions moves as few squares as possible to neighbouring regions, so that the board has one
// solution: one of its first repairTargets solutions. A region that loses a square stays connected.
// N is at most maxDrawn. The error wraps ErrNoPuzzle if the board has no solution, or if
// repairSearches searches found no way.
//
// It tries all sets of one square, then of two, and so on. Each second solution must lose one of its
// squares that the first one does not have.
func (in Instance) repairRegions(ctx context.Context) (Instance, error) {
	switch err := in.Conflict(); {
	case err != nil:
		return in, err
	case in.N > maxDrawn:
		return in, fmt.Errorf("board size is %d: expected at most %d to move squares between regions", in.N, maxDrawn)
	case in.N == 1:
		in.Puzzle = Unique
		return in, nil
	}
	bare := in
	bare.Regions = nil
	r := repair{newRegionDrawer(ctx, in, Sample{Puzzle: Unique}), repairSearches}
	r.solver = newRegionSolver(ctx, bare)
	r.solver.clearRegions()
	for square, region := range in.Regions.regions {
		r.join(square, int(region))
	}
	var targets []bitset
	r.solver.nodes = repairNodes
	r.solver.run(func(queens bitset) bool {
		targets = append(targets, slices.Clone(queens))
		return len(targets) == repairTargets
	})
	if len(targets) == 0 {
		return in, cmp.Or(context.Cause(ctx), fmt.Errorf("%w: the board has no solution", ErrNoPuzzle))
	}
	for moves := 0; r.searches > 0; moves++ {
		for _, r.queens = range targets {
			if r.solved(moves) {
				names := make([]string, len(r.regions))
				for square, region := range r.regions {
					names[square] = in.Regions.Name(region)
				}
				in.Regions, _ = NewPartition(in.N, names)
				in.Puzzle = Unique
				return in, context.Cause(ctx)
			}
		}
	}
	return in, cmp.Or(context.Cause(ctx), fmt.Errorf("%w: found no few squares to move so that the board has one solution", ErrNoPuzzle))
}

// solved reports whether at most some moves make r.queens the only solution, and makes these moves.
func (r *repair) solved(moves int) bool {
	var second bitset
	r.searches--
	r.solver.nodes = repairNodes
	finished := r.solver.run(func(queens bitset) bool {
		if !slices.Equal(queens, r.queens) {
			second = slices.Clone(queens)
		}
		return second != nil
	})
	if second == nil || moves == 0 || r.searches <= 0 {
		return second == nil && finished
	}
	second.remove(r.queens)
	for _, square := range second.elements() {
		from := r.regions[square]
		if !r.removable(square) {
			continue
		}
		for _, s := range r.beside[square] {
			to := r.regions[s]
			if to == from {
				continue
			}
			r.leave(square)
			if r.join(square, to); r.solved(moves - 1) {
				return true
			}
			r.leave(square)
			r.join(square, from)
		}
	}
	return false
}

// removable reports whether the region of a square has other squares, which are connected.
func (r *repair) removable(square int) bool {
	region, start := r.regions[square], make([]bool, len(r.regions))
	r.regions[square] = -1
	defer func() { r.regions[square] = region }()
	first := slices.Index(r.regions, region)
	if first < 0 {
		return false
	}
	start[first] = true
	left := r.sizes[region] - 1
	for _, is := range connectedTo(start, r.regions, r.beside) {
		if is {
			left--
		}
	}
	return left == 0
}
