package puzzle

import (
	"context"

	"queens/encode/internal/random"
)

// A permutation is a board with a queen in each row and each column, and the number of
// queens on each diagonal.
type permutation struct {
	columns         []int // indexed by row: column; both from 0
	falling, rising []int // number of queens, indexed by row - column + N - 1, and by row + column
}

// randomQueens returns a random solution of the N-Queens problem on the regular board: the
// columns, from 0, from the top row down. N must not be 2 or 3. It starts with a random
// permutation and exchanges two columns, at least one with an attacked queen, as long as
// that reduces the number of attacking pairs. If attacks remain when no exchange helps, it
// starts again. It returns the cause of ctx if ctx ends.
//
// References: Rok Sosič and Jun Gu, "Efficient Local Search with Conflict Minimization: A
// Case Study of the N-Queens Problem", IEEE Transactions on Knowledge and Data Engineering
// 6, 1994.
func randomQueens(ctx context.Context, r random.Source, n int) ([]int, error) {
	for {
		c := permutation{make([]int, n), make([]int, 2*n), make([]int, 2*n)}
		for i := range c.columns {
			c.columns[i] = i
		}
		if err := r.Permute(ctx, n, func(i, j int) { c.columns[i], c.columns[j] = c.columns[j], c.columns[i] }); err != nil {
			return nil, err
		}
		for row := range n {
			c.count(row, 1)
		}
		for better := true; better; {
			better = false
			for row := range n {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				better = c.improve(row) || better
			}
		}
		for row := 0; !c.attacked(row); row++ {
			if row == n-1 {
				return c.columns, nil
			}
		}
	}
}

// count adds the queen of a row, from 0, to its two diagonals if by is 1, or removes it if by is -1. It
// returns the change of the number of attacking pairs.
func (c *permutation) count(row, by int) int {
	falling, rising := &c.falling[row-c.columns[row]+len(c.columns)-1], &c.rising[row+c.columns[row]]
	before := *falling + *rising
	*falling += by
	*rising += by
	if by < 0 {
		return -(*falling + *rising)
	}
	return before
}

// attacked reports whether the queen of the row, from 0, is attacked.
func (c *permutation) attacked(row int) bool {
	return c.falling[row-c.columns[row]+len(c.columns)-1] > 1 || c.rising[row+c.columns[row]] > 1
}

// improve exchanges the column of a row with the columns of other rows while its queen is
// attacked, and keeps an exchange if it reduces the number of attacking pairs. It reports
// whether it kept any.
func (c *permutation) improve(row int) (better bool) {
	for other := 0; other < len(c.columns) && c.attacked(row); other++ {
		if other != row && c.exchange(row, other) < 0 {
			better = true
		} else if other != row {
			c.exchange(row, other)
		}
	}
	return better
}

// exchange exchanges the columns of different rows i and j, from 0, and returns the change of the number of
// attacking pairs.
func (c *permutation) exchange(i, j int) int {
	more := c.count(i, -1) + c.count(j, -1)
	c.columns[i], c.columns[j] = c.columns[j], c.columns[i]
	return more + c.count(i, 1) + c.count(j, 1)
}
