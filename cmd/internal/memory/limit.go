// Package memory ends a context before the process runs out of memory. The Go runtime has no
// error for a failed allocation; it ends the program. The package also measures the memory of
// processes.
package memory

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"
)

// ErrExceeded is the error that every *ExceededError wraps.
var ErrExceeded = errors.New("out of memory")

// An ExceededError is the cause of a context that ended because a memory limit was reached.
type ExceededError struct {
	Limit int64  // bytes
	Of    string // the limited resource, with the flag or command that set the limit
}

func (e *ExceededError) Error() string {
	return fmt.Sprintf("out of memory: %d MB are not enough (%s)", e.Limit>>20, e.Of)
}

func (e *ExceededError) Unwrap() error { return ErrExceeded }

// every is the time between two measurements. A measurement takes some microseconds. A program
// that allocates 1 GB per second is stopped about 10 MB beyond the limit.
const every = 10 * time.Millisecond

// Within returns a context that ends when the memory of the Go runtime exceeds limit bytes even
// after a garbage collection. This is the memory of the whole process without its code. The cause
// is &ExceededError{limit, of}. If the memory exceeds the limit at the call, the context has ended
// already. If ctx comes from Within with the same or a lower limit, Within returns ctx.
//
// Until release is called, the garbage collector keeps the memory below 7/8 of the limit if it
// can. On a busy machine it may lag behind, so a collection is forced before the context ends.
// After release, the returned context has ended. Several limits may hold at the same time: each
// ends its own context only, and the lowest limit rules the garbage collector. After the last
// release, the garbage collector has its old limit again.
func Within(ctx context.Context, limit int64, of string) (_ context.Context, release func()) {
	if outer, is := ctx.Value(limitKey{}).(int64); is && outer <= limit {
		return ctx, func() {}
	}
	cause := &ExceededError{limit, of}
	exceeded := func() bool {
		if inUse() <= limit {
			return false
		}
		debug.FreeOSMemory()
		return inUse() > limit
	}
	if exceeded() {
		ctx, end := context.WithCancelCause(ctx)
		end(cause)
		return ctx, func() {}
	}
	restore := collector.lower(limit - limit/8)
	ctx, stop := watch(context.WithValue(ctx, limitKey{}, limit), cause, exceeded)
	return ctx, func() {
		stop()
		restore()
	}
}

type limitKey struct{}

// collectorLimits holds the limits of the garbage collector that are in force.
type collectorLimits struct {
	mu     sync.Mutex
	limits []int64 // in bytes; the first is the limit before all others
}

var collector collectorLimits

// lower makes the garbage collector keep the memory below limit bytes until restore is called.
func (c *collectorLimits) lower(limit int64) (restore func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.limits) == 0 {
		c.limits = append(c.limits, debug.SetMemoryLimit(-1))
	}
	c.limits = append(c.limits, limit)
	debug.SetMemoryLimit(slices.Min(c.limits))
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		i := 1 + slices.Index(c.limits[1:], limit)
		c.limits = slices.Delete(c.limits, i, i+1)
		debug.SetMemoryLimit(slices.Min(c.limits))
		if len(c.limits) == 1 {
			c.limits = nil
		}
	})
}

// watch calls exceeded at intervals of every and returns a context that ends with cause when
// exceeded reports true. After stop, the context has ended with context.Canceled.
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

// Fits reports whether a single array of the given size in bytes fits into the address space. If
// it does not, Fits ends the context. The context must come from WithinAddressSpace or be derived
// from such a context; otherwise, and for arrays smaller than heapStep, Fits reports true.
func Fits(ctx context.Context, bytes int64) bool {
	fits, limited := ctx.Value(fitsKey{}).(func(bytes int64) bool)
	return !limited || fits(bytes)
}

// inUse returns the number of bytes that the Go runtime holds: taken from the system and not
// returned.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}
