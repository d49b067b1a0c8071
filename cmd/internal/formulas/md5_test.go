package formulas

import (
	library "crypto/md5"
	bytes "encoding/binary"
	"testing"
)

// TestMD5 compares the hash with the standard library, which adds the initial state to the
// final state.
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
