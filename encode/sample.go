package encode

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"queens/dimacs"
)

// A Sample is how much of an instance is chosen at random.
type Sample struct {
	Placed    int   // queens, none of which attacks another
	Blocked   int   // squares that stay empty
	Diagonals int   // diagonals that stay empty
	Seed      int64 // the same seed gives the same sample

	// Puzzle is what queens are placed for: if it is Solvable they are so many of a random
	// board, otherwise as few of one as make the puzzle, and Placed is 0. Satisfiable reports
	// whether a formula has a model; only puzzles ask it.
	Puzzle      Puzzle
	Satisfiable func(context.Context, *dimacs.Formula) (bool, error)
}

// sampleTries bounds the search for squares that no queen attacks: so many
// squares are tried, and then there are held to be none.
const sampleTries = 1 << 22

// Sample returns the instance with what s asks for added to what is given, and
// with the seed if that is anything. The lists of squares and diagonals come
// back sorted, without repetitions.
//
// Queens come first, each on a square chosen uniformly among those that no
// other attacks and that are not blocked; where none is left, all are
// sampled anew. Then squares without a queen are blocked, and then diagonals without
// one, in both directions and of any length, as in the n-Queens Excluded
// Diagonals problem. Each of the three has its own random numbers. Of a puzzle the queens
// are those of a random board, on which also nothing else is blocked, but for a part.
//
// It is an error if the board has no room, or if no way to place the queens was
// found in reasonable time, an ErrNoPuzzle if there is none, and the cause of the end of
// ctx if that comes first. Sample does not ask whether there is a solution if there is no
// puzzle.
//
// References: Ian P. Gent, Christopher Jefferson and Peter Nightingale,
// "Complexity of n-Queens Completion", Journal of Artificial Intelligence
// Research 59, 2017; CSPLib problems 079 and 080.
func (in Instance) Sample(ctx context.Context, s Sample) (Instance, error) {
	if err := in.Check(); err != nil {
		return in, err
	}
	in = in.sorted()
	if s.Puzzle != "" {
		return in.samplePuzzle(ctx, s)
	}
	for _, of := range []struct {
		count int
		add   func(context.Context, int, *Instance, int64) error
	}{{s.Placed, samplePlaced}, {s.Blocked, sampleBlocked}, {s.Diagonals, sampleDiagonals}} {
		if of.count < 1 {
			continue
		}
		if err := of.add(ctx, of.count, &in, s.Seed); err != nil {
			return in, err
		}
		in.Seed = &s.Seed
	}
	return in.sorted(), nil
}

// samplePuzzle is Sample for a puzzle: queens of a random board are given, and nothing is
// blocked where that board has a queen.
func (in Instance) samplePuzzle(ctx context.Context, s Sample) (Instance, error) {
	if reason := in.family().refused(in)[withPlaced]; reason != "" {
		return in, fmt.Errorf("family %v: %s", in.Family, reason)
	}
	if room := in.QueenCount() - len(in.Placed); s.Placed > max(0, room) {
		return in, fmt.Errorf("%d random queens would be placed, but the number of queens is %d: expected at most %d",
			s.Placed, in.QueenCount(), max(0, room))
	}
	if least := leastSizes[s.Puzzle]; in.N < least && in.N >= leastSizes[Easy] && in.Family == DefaultFamily && in.Variant == Regular &&
		in.QueenCount() == in.N && in.Blocked.Len()+len(in.BlockedDiagonals)+s.Blocked+s.Diagonals == 0 {
		return in, fmt.Errorf("%w: the smallest board with a %s puzzle is that of %d", ErrNoPuzzle, s.Puzzle, least)
	}
	p := puzzler{ctx, newRandom(s.Seed, streamBoard), newRandom(s.Seed, streamGiven), s.Satisfiable}
	for range puzzleDraws {
		board, err := p.board(in)
		if err != nil {
			return in, err
		}
		full := in
		full.Placed, full.Seed, full.Puzzle = board, &s.Seed, s.Puzzle
		if s.Blocked > 0 {
			err = sampleBlocked(ctx, s.Blocked, &full, s.Seed)
		}
		if s.Diagonals > 0 {
			err = cmp.Or(err, sampleDiagonals(ctx, s.Diagonals, &full, s.Seed))
		}
		if err != nil {
			return in, err
		}
		placed, err := p.give(full, in.Placed, s.Placed)
		if err != nil {
			return in, err
		}
		if placed != nil {
			full.Placed = placed
			return full.sorted(), nil
		}
	}
	return in, fmt.Errorf("%w: found none that is %s on %d random boards", ErrNoPuzzle, s.Puzzle, puzzleDraws)
}

// leastSizes are the sizes of the smallest regular boards with a puzzle of a difficulty and
// nothing blocked, as all given queens of all solutions show. Boards of 2 and 3 have no
// solution.
var leastSizes = map[Puzzle]int{Easy: 4, Medium: 5, Hard: 9}

// puzzleDraws is how many boards are tried for a puzzle of some difficulty.
const puzzleDraws = 500

// sorted returns the instance with its lists in order: squares in reading
// order, rising diagonals before falling ones, nothing twice. The lists are
// new; the set of blocked squares is shared.
func (in Instance) sorted() Instance {
	in.Placed = sortedSquares(in.Placed)
	diagonals := slices.Clone(in.BlockedDiagonals)
	slices.SortFunc(diagonals, func(a, b Diagonal) int {
		switch {
		case a.Rising == b.Rising:
			return a.Index - b.Index
		case a.Rising:
			return -1
		}
		return 1
	})
	in.BlockedDiagonals = slices.Compact(diagonals)
	return in
}

func sortedSquares(squares []Square) []Square {
	squares = slices.Clone(squares)
	slices.SortFunc(squares, func(a, b Square) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	return slices.Compact(squares)
}

func samplePlaced(ctx context.Context, k int, in *Instance, seed int64) error {
	f := field{ctx: ctx, in: *in, board: in.Board(), random: newRandom(seed, streamPlaced), tries: sampleTries}
	for f.tries > 0 {
		f.clear(*in)
		var queens []Square
		for len(queens) < k {
			s, ok := f.next()
			if !ok {
				break
			}
			f.take(s)
			queens = append(queens, s)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if len(queens) == k {
			in.Placed = append(in.Placed, queens...)
			return nil
		}
	}
	return fmt.Errorf("found no way to place %d random queens that do not attack each other on a board of size %d; fewer may do", k, in.N)
}

// A field knows which squares are attacked or blocked.
type field struct {
	ctx    context.Context
	in     Instance
	queens Squares // that attack as knights, too
	board  Board
	random random
	tries  int       // squares that may still be tried
	lines  [4][]bool // direction and index less the first one -> attacked or blocked
}

// clear leaves what the instance gives.
func (f *field) clear(in Instance) {
	for _, d := range directions {
		first, last := f.board.indices(d)
		f.lines[d] = make([]bool, last-first+1)
	}
	f.tries -= f.board.N
	f.queens = Squares{}
	for _, s := range in.Placed {
		f.take(s)
	}
	for _, d := range in.BlockedDiagonals {
		*f.line(f.board.lineOf(d)) = true
	}
}

func (f *field) line(l Line) *bool {
	first, _ := f.board.indices(l.Direction)
	return &f.lines[l.Direction][l.Index-first]
}

// take puts a queen on s.
func (f *field) take(s Square) {
	if f.in.family().knights {
		f.queens.Add(s)
	}
	for _, d := range directions {
		*f.line(f.board.through(d, s)) = true
	}
}

// available reports whether the square of variable v is neither attacked nor
// blocked.
func (f *field) available(v int) bool {
	f.tries--
	s, _ := f.board.SquareOf(v)
	for _, d := range directions {
		if *f.line(f.board.through(d, s)) {
			return false
		}
	}
	return !f.in.Blocked.Has(s) && !f.board.attackedByKnight(s, f.queens)
}

// next returns an available square, each as likely as the others, and whether there
// is one. It tries squares at random while that is promising, and then counts
// them. There is none once the context has ended.
func (f *field) next() (Square, bool) {
	for range 4 * f.board.N {
		if f.ctx.Err() != nil {
			return Square{}, false
		}
		if v := f.random.below(f.board.N*f.board.N) + 1; f.available(v) {
			return f.board.SquareOf(v)
		}
	}
	var available []int
	for row := 1; row <= f.board.N; row++ {
		if f.ctx.Err() != nil {
			return Square{}, false
		}
		if f.lines[Row][row-1] {
			continue
		}
		for col := 1; col <= f.board.N; col++ {
			if v := (row-1)*f.board.N + col; !f.lines[Column][col-1] && f.available(v) {
				available = append(available, v)
			}
		}
	}
	if len(available) == 0 {
		return Square{}, false
	}
	return f.board.SquareOf(available[f.random.below(len(available))])
}

func sampleBlocked(ctx context.Context, k int, in *Instance, seed int64) error {
	squares, taken := in.N*in.N, map[int]bool{}
	index := func(s Square) int { return (s.Row-1)*in.N + s.Col - 1 }
	square := func(i int) Square { return Square{i/in.N + 1, i%in.N + 1} }
	for _, s := range in.Placed {
		taken[index(s)] = true
	}
	for s := range in.Blocked.All() {
		taken[index(s)] = true
	}
	if room := squares - len(taken); k > room {
		return fmt.Errorf("cannot block %d random squares: expected at most %d, as there are no more free ones", k, room)
	}
	set := newSquares(in.N)
	sample := sampled{func(i int) bool { return set.Has(square(i)) }, func(i int) { set.Add(square(i)) }}
	if err := sampleDistinct(ctx, k, squares, newRandom(seed, streamBlocked), taken, sample); err != nil {
		return err
	}
	for _, s := range in.Placed {
		set.remove(s)
	}
	for s := range in.Blocked.All() {
		set.Add(s)
	}
	in.Blocked = set
	return nil
}

func sampleDiagonals(ctx context.Context, k int, in *Instance, seed int64) error {
	all := in.Board().diagonals()
	taken := map[Line]bool{}
	for _, d := range in.BlockedDiagonals {
		taken[in.Board().lineOf(d)] = true
	}
	for _, s := range in.Placed {
		taken[in.Board().through(Falling, s)] = true
		taken[in.Board().through(Rising, s)] = true
	}
	if room := len(all) - len(taken); k > room {
		return fmt.Errorf("cannot block %d random diagonals: expected at most %d, as there are no more without a queen", k, room)
	}
	drawn, lines := make([]bool, len(all)), map[int]bool{}
	for i, d := range all {
		if taken[in.Board().lineOf(d)] {
			lines[i] = true
		}
	}
	sample := sampled{func(i int) bool { return drawn[i] }, func(i int) { drawn[i] = true }}
	if err := sampleDistinct(ctx, k, len(all), newRandom(seed, streamDiagonals), lines, sample); err != nil {
		return err
	}
	for i, d := range all {
		if drawn[i] && !lines[i] {
			in.BlockedDiagonals = append(in.BlockedDiagonals, d)
		}
	}
	return nil
}

// diagonals returns every diagonal once, those of one square included: the
// rising ones first. On the torus each stands for a line.
func (b Board) diagonals() []Diagonal {
	var all []Diagonal
	for _, d := range [...]Direction{Rising, Falling} {
		first, last := b.indices(d)
		for i := first; i <= last; i++ {
			all = append(all, Diagonal{Rising: d == Rising, Index: i})
		}
	}
	return all
}

// sampled is a set of numbers, each of which may be looked up and added.
type sampled struct {
	has func(int) bool
	add func(int)
}

// replayed is how many random numbers are made once more at a time.
const replayed = 1 << 16

// sampleDistinct adds to an empty set k of the numbers from 0 to n-1 that are not taken,
// each set of them as likely as the others, and perhaps some that are taken: the first ones
// in a random order of all n, so that what is taken changes little else.
//
// The order is that of exchanging place i with one from i to n-1, for i = 0, 1, .., which
// would need a list of all numbers. Its first m are known without: going back from i = m-1
// to 0, add the place that i was exchanged with, or i itself if that is in the set. So the
// random numbers are made twice, the second time from the last to the first, by parts.
//
// References: Jon Bentley and Bob Floyd, "Programming Pearls: A Sample of Brilliance",
// Communications of the ACM 30, 1987.
func sampleDistinct(ctx context.Context, k, n int, r random, taken map[int]bool, sample sampled) error {
	var parts []rand.PCG        // the generator before each part
	places := maps.Clone(taken) // of what is taken, in the order so far
	m := 0
	for drawn := 0; drawn < k; m++ {
		if m%replayed == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			parts = append(parts, *r.pcg)
		}
		if with := m + r.below(n-m); !exchange(places, m, with) {
			drawn++
		}
	}
	exchanged := make([]int, 0, min(m, replayed))
	for p, pcg := range slices.Backward(parts) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		again, first := random{&pcg}, p*replayed
		exchanged = exchanged[:0]
		for i := first; i < min(m, first+replayed); i++ {
			exchanged = append(exchanged, i+again.below(n-i))
		}
		for i, with := range slices.Backward(exchanged) {
			if sample.has(with) {
				with = first + i
			}
			sample.add(with)
		}
	}
	return nil
}

// exchange exchanges two places, the first of which is not asked for again, and reports
// whether the second was taken.
func exchange(places map[int]bool, first, second int) (taken bool) {
	if len(places) == 0 {
		return false
	}
	taken = places[second]
	moved := places[first]
	delete(places, first)
	switch {
	case second == first:
	case moved:
		places[second] = true
	default:
		delete(places, second)
	}
	return taken
}
