package memory

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"syscall"
)

// WithinAddressSpace returns a context that ends when the address space of the process, which
// `ulimit -v` limits, is almost full. The cause is an *ExceededError. The context has ended
// already if less than heapStep is free at the call. After release, the limit is no longer
// checked, and the returned context has ended. If there is no limit, or the use is unknown,
// WithinAddressSpace returns ctx.
//
// The context ends while spare bytes are free, so that smaller arrays still fit. The allocation
// of a larger array must be preceded by a call of Fits. Otherwise the Go runtime may end the
// program with exit code 2 and a stack trace.
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

// heapStep is the number of bytes by which the Go runtime extends its heap at a time.
const heapStep = 64 << 20

// spare returns the number of bytes to reserve for a single array if free bytes are left: half of
// the free bytes, at most 128 MB.
func spare(free int64) int64 { return min(max(free, 0)/2, 128<<20) }

// addressSpace returns the size of the address space in use in bytes, or 0 if it is unknown.
func addressSpace() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _, _ := bytes.Cut(text, []byte(" "))
	n, _ := strconv.ParseInt(string(pages), 10, 64)
	return n * int64(os.Getpagesize())
}
