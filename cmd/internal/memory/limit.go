// Package memory ends a context before the process runs out of memory. The Go runtime has no
// error for a failed allocation; it ends the program. The package also measures the memory of
// processes.
package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
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
// after a garbage collection and the functions of Relieve. This is the memory of the whole process
// without its code. The cause is &ExceededError{limit, of}. If the memory exceeds the limit at the call,
// the context has ended already. If ctx comes from Within with the same or a lower limit, Within returns
// ctx itself, and release does nothing.
//
// Until release is called, the garbage collector keeps the memory below 7/8 of the limit if it
// can. On a busy machine it may lag behind, so a collection is forced before the context ends.
// release also ends the returned context. Several limits may hold at the same time: each
// ends its own context only, and the lowest limit so far rules the garbage collector until the
// last release.
func Within(ctx context.Context, limit int64, of string) (_ context.Context, release func()) {
	if outer, is := ctx.Value(limitKey{}).(*relief); is && outer.limit <= limit {
		return ctx, func() {}
	}
	cause, r := &ExceededError{limit, of}, &relief{limit: limit}
	exceeded := func() bool {
		for inUse() > limit {
			if debug.FreeOSMemory(); inUse() > limit && !r.free() {
				return true
			}
		}
		return false
	}
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, limitKey{}, r))
	if exceeded() {
		cancel(cause)
		return ctx, func() {}
	}
	restore := lower(limit - limit/8)
	go func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-ticker.C:
				if exceeded() {
					cancel(cause)
				}
			}
		}
	}()
	return ctx, func() {
		cancel(context.Canceled)
		restore()
	}
}

type limitKey struct{}

// A relief is a limit in bytes with the functions of Relieve.
type relief struct {
	limit int64
	mu    sync.Mutex     // guards list
	list  []*func() bool // the functions free of Relieve, compared by address
}

// free calls the functions of the list until a call reports true, and reports whether a call did.
func (r *relief) free() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.list, func(free *func() bool) bool { return (*free)() })
}

// Relieve registers free for the limit of the innermost Within from which ctx comes. When the memory
// exceeds this limit, another goroutine calls free, which frees memory that a search can do without and
// reports whether it has. If it reports true, the memory is measured again before the context may end. It
// may be called several times until remove is called. If ctx has no limit, Relieve does nothing.
func Relieve(ctx context.Context, free func() bool) (remove func()) {
	r, is := ctx.Value(limitKey{}).(*relief)
	if !is {
		return func() {}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, &free)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.list = slices.DeleteFunc(r.list, func(f *func() bool) bool { return f == &free })
	}
}

// collector counts the calls of lower that are in force.
var collector struct {
	sync.Mutex
	limits int
	before int64 // the limit of the garbage collector in bytes before the first call of lower
}

// lower sets the limit of the garbage collector to limit bytes if its limit is higher. After the last
// restore of several calls, the garbage collector has its old limit again. A second call of the same
// restore does nothing.
func lower(limit int64) (restore func()) {
	collector.Lock()
	defer collector.Unlock()
	now := debug.SetMemoryLimit(-1)
	if collector.limits++; collector.limits == 1 {
		collector.before = now
	}
	debug.SetMemoryLimit(min(now, limit))
	return sync.OnceFunc(func() {
		collector.Lock()
		defer collector.Unlock()
		if collector.limits--; collector.limits == 0 {
			debug.SetMemoryLimit(collector.before)
		}
	})
}

// inUse returns the number of bytes that the Go runtime has taken from the system and not returned.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// Peak returns the largest resident size that this process has had, in bytes. On systems other than
// Linux it returns the number of bytes that the Go runtime has taken from the system.
func Peak() int64 {
	if peak := fromStatus("/proc/self", "VmHWM"); peak > 0 {
		return peak
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// Anonymous returns the anonymous memory of a process and its descendants at present, in bytes:
// heap and stacks, without pages of files, which the kernel could drop. It counts a child only if
// the main thread of its parent started it. It returns 0 for a process that has ended and on
// systems other than Linux.
func Anonymous(pid int) int64 {
	total := fromStatus(fmt.Sprintf("/proc/%d", pid), "RssAnon")
	for _, child := range Pids(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)) {
		total += Anonymous(child)
	}
	return total
}

// Pids returns the process numbers in a file such as /proc/self/task/1/children, which is empty if the
// file does not exist.
func Pids(file string) (pids []int) {
	text, _ := os.ReadFile(file)
	for _, field := range bytes.Fields(text) {
		if pid, err := strconv.Atoi(string(field)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// fromStatus returns a value such as VmHWM or RssAnon of the file status in a directory of /proc,
// in bytes. It returns 0 if the file or the key is missing, as on all systems other than Linux.
func fromStatus(dir, key string) int64 {
	status, _ := os.ReadFile(dir + "/status")
	_, after, _ := bytes.Cut(status, []byte("\n"+key+":"))
	line, _, _ := bytes.Cut(after, []byte(" kB\n"))
	kilobytes, _ := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	return kilobytes << 10
}
