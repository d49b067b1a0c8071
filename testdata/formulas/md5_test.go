package formulas

import (
	library "crypto/md5"
	bytes "encoding/binary"
	"strconv"
	"testing"
)

// TestMD5 holds the hash against that of the library, which adds the start to the last state.
func TestMD5(t *testing.T) {
	text := []byte("message digest")
	var padded [64]byte
	copy(padded[:], append(text, 0x80))
	bytes.LittleEndian.PutUint64(padded[56:], uint64(8*len(text)))
	var block [16]uint32
	for i := range block {
		block[i] = bytes.LittleEndian.Uint32(padded[4*i:])
	}
	want := library.Sum(text)
	for i, n := range md5Hash(block, 64) {
		if got, want := n+md5Start[i], bytes.LittleEndian.Uint32(want[4*i:]); got != want {
			t.Errorf("word %d: got %#08x, want %#08x", i, got, want)
		}
	}
}

// TestMD5Messages goes through all messages that agree with the bits that are known.
func TestMD5Messages(t *testing.T) {
	for seed, steps := range []int{3, 16, 18, 20} {
		const unknown = 6
		block := randomBlock(random(seed + 1))
		want := md5Hash(block, steps)
		flipped := want
		flipped[0] ^= 1
		count := make(map[[4]uint32]int)
		for bits := range uint32(1) << unknown {
			message := block
			message[0] = block[0]>>unknown<<unknown | bits
			count[md5Hash(message, steps)]++
		}
		args := []string{strconv.Itoa(steps), strconv.Itoa(unknown), strconv.Itoa(seed + 1)}
		model := solve(mustMake(t, append([]string{"md5"}, args...)))
		if model == nil {
			t.Fatalf("%v: no message", args)
		}
		for i := range block {
			block[i] = uint32(number(model[32*i : 32*i+32]))
		}
		if md5Hash(block, steps) != want {
			t.Errorf("%v: the message has another hash", args)
		}
		if got, want := solve(mustMake(t, append([]string{"md5flipped"}, args...))) != nil, count[flipped] > 0; got != want {
			t.Errorf("%v flipped: a message is %t, want %t", args, got, want)
		}
	}
}
