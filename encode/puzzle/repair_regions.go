package puzzle

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// The limits of a repair, which count work.
const (
	repairAims   = 100     // the most solutions to compare; regions are drawn around the best
	repairTries  = 20      // the most solutions to draw regions around
	repairNodes  = 2 << 20 // search nodes, after which the best board so far is the result, if there is one
	repairSteps  = 300     // the most times that a part of the board is drawn again, for each solution
	repairRadius = 4       // such a part is a square of at most 2*repairRadius+1 rows
)

// repairRegions is Sample.Apply with Repair, for an instance that is sorted and has passed Check. The result has
// exactly one solution, and its regions are connected. They have at least two squares, unless a given region has a single
// one. No queens are added to the placed ones.
//
// A repair draws regions as sampleRegions does, with two differences. They begin around a solution of the given board
// or, if it has none, around queens that are near to one. And regions first take the squares that they
// had. A given square that would allow another solution so joins another region. When every square has a region,
// parts around changed squares are drawn again. Such a step is undone if it changes more squares. The result is the
// board with the fewest changed squares among repairTries boards.
//
// It returns an error if the instance has a number of queens, if N is above maxDrawn, or if the placed queens
// contradict each other. Other errors are as in Apply.
func repairRegions(ctx context.Context, in encode.Instance, s Sample) (encode.Instance, error) {
	switch {
	case in.Queens != nil || in.N > maxDrawn || in.Columns > 0:
		return in, fmt.Errorf("board size is %s: expected a square board of size at most %d with N regions to repair", in.Board().Size(), maxDrawn)
	case s.Blocked > 0:
		return in, &encode.RefusedError{Family: in.Family, Option: "Blocked", Reason: "expected no random squares with regions to repair"}
	}
	if err := in.Conflict(); err != nil {
		return in, err
	}
	d := newRegionDrawer(ctx, in, s)
	d.full, d.least, d.most, d.rates = in, 2, in.N*in.N, slices.Repeat([]int{1}, in.N)
	for region := range in.N {
		d.least = min(d.least, len(in.Regions.Vars(region)))
	}
	for q := range in.Board().Squares() {
		d.given = append(d.given, in.Regions.Region(q))
	}
	aims, err := d.aims()
	var best []int // the regions with the fewest changes so far
	for least, i := len(d.given)+1, 0; i < repairTries && least > 0 && len(aims) > 0 && (best == nil || d.spent < repairNodes); i++ {
		chosen := aims[i%len(aims)]
		d.queens = chosen.queens
		copy(d.regions, chosen.regions)
		d.grow()
		for i := 0; i < repairSteps && d.left >= 0 && d.left+d.changed() > 0 && ctx.Err() == nil; i++ {
			d.radius = 1 + i%repairRadius
			d.rebuild()
		}
		if d.left == 0 && d.changed() < least {
			least, best = d.changed(), slices.Clone(d.regions)
		}
	}
	switch {
	case err != nil:
		return in, err
	case ctx.Err() != nil:
		return in, context.Cause(ctx)
	case best == nil:
		return in, fmt.Errorf("%w: found no regions with one solution in %d attempts: try another seed", ErrNoPuzzle, repairTries)
	}
	names := make([]string, len(best))
	for square, region := range best {
		names[square] = in.Regions.Name(region)
	}
	in.Regions, err = board.NewPartition(in.Board(), names)
	in.Seed, in.Puzzle = &s.Seed, s.Puzzle
	return in, err
}

// changed returns the number of squares whose region is not the given one; 0 if no regions are given.
func (d *regionDrawer) changed() (n int) {
	for square, region := range d.given {
		if d.regions[square] != region {
			n++
		}
	}
	return n
}

// An aim is a solution that a repair may give to the board.
type aim struct {
	queens  bitset
	regions []int // indexed by square: its region if that must be so, or -1
	moved   int   // the least number of squares that must change: the result of moved
}

// aims returns up to repairAims different solutions, in ascending order of aim.moved. They are solutions of the given
// board. If it has none, approach makes them from solutions without regions. The error is an error of solution.
func (d *regionDrawer) aims() (list []aim, err error) {
	search := newRegionSolver(d.ctx, d.in, d.in.N)
	search.choose = d.anyOf
	for square, region := range d.given {
		search.join(square, region)
	}
	steps := make([][]int, len(d.given)) // indexed by square and region: the distance to the nearest square of the region
	for from := range steps {
		steps[from] = slices.Repeat([]int{2 * d.in.N}, d.in.N)
		for square, region := range d.given {
			steps[from][region] = min(steps[from][region], d.distance(from, square))
		}
	}
	for range repairAims {
		d.queens, search.nodes = nil, solutionNodes
		search.run(func(queens bitset) bool {
			d.queens = slices.Clone(queens)
			return true
		})
		if d.queens == nil {
			if err := d.solution(); err != nil {
				return nil, err
			}
			d.approach(steps)
		}
		if d.share(steps); d.connectGiven() {
			list = append(list, aim{d.queens, slices.Clone(d.regions), d.moved()})
		}
	}
	slices.SortFunc(list, func(a, b aim) int { return cmp.Or(a.moved-b.moved, slices.Compare(a.regions, b.regions)) })
	return slices.CompactFunc(list, func(a, b aim) bool { return slices.Equal(a.regions, b.regions) }), nil
}

// approach changes d.queens, a solution without regions: it exchanges the columns of two queens that are not placed, as
// long as that lowers the result of share. The argument is as in share.
func (d *regionDrawer) approach(steps [][]int) {
	var placed []int
	for _, q := range d.in.Placed {
		placed = append(placed, int(d.in.Board().Var(q))-1)
	}
	rules, n := newRegionSolver(d.ctx, d.in, 0), d.in.N
	for cost, better := d.share(steps), true; better; {
		better = false
		free := slices.DeleteFunc(d.queens.elements(), func(q int) bool { return slices.Contains(placed, q) })
		for i := 0; i < len(free) && !better; i++ {
			for j := 0; j < i && !better; j++ {
				a, b, before, moved := free[i], free[j], d.queens, slices.Clone(free)
				moved[i], moved[j] = a/n*n+b%n, b/n*n+a%n
				if !rules.start(moved) {
					continue
				}
				d.queens = slices.Clone(rules.levels[0].queens)
				if now := d.share(steps); now < cost {
					cost, better = now, true
				} else {
					d.queens = before
				}
			}
		}
	}
}

// share gives each square of d.queens a region in d.regions, and all other squares none. Each region gets StarCount
// queens. These are queens on its given squares, except that a region with too many gives those away that are nearest
// to regions with too few. share returns the sum of these distances, which are in steps, indexed by square and region.
func (d *regionDrawer) share(steps [][]int) (total int) {
	for square := range d.regions {
		d.regions[square] = -1
	}
	count, stars, queens := make([]int, d.in.N), d.in.StarCount(), d.queens.elements() // count is indexed by region
	for _, q := range queens {
		d.regions[q] = d.given[q]
		count[d.given[q]]++
	}
	for {
		from, to, least := 0, 0, 2*d.in.N
		for _, q := range queens {
			for region, n := range count {
				if count[d.regions[q]] > stars && n < stars && steps[q][region] < least {
					from, to, least = q, region, steps[q][region]
				}
			}
		}
		if least == 2*d.in.N {
			return total
		}
		count[d.regions[from]]--
		count[to]++
		d.regions[from] = to
		total += least
	}
}

// connectGiven adds paths to the regions of d.regions, which have only queens: from a queen to a square that was given
// to its region, and from each other queen of the region to this path. A path has as few squares of other given regions
// as possible. connectGiven returns false if there is no path that leaves out the squares of other regions.
func (d *regionDrawer) connectGiven() bool {
	order := make([]int, d.in.N)
	for i := range order { // a random permutation
		j := d.boards.Below(i + 1)
		order[i], order[j] = order[j], i
	}
	for _, region := range order {
		var joined []int
		open := func(s int) bool { return d.regions[s] < 0 || d.regions[s] == region }
		own := func(s int) bool { return d.given[s] == region }
		for _, q := range d.queens.elements() {
			to := func(s int) bool { return slices.Contains(joined, s) }
			if d.regions[q] != region {
				continue
			} else if joined == nil {
				to = own
			}
			path := d.path(q, to, open, own)
			if path == nil {
				return false
			}
			joined = append(joined, path...)
			for _, s := range path {
				d.regions[s] = region
			}
		}
	}
	return true
}

// path returns the squares of a path from a square to a square for which the function to returns true, or nil. All
// squares after the first are open. The path has as few squares as possible that are not own, or in total if own is
// nil.
func (d *regionDrawer) path(from int, to, open, own func(square int) bool) (path []int) {
	before := map[int]int{from: from} // the square before each square on a path from the first
	for list := []int{from}; len(list) > 0; {
		square := list[0]
		list = list[1:]
		if to(square) {
			for ; square != from; square = before[square] {
				path = append(path, square)
			}
			return append(path, from)
		}
		for _, s := range d.beside[square] {
			if _, seen := before[s]; seen || !open(s) {
				continue
			}
			before[s] = square
			if own != nil && own(s) {
				list = slices.Insert(list, 0, s)
			} else {
				list = append(list, s)
			}
		}
	}
	return nil
}

// moved returns the number of squares that cannot keep their given region if the squares of d.regions have theirs: they
// have another one, or no path within their region leads to these squares.
func (d *regionDrawer) moved() (n int) {
	regions, from := slices.Clone(d.given), make([]bool, len(d.given))
	for square, region := range d.regions {
		if from[square] = region >= 0; from[square] {
			regions[square] = region
		}
	}
	for square, is := range board.ConnectedTo(from, regions, d.beside) {
		if !is || regions[square] != d.given[square] {
			n++
		}
	}
	return n
}
