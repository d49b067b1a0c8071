package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// empty is the symbol of a cell without a symbol.
const empty = -1

// completion returns a formula whose models are the completions of a partially filled square with order rows,
// columns and symbols, which must have one. Rows, columns and symbols count from 0. The function given returns
// the symbol of a cell, or empty. Each function in units, such as rowOf, returns the unit of a cell, from 0 to
// order-1; a unit is a set of cells in which each symbol must occur exactly once.
//
// For each empty cell, the formula has a variable for each symbol that is given in no unit of the cell. The
// clauses state that each empty cell holds exactly one symbol, and that each symbol that is not given in a unit
// is exactly once in this unit, as in the extended (3D) encoding.
func completion(order int, given func(row, column int) int, units ...func(row, column int) int) *dimacs.Formula {
	c := new(circuit)
	cells := make([]word, order*order)
	places := make([]word, len(units)*order*order) // indexed by unit and symbol: variables of the possible cells
	determined := make([]bool, len(places))
	of := func(kind, row, column, symbol int) int { return (kind*order+units[kind](row, column))*order + symbol }
	for cell := range cells {
		row, column := cell/order, cell%order
		if symbol := given(row, column); symbol != empty {
			for kind := range units {
				determined[of(kind, row, column, symbol)] = true
			}
		}
	}
	for i := range len(cells) * order {
		row, column, symbol := i/(order*order), i/order%order, i%order
		possible := given(row, column) == empty
		for kind := range units {
			possible = possible && !determined[of(kind, row, column, symbol)]
		}
		if !possible {
			continue
		}
		l := c.input()
		cells[i/order] = append(cells[i/order], l)
		for kind := range units {
			place := of(kind, row, column, symbol)
			places[place] = append(places[place], l)
		}
	}
	for _, lits := range append(cells, places...) {
		if len(lits) > 0 {
			exactlyOne(&c.Formula, lits)
		}
	}
	return &c.Formula
}

func rowOf(row, _ int) int       { return row }
func columnOf(_, column int) int { return column }

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

// quasigroupWithHoles takes the order of a Latin square, at least 2, and the number of holes per
// line, at most the order. It erases this number of cells, the holes, in
// each row and column of a random Latin square, and returns a formula for the task to fill them. The
// formula is satisfiable, and hard near holes = 1.7 * order^0.55. A second random Latin square
// selects the holes: the cells that hold its first symbols.
//
// References: Dimitris Achlioptas, Carla Gomes, Henry Kautz and Bart Selman, "Generating
// Satisfiable Problem Instances", AAAI 2000; Henry Kautz, Yongshao Ruan, Dimitris
// Achlioptas, Carla Gomes, Bart Selman and Mark Stickel, "Balance and Filtering in
// Structured Satisfiable Problems", IJCAI 2001.
func quasigroupWithHoles(a []int, rng *rand.Rand) *dimacs.Formula {
	order, holes := a[0], a[1]
	full, erased := randomLatinSquare(order, rng), randomLatinSquare(order, rng)
	given := func(row, column int) int {
		if erased.at(row, column) < holes {
			return empty
		}
		return full.at(row, column)
	}
	return completion(order, given, rowOf, columnOf)
}

// sudoku takes the side of a box and the number of given cells, at most all. It returns a formula for the task
// to complete a Sudoku with boxes of box times box cells, in which random cells are given. It is satisfiable,
// and hardest if about 40 % of the cells are given. The solution is a regular square whose symbols, bands,
// rows in a band, stacks and columns in a stack are permuted at random.
//
// References: Inês Lynce and Joël Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006; Rhyd
// Lewis, "Metaheuristics Can Solve Sudoku Puzzles", Journal of Heuristics 13, 2007.
func sudoku(a []int, rng *rand.Rand) *dimacs.Formula {
	box, given, order := a[0], a[1], a[0]*a[0]
	rows, columns, symbols := shuffledLines(box, rng), shuffledLines(box, rng), rng.Perm(order)
	rank := rng.Perm(order * order) // cells of the lowest ranks are given
	symbolAt := func(row, column int) int {
		if rank[row*order+column] >= given {
			return empty
		}
		r, c := rows[row], columns[column]
		return symbols[(r%box*box+r/box+c)%order]
	}
	boxOf := func(row, column int) int { return row/box*box + column/box }
	return completion(order, symbolAt, rowOf, columnOf, boxOf)
}

// shuffledLines returns a random order of the rows or columns from 0 to box*box-1 that keeps the
// lines of a box together.
func shuffledLines(box int, rng *rand.Rand) []int {
	var lines []int
	for _, band := range rng.Perm(box) {
		for _, line := range rng.Perm(box) {
			lines = append(lines, band*box+line)
		}
	}
	return lines
}
