// Package memory ends a context before the memory of the process does: the Go
// runtime has no error for memory that it does not get, it ends the program. It
// also tells how much memory processes take.
package memory

import (
	"context"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// An ExceededError is the cause of a context that ended for want of memory.
type ExceededError struct {
	Limit int64  // bytes
	Of    string // what they are, with the flag or command that set it
}

func (e *ExceededError) Error() string {
	return fmt.Sprintf("out of memory: %d MB are not enough (%s)", e.Limit>>20, e.Of)
}

// every is how often the memory in use is looked at, which takes some
// microseconds. A process that takes a gigabyte in a second is stopped 10 MB beyond
// the limit.
const every = 10 * time.Millisecond

// Within returns a context that ends, with an *ExceededError as its cause, when
// the memory of the Go runtime, which is that of the process but for its text,
// exceeds limit bytes with the garbage collected. Until release is called the garbage
// collector works as hard as it takes to stay below that; on a machine that is busy it
// may be late, so it is asked once more before the end.
func Within(ctx context.Context, limit int64, of string) (_ context.Context, release func()) {
	old := debug.SetMemoryLimit(limit - limit/8)
	ctx, stop := watch(ctx, &ExceededError{limit, of}, func() bool {
		if inUse() <= limit {
			return false
		}
		debug.FreeOSMemory()
		return inUse() > limit
	})
	return ctx, func() {
		stop()
		debug.SetMemoryLimit(old)
	}
}

// watch returns a context that ends with the cause once exceeded reports true.
func watch(ctx context.Context, cause error, exceeded func() bool) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if exceeded() {
					cancel(cause)
				}
			}
		}
	}()
	return ctx, func() { cancel(context.Canceled) }
}

type fitsKey struct{}

// Fits reports whether a single array of so many bytes fits into the address space, if that
// is limited, and ends ctx, which is one of WithinAddressSpace or below it, if not. Small
// ones fit into what that keeps free.
func Fits(ctx context.Context, bytes int64) bool {
	fits, limited := ctx.Value(fitsKey{}).(func(bytes int64) bool)
	return !limited || fits(bytes)
}

// inUse returns the bytes that the Go runtime has taken from the system and not
// given back.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}
