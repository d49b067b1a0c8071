package encode

import "context"

// A crowd is a queen in each row and each column, and how many are on each diagonal.
type crowd struct {
	columns         []int // row -> column, both from 0
	falling, rising []int // number of queens by row - column + N - 1, and by row + column
}

// queens returns the columns, from 0, of N queens that do not attack each other on a regular
// board, from the top row down. A random permutation is improved as long as exchanging
// two of its columns, one of them that of an attacked queen, makes fewer pairs attack
// each other; where that ends with some that do, another one is drawn. N is not 2 or 3.
//
// References: Rok Sosič and Jun Gu, "Efficient Local Search with Conflict Minimization: A
// Case Study of the N-Queens Problem", IEEE Transactions on Knowledge and Data Engineering
// 6, 1994.
func (r random) queens(ctx context.Context, n int) ([]int, error) {
	for {
		c := crowd{make([]int, n), make([]int, 2*n), make([]int, 2*n)}
		for i := range c.columns {
			c.columns[i] = i
		}
		if err := r.permute(ctx, n, func(i, j int) { c.columns[i], c.columns[j] = c.columns[j], c.columns[i] }); err != nil {
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
		if !c.anyAttacked() {
			return c.columns, nil
		}
	}
}

// count adds the queen of a row to its diagonals, or takes it off with -1. It returns how
// many pairs attack each other more, or fewer.
func (c *crowd) count(row, by int) int {
	falling, rising := &c.falling[row-c.columns[row]+len(c.columns)-1], &c.rising[row+c.columns[row]]
	if by < 0 {
		*falling--
		*rising--
		return -(*falling + *rising)
	}
	more := *falling + *rising
	*falling++
	*rising++
	return more
}

// attacked reports whether the queen of a row is.
func (c *crowd) attacked(row int) bool {
	return c.falling[row-c.columns[row]+len(c.columns)-1] > 1 || c.rising[row+c.columns[row]] > 1
}

func (c *crowd) anyAttacked() bool {
	for row := range c.columns {
		if c.attacked(row) {
			return true
		}
	}
	return false
}

// improve exchanges the column of a row with others while its queen is attacked and fewer
// pairs are afterwards. It reports whether it did.
func (c *crowd) improve(row int) (better bool) {
	for other := 0; other < len(c.columns) && c.attacked(row); other++ {
		if other != row && c.exchange(row, other) < 0 {
			better = true
		} else if other != row {
			c.exchange(row, other)
		}
	}
	return better
}

// exchange exchanges two columns and returns how many pairs attack each other more.
func (c *crowd) exchange(i, j int) int {
	more := c.count(i, -1) + c.count(j, -1)
	c.columns[i], c.columns[j] = c.columns[j], c.columns[i]
	return more + c.count(i, 1) + c.count(j, 1)
}
