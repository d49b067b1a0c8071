package encode

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// The streams of random numbers that belong to one seed. Every use has its own stream, so
// that one more random choice does not change the other choices, unless they would
// conflict. The numbers are part of the file format: a shuffled file is decoded with them.
const (
	streamPlaced = 1 + iota
	streamBlocked
	streamDiagonals
	streamRenaming
	streamOrder
	streamBoard
	streamGiven
	streamRegionBoard
	streamRegions
	streamSolutions
)

// A random is a generator of random numbers: PCG-DXSM with 128 bits of state, as
// math/rand/v2 specifies it, with the initial state (seed, stream). It produces the same
// numbers on every platform and with every version of Go. Its methods are defined in this
// package because the library does not promise that its own methods keep their results.
//
// References: Melissa E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
// Statistically Good Algorithms for Random Number Generation", HMC-CS-2014-0905, 2014.
type random struct{ pcg *rand.PCG }

func newRandom(seed int64, stream uint64) random {
	return random{rand.NewPCG(uint64(seed), stream)}
}

// below returns a number from 0 to n-1, uniformly distributed; n must be positive.
//
// References: Daniel Lemire, "Fast Random Integer Generation in an Interval", ACM
// Transactions on Modeling and Computer Simulation 29, 2019.
func (r random) below(n int) int { return int(r.below64(uint64(n))) }

func (r random) below64(n uint64) uint64 {
	high, low := bits.Mul64(r.pcg.Uint64(), n)
	for low < n && low < -n%n {
		high, low = bits.Mul64(r.pcg.Uint64(), n)
	}
	return high
}

// permute brings n elements into a uniformly distributed order by calls of swap. It returns
// the cause of ctx if ctx ends.
//
// References: Richard Durstenfeld, "Algorithm 235: Random Permutation", Communications of
// the ACM 7, 1964.
func (r random) permute(ctx context.Context, n int, swap func(i, j int)) error {
	for i := n - 1; i > 0; i-- {
		if i&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		swap(i, r.below(i+1))
	}
	return nil
}

// coins returns a function that returns true or false with equal probability. It uses the
// bits of each random number, the lowest bit first.
func (r random) coins() func() bool {
	var word uint64
	left := 0
	return func() bool {
		if left == 0 {
			word, left = r.pcg.Uint64(), 64
		}
		heads := word&1 == 1
		word >>= 1
		left--
		return heads
	}
}

// A permutation is a board with a queen in each row and each column, and the number of
// queens on each diagonal.
type permutation struct {
	columns         []int // indexed by row: column; both from 0
	falling, rising []int // number of queens, indexed by row - column + N - 1, and by row + column
}

// queens returns a random solution of the N-Queens problem on the regular board: the
// columns, from 0, from the top row down. N must not be 2 or 3. It starts with a random
// permutation and exchanges two columns, at least one with an attacked queen, as long as
// that reduces the number of attacking pairs. If attacks remain when no exchange helps, it
// starts again. It returns the cause of ctx if ctx ends.
//
// References: Rok Sosič and Jun Gu, "Efficient Local Search with Conflict Minimization: A
// Case Study of the N-Queens Problem", IEEE Transactions on Knowledge and Data Engineering
// 6, 1994.
func (r random) queens(ctx context.Context, n int) ([]int, error) {
	for {
		c := permutation{make([]int, n), make([]int, 2*n), make([]int, 2*n)}
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
		if !slices.ContainsFunc(upTo(n), c.attacked) {
			return c.columns, nil
		}
	}
}

// count adds the queen of a row to its two diagonals, or removes it if by is negative. It
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

// attacked reports whether the queen of the row is attacked.
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

// exchange exchanges the columns of rows i and j and returns the change of the number of
// attacking pairs.
func (c *permutation) exchange(i, j int) int {
	more := c.count(i, -1) + c.count(j, -1)
	c.columns[i], c.columns[j] = c.columns[j], c.columns[i]
	return more + c.count(i, 1) + c.count(j, 1)
}
