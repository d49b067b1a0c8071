package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// A Sample specifies the random choices of an instance.
type Sample struct {
	Placed    int   // number of queens to place so that no queen attacks another
	Blocked   int   // number of squares to block
	Diagonals int   // number of diagonals to block
	Seed      int64 // of all random choices

	// Puzzle is the kind of puzzle to make, or "". For a Solvable puzzle, Placed queens of
	// a random solution are placed. For the other kinds Placed must be 0; as few queens of
	// a random solution are placed as the puzzle needs. Satisfiable reports whether a
	// formula has a model. It is called only for puzzles.
	//
	// For the family Regions without regions, a puzzle with one solution gets random regions
	// instead of queens; the placed queens of the instance stay. Grade returns the difficulty
	// of an instance that has exactly one solution. If that is above the difficulty in the last
	// argument, any higher difficulty will do. It is called only for a difficulty.
	Puzzle      encode.Puzzle
	Satisfiable func(context.Context, *dimacs.Formula) (bool, error)
	Grade       func(context.Context, encode.Instance, encode.Puzzle) (encode.Puzzle, error)

	// Balance bounds the regions that are drawn: a region has at least two squares, and at most
	// Balance times N, the mean. 0 means the larger of 2.2 and N*N/66. If it is at least N, as
	// +Inf is, there are no bounds. It must be 0 or at least 1.
	Balance float64

	// Repair asks for a Unique puzzle from the regions of the instance without other placed queens:
	// a few squares move to other regions, as few as a search finds, so that the regions are
	// connected and one solution is left.
	Repair bool
}

// sampleTries is a number of tries, as attackMap counts them. After it, samplePlaced begins no new attempt.
const sampleTries = 1 << 22

// Apply returns the instance with the random choices of s added, and with the seed if
// there are any. The lists of squares and diagonals in the result are sorted and contain no
// repetitions.
//
// Queens are placed first. Each is placed on a square chosen uniformly among the squares
// that are neither attacked nor blocked; if there is no such square, all are placed again.
// Then squares without a queen are blocked, and then diagonals without a queen, in both
// directions and of any length, as in the n-Queens Excluded Diagonals problem. Each of the
// three steps has its own random numbers. For a puzzle, the queens belong to a random
// solution, and squares and diagonals are blocked only where that solution has no queen.
//
// Apply returns an error if the instance fails Check, if the board is too small for the
// choices, if the family refuses them, if a field of s is invalid, or if it found no way to place
// the queens in sampleTries tries. The error wraps ErrNoPuzzle if there is no puzzle of the kind or
// if it found no puzzle, and it is the cause of ctx if ctx ends. Errors of s.Satisfiable and
// s.Grade are passed on. After an error, the result means nothing. Without a puzzle, the result may
// have no solution.
//
// References: Ian P. Gent, Christopher Jefferson and Peter Nightingale, "Complexity of
// n-Queens Completion", Journal of Artificial Intelligence Research 59, 2017; CSPLib
// problems 079 and 080.
func (s Sample) Apply(ctx context.Context, in encode.Instance) (encode.Instance, error) {
	if s.Grade == nil && slices.Contains(encode.Difficulties(), s.Puzzle) {
		return in, errors.New("expected a function that grades puzzles")
	}
	if s.DrawsRegions(in) {
		return sampleRegions(ctx, in, s)
	}
	puzzle := in
	puzzle.Puzzle = cmp.Or(s.Puzzle, in.Puzzle)
	if err := puzzle.Check(); err != nil {
		return in, err
	}
	if in.Family.Definition().Rule == encode.Divided && s.Placed > 0 && s.Puzzle == "" {
		return in, &encode.RefusedError{Family: in.Family, Option: "Placed", Reason: "random queens that are not from a solution make no sense: expected a solvable puzzle"}
	}
	in = in.Sorted()
	if s.Repair {
		if in.Regions == nil || s.Puzzle != encode.Unique {
			return in, errors.New("expected regions to repair, and one solution")
		}
		return repairRegions(ctx, in, s)
	}
	if s.Puzzle != "" {
		return samplePuzzle(ctx, in, s)
	}
	if s.Placed > 0 {
		if err := samplePlaced(ctx, s.Placed, &in, s.Seed); err != nil {
			return in, err
		}
	}
	if max(s.Placed, s.Blocked, s.Diagonals) > 0 {
		in.Seed = &s.Seed
	}
	err := s.block(ctx, &in)
	return in.Sorted(), err
}

// block adds s.Blocked random squares and s.Diagonals random diagonals without placed queens to the blocked squares and
// diagonals of in. The errors are the errors of sampleBlocked and sampleDiagonals.
func (s Sample) block(ctx context.Context, in *encode.Instance) (err error) {
	if s.Blocked > 0 {
		err = sampleBlocked(ctx, s.Blocked, in, s.Seed)
	}
	if s.Diagonals > 0 && err == nil {
		err = sampleDiagonals(ctx, s.Diagonals, in, s.Seed)
	}
	return err
}

// samplePuzzle is Sample.Apply for a puzzle with given regions, if any; in is sorted and has passed Check. It
// draws up to puzzleDraws random solutions and blocks squares and diagonals without a queen of the solution,
// until a solution makes a puzzle of the kind. Unless the board is a square board with the pieces of the family,
// a puzzle with one solution leaves a piece to place.
func samplePuzzle(ctx context.Context, in encode.Instance, s Sample) (encode.Instance, error) {
	if err := in.Refusal("Placed"); err != nil {
		return in, err
	}
	if room := in.QueenCount() - len(in.Placed); s.Placed > max(0, room) {
		return in, fmt.Errorf("%d random %ss would be placed, but the number of %[2]ss is %d: expected at most %d",
			s.Placed, in.Noun(), in.QueenCount(), max(0, room))
	}
	listed, err := listSolutions(ctx, in, s.Puzzle, s.Seed)
	if err != nil {
		return in, err
	}
	p := puzzler{ctx, listed, random.New(s.Seed, streamOf(s.Puzzle, random.StreamBoard)), random.New(s.Seed, streamOf(s.Puzzle, random.StreamGiven)), s.Satisfiable, s.Grade}
	complete := 0 // boards whose pieces must all be given
	for range puzzleDraws {
		board, err := p.board(in)
		if err != nil {
			return in, err
		}
		full := in
		full.Placed, full.Seed, full.Puzzle = board, &s.Seed, s.Puzzle
		if err := s.block(ctx, &full); err != nil {
			return in, err
		}
		placed, err := p.give(full, in.Placed, s.Placed)
		if err != nil {
			return in, err
		}
		switch unlike := in.Pieces != nil || in.Columns > 0; {
		case placed == nil:
		case unlike && s.Puzzle != encode.Solvable && len(placed) == len(board) && len(placed) > len(in.Placed):
			if complete++; complete == completeDraws {
				return in, fmt.Errorf("%w: on %d random boards all %ss must be given: expected more %[3]ss or blocked squares", ErrNoPuzzle, complete, in.Noun())
			}
			if p.solutions != nil {
				p.solutions.tries = ownTries
			}
		default:
			full.Placed = placed
			return full.Sorted(), nil
		}
	}
	return in, fmt.Errorf("%w: found no %s puzzle on %d random boards: try another seed or a larger board", ErrNoPuzzle, s.Puzzle, puzzleDraws)
}

// puzzleDraws is the largest number of random solutions that are tried for a puzzle. completeDraws limits those
// whose pieces must all be given, so that nothing is left to place. A square board of queens is then a puzzle
// nonetheless.
const puzzleDraws, completeDraws = 500, 20

// samplePlaced appends to in.Placed k random queens, on squares that are not blocked, such that no queen
// attacks another. It returns an error if sampleTries tries are not enough, or the cause of ctx; then in is
// unchanged.
func samplePlaced(ctx context.Context, k int, in *encode.Instance, seed int64) error {
	f := attackMap{ctx: ctx, in: *in, board: in.Board(), random: random.New(seed, random.StreamPlaced), tries: sampleTries}
	for f.tries > 0 {
		f.clear(*in)
		var queens []board.Square
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
	return fmt.Errorf("found no way to place %d random %ss that do not attack each other on a board of size %s: expected fewer", k, in.Noun(), in.Board().Size())
}

// An attackMap records which squares are attacked or blocked while queens are placed.
type attackMap struct {
	ctx    context.Context
	in     encode.Instance
	queens board.Squares // queens on the board, if they attack by leaps
	board  board.Board
	random random.Source
	tries  int // number of squares that may still be tried
	// lines is indexed by direction, as in directions, and by Line.Index minus the first index: attacked or blocked.
	lines      [][]bool
	directions []board.Direction // the directions of queens, and then the other directions of the pieces
}

// clear restores the state with only the placed queens and blocked diagonals of the
// instance. It costs N tries.
func (f *attackMap) clear(in encode.Instance) {
	others := slices.DeleteFunc(slices.Clone(f.board.Directions()), func(d board.Direction) bool { return slices.Contains(board.Directions[:], d) })
	f.directions, f.lines = slices.Concat(board.Directions[:], others), nil
	for _, d := range f.directions {
		first, last := f.board.Indices(d)
		f.lines = append(f.lines, make([]bool, last-first+1))
	}
	f.tries -= f.board.Side()
	f.queens = board.Squares{}
	for _, s := range in.Placed {
		f.take(s)
	}
	for _, d := range in.BlockedDiagonals {
		*f.line(f.board.LineOf(d)) = true
	}
}

// line returns a pointer to the entry of lines for l.
func (f *attackMap) line(l board.Line) *bool {
	first, _ := f.board.Indices(l.Direction)
	return &f.lines[slices.Index(f.directions, l.Direction)][l.Index-first]
}

// take places a queen on s: it marks the lines through s as attacked, and records the
// queen itself if queens attack by leaps.
func (f *attackMap) take(s board.Square) {
	if len(f.board.Leaps()) > 0 {
		f.queens.Add(s)
	}
	for _, d := range f.board.Directions() {
		*f.line(f.board.Through(d, s)) = true
	}
}

// available reports whether the square of variable v is neither attacked nor blocked, and holds no queen. It
// costs one try.
func (f *attackMap) available(v int) bool {
	f.tries--
	s, _ := f.board.SquareOf(v)
	for _, d := range f.directions {
		if *f.line(f.board.Through(d, s)) {
			return false
		}
	}
	return !f.in.Blocked.Has(s) && !f.queens.Has(s) && !f.board.AttackedByLeap(s, f.queens)
}

// next returns an available square, uniformly distributed. It returns false if there is no such square or the
// context has ended. It first tries 4N random squares, and then makes a list of all available squares. Each
// square that it tries costs one try, even if f.tries is used up.
func (f *attackMap) next() (board.Square, bool) {
	for range 4 * f.board.N {
		if f.ctx.Err() != nil {
			return board.Square{}, false
		}
		if v := f.random.Below(f.board.Count()) + 1; f.available(v) {
			return f.board.SquareOf(v)
		}
	}
	var available []int
	for row := 1; row <= f.board.N; row++ {
		if f.ctx.Err() != nil {
			return board.Square{}, false
		}
		if f.lines[0][row-1] {
			continue
		}
		for col := 1; col <= f.board.Width(); col++ {
			if v := (row-1)*f.board.Width() + col; !f.lines[1][col-1] && f.available(v) {
				available = append(available, v)
			}
		}
	}
	if len(available) == 0 {
		return board.Square{}, false
	}
	return f.board.SquareOf(available[f.random.Below(len(available))])
}

// sampleBlocked adds k random squares without a placed queen to in.Blocked. It returns an error if fewer than
// k squares are neither blocked nor hold a placed queen, or the cause of ctx. It replaces the set in.Blocked
// by a new one, and leaves it as it is after an error.
func sampleBlocked(ctx context.Context, k int, in *encode.Instance, seed int64) error {
	taken, blocked := board.SquaresOf(in.Placed...), board.Squares{}
	for s := range in.Blocked.All() {
		taken.Add(s)
		blocked.Add(s)
	}
	squares := in.Board().Count()
	if room := squares - taken.Len(); k > room {
		return fmt.Errorf("cannot block %d random squares: expected at most %d, the number of free squares", k, room)
	}
	err := sampleDistinct(ctx, k, squares, random.New(seed, random.StreamBlocked), func(i int) bool {
		s, _ := in.Board().SquareOf(i + 1)
		free := !taken.Has(s)
		if free {
			blocked.Add(s)
		}
		return free
	})
	if err == nil {
		in.Blocked = blocked
	}
	return err
}

// sampleDiagonals appends k random diagonals without a placed queen to in.BlockedDiagonals. It returns an
// error if fewer than k diagonals are neither blocked nor hold a placed queen. If ctx ends, it returns its
// cause, and may have added some diagonals.
func sampleDiagonals(ctx context.Context, k int, in *encode.Instance, seed int64) error {
	var all []board.Diagonal
	for _, d := range [...]board.Direction{board.Rising, board.Falling} {
		first, last := in.Board().Indices(d)
		for i := first; i <= last; i++ {
			all = append(all, board.Diagonal{Rising: d == board.Rising, Index: i})
		}
	}
	taken := map[board.Line]bool{}
	for _, d := range in.BlockedDiagonals {
		taken[in.Board().LineOf(d)] = true
	}
	for _, s := range in.Placed {
		taken[in.Board().Through(board.Falling, s)] = true
		taken[in.Board().Through(board.Rising, s)] = true
	}
	if room := len(all) - len(taken); k > room {
		return fmt.Errorf("cannot block %d random diagonals: expected at most %d, the number of diagonals without a %s", k, room, in.Noun())
	}
	return sampleDistinct(ctx, k, len(all), random.New(seed, random.StreamDiagonals), func(i int) bool {
		free := !taken[in.Board().LineOf(all[i])]
		if free {
			in.BlockedDiagonals = append(in.BlockedDiagonals, all[i])
		}
		return free
	})
}

// sampleDistinct calls take with the numbers from 0 to n-1 in a random order, until take has returned true k
// times. take must return true for at least k of the numbers. Every order is equally likely. It comes from
// exchanging place i of a list with a random place from i to n-1, for i = 0, 1, .. If ctx ends,
// sampleDistinct returns its cause, after at most 65536 more calls.
func sampleDistinct(ctx context.Context, k, n int, r random.Source, take func(int) bool) error {
	list := make([]int32, n) // indexed by place: its number plus 1, or 0 if the number is the place
	number := func(place int) int32 { return cmp.Or(list[place], int32(place+1)) }
	for i := 0; k > 0; i++ {
		if i&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		with := i + r.Below(n-i)
		drawn := number(with)
		list[with] = number(i)
		if take(int(drawn - 1)) {
			k--
		}
	}
	return nil
}
