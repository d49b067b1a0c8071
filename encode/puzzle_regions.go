package encode

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// The limits of drawing. They count work, so that the same seed draws the same board on every
// machine.
const (
	maxDrawn      = 30      // the largest size of a board whose regions are drawn
	solutionNodes = 1 << 14 // nodes of one search for a random solution, before a new search begins
	solutionTries = 50      // searches for a random solution, before Sample fails
	secondNodes   = 1 << 14 // nodes of a search for a second solution, before a new board is drawn
	regionMoves   = 50      // squares that move to another region, before a new board is drawn
	groupTries    = 20      // attempts to form groups of queens, before a new board is drawn
)

// DrawsRegions reports whether Sample draws the regions of the instance.
func (in Instance) DrawsRegions(s Sample) bool {
	return in.Family == Regions && in.Regions == nil && s.Puzzle != "" && s.Puzzle != Solvable
}

// sampleRegions is Sample for a puzzle whose regions are drawn. The result has exactly one
// solution, and its regions are connected. No queens are added to the placed ones.
//
// First it draws a random solution without regions: in each row and column the right number of
// queens, which do not touch. Regions then grow around these queens, each at a random rate. While
// there is a second solution, one of its squares moves to a neighbouring region; the region that
// loses the square must stay connected. A new board is drawn if there is no such square, after
// regionMoves moves, or if the board has another difficulty than s.Puzzle. After several failures
// the rates differ more.
func (in Instance) sampleRegions(ctx context.Context, s Sample) (Instance, error) {
	if err := in.Board().Check(); err != nil {
		return in, err
	}
	if in.N > maxDrawn {
		return in, fmt.Errorf("board size is %d: expected at most %d to draw regions", in.N, maxDrawn)
	}
	rows := make([]string, in.N*in.N)
	for i := range rows {
		rows[i] = fmt.Sprint(i / in.N)
	}
	checked := in
	checked.Regions, _ = NewPartition(in.N, rows)
	if err := cmp.Or(checked.Check(), checked.Conflict()); err != nil {
		return in, err
	}
	switch {
	case s.Placed > 0:
		return in, &RefusedError{Regions, string(withPlaced), "expected no random queens with random regions"}
	case s.Diagonals > 0:
		return in, checked.refusal(withBlockedDiagonals)
	}
	if status, _ := checked.Known(); status != 0 && in.N > 1 {
		return in, fmt.Errorf("%w: the board has no solution with any regions", ErrNoPuzzle)
	}
	in = in.Sorted()
	d := newRegionDrawer(ctx, in, s.Seed)
	for range puzzleDraws {
		full, err := d.draw(s)
		if err != nil {
			return in, err
		}
		if full.Regions == nil {
			continue
		}
		full.Seed, full.Puzzle = &s.Seed, s.Puzzle
		if s.Puzzle == Unique {
			return full, nil
		}
		if grade, err := s.Grade(ctx, full); err != nil || grade == s.Puzzle {
			return full, err
		}
	}
	return in, fmt.Errorf("%w: found no %s puzzle on %d random boards: try another seed or another size", ErrNoPuzzle, s.Puzzle, puzzleDraws)
}

// A regionDrawer draws boards with regions. Squares are numbered in reading order, from 0.
type regionDrawer struct {
	ctx            context.Context
	in             Instance
	boards, random random  // random numbers for the solutions, and for the regions
	beside         [][]int // indexed by square: the squares that share a side with it
	failed         int     // the number of boards without success so far

	queens  []uint64 // the solution
	regions []int    // indexed by square: the number of its region, or -1
}

func newRegionDrawer(ctx context.Context, in Instance, seed int64) *regionDrawer {
	d := &regionDrawer{ctx: ctx, in: in, boards: newRandom(seed, streamRegionBoard), random: newRandom(seed, streamRegions), regions: make([]int, in.N*in.N)}
	board := in.Board()
	for q := range board.squares() {
		var beside []int
		for _, s := range [...]Square{{q.Row - 1, q.Col}, {q.Row, q.Col - 1}, {q.Row, q.Col + 1}, {q.Row + 1, q.Col}} {
			if board.holds(s) {
				beside = append(beside, int(board.Var(s))-1)
			}
		}
		d.beside = append(d.beside, beside)
	}
	return d
}

// draw makes one attempt: it returns the instance with blocked squares and regions, or without
// regions if the attempt fails. The error is an error of solution or sampleBlocked, or the cause
// of ctx.
func (d *regionDrawer) draw(s Sample) (Instance, error) {
	full := d.in
	if err := d.solution(); err != nil {
		return full, err
	}
	if s.Blocked > 0 {
		full.Placed = nil
		for q := range d.in.Board().squares() {
			if hasBit(d.queens, int(d.in.Board().Var(q))-1) {
				full.Placed = append(full.Placed, q)
			}
		}
		if err := sampleBlocked(d.ctx, s.Blocked, &full, s.Seed); err != nil {
			return full, err
		}
		full.Placed = d.in.Placed
	}
	if d.grow() && d.separate(full) {
		full.Regions = d.partition()
	} else {
		d.failed++
	}
	return full, context.Cause(d.ctx)
}

func hasBit(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 == 1 }

// elements returns the elements of a set in ascending order.
func elements(set []uint64) (list []int) {
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			list = append(list, i*64+bits.TrailingZeros64(w))
		}
	}
	return list
}

// solution sets d.queens to a random solution of the board without regions. The error wraps
// ErrNoPuzzle if there is no solution, or if solutionTries searches found no solution.
func (d *regionDrawer) solution() error {
	for range solutionTries {
		search := newRegionSolver(d.ctx, d.in)
		search.nodes = solutionNodes
		search.choose = func(set []uint64) int {
			all := elements(set)
			return all[d.boards.below(len(all))]
		}
		found := false
		finished := search.run(func(queens []uint64) bool {
			d.queens, found = slices.Clone(queens), true
			return true
		})
		switch {
		case d.ctx.Err() != nil:
			return context.Cause(d.ctx)
		case found:
			return nil
		case finished:
			return fmt.Errorf("%w: the board has no solution with any regions", ErrNoPuzzle)
		}
	}
	return fmt.Errorf("%w: found no queens that do not touch in %d searches: try another seed or fewer stars", ErrNoPuzzle, solutionTries)
}

// grow divides the board into one region around each group of StarCount queens. It reports whether
// it succeeded. With one star, each queen is a group. With more stars, each queen first gets an area
// around it, and all areas grow at the same rate. Queens with neighbouring areas then form groups.
// Of these areas, only paths that connect the queens of each group stay in its region. Finally
// the regions grow at random rates until they cover the board.
func (d *regionDrawer) grow() bool {
	for i := range d.regions {
		d.regions[i] = -1
	}
	for region, square := range elements(d.queens) {
		d.regions[square] = region
	}
	if d.in.StarCount() > 1 {
		d.spread(d.in.QueenCount(), func() int { return 1 })
		groups := d.groups()
		if groups == nil {
			return false
		}
		d.connect(groups)
	}
	rates := min(30, d.in.N/2+d.failed/4)
	d.spread(d.in.N, func() int { return 1 << d.random.below(rates+1) })
	return true
}

// spread adds each square without a region to a region beside it. The number of regions is count.
// Each region first gets up to two squares. Then the regions grow one square at a time. The chance
// of a region to be next is proportional to its rate, which rate returns once for each region.
func (d *regionDrawer) spread(count int, rate func() int) {
	left, total := 0, 0
	rates, border := make([]int, count), make([][]int, count) // indexed by region; border may list a square twice
	add := func(square, region int) {
		d.regions[square] = region
		for _, s := range d.beside[square] {
			if d.regions[s] < 0 {
				border[region] = append(border[region], s)
			}
		}
	}
	for region := range rates {
		rates[region] = rate()
	}
	for square, region := range d.regions {
		if region < 0 {
			left++
		} else {
			add(square, region)
		}
	}
	free := func(region int) []int {
		border[region] = slices.DeleteFunc(border[region], func(s int) bool { return d.regions[s] >= 0 })
		return border[region]
	}
	for i := range 2 * count {
		if squares := free(i / 2); len(squares) > 0 && d.random.below(8) > 0 {
			add(squares[d.random.below(len(squares))], i/2)
			left--
		}
	}
	for ; left > 0; left-- {
		total = 0
		for region := range rates {
			if len(free(region)) > 0 {
				total += rates[region]
			}
		}
		at, region := d.random.below(total), 0
		for ; ; region++ {
			if len(border[region]) == 0 {
				continue
			}
			if at -= rates[region]; at < 0 {
				break
			}
		}
		add(border[region][d.random.below(len(border[region]))], region)
	}
}

// groups divides the queens into groups of StarCount queens whose areas are connected. The result is
// indexed by queen, in reading order: the number of its group. It is nil after groupTries failed
// attempts. Two queens are neighbours if their areas share a side. A group begins with any queen, and
// each next queen is a neighbour of the group. groups takes the queen with the fewest neighbours
// that have no group yet; ties are random.
func (d *regionDrawer) groups() []int {
	count, stars := d.in.QueenCount(), d.in.StarCount()
	neighbours := make([][]bool, count)
	for i := range neighbours {
		neighbours[i] = make([]bool, count)
	}
	for square, region := range d.regions {
		for _, s := range d.beside[square] {
			neighbours[region][d.regions[s]] = d.regions[s] != region
		}
	}
	group := make([]int, count)
	for range groupTries {
		for i := range group {
			group[i] = -1
		}
		taken := 0
		for ; taken < count; taken++ {
			best, least, ties := -1, 0, 0
			for i := range group {
				beside, open := taken%stars == 0, 0
				for j := range group {
					if neighbours[i][j] {
						beside = beside || group[j] == taken/stars
						if group[j] < 0 {
							open++
						}
					}
				}
				switch {
				case group[i] >= 0 || !beside:
				case best < 0 || open < least:
					best, least, ties = i, open, 1
				case open == least:
					if ties++; d.random.below(ties) == 0 {
						best = i
					}
				}
			}
			if best < 0 {
				break
			}
			group[best] = taken / stars
		}
		if taken == count {
			return group
		}
	}
	return nil
}

// connect makes a region of each group. It adds one queen after the other, with a shortest path to
// the region so far, within the areas of the group. All other squares lose their region.
func (d *regionDrawer) connect(group []int) {
	within := slices.Clone(d.regions)
	for i, queen := range within {
		within[i], d.regions[i] = group[queen], -1
	}
	for _, queen := range elements(d.queens) {
		region := within[queen]
		if !slices.Contains(d.regions, region) {
			d.regions[queen] = region
			continue
		}
		from := map[int]int{queen: queen} // the square before each square on a path from the queen
		for list := []int{queen}; ; list = list[1:] {
			square := list[0]
			if d.regions[square] == region {
				for ; square != queen; square = from[square] {
					d.regions[square] = region
				}
				d.regions[queen] = region
				break
			}
			for _, s := range d.beside[square] {
				if _, seen := from[s]; !seen && within[s] == region {
					from[s] = square
					list = append(list, s)
				}
			}
		}
	}
}

// separate moves squares between regions until d.queens is the only solution. It reports whether it
// succeeded within regionMoves moves.
func (d *regionDrawer) separate(in Instance) bool {
	in.Regions = d.partition()
	for i, region := range in.Regions.regions {
		d.regions[i] = int(region)
	}
	first := in.N + in.N // the unit of the first region
	if in.N == 1 {
		return true
	}
	search := newRegionSolver(d.ctx, in)
	search.choose = func(set []uint64) int {
		for i, w := range set {
			if w &^= d.queens[i]; w != 0 {
				return i*64 + bits.TrailingZeros64(w)
			}
		}
		return elements(set)[0]
	}
	type move struct{ square, region int }
	for range regionMoves {
		search.nodes = secondNodes
		var second []int
		finished := search.run(func(queens []uint64) bool {
			if !slices.Equal(queens, d.queens) {
				second = elements(queens)
			}
			return second != nil
		})
		if !finished || second == nil {
			return finished
		}
		var moves []move
		for _, square := range second {
			if hasBit(d.queens, square) || !d.connectedWithout(square) {
				continue
			}
			for _, s := range d.beside[square] {
				if m := (move{square, d.regions[s]}); m.region != d.regions[square] && !slices.Contains(moves, m) {
					moves = append(moves, m)
				}
			}
		}
		if len(moves) == 0 {
			return false
		}
		m := moves[d.random.below(len(moves))]
		search.move(m.square, first+d.regions[m.square], first+m.region)
		d.regions[m.square] = m.region
	}
	return false
}

// connectedWithout reports whether the other squares of the region of a square are connected.
// There must be other squares.
func (d *regionDrawer) connectedWithout(square int) bool {
	region, left := d.regions[square], -1
	for _, r := range d.regions {
		if r == region {
			left++
		}
	}
	d.regions[square] = -1
	defer func() { d.regions[square] = region }()
	seen := []int{slices.Index(d.regions, region)}
	for i := 0; i < len(seen); i++ {
		for _, s := range d.beside[seen[i]] {
			if d.regions[s] == region && !slices.Contains(seen, s) {
				seen = append(seen, s)
			}
		}
	}
	return len(seen) == left
}

// partition returns the regions as a Partition. The names A, B, .. follow the first squares of the
// regions in reading order.
func (d *regionDrawer) partition() *Partition {
	names := make([]string, len(d.regions))
	for i, region := range d.regions {
		names[i] = strings.Repeat("x", 3) + fmt.Sprint(region) // longer than two characters, so that NewPartition chooses names
	}
	p, _ := NewPartition(d.in.N, names)
	return p
}
