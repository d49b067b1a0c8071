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
