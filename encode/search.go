package encode

import "math/big"

// searchBudget bounds the number of squares that a search tries.
const searchBudget = 1 << 22

// search counts the boards by trying, row by row, and reports whether that came
// to an end within the budget.
func (in Instance) search() (*big.Int, bool) {
	if in.N > 64 {
		return nil, false
	}
	s := searcher{board: in.Board(), missing: in.QueenCount(), budget: searchBudget, queen: make([]int, in.N+1)}
	for _, d := range directions {
		first, last := s.board.indices(d)
		s.lines[d] = make([]bool, last-first+1)
	}
	s.allowed = make([][]bool, in.N+1)
	s.forced = make([]int, in.N+1)
	for row := range s.allowed {
		s.allowed[row] = make([]bool, in.N+1)
		for col := range s.allowed[row] {
			s.allowed[row][col] = true
		}
	}
	for _, v := range in.empty() {
		square, _ := s.board.SquareOf(v.Var())
		s.allowed[square.Row][square.Col] = false
	}
	for _, v := range in.placed() {
		square, _ := s.board.SquareOf(v.Var())
		s.forced[square.Row] = square.Col
	}
	if in.SymmetryBroken {
		s.symmetries = in.symmetries()
	}
	s.row(1)
	return big.NewInt(s.found), s.budget > 0
}

// A searcher is the state of a search.
type searcher struct {
	board      Board
	symmetries []symmetry
	allowed    [][]bool  // row and column -> not blocked
	forced     []int     // row -> column of the placed queen, or 0
	queen      []int     // row -> column of the queen, or 0
	lines      [4][]bool // direction and index less the first one -> holds a queen
	missing    int       // queens
	budget     int
	found      int64
}

// row fills the row and those below.
func (s *searcher) row(row int) {
	if s.missing == 0 && row > s.board.N {
		if s.isFirst() {
			s.found++
		}
		return
	}
	if s.missing > s.board.N-row+1 || s.budget <= 0 {
		return
	}
	for col := 1; col <= s.board.N && s.missing > 0; col++ {
		if s.forced[row] == 0 || s.forced[row] == col {
			s.try(Square{row, col})
		}
	}
	if s.forced[row] == 0 {
		s.queen[row] = 0
		s.row(row + 1)
	}
}

// try puts a queen on the square if it can stand there, and goes on.
func (s *searcher) try(square Square) {
	s.budget--
	if !s.allowed[square.Row][square.Col] {
		return
	}
	var on [4]*bool
	for _, d := range directions {
		first, _ := s.board.indices(d)
		on[d] = &s.lines[d][s.board.through(d, square).Index-first]
		if *on[d] {
			return
		}
	}
	for _, line := range on {
		*line = true
	}
	s.missing--
	s.queen[square.Row] = square.Col
	s.row(square.Row + 1)
	s.missing++
	for _, line := range on {
		*line = false
	}
}

// isFirst reports whether no image of the board comes before it.
func (s *searcher) isFirst() bool {
	image := make([]int, len(s.queen))
	for _, symmetry := range s.symmetries {
		clear(image)
		for row, col := range s.queen {
			if col > 0 {
				to := symmetry.image(Square{row, col}, s.board.N)
				image[to.Row] = to.Col
			}
		}
		if before(image, s.queen) {
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
