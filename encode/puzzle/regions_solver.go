package puzzle

import (
	"context"
	"math/bits"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// A regionSolver enumerates the solutions of a board with regions by backtracking. Squares may join
// and leave regions between searches. A unit is a row, a column or a region. The slack of a unit is the number of
// its free squares minus the number of queens that it still needs. Each node takes a unit with the least slack, and
// tries a queen on one of its free squares, and then no queen there.
type regionSolver struct {
	ctx   context.Context
	in    encode.Instance
	words int      // the length of a set of squares, in words of 64 bits
	units []bitset // indexed by unit, rows first, then columns, then regions: its squares
	of    [][]int  // indexed by square: the units that contain it
	near  []bitset // indexed by square: the squares that touch it, and itself
	stars []int    // indexed by unit: the number of its queens, by default StarCount

	// choose returns a square of a nonempty set of free squares, by default the first. The search
	// tries a queen there first.
	choose func(set bitset) int
	levels []regionState // indexed by the depth of the search
	nodes  int           // the number of nodes that the search may still visit; the caller sets it before run
	inside bitset        // the squares with a region; all if there are no regions
}

// A bitset is a set of squares, numbered in reading order from 0. Bit i%64 of word i/64 is set if square i is in it.
type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 == 1 }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) unset(i int)    { b[i/64] &^= 1 << (i % 64) }

// remove removes the elements of another set.
func (b bitset) remove(other bitset) {
	for i, w := range other {
		b[i] &^= w
	}
}

// elements returns the elements in ascending order.
func (b bitset) elements() (list []int) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			list = append(list, i*64+bits.TrailingZeros64(w))
		}
	}
	return list
}

// A regionState is a board on which some queens are placed.
type regionState struct {
	queens, free bitset // squares with a queen; squares on which a queen is still possible
	need         []int  // indexed by unit: the number of queens that it still needs
}

// newRegionSolver returns a search on the board of an instance without regions, with its placed queens and
// blocked squares. It ignores blocked diagonals. The argument regions is 0 or N. If it is 0, the units are
// the rows and columns, or the row alone if N is 1. If it is N, there are also N regions, which have no
// squares yet, and no queen can stand on a square until it joins a region.
func newRegionSolver(ctx context.Context, in encode.Instance, regions int) *regionSolver {
	squares, b := in.N*in.N, in.Board()
	s := &regionSolver{ctx: ctx, in: in, words: (squares + 63) / 64, of: make([][]int, squares), near: make([]bitset, squares), inside: make(bitset, (squares+63)/64),
		choose: func(set bitset) int { return set.elements()[0] }}
	for _, d := range []board.Direction{board.Row, board.Column}[:min(in.N, 2)] { // the column of a board of size 1 is its row
		for i := range in.N {
			unit := make(bitset, s.words)
			for _, v := range (board.Line{Board: b, Direction: d, Index: i + 1}).AppendVars(nil) {
				unit.set(int(v) - 1)
				s.of[v-1] = append(s.of[v-1], len(s.units))
			}
			s.units = append(s.units, unit)
		}
	}
	for q := range b.Squares() {
		near := make(bitset, s.words)
		for row := max(1, q.Row-1); row <= min(in.N, q.Row+1); row++ {
			for col := max(1, q.Col-1); col <= min(in.N, q.Col+1); col++ {
				near.set(int(b.Var(board.Square{Row: row, Col: col})) - 1)
			}
		}
		s.near[b.Var(q)-1] = near
		if regions == 0 {
			s.inside.set(int(b.Var(q)) - 1)
		}
	}
	for range regions {
		s.units = append(s.units, make(bitset, s.words))
	}
	s.stars = slices.Repeat([]int{in.StarCount()}, len(s.units))
	s.levels = make([]regionState, in.QueenCount()+1)
	for i := range s.levels {
		s.levels[i] = regionState{make(bitset, s.words), make(bitset, s.words), make([]int, len(s.units))}
	}
	return s
}

// join adds a square without a region to a region, from 0, and leave removes it again. Regions are the last N
// units, and the region is the last unit of a square.
func (s *regionSolver) join(square, region int) {
	unit := len(s.units) - s.in.N + region
	s.units[unit].set(square)
	s.inside.set(square)
	s.of[square] = append(s.of[square], unit)
}

func (s *regionSolver) leave(square int) {
	last := len(s.of[square]) - 1
	s.units[s.of[square][last]].unset(square)
	s.inside.unset(square)
	s.of[square] = s.of[square][:last]
}

// start sets level 0 to the board with the placed queens, and queens on the squares of with. It
// returns false if one of the squares of with is not free.
func (s *regionSolver) start(with []int) bool {
	first := &s.levels[0]
	clear(first.queens)
	copy(first.free, s.inside)
	copy(first.need, s.stars)
	for q := range s.in.Blocked.All() {
		first.free.unset(int(s.in.Board().Var(q)) - 1)
	}
	for _, q := range s.in.Placed {
		s.put(first, int(s.in.Board().Var(q))-1)
	}
	for _, square := range with {
		if !first.free.has(square) {
			return false
		}
		s.put(first, square)
	}
	return true
}

// put places a queen on a square. It lowers b.need of the units of the square. It removes from b.free the
// squares that touch it, and the squares of units that now have all their queens.
func (s *regionSolver) put(b *regionState, square int) {
	b.queens.set(square)
	b.free.remove(s.near[square])
	for _, u := range s.of[square] {
		if b.need[u]--; b.need[u] == 0 {
			b.free.remove(s.units[u])
		}
	}
}

// settle places queens on all free squares of each unit with slack 0, until no such unit needs a queen. It
// returns the unit with the least slack among the units that need a queen, or -1 if no unit needs a queen. If
// a unit has too few free squares or too many queens, settle stops and returns it with possible false.
func (s *regionSolver) settle(b *regionState) (unit int, possible bool) {
	for settled := false; !settled; {
		settled, unit = true, -1
		least := 0
		for u, need := range b.need {
			if need == 0 {
				continue
			}
			left := -need
			for i, w := range s.units[u] {
				left += bits.OnesCount64(w & b.free[i])
			}
			if left < 0 || need < 0 {
				return u, false
			}
			if left == 0 {
				settled = false
				for b.need[u] > 0 {
					square := s.first(u, b)
					if square < 0 {
						return u, false
					}
					s.put(b, square)
				}
			} else if unit < 0 || left < least {
				unit, least = u, left
			}
		}
	}
	return unit, true
}

// first returns the first free square of a unit, or -1.
func (s *regionSolver) first(unit int, b *regionState) int {
	for i, w := range s.units[unit] {
		if w &= b.free[i]; w != 0 {
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// run calls visit with the queens of each solution that has queens on the squares of with, until visit
// returns true or there are no more solutions. visit must not keep or change the set. The caller sets s.nodes
// before; run subtracts the nodes that it visits. run returns false if it ended early, because s.nodes was
// used up or ctx ended.
func (s *regionSolver) run(visit func(queens bitset) bool, with ...int) (finished bool) {
	if s.start(with) {
		s.search(0, make(bitset, s.words), visit)
	}
	return s.nodes >= 0
}

// search finds all solutions of the board s.levels[depth], which it changes, and calls visit with the queens
// of each. It reports whether to stop the whole search: because visit returned true, or because nodes are
// used up or ctx ended; then s.nodes is -1. The slice set is a buffer for a set of squares.
func (s *regionSolver) search(depth int, set bitset, visit func(bitset) bool) bool {
	for b := &s.levels[depth]; ; {
		if s.nodes--; s.nodes < 0 || s.nodes%1024 == 0 && s.ctx.Err() != nil {
			s.nodes = -1
			return true
		}
		unit, possible := s.settle(b)
		if !possible {
			return false
		}
		if unit < 0 {
			return visit(b.queens)
		}
		for i, w := range s.units[unit] {
			set[i] = w & b.free[i]
		}
		square := s.choose(set)
		next := &s.levels[depth+1]
		copy(next.queens, b.queens)
		copy(next.free, b.free)
		copy(next.need, b.need)
		s.put(next, square)
		if s.search(depth+1, set, visit) {
			return true
		}
		b.free.unset(square)
	}
}
