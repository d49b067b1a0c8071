package generate

import "math/rand/v2"

// A latinSquare is stored as its incidence cube. Entry cube[(row*n+column)*n+symbol] is 1
// if the cell holds the symbol, and 0 otherwise; each line along an axis has the sum 1.
// During the random walk the square may be improper: a single entry is -1.
type latinSquare struct {
	n    int
	cube []int8
}

func (s *latinSquare) entry(row, column, symbol int) *int8 {
	return &s.cube[(row*s.n+column)*s.n+symbol]
}

// at returns the symbol of a cell, from 0 to n-1. The square must be proper.
func (s *latinSquare) at(row, column int) int {
	for symbol := range s.n {
		if *s.entry(row, column, symbol) == 1 {
			return symbol
		}
	}
	panic("latin square with an empty cell")
}

// randomLatinSquare returns a proper square of order n, which must be at least 2. It starts with
// the cyclic square and makes n^3 random moves, and then at least one more until the square is
// proper. With more moves, the distribution would converge to the uniform distribution.
//
// References: Mark Jacobson and Peter Matthews, "Generating Uniformly Distributed Random
// Latin Squares", Journal of Combinatorial Designs 4, 1996.
func randomLatinSquare(n int, rng *rand.Rand) *latinSquare {
	s := &latinSquare{n: n, cube: make([]int8, n*n*n)}
	for cell := range n * n {
		row, column := cell/n, cell%n
		*s.entry(row, column, (row+column)%n) = 1
	}
	cell := s.randomZero(rng)
	for move := 0; ; move++ {
		proper := s.move(&cell, rng)
		if proper && move >= n*n*n {
			return s
		}
		if proper {
			cell = s.randomZero(rng)
		}
	}
}

// randomZero returns the row, column and symbol of a random entry that is 0.
func (s *latinSquare) randomZero(rng *rand.Rand) [3]int {
	for {
		cell := [3]int{rng.IntN(s.n), rng.IntN(s.n), rng.IntN(s.n)}
		if *s.entry(cell[0], cell[1], cell[2]) == 0 {
			return cell
		}
	}
}

// move adds 1 to the entry at cell (row, column and symbol), which is 0 or -1. It restores the sums
// of the lines by adding and subtracting 1 at the other corners of a random subcube. It sets cell
// to the opposite corner, and reports whether the square is proper afterwards. If not, the entry at
// this corner is -1.
func (s *latinSquare) move(cell *[3]int, rng *rand.Rand) bool {
	var other [3]int
	for axis := range other {
		other[axis] = s.randomOne(*cell, axis, rng)
	}
	for corner := range 8 {
		at, change := *cell, int8(1)
		for axis := range at {
			if corner>>axis&1 == 1 {
				at[axis], change = other[axis], -change
			}
		}
		*s.entry(at[0], at[1], at[2]) += change
	}
	*cell = other
	return *s.entry(other[0], other[1], other[2]) >= 0
}

// randomOne returns the position of a random entry 1 on the line through cell along the axis: 0 for
// rows, 1 for columns, 2 for symbols. The line has one such entry if the entry at cell is 0, two if
// it is -1.
func (s *latinSquare) randomOne(cell [3]int, axis int, rng *rand.Rand) int {
	found, seen := 0, 0
	for i := range s.n {
		cell[axis] = i
		if *s.entry(cell[0], cell[1], cell[2]) != 1 {
			continue
		}
		if seen++; rng.IntN(seen) == 0 {
			found = i
		}
	}
	return found
}
