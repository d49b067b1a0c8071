package generate

import (
	"math/bits"
	"math/rand/v2"

	"queens/dimacs"
)

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
