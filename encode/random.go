package encode

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// The streams of random numbers that one seed gives. Each use has its own, so
// that one more thing to sample changes nothing about the others, except where
// they would clash. The numbers are part of the format: a file with a shuffle is
// decoded by them.
const (
	streamPlaced = 1 + iota
	streamBlocked
	streamDiagonals
	streamRenaming
	streamOrder
	streamBoard
	streamGiven
)

// A random is a generator of random numbers that gives the same ones on every
// platform and with every version of Go: PCG-DXSM with 128 bits of state, as
// math/rand/v2 specifies it, whose state begins as (seed, stream). What is made
// of its numbers is written out here, because the library promises less about
// its own methods.
//
// References: Melissa E. O'Neill, "PCG: A Family of Simple Fast
// Space-Efficient Statistically Good Algorithms for Random Number Generation",
// HMC-CS-2014-0905, 2014.
type random struct{ pcg *rand.PCG }

func newRandom(seed int64, stream uint64) random {
	return random{rand.NewPCG(uint64(seed), stream)}
}

// below returns a number from 0 to n-1, each as likely as the others.
//
// References: Daniel Lemire, "Fast Random Integer Generation in an Interval",
// ACM Transactions on Modeling and Computer Simulation 29, 2019.
func (r random) below(n int) int {
	bound := uint64(n)
	high, low := bits.Mul64(r.pcg.Uint64(), bound)
	for low < bound && low < -bound%bound {
		high, low = bits.Mul64(r.pcg.Uint64(), bound)
	}
	return int(high)
}

// permute brings n things into an order that is as likely as any other, by
// exchanging two of them at a time, until ctx ends.
//
// References: Richard Durstenfeld, "Algorithm 235: Random Permutation",
// Communications of the ACM 7, 1964.
func (r random) permute(ctx context.Context, n int, swap func(i, j int)) error {
	for i := n - 1; i > 0; i-- {
		if i&0xffff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		swap(i, r.below(i+1))
	}
	return nil
}

// coins returns a function that returns true or false, one as likely as the
// other, from the bits of the numbers, the lowest first.
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
