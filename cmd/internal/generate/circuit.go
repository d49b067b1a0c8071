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

// mutex takes the numbers of processes (at least 2), levels (fewer than processes) and steps. The formula is
// bounded model checking of Peterson's filter lock: can two processes be in the critical section at the same
// time, after 1 to that number of steps? Each process passes the levels 1, 2, ... At each level it makes
// itself the victim, and waits until another process is the victim or no other process is at this level or
// beyond. If there is one level fewer than processes, the lock is safe and the formula is unsatisfiable. With
// fewer levels it is satisfiable if there are enough steps.
//
// In a step, any one process takes an action: it enters level 1; it becomes the victim of
// its level; if it need not wait, it goes to the next level or, after the last, into the
// critical section; or it leaves the critical section. A process that must wait does nothing. The
// test for waiting and the move to the next level are one step. That makes the lock easier to
// verify, but it stays safe.
//
// References: Gary Peterson, "Myths About the Mutual Exclusion Problem", Information
// Processing Letters 12, 1981; Armin Biere, Alessandro Cimatti, Edmund Clarke and Yunshan
// Zhu, "Symbolic Model Checking without BDDs", TACAS 1999.
func mutex(a []int, _ *rand.Rand) *dimacs.Formula {
	processes, levels, steps := a[0], a[1], a[2]
	l := &lock{processes: processes, levels: levels}
	l.start()
	var unsafe []dimacs.Lit
	for range steps {
		l.step()
		for i := range processes {
			for j := range i {
				unsafe = append(unsafe, l.and(l.at[i][levels], l.at[j][levels]))
			}
		}
	}
	l.Add(unsafe...)
	return &l.Formula
}

// A lock is a circuit with the signals of the present state.
type lock struct {
	circuit
	processes, levels int

	at      []word // at[process][level-1]: the process is at the level or beyond; the last is the critical section
	waiting word   // indexed by process: it has become the victim of its level, and has not left the level since
	victim  []word // victim[level-1][process]: the process is the victim of the level
}

// start sets the initial state: all processes are outside of all levels, and no process waits. Each level has
// exactly one victim, which is arbitrary.
func (l *lock) start() {
	for range l.processes {
		l.at = append(l.at, l.inputs(l.levels+1))
		l.fix(l.at[len(l.at)-1], 0)
	}
	l.waiting = l.inputs(l.processes)
	l.fix(l.waiting, 0)
	for range l.levels {
		l.victim = append(l.victim, l.inputs(l.processes))
		exactlyOne(&l.Formula, l.victim[len(l.victim)-1])
	}
}

// step adds the signals and clauses of a step of one arbitrary process, and makes its result the
// present state.
func (l *lock) step() {
	runs := l.inputs(l.processes)
	exactlyOne(&l.Formula, runs)
	at, waiting := make([]word, l.processes), make(word, l.processes)
	becomes := make([]word, l.levels) // indexed by level and process: becomes the victim
	for i, run := range runs {
		stays := l.and(run, l.at[i][l.levels]).Neg() // does not leave the critical section
		enters := l.and(run, l.at[i][0].Neg())
		at[i] = word{l.and(stays, l.or(l.at[i][0], enters))}
		var passes, sets word
		for level := range l.levels {
			here := l.and(run, l.and(l.at[i][level], l.at[i][level+1].Neg()))
			set := l.and(here, l.waiting[i].Neg())
			pass := l.and(here, l.and(l.waiting[i], l.mustWait(i, level).Neg()))
			becomes[level] = append(becomes[level], set)
			sets, passes = append(sets, set), append(passes, pass)
			at[i] = append(at[i], l.and(stays, l.or(l.at[i][level+1], pass)))
		}
		waiting[i] = l.and(l.any(passes...).Neg(), l.any(append(sets, l.waiting[i])...))
	}
	for level, becoming := range becomes {
		kept := l.any(becoming...).Neg()
		victim := make(word, l.processes)
		for i := range victim {
			victim[i] = l.or(becoming[i], l.and(kept, l.victim[level][i]))
		}
		l.victim[level] = victim
	}
	l.at, l.waiting = at, waiting
}

// mustWait returns a signal that is true if and only if the process is the victim of the level and
// another process is at this level or beyond. Here, levels count from 0.
func (l *lock) mustWait(process, level int) dimacs.Lit {
	var others []dimacs.Lit
	for j := range l.processes {
		if j != process {
			others = append(others, l.at[j][level])
		}
	}
	return l.and(l.victim[level][process], l.any(others...))
}

// speck takes the numbers of rounds, at most 22, and of pairs of plaintext and ciphertext. The formula is for
// a key of the block cipher Speck32/64, cut to this number of its 22 rounds, that maps random plaintexts to
// their ciphertexts. It is satisfiable, because the ciphertexts are computed with a random key. With enough
// pairs, that key is the only solution.
//
// References: Ray Beaulieu, Douglas Shors, Jason Smith, Stefan Treatman-Clark, Bryan Weeks
// and Louis Wingers, "The SIMON and SPECK Families of Lightweight Block Ciphers",
// Cryptology ePrint Archive 2013/404; Fabio Massacci and Laura Marraro, "Logical
// Cryptanalysis as a SAT Problem", Journal of Automated Reasoning 24, 2000.
func speck(a []int, rng *rand.Rand) *dimacs.Formula {
	rounds, pairs := a[0], a[1]
	var key [4]uint16
	for i := range key {
		key[i] = uint16(rng.Uint32())
	}
	c := new(circuit)
	roundKeys := c.speckRoundKeys([4]word{c.inputs(16), c.inputs(16), c.inputs(16), c.inputs(16)}, rounds)
	for range pairs {
		plain := [2]uint16{uint16(rng.Uint32()), uint16(rng.Uint32())}
		cipher := speckEncrypt(plain, key, rounds)
		x, y := c.constant(16, uint64(plain[0])), c.constant(16, uint64(plain[1]))
		for _, k := range roundKeys {
			x, y = c.speckRound(x, y, k)
		}
		c.fix(x, uint64(cipher[0]))
		c.fix(y, uint64(cipher[1]))
	}
	return &c.Formula
}

// speckRoundKeys expands the key to a key for each round, of which there must be at least one. The last
// word of the key is the key of the first round. Each further key is the second word that a round of the
// cipher makes from another word and the previous key. The other words are key[2], key[1] and key[0], and
// then the first words of these rounds. The key of such a round is its number, from 0.
func (c *circuit) speckRoundKeys(key [4]word, rounds int) []word {
	k := key[3]
	keys := []word{k}
	l := []word{key[2], key[1], key[0]}
	for i := range rounds - 1 {
		var next word
		next, k = c.speckRound(l[i], k, c.constant(16, uint64(i)))
		l, keys = append(l, next), append(keys, k)
	}
	return keys
}

func (c *circuit) speckRound(x, y, k word) (word, word) {
	x = c.bitwiseXor(c.sum(rotated(x, -7), y), k)
	return x, c.bitwiseXor(rotated(y, 2), x)
}

// rotated returns the word rotated left by a number of bits, or right if it is negative, like
// [bits.RotateLeft16]. The number must lie between -len(w) and len(w).
func rotated(w word, by int) word {
	by = (len(w) - by) % len(w)
	return append(append([]dimacs.Lit(nil), w[by:]...), w[:by]...)
}

func speckEncrypt(plain [2]uint16, key [4]uint16, rounds int) [2]uint16 {
	round := func(x, y, k uint16) (uint16, uint16) {
		x = (bits.RotateLeft16(x, -7) + y) ^ k
		return x, bits.RotateLeft16(y, 2) ^ x
	}
	x, y, k := plain[0], plain[1], key[3]
	l := []uint16{key[2], key[1], key[0]}
	for i := range rounds {
		x, y = round(x, y, k)
		var next uint16
		next, k = round(l[i], k, uint16(i))
		l = append(l, next)
	}
	return [2]uint16{x, y}
}
