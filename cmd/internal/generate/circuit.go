package generate

import (
	"math/big"
	"math/bits"
	"math/rand/v2"

	"queens/dimacs"
)

// A circuit is a formula that is built gate by gate. A signal is a literal. Each gate adds a
// variable for its output and the clauses that define it as a function of its inputs, so
// that the inputs of the circuit determine all other signals. A word is a list of signals,
// the lowest bit first.
//
// References: Gregory Tseitin, "On the Complexity of Derivation in Propositional Calculus",
// Studies in Constructive Mathematics and Mathematical Logic 2, 1968.
type circuit struct{ dimacs.Formula }

type word = []dimacs.Lit

// input adds a variable without clauses and returns it as a signal.
func (c *circuit) input() dimacs.Lit {
	c.Vars++
	return dimacs.Lit(c.Vars)
}

func (c *circuit) inputs(n int) word {
	w := make(word, n)
	for i := range w {
		w[i] = c.input()
	}
	return w
}

func (c *circuit) and(a, b dimacs.Lit) dimacs.Lit {
	out := c.input()
	c.Add(out.Neg(), a)
	c.Add(out.Neg(), b)
	c.Add(out, a.Neg(), b.Neg())
	return out
}

func (c *circuit) or(a, b dimacs.Lit) dimacs.Lit { return c.and(a.Neg(), b.Neg()).Neg() }

// any returns a signal that is true if and only if a signal among the arguments is true.
func (c *circuit) any(signals ...dimacs.Lit) dimacs.Lit {
	out := c.input()
	for _, s := range signals {
		c.Add(out, s.Neg())
	}
	c.Add(append([]dimacs.Lit{out.Neg()}, signals...)...)
	return out
}

func (c *circuit) xor(a, b dimacs.Lit) dimacs.Lit {
	out := c.input()
	c.Add(out.Neg(), a, b)
	c.Add(out.Neg(), a.Neg(), b.Neg())
	c.Add(out, a.Neg(), b)
	c.Add(out, a, b.Neg())
	return out
}

// majority returns a signal that is true if and only if at least two of the three signals are true.
func (c *circuit) majority(a, b, d dimacs.Lit) dimacs.Lit {
	out := c.input()
	for _, pair := range [3][2]dimacs.Lit{{a, b}, {a, d}, {b, d}} {
		c.Add(out.Neg(), pair[0], pair[1])
		c.Add(out, pair[0].Neg(), pair[1].Neg())
	}
	return out
}

// choose returns a signal that equals a if the condition is true, else b.
func (c *circuit) choose(condition, a, b dimacs.Lit) dimacs.Lit {
	out := c.input()
	for _, sign := range [2]dimacs.Lit{1, -1} {
		c.Add(condition.Neg(), sign*a, -sign*out)
		c.Add(condition, sign*b, -sign*out)
	}
	return out
}

// bitwiseXor returns the bitwise exclusive or of two words of the same length.
func (c *circuit) bitwiseXor(x, y word) word {
	out := make(word, len(x))
	for i := range out {
		out[i] = c.xor(x[i], y[i])
	}
	return out
}

// sum returns the sum of two words of the same length, at least 1, modulo 2^length.
func (c *circuit) sum(x, y word) word {
	out := make(word, len(x))
	out[0] = c.xor(x[0], y[0])
	carry := c.and(x[0], y[0])
	for i := 1; i < len(x); i++ {
		out[i] = c.xor(c.xor(x[i], y[i]), carry)
		if i+1 < len(x) {
			carry = c.majority(x[i], y[i], carry)
		}
	}
	return out
}

// product returns the product of two words of at least two bits each, with len(x)+len(y) bits.
// From the lowest column on, adders reduce the bits of each column to one. While there are three or
// more bits, a full adder takes the first three, and its sum is appended to the column. A half adder
// takes the last two. The carries are appended to the next column.
func (c *circuit) product(x, y word) word {
	columns := make([]word, len(x)+len(y)+1) // the last column holds a carry that is never true
	for j, b := range y {
		for i, a := range x {
			columns[i+j] = append(columns[i+j], c.and(a, b))
		}
	}
	out := make(word, len(x)+len(y))
	for k := range out {
		bits := columns[k]
		for len(bits) > 1 {
			sum, carry := c.xor(bits[0], bits[1]), dimacs.Lit(0)
			if len(bits) == 2 {
				carry = c.and(bits[0], bits[1])
				bits = word{sum}
			} else {
				carry = c.majority(bits[0], bits[1], bits[2])
				bits = append(bits[3:], c.xor(sum, bits[2]))
			}
			columns[k+1] = append(columns[k+1], carry)
		}
		out[k] = bits[0]
	}
	return out
}

// constant returns a word of n new signals, and fixes it to number modulo 2^n.
func (c *circuit) constant(n int, number uint64) word {
	w := c.inputs(n)
	c.fix(w, number)
	return w
}

// fix adds a unit clause for each bit: the word has the value number modulo 2^len(w).
func (c *circuit) fix(w word, number uint64) {
	for i, signal := range w {
		if number>>i&1 == 0 {
			signal = signal.Neg()
		}
		c.Add(signal)
	}
}

// commute takes a number of bits, at least 2. The formula states that a
// multiplier computes different products x*y and y*x for two numbers x and y with this number of bits.
// It is unsatisfiable, and a standard example of equivalence checking that is hard for its size.
//
// References: Paul Beame and Vincent Liew, "Towards Verifying Nonlinear Integer
// Arithmetic", CAV 2017.
func commute(a []int, _ *rand.Rand) *dimacs.Formula {
	c := new(circuit)
	x, y := c.inputs(a[0]), c.inputs(a[0])
	right := c.product(y, x)
	c.Add(c.bitwiseXor(c.product(x, y), right)...)
	return &c.Formula
}

// factoring takes an even number of bits from 4 to 62. It returns a
// formula for the factors of a product of two random primes of bits/2 bits, with the highest bit
// set. Up to the order of the factors there is one solution. The formula is a multiplier.
func factoring(a []int, rng *rand.Rand) *dimacs.Formula {
	half := a[0] / 2
	return factors(randomPrime(half, rng)*randomPrime(half, rng), half, half)
}

// primality takes a prime number above 3. The formula states that the
// number has two factors, each at least 2, so it is unsatisfiable. The smaller factor would have at
// most half the bits of the number, rounded up.
func primality(a []int, _ *rand.Rand) *dimacs.Formula {
	length := bits.Len(uint(a[0]))
	return factors(uint64(a[0]), (length+1)/2, length-1)
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
