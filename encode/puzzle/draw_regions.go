package puzzle

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"queens/encode"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// The limits of drawing. They count work, so that the same seed draws the same board on every
// machine.
const (
	maxDrawn      = 30      // the largest size of a board whose regions are drawn
	solutionNodes = 1 << 14 // nodes of one search for a random solution, before a new search begins
	solutionTries = 50      // searches for a random solution, before Sample.Apply fails
	regionDraws   = 2000    // attempts to draw a board, before Sample.Apply fails
	boardTries    = 60      // boards around the same queens, before new queens are drawn
	otherNodes    = 100     // nodes of a search for another solution, before a square is refused
	rebuilds      = 15      // largest number of times that a part of a board is drawn again, before new queens are drawn
	rebuildRadius = 3       // the part: squares at most as many rows and columns away
	easyRadius    = 2       // the same for an easy board, from which a medium board may come
	groupTries    = 20      // attempts to form groups of queens, before new queens are drawn
)

// DrawsRegions reports whether Apply draws the regions of the instance: its family has regions, the instance has no regions,
// and s.Puzzle is neither "" nor Solvable.
func (s Sample) DrawsRegions(in encode.Instance) bool {
	return in.Family.Definition().Rule == encode.Divided && in.Regions == nil && s.Puzzle != "" && s.Puzzle != encode.Solvable
}

// sampleRegions is Sample.Apply for a puzzle whose regions are drawn. The result has exactly one
// solution, and its regions are connected. No queens are added to the placed ones.
//
// First it draws a random solution without regions: in each row and column the right number of
// queens, which do not touch. The regions begin with these queens, and the other squares belong to
// no region yet, and cannot hold a queen. Regions then take squares beside them, each region at a
// random rate. A region refuses a square if a queen there would be part of another solution, or
// if a search of otherNodes nodes does not exclude that. So the board always has one solution. If all regions refuse some squares, the squares around
// one of them leave their regions, and join regions again in another order. This step is undone
// if it leaves more squares without a region. A board of another difficulty than
// s.Puzzle is changed in the same way.
//
// sampleRegions returns an error if N is above maxDrawn, if s asks for random queens or diagonals,
// or if s.Balance is neither 0 nor at least 1. Other errors are as in Apply.
//
// References: Paul Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle
// Routing Problems", CP 1998, for the search that rebuilds a part.
func sampleRegions(ctx context.Context, in encode.Instance, s Sample) (encode.Instance, error) {
	if err := in.Board().Check(); err != nil {
		return in, err
	}
	if in.Queens != nil {
		return in, &encode.RefusedError{Family: in.Family, Option: "Queens", Reason: "regions are drawn for a queen in each row: expected no number of queens"}
	}
	if in.N > maxDrawn || in.Columns > 0 {
		return in, fmt.Errorf("board size is %s: expected a square board of size at most %d to draw regions", in.Board().Size(), maxDrawn)
	}
	rows := make([]string, in.N*in.N)
	for i := range rows {
		rows[i] = fmt.Sprint(i / in.N)
	}
	checked := in
	checked.Regions, _ = board.NewPartition(in.Board(), rows)
	if err := cmp.Or(checked.Check(), checked.Conflict()); err != nil {
		return in, err
	}
	switch {
	case s.Placed > 0:
		return in, &encode.RefusedError{Family: in.Family, Option: "Placed", Reason: "expected no random queens with random regions"}
	case s.Diagonals > 0:
		return in, checked.Refusal("BlockedDiagonals")
	}
	if status, _ := checked.Known(); status != 0 && in.N > 1 {
		return in, fmt.Errorf("%w: the board has no solution with any regions", ErrNoPuzzle)
	}
	balance := cmp.Or(s.Balance, max(2.2, float64(in.N*in.N)/66))
	if balance < 1 {
		return in, fmt.Errorf("balance is %v: expected at least 1, regions of the mean size", balance)
	}
	in = in.Sorted()
	d := newRegionDrawer(ctx, in, s)
	if d.least, d.most = 2, int(balance*float64(in.N)); balance >= float64(in.N) || in.N == 1 {
		d.least, d.most = 1, in.N*in.N
	}
	for range regionDraws {
		full, err := d.draw(s)
		if err != nil {
			return in, err
		}
		if full.Regions == nil {
			continue
		}
		full.Seed, full.Puzzle = &s.Seed, s.Puzzle
		if s.Puzzle == encode.Unique {
			return full, nil
		}
		grade, err := s.Grade(ctx, full, s.Puzzle)
		if err != nil || grade == s.Puzzle {
			return full, err
		}
		switch { // medium boards are rare, but close to easy ones
		case s.Puzzle != encode.Medium:
		case grade == encode.Easy:
			d.easy, d.radius = slices.Clone(d.regions), easyRadius
		case d.easy != nil:
			d.restore(d.easy)
		}
	}
	return in, fmt.Errorf("%w: found no %s puzzle on %d random boards: try another seed or another size", ErrNoPuzzle, s.Puzzle, regionDraws)
}

// newRegionDrawer returns a drawer of boards for an instance, whose random numbers depend on s.
func newRegionDrawer(ctx context.Context, in encode.Instance, s Sample) *regionDrawer {
	return &regionDrawer{ctx: ctx, in: in, beside: in.Board().Neighbours(), regions: make([]int, in.N*in.N), core: make([]bool, in.N*in.N), sizes: make([]int, in.N),
		boards: random.New(s.Seed, streamOf(s.Puzzle, random.StreamRegionBoard)), random: random.New(s.Seed, streamOf(s.Puzzle, random.StreamRegions))}
}

// A regionDrawer draws boards with regions. Squares are numbered in reading order, from 0.
type regionDrawer struct {
	ctx            context.Context
	in             encode.Instance // the instance without regions
	boards, random random.Source   // random numbers for the solutions, and for the regions
	beside         [][]int         // indexed by square: the squares that share a side with it
	least, most    int             // bounds of the number of squares of a region

	full    encode.Instance // the instance with random blocked squares
	queens  bitset          // the solution
	found   int             // boards with these queens so far; 0 asks for new queens
	failed  int             // attempts that failed so far
	solver  *regionSolver   // searches for other solutions of the board so far
	regions []int           // indexed by square: the number of its region, or -1
	core    []bool          // indexed by square: it never leaves its region
	sizes   []int           // indexed by region: the number of its squares
	rates   []int           // indexed by region: how fast it grows
	easy    []int           // the regions of the last easy board around the queens, if a medium board is wanted; or nil
	radius  int             // how far rebuild goes
	given   []int           // indexed by square: the region to keep if possible; nil without given regions
	spent   int             // nodes of all searches by only
	left    int             // squares without a region, and regions with fewer than least squares; -1 if the board cannot be completed
}

// draw makes one attempt: it returns the instance with blocked squares and regions, or without regions if the
// attempt fails. If d.found is 0, it begins with new queens; otherwise it changes the last board around the
// same queens. It sets d.found and d.failed. The error is an error of solution or sampleBlocked, or the cause
// of ctx.
func (d *regionDrawer) draw(s Sample) (encode.Instance, error) {
	if d.found == 0 {
		if err := d.begin(s); err != nil {
			return d.in, err
		}
	}
	for i := range rebuilds {
		if i > 0 || d.found > 0 {
			d.rebuild()
		}
		if d.left == 0 {
			d.found = (d.found + 1) % boardTries
			full := d.full
			full.Regions = d.partition()
			return full, context.Cause(d.ctx)
		}
		if d.left < 0 || d.ctx.Err() != nil {
			break
		}
	}
	d.found, d.failed = 0, d.failed+1
	return d.in, context.Cause(d.ctx)
}

// begin draws queens and blocked squares, and grows regions from these queens. It sets d.full, d.queens,
// d.solver and d.left, and forgets the board before. It grows no regions and sets d.left to -1 if gather
// fails, or unless d.only holds for the regions of gather. The errors are the errors of solution and
// sampleBlocked.
func (d *regionDrawer) begin(s Sample) error {
	d.full = d.in
	if err := d.solution(); err != nil {
		return err
	}
	if s.Blocked > 0 {
		d.full.Placed = nil
		for _, i := range d.queens.elements() {
			q, _ := d.in.Board().SquareOf(i + 1)
			d.full.Placed = append(d.full.Placed, q)
		}
		if err := sampleBlocked(d.ctx, s.Blocked, &d.full, s.Seed); err != nil {
			return err
		}
		d.full.Placed = d.in.Placed
	}
	d.easy, d.radius = nil, rebuildRadius
	if d.left = -1; !d.gather() {
		return nil
	}
	d.rates = make([]int, d.in.N)
	for i := range d.rates {
		d.rates[i] = 1 << d.random.Below(min(30, d.in.N*2/3+d.failed/4)+1)
	}
	d.grow()
	return nil
}

// grow makes the squares with a region its core, and grows the regions from there. It sets d.solver and d.left, which
// is -1 unless d.only holds for the core.
func (d *regionDrawer) grow() {
	d.solver = newRegionSolver(d.ctx, d.full, d.in.N)
	d.solver.choose = func(set bitset) int {
		for i, w := range set {
			if w &^= d.queens[i]; w != 0 {
				return i*64 + bits.TrailingZeros64(w)
			}
		}
		return set.elements()[0]
	}
	clear(d.sizes)
	for square, region := range d.regions {
		if d.core[square] = region >= 0; d.core[square] {
			d.join(square, region)
		}
	}
	if d.left = -1; d.only() {
		d.fill()
	}
}

// only reports whether no solution other than d.queens has queens on all squares of with. It returns false,
// too, if a search of otherNodes nodes does not finish.
func (d *regionDrawer) only(with ...int) bool {
	second := false
	d.solver.nodes = otherNodes
	finished := d.solver.run(func(queens bitset) bool {
		second = !slices.Equal(queens, d.queens)
		return second
	}, with...)
	d.spent += otherNodes - d.solver.nodes
	return !second && finished
}

// join adds a square without a region to a region, from 0, and leave removes it again.
func (d *regionDrawer) join(square, region int) {
	d.regions[square] = region
	d.sizes[region]++
	d.solver.join(square, region)
}

func (d *regionDrawer) leave(square int) {
	d.sizes[d.regions[square]]--
	d.regions[square] = -1
	d.solver.leave(square)
}

// fill lets squares join regions beside them, until no region takes another square. If a square can join its given
// region, only such squares are next. A region takes a square
// only if it has fewer than d.most squares and if d.only(square) holds afterwards. The chance of a region to
// be next is proportional to its rate, or to 1<<40 if it has fewer than d.least squares. fill sets d.left.
func (d *regionDrawer) fill() {
	var open []int
	for square, region := range d.regions {
		if region < 0 {
			open = append(open, square)
		}
	}
	refused, border := make([]bool, len(d.regions)*d.in.N), make([][]int, d.in.N) // indexed by square and region, and by region
	for {
		for region := range border {
			border[region] = border[region][:0]
		}
		own := false // whether border has only squares that were given to their region
		for _, square := range open {
			for _, s := range d.beside[square] {
				region := d.regions[s]
				if region < 0 || d.sizes[region] >= d.most || refused[square*d.in.N+region] {
					continue
				}
				isOwn := d.given != nil && d.given[square] == region
				if isOwn && !own {
					own = true
					for region := range border {
						border[region] = border[region][:0]
					}
				}
				if isOwn == own {
					border[region] = append(border[region], square)
				}
			}
		}
		rate := func(region int) uint64 {
			switch {
			case len(border[region]) == 0:
				return 0
			case d.sizes[region] < d.least:
				return 1 << 40
			}
			return uint64(d.rates[region])
		}
		total := uint64(0)
		for region := range border {
			total += rate(region)
		}
		if total == 0 {
			break
		}
		at, region := d.random.Below64(total), 0
		for ; at >= rate(region); region++ {
			at -= rate(region)
		}
		square := border[region][d.random.Below(len(border[region]))]
		d.join(square, region)
		if d.only(square) {
			open = slices.DeleteFunc(open, func(s int) bool { return s == square })
		} else {
			d.leave(square)
			refused[square*d.in.N+region] = true
		}
	}
	d.left = len(open)
	for _, size := range d.sizes {
		if size < d.least {
			d.left++
		}
	}
}

// rebuild draws a part of the board again: the squares at most d.radius rows and columns from a random square without
// a region or, if all squares have a region, from a changed square or any square. Squares that are cut off from the
// core of their region leave it, too. If d.left becomes larger than before, or if it stays 0 and there are more
// changed squares, rebuild restores the board.
func (d *regionDrawer) rebuild() {
	before, left, changed, centre := slices.Clone(d.regions), d.left, d.changed(), d.random.Below(len(d.regions))
	for i := range before { // the next square without a region
		if square := (centre + i) % len(before); before[square] < 0 || d.given != nil && left == 0 && before[square] != d.given[square] {
			centre = square
			break
		}
	}
	for square, region := range before {
		down, right := square/d.in.N-centre/d.in.N, square%d.in.N-centre%d.in.N
		if region >= 0 && !d.core[square] && max(down, -down, right, -right) <= d.radius {
			d.leave(square)
		}
	}
	for square, is := range board.ConnectedTo(d.core, d.regions, d.beside) {
		if !is && d.regions[square] >= 0 {
			d.leave(square)
		}
	}
	if d.fill(); d.left > left || left == 0 && d.changed() > changed {
		d.left = left
		d.restore(before)
	}
}

// restore gives each square its region in before, or no region if its entry is -1. The core squares stay. It
// does not set d.left.
func (d *regionDrawer) restore(before []int) {
	for square := range before {
		if d.regions[square] >= 0 && !d.core[square] {
			d.leave(square)
		}
	}
	for square, region := range before {
		if region >= 0 && !d.core[square] {
			d.join(square, region)
		}
	}
}

// solution sets d.queens to a random solution of the board without regions. The error wraps ErrNoPuzzle if
// there is no solution, or if solutionTries searches found no solution. If ctx ends, it is the cause of ctx.
func (d *regionDrawer) solution() error {
	for range solutionTries {
		search := newRegionSolver(d.ctx, d.in, 0)
		search.nodes = solutionNodes
		search.choose = d.anyOf
		found := false
		finished := search.run(func(queens bitset) bool {
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

// anyOf returns a random element of a set that is not empty.
func (d *regionDrawer) anyOf(set bitset) int {
	all := set.elements()
	return all[d.boards.Below(len(all))]
}

// gather makes a region around each group of StarCount queens, in d.regions only. With one star, each queen
// is a group. With more stars, the area of a queen is the squares to which it is nearest, and queens with
// neighbouring areas form groups. Their regions are paths in these areas that connect the queens of each
// group. All other squares have no region. gather returns false if groups finds no groups; then d.regions
// holds the areas.
func (d *regionDrawer) gather() bool {
	queens := d.queens.elements()
	for square := range d.regions {
		d.regions[square] = slices.Index(queens, square)
	}
	if d.in.StarCount() == 1 {
		return true
	}
	for square := range d.regions {
		nearest := slices.MinFunc(queens, func(a, b int) int { return d.distance(a, square) - d.distance(b, square) })
		d.regions[square] = slices.Index(queens, nearest)
	}
	groups := d.groups(queens)
	if groups != nil {
		d.connect(groups)
	}
	return groups != nil
}

// distance returns the number of steps from one square to another along rows and columns.
func (d *regionDrawer) distance(a, b int) int {
	down, right := a/d.in.N-b/d.in.N, a%d.in.N-b%d.in.N
	return max(down, -down) + max(right, -right)
}

// groups divides the queens into groups of StarCount queens whose areas are connected. The argument queens
// holds the squares of the QueenCount queens in reading order, and d.regions the index in queens of the queen
// in whose area each square is. The result is indexed like queens: the number of the group. It is nil after
// groupTries failed attempts. Two queens are neighbours if their areas share a side. A group begins with any
// queen, and each next queen is a neighbour of the group. groups takes a queen with the smallest sum of
// distances to its neighbours in the group, so that the region begins with few squares; among these, a queen
// with the fewest neighbours that have no group yet. Ties are random.
func (d *regionDrawer) groups(queens []int) []int {
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
				beside, cost := taken%stars == 0, 0 // cost is N*N for each step to the group, and 1 for each neighbour without a group
				for j := range group {
					switch {
					case !neighbours[i][j]:
					case group[j] < 0:
						cost++
					case group[j] == taken/stars:
						beside = true
						cost += d.distance(queens[i], queens[j]) * len(d.regions)
					}
				}
				switch {
				case group[i] >= 0 || !beside:
				case best < 0 || cost < least:
					best, least, ties = i, cost, 1
				case cost == least:
					if ties++; d.random.Below(ties) == 0 {
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

// connect makes a region of each group; group is the result of groups, and d.regions holds the areas. It adds
// one queen after the other, with a shortest path to the region so far, within the areas of the group. All
// other squares lose their region.
func (d *regionDrawer) connect(group []int) {
	within := slices.Clone(d.regions)
	for i, queen := range within {
		within[i], d.regions[i] = group[queen], -1
	}
	for _, queen := range d.queens.elements() {
		region := within[queen]
		if !slices.Contains(d.regions, region) {
			d.regions[queen] = region
			continue
		}
		within := func(s int) bool { return within[s] == region }
		for _, s := range d.path(queen, func(s int) bool { return d.regions[s] == region }, within, nil) {
			d.regions[s] = region
		}
	}
}

// partition returns the regions as a Partition. Every square must have a region. Their names are A, B, .. in
// the order of their first squares.
func (d *regionDrawer) partition() *board.Partition {
	names := make([]string, len(d.regions))
	for i, region := range d.regions {
		names[i] = fmt.Sprint("region", region) // NewPartition replaces such a long name
	}
	p, _ := board.NewPartition(d.in.Board(), names)
	return p
}
