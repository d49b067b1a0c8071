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
	}
	bare := in
	bare.Regions = nil
	r := repair{newRegionDrawer(ctx, in, Sample{Puzzle: Unique}), repairSearches}
	r.solver = newRegionSolver(ctx, bare, in.N)
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
				in.Regions, in.Puzzle = r.partition(), Unique
				return in, context.Cause(ctx)
			}
		}
	}
	return in, cmp.Or(context.Cause(ctx), fmt.Errorf("%w: found no few squares to move so that the board has one solution", ErrNoPuzzle))
}

// solved reports whether at most some moves make r.queens the only solution, and makes these moves.
func (r *repair) solved(moves int) bool {
	r.searches--
	second, only := r.other(repairNodes)
	if second == nil || moves == 0 || r.searches <= 0 {
		return only
	}
	second.remove(r.queens)
	for _, square := range second.elements() {
		from := r.regions[square]
		r.leave(square)
		connected := r.connected(from)
		for _, s := range r.beside[square] {
			to := r.regions[s]
			if to == from || !connected {
				continue
			}
			if r.join(square, to); r.solved(moves - 1) {
				return true
			}
			r.leave(square)
		}
		r.join(square, from)
	}
	return false
}

// connected reports whether a region has squares, and these are connected.
func (r *repair) connected(region int) bool {
	first, count := make([]bool, len(r.regions)), 0
	if square := slices.Index(r.regions, region); square >= 0 {
		first[square] = true
	}
	for _, is := range connectedTo(first, r.regions, r.beside) {
		if is {
			count++
		}
	}
	return count > 0 && count == r.sizes[region]
}
