package generate

import (
	"math/rand/v2"

	"queens/dimacs"
)

// sudoku takes the side of a box and the number of given cells, at most all; otherwise it returns
// nil. It returns a formula for the task to complete a Sudoku with boxes of box times box cells, in
// which random cells are given. It is satisfiable, and hardest if about 40 % of the cells are given.
// The solution is a regular square whose symbols, bands, rows in a band, stacks and columns in a
// stack are permuted at random.
//
// References: Inês Lynce and Joël Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006; Rhyd
// Lewis, "Metaheuristics Can Solve Sudoku Puzzles", Journal of Heuristics 13, 2007.
func sudoku(a []int, rng *rand.Rand) *dimacs.Formula {
	box, given, order := a[0], a[1], a[0]*a[0]
	if given > order*order {
		return nil
	}
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
