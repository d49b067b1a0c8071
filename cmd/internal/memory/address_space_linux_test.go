package memory

import (
	"syscall"
	"testing"
)

func TestAddressSpace(t *testing.T) {
	const size = 256 << 20
	before := addressSpace()
	block, err := syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE) // mapped directly, because the runtime may have free address space
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(block)
	if after := addressSpace(); before < 1<<20 || after < before+size/2 {
		t.Errorf("from %d to %d bytes after taking %d", before, after, size)
	}
}

func TestSpare(t *testing.T) {
	for free, want := range map[int64]int64{-1: 0, 0: 0, 100: 50, 256 << 20: 128 << 20, 1 << 40: 128 << 20} {
		if got := spare(free); got != want {
			t.Errorf("of %d bytes %d are spared, want %d", free, got, want)
		}
	}
}

// Without a limit every array fits, and the context does not end.
func TestFitsUnlimited(t *testing.T) {
	if ctx := t.Context(); !Fits(ctx, 1<<60) || ctx.Err() != nil {
		t.Error("an array does not fit into what is not limited")
	}
}
