package command

import (
	"math/big"

	"queens/encode"
)

// searchTries bounds the number of squares that a search tries.
const searchTries = 1 << 22

// countBoards counts the boards of an instance by trying, row by row, and
// reports whether that came to an end within searchTries.
func countBoards(in encode.Instance) (*big.Int, bool) {
	if in.N > 64 {
		return nil, false
	}
	s := search{
		in: in, missing: in.QueenCount(), tries: searchTries,
		lines:  make([][]*bool, in.N*in.N+1),
		empty:  make([]bool, in.N*in.N+1),
		placed: make([]int, in.N+1),
		queens: make([]int, in.N+1),
	}
	for line := range in.Board().Lines() {
		attacked := new(bool)
		for _, v := range line.AppendVars(nil) {
			s.lines[v] = append(s.lines[v], attacked)
		}
	}
	for _, v := range in.Empty() {
		s.empty[v] = true
	}
	for _, square := range in.Placed {
		s.placed[square.Row] = square.Col
	}
	if in.SymmetryBroken {
		s.symmetries = in.Symmetries()
	}
	s.row(1)
	return big.NewInt(s.found), s.tries > 0
}

// A search is the state of countBoards.
type search struct {
	in         encode.Instance
	symmetries []encode.Symmetry // of each class under these, one board counts; nil counts all
	lines      [][]*bool         // variable of a square -> for each of its lines, whether it holds a queen
	empty      []bool            // variable of a square -> has to stay empty
	placed     []int             // row -> column of the placed queen, or 0
	queens     []int             // row -> column of the queen, or 0
	missing    int               // queens
	tries      int               // left
	found      int64
}

// row fills the row and those below.
func (s *search) row(row int) {
	if s.missing == 0 && row > s.in.N {
		if s.isFirst() {
			s.found++
		}
		return
	}
	if s.missing > s.in.N-row+1 || s.tries <= 0 {
		return
	}
	for col := 1; col <= s.in.N && s.missing > 0; col++ {
		if s.placed[row] == 0 || s.placed[row] == col {
			s.try(encode.Square{Row: row, Col: col})
		}
	}
	if s.placed[row] == 0 {
		s.queens[row] = 0
		s.row(row + 1)
	}
}

// try puts a queen on the square if it can stand there, and goes on.
func (s *search) try(square encode.Square) {
	s.tries--
	v := s.in.Board().Var(square)
	if s.empty[v] {
		return
	}
	for _, attacked := range s.lines[v] {
		if *attacked {
			return
		}
	}
	for _, attacked := range s.lines[v] {
		*attacked = true
	}
	s.missing--
	s.queens[square.Row] = square.Col
	s.row(square.Row + 1)
	s.missing++
	for _, attacked := range s.lines[v] {
		*attacked = false
	}
}

// isFirst reports whether no image of the board comes before it.
func (s *search) isFirst() bool {
	image := make([]int, len(s.queens))
	for _, symmetry := range s.symmetries {
		clear(image)
		for row, col := range s.queens {
			if col > 0 {
				to := symmetry.Image(encode.Square{Row: row, Col: col}, s.in.N)
				image[to.Row] = to.Col
			}
		}
		if before(image, s.queens) {
			return false
		}
	}
	return true
}

// before compares boards by their columns in each row; an empty row comes last.
func before(a, b []int) bool {
	for row := range a {
		if a[row] != b[row] {
			return b[row] == 0 || a[row] != 0 && a[row] < b[row]
		}
	}
	return false
}
