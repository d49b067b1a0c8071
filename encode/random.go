package encode

import (
	"context"
	"math/bits"
	"math/rand/v2"
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
func (r random) below(n int) int {
	bound := uint64(n)
	high, low := bits.Mul64(r.pcg.Uint64(), bound)
	for low < bound && low < -bound%bound {
		high, low = bits.Mul64(r.pcg.Uint64(), bound)
	}
	return int(high)
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
