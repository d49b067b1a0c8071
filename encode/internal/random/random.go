// Package random has the random numbers of instances. They depend only on a seed and a stream, and
// must never change.
package random

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// The streams of random numbers that belong to one seed. Every use has its own stream, so
// that one more random choice does not change the other choices, unless they would
// conflict. The numbers are part of the file format: a shuffled file is decoded with them.
const (
	StreamPlaced = 1 + iota
	StreamBlocked
	StreamDiagonals
	StreamRenaming
	StreamOrder
	StreamBoard
	StreamGiven
	StreamRegionBoard
	StreamRegions
	StreamSolutions
)

// A Source is a generator of random numbers: PCG-DXSM with 128 bits of state, as
// math/rand/v2 specifies it, with the initial state (seed, stream). It produces the same
// numbers on every platform and with every version of Go. Its methods are defined in this
// package because the library does not promise that its own methods keep their results.
//
// References: Melissa E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
// Statistically Good Algorithms for Random Number Generation", HMC-CS-2014-0905, 2014.
type Source struct{ pcg *rand.PCG }

// New returns the source at the beginning of a stream of the seed.
func New(seed int64, stream uint64) Source {
	return Source{rand.NewPCG(uint64(seed), stream)}
}

// Below returns a number from 0 to n-1, uniformly distributed; n must be positive.
//
// References: Daniel Lemire, "Fast Random Integer Generation in an Interval", ACM
// Transactions on Modeling and Computer Simulation 29, 2019.
func (r Source) Below(n int) int { return int(r.Below64(uint64(n))) }

// Below64 returns a number from 0 to n-1, uniformly distributed, as Below does; n must be positive.
func (r Source) Below64(n uint64) uint64 {
	high, low := bits.Mul64(r.pcg.Uint64(), n)
	for low < n && low < -n%n {
		high, low = bits.Mul64(r.pcg.Uint64(), n)
	}
	return high
}

// Permute brings n elements into a uniformly distributed order by calls of swap(i, j), which exchanges the
// elements i and j, from 0. Once in 65536 elements it checks ctx, and returns the cause if ctx has ended. For
// up to 65536 elements it returns nil.
//
// References: Richard Durstenfeld, "Algorithm 235: Random Permutation", Communications of the ACM 7, 1964.
func (r Source) Permute(ctx context.Context, n int, swap func(i, j int)) error {
	for i := n - 1; i > 0; i-- {
		if i&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		swap(i, r.Below(i+1))
	}
	return nil
}

// Coins returns a function that returns true or false with equal probability. It uses all 64 bits of each
// random number, the lowest bit first.
func (r Source) Coins() func() bool {
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
