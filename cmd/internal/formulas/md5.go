package formulas

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"queens/dimacs"
)

// md5 returns a formula for a message with a given hash. The hash is MD5, cut to its first
// steps and without the final addition. Of the 512 bits of the message, only the first are
// unknown. The hash comes from a random message, so there is a solution. If its lowest bit
// is flipped, there is almost certainly no solution, because there are far fewer messages
// than hashes; trying all messages decides it.
//
// References: Ronald Rivest, "The MD5 Message-Digest Algorithm", RFC 1321, 1992; Ilya
// Mironov and Lintao Zhang, "Applications of SAT Solvers to Cryptanalysis of Hash
// Functions", SAT 2006.
func md5(steps, unknown int, flip uint32, rng *rand.Rand) (*dimacs.Formula, error) {
	if steps > 64 || unknown > 512 {
		return nil, fmt.Errorf("MD5 has 64 steps and blocks of 512 bits, found %d and %d", steps, unknown)
	}
	message := randomBlock(rng)
	c := new(circuit)
	words := make([]word, 16)
	for i := range words {
		words[i] = c.inputs(32)
		if known := max(0, min(unknown-32*i, 32)); known < 32 { // bits known and above are fixed
			c.fix(words[i][known:], uint64(message[i]>>known))
		}
	}
	var state [4]word
	for i, n := range md5Start {
		state[i] = c.constant(32, uint64(n))
	}
	for i := range steps {
		state = c.md5Step(i, state, words)
	}
	for i, n := range md5Hash(message, steps) {
		if i == 0 {
			n ^= flip
		}
		c.fix(state[i], uint64(n))
	}
	return &c.Formula, nil
}

func randomBlock(rng *rand.Rand) (block [16]uint32) {
	for i := range block {
		block[i] = rng.Uint32()
	}
	return block
}

func (c *circuit) md5Step(i int, s [4]word, message []word) [4]word {
	f := make(word, 32)
	for k := range f {
		x, y, z := s[1][k], s[2][k], s[3][k]
		f[k] = [4]func() dimacs.Lit{
			func() dimacs.Lit { return c.choose(x, y, z) },
			func() dimacs.Lit { return c.choose(z, x, y) },
			func() dimacs.Lit { return c.xor(c.xor(x, y), z) },
			func() dimacs.Lit { return c.xor(y, c.or(x, z.Neg())) },
		}[i/16]()
	}
	added := c.sum(s[0], c.constant(32, uint64(md5Constant(i))))
	added = c.sum(c.sum(added, f), message[md5Word(i)])
	return [4]word{s[3], c.sum(s[1], rotated(added, md5Rotation(i))), s[1], s[2]}
}

var md5Start = [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}

func md5Constant(i int) uint32 { return uint32(math.Abs(math.Sin(float64(i+1))) * (1 << 32)) }

func md5Word(i int) int { return ([4]int{0, 1, 5, 0}[i/16] + [4]int{1, 5, 3, 7}[i/16]*i) % 16 }

func md5Rotation(i int) int {
	return [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}[i/16][i%4]
}

func md5Hash(message [16]uint32, steps int) [4]uint32 {
	a, b, c, d := md5Start[0], md5Start[1], md5Start[2], md5Start[3]
	for i := range steps {
		f := [4]uint32{b&c | ^b&d, d&b | ^d&c, b ^ c ^ d, c ^ (b | ^d)}[i/16]
		sum := a + f + md5Constant(i) + message[md5Word(i)]
		a, b, c, d = d, b+bits.RotateLeft32(sum, md5Rotation(i)), b, c
	}
	return [4]uint32{a, b, c, d}
}
