package memory

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"syscall"
)

// WithinAddressSpace returns a context that ends, with an *ExceededError as its
// cause, when the address space that `ulimit -v` allows is about to be used up,
// if it is limited; at once if the heap cannot grow at all. A single array larger than
// what is kept free for it, for which nobody has asked Fits, is still the end of the
// program, by the runtime: with exit code 2 and its stacks.
func WithinAddressSpace(ctx context.Context) (_ context.Context, release func()) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil || limit.Cur >= 1<<62 {
		return ctx, func() {}
	}
	used := addressSpace()
	if used == 0 {
		return ctx, func() {}
	}
	total := int64(limit.Cur)
	most := total - spare(total-used)
	if total-used < heapStep {
		most = 0
	}
	exceeded := &ExceededError{total, "the address space, ulimit -v"}
	ctx, end := context.WithCancelCause(ctx)
	ctx = context.WithValue(ctx, fitsKey{}, func(bytes int64) bool {
		if bytes < heapStep || total-addressSpace() >= bytes+heapStep {
			return true
		}
		end(exceeded)
		return false
	})
	if most == 0 {
		end(exceeded)
	}
	return watch(ctx, exceeded, func() bool { return addressSpace() > most })
}

// heapStep is by how much the heap grows at a time.
const heapStep = 64 << 20

// spare returns how much of what is free is kept for a single array.
func spare(free int64) int64 { return min(max(free, 0)/2, 128<<20) }

// addressSpace returns the size of the address space in use, in bytes, 0 if it
// is not known.
func addressSpace() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _, _ := bytes.Cut(text, []byte(" "))
	n, _ := strconv.ParseInt(string(pages), 10, 64)
	return n * int64(os.Getpagesize())
}
