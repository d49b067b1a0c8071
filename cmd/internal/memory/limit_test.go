package memory

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"testing"
)

// Garbage does not end the context; live memory beyond the limit does.
func TestWithin(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	ctx, release := Within(t.Context(), inUse()+64<<20, "of the test")
	held := [][]byte{}
	for range 8 {
		for range 64 { // garbage, eight times the limit in total
			held = [][]byte{make([]byte, 1<<20)}
		}
	}
	if ctx.Err() != nil {
		t.Errorf("garbage has ended the context: %v", context.Cause(ctx))
	}
	for n := 0; ctx.Err() == nil && n < 4096; n++ {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		held = append(held, block)
		runtime.Gosched()
	}
	var exceeded *ExceededError
	if !errors.As(context.Cause(ctx), &exceeded) || exceeded.Of != "of the test" {
		t.Errorf("the context has not ended for want of memory, but: %v", context.Cause(ctx))
	}
	runtime.KeepAlive(held)
	release()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("a limit of %d bytes is left, before it was %d", after, before)
	}
}

// Several limits hold at the same time. Each ends its own context only, and the lowest limit
// rules the garbage collector until the last release. A limit that is exceeded at the call changes no other context.
func TestSeveralLimits(t *testing.T) {
	const large, larger = 1 << 40, 1 << 41
	before := debug.SetMemoryLimit(-1)
	one, releaseOne := Within(t.Context(), larger, "one")
	two, releaseTwo := Within(t.Context(), large, "two")
	small, releaseSmall := Within(one, 1, "small")
	if inner, release := Within(one, larger, "inner"); inner != one {
		t.Error("a context with a limit gets the same limit again")
	} else {
		release()
	}
	for _, step := range []struct {
		release func()
		want    int64
	}{{func() {}, large - large/8}, {releaseSmall, large - large/8}, {releaseTwo, large - large/8}, {releaseTwo, large - large/8}, {releaseOne, before}} {
		if step.release(); debug.SetMemoryLimit(-1) != step.want {
			t.Errorf("the limit is %d, want %d", debug.SetMemoryLimit(-1), step.want)
		}
	}
	if err := context.Cause(small); !errors.Is(err, ErrExceeded) || context.Cause(one) != context.Canceled || context.Cause(two) != context.Canceled {
		t.Errorf("the causes are %v, %v and %v", err, context.Cause(one), context.Cause(two))
	}
}

func TestPeak(t *testing.T) {
	before := Peak()
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = 1
	}
	if after := Peak(); before < 1<<20 || after < 64<<20 || after < before-1<<20 { // the kernel counts in batches
		t.Errorf("from %d to %d bytes after taking %d", before, after, len(block))
	}
	if n := fromStatus("/proc/self", "NoSuchKey") + fromStatus(t.TempDir(), "VmHWM"); n != 0 {
		t.Errorf("%d bytes that nobody tells", n)
	}
}

// Memory that a function of Relieve frees does not end the context. After remove, it is not called.
func TestRelieve(t *testing.T) {
	block := func() []byte { return bytes.Repeat([]byte{1}, 64<<20) }
	spare := block()
	debug.FreeOSMemory()
	ctx, release := Within(t.Context(), inUse()+32<<20, "of the test")
	defer release()
	calls, called := 0, make(chan bool)
	remove := Relieve(ctx, func() bool {
		calls++
		spare = nil
		called <- true
		return true
	})
	first := block()
	select {
	case <-called:
	case <-ctx.Done():
		t.Fatal(context.Cause(ctx))
	}
	remove()
	second := block()
	if <-ctx.Done(); calls != 1 || !errors.Is(context.Cause(ctx), ErrExceeded) {
		t.Errorf("%d calls, %v", calls, context.Cause(ctx))
	}
	runtime.KeepAlive([][]byte{spare, first, second})
	Relieve(t.Context(), nil)() // without a limit
}
