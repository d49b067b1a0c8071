package generate

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"queens/dimacs"
)

// factoring takes an even number of bits from 4 to 62; otherwise it returns nil. It returns a
// formula for the factors of a product of two random primes of bits/2 bits, with the highest bit
// set. Up to the order of the factors there is one solution. The formula is a multiplier.
func factoring(a []int, rng *rand.Rand) *dimacs.Formula {
	bits := a[0]
	if bits < 4 || bits > 62 || bits%2 == 1 {
		return nil
	}
	half := bits / 2
	return factors(randomPrime(half, rng)*randomPrime(half, rng), half, half)
}

// primality takes a prime number above 3; otherwise it returns nil. The formula states that the
// number has two factors, each at least 2, so it is unsatisfiable. The smaller factor would have at
// most half the bits of the number, rounded up.
func primality(a []int, _ *rand.Rand) *dimacs.Formula {
	n := uint64(a[0])
	length := bits.Len64(n)
	if !isPrime(n) || length < 3 {
		return nil
	}
	return factors(n, (length+1)/2, length-1)
}

// factors returns a formula: the number is a product of two factors, each at least 2, with at most
// xBits and yBits bits. Both must be at least 2, and the number must have at most xBits+yBits bits.
func factors(number uint64, xBits, yBits int) *dimacs.Formula {
	c := new(circuit)
	x, y := c.inputs(xBits), c.inputs(yBits)
	c.Add(x[1:]...)
	c.Add(y[1:]...)
	c.fix(c.product(x, y), number)
	return &c.Formula
}

func randomPrime(bits int, rng *rand.Rand) uint64 {
	for top := uint64(1) << (bits - 1); ; {
		if n := top + rng.Uint64N(top); isPrime(n) {
			return n
		}
	}
}

// isPrime reports whether n is prime. It is exact for numbers of 64 bits; see
// [big.Int.ProbablyPrime].
func isPrime(n uint64) bool { return new(big.Int).SetUint64(n).ProbablyPrime(0) }
