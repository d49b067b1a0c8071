package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// A square is a partially filled square of symbols. Every unit, such as a row or a column,
// is a set of cells in which each symbol must occur exactly once.
type square struct {
	order int                         // number of symbols, rows and columns
	given func(row, column int) int   // symbol of a cell, from 0 to order-1, or empty; rows and columns count from 0
	units []func(row, column int) int // one function per kind of units, such as rowOf: the unit of a cell, from 0 to order-1
}

const empty = -1 // the result of square.given for a cell without a symbol

// completion returns a formula whose models are the completions of the square, which must have
// one. For each empty cell, it has a variable for each symbol that is given in no unit of the
// cell. The clauses state that each empty cell holds exactly one symbol, and that each symbol that
// is not given in a unit is exactly once in this unit, as in the extended (3D) encoding.
func completion(s *square) *dimacs.Formula {
	f := &dimacs.Formula{}
	cells := make([][]dimacs.Lit, s.order*s.order)
	places := make([][]dimacs.Lit, len(s.units)*s.order*s.order) // indexed by unit and symbol: variables of the possible cells
	determined := make([]bool, len(places))
	of := func(kind, row, column, symbol int) int {
		return (kind*s.order+s.units[kind](row, column))*s.order + symbol
	}
	for cell := range cells {
		row, column := cell/s.order, cell%s.order
		if symbol := s.given(row, column); symbol != empty {
			for kind := range s.units {
				determined[of(kind, row, column, symbol)] = true
			}
		}
	}
	for i := range len(cells) * s.order {
		row, column, symbol := i/(s.order*s.order), i/s.order%s.order, i%s.order
		possible := s.given(row, column) == empty
		for kind := range s.units {
			possible = possible && !determined[of(kind, row, column, symbol)]
		}
		if !possible {
			continue
		}
		f.Vars++
		l := dimacs.Lit(f.Vars)
		cells[i/s.order] = append(cells[i/s.order], l)
		for kind := range s.units {
			place := of(kind, row, column, symbol)
			places[place] = append(places[place], l)
		}
	}
	for _, lits := range append(cells, places...) {
		if len(lits) > 0 {
			exactlyOne(f, lits)
		}
	}
	return f
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
	return completion(&square{order, given, []func(row, column int) int{rowOf, columnOf}})
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
	return completion(&square{order, symbolAt, []func(row, column int) int{rowOf, columnOf, boxOf}})
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
