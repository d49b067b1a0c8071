package encode

import (
	"fmt"
	"slices"
)

// A Sample is how much of an instance is chosen at random.
type Sample struct {
	Placed    int   // queens, none of which attacks another
	Blocked   int   // squares that stay empty
	Diagonals int   // diagonals that stay empty
	Seed      int64 // the same seed gives the same sample
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
// Diagonals problem. Each of the three has its own random numbers.
//
// It is an error if the board has no room, or if no way to place the queens was
// found in reasonable time. Sample does not ask whether there is a solution.
//
// References: Ian P. Gent, Christopher Jefferson and Peter Nightingale,
// "Complexity of n-Queens Completion", Journal of Artificial Intelligence
// Research 59, 2017; CSPLib problems 079 and 080.
func (in Instance) Sample(s Sample) (Instance, error) {
	if err := in.Check(); err != nil {
		return in, err
	}
	in = in.sorted()
	for _, of := range []struct {
		count int
		add   func(int, *Instance, int64) error
	}{{s.Placed, samplePlaced}, {s.Blocked, sampleBlocked}, {s.Diagonals, sampleDiagonals}} {
		if of.count < 1 {
			continue
		}
		if err := of.add(of.count, &in, s.Seed); err != nil {
			return in, err
		}
		in.Seed = &s.Seed
	}
	return in.sorted(), nil
}

// sorted returns the instance with its lists in order: squares in reading
// order, rising diagonals before falling ones, nothing twice. The lists are
// new.
func (in Instance) sorted() Instance {
	in.Placed = sortedSquares(in.Placed)
	in.Blocked = sortedSquares(in.Blocked)
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
	slices.SortFunc(squares, func(a, b Square) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Col - b.Col
	})
	return slices.Compact(squares)
}

func samplePlaced(k int, in *Instance, seed int64) error {
	f := field{in: *in, board: in.Board(), random: newRandom(seed, streamPlaced), tries: sampleTries}
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
		if len(queens) == k {
			in.Placed = append(in.Placed, queens...)
			return nil
		}
	}
	return fmt.Errorf("found no way to place %d random queens that do not attack each other on a board of size %d; fewer may do", k, in.N)
}

// A field knows which squares are attacked or blocked.
type field struct {
	in      Instance
	queens  []Square
	board   Board
	random  random
	tries   int          // squares that may still be tried
	lines   [4][]bool    // direction and index less the first one -> attacked or blocked
	blocked map[int]bool // variable
}

// clear leaves what the instance gives.
func (f *field) clear(in Instance) {
	if f.blocked == nil {
		f.blocked = map[int]bool{}
		for _, s := range in.Blocked {
			f.blocked[f.board.Var(s).Var()] = true
		}
	}
	for _, d := range directions {
		first, last := f.board.indices(d)
		f.lines[d] = make([]bool, last-first+1)
	}
	f.tries -= f.board.N
	f.queens = f.queens[:0]
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
	f.queens = append(f.queens, s)
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
	_, attacked := f.in.knightsMoveTo(s, f.queens)
	return !f.blocked[v] && !attacked
}

// next returns an available square, each as likely as the others, and whether there
// is one. It tries squares at random while that is promising, and then counts
// them.
func (f *field) next() (Square, bool) {
	for range 4 * f.board.N {
		if v := f.random.below(f.board.N*f.board.N) + 1; f.available(v) {
			return f.board.SquareOf(v)
		}
	}
	var available []int
	for row := 1; row <= f.board.N; row++ {
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

func sampleBlocked(k int, in *Instance, seed int64) error {
	squares := in.N * in.N
	taken := map[int]bool{}
	for _, s := range slices.Concat(in.Placed, in.Blocked) {
		taken[in.Board().Var(s).Var()] = true
	}
	if room := squares - len(taken); k > room {
		return fmt.Errorf("cannot block %d random squares: expected at most %d, as there are no more free ones", k, room)
	}
	for _, i := range sampleDistinct(k, squares, newRandom(seed, streamBlocked), func(i int) bool { return taken[i+1] }) {
		s, _ := in.Board().SquareOf(i + 1)
		in.Blocked = append(in.Blocked, s)
	}
	return nil
}

func sampleDiagonals(k int, in *Instance, seed int64) error {
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
	isTaken := func(i int) bool { return taken[in.Board().lineOf(all[i])] }
	for _, i := range sampleDistinct(k, len(all), newRandom(seed, streamDiagonals), isTaken) {
		in.BlockedDiagonals = append(in.BlockedDiagonals, all[i])
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

// sampleDistinct returns k of the numbers from 0 to n-1 that are not taken, each
// set of them as likely as the others: the first ones in a random order of all
// n, so that what is taken changes little else.
func sampleDistinct(k, n int, r random, taken func(int) bool) []int {
	moved := map[int]int{} // index -> number, where that is another one
	at := func(index int) int {
		if number, ok := moved[index]; ok {
			return number
		}
		return index
	}
	var sample []int
	for i := 0; len(sample) < k; i++ {
		j := i + r.below(n-i)
		number := at(j)
		moved[j] = at(i)
		if !taken(number) {
			sample = append(sample, number)
		}
	}
	return sample
}
