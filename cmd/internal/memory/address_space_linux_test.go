package memory

import "testing"

func TestAddressSpace(t *testing.T) {
	before := addressSpace()
	if before < 1<<20 {
		t.Fatalf("an address space of %d bytes", before)
	}
	block := make([]byte, 256<<20) // more than the runtime has at hand
	if after := addressSpace(); after < before+128<<20 {
		t.Errorf("from %d to %d bytes after taking %d", before, after, len(block))
	}
}

func TestSpare(t *testing.T) {
	for free, want := range map[int64]int64{-1: 0, 0: 0, 100: 50, 256 << 20: 128 << 20, 1 << 40: 128 << 20} {
		if got := spare(free); got != want {
			t.Errorf("of %d bytes %d are spared, want %d", free, got, want)
		}
	}
}
