// Package command is the program qsat: its flags, and what it calls for them. It is
// a package of its own so that tests of all programs together can run it.
package command

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"

	"queens/cmd/internal/program"
)

// The garbage collector runs when memory in use has grown by a quarter, where Go's default
// is to double it: clauses are long arrays without pointers, which cost it little. A
// ballast, which is never touched and so takes no memory, counts as in use. A small formula is
// solved before the first collection: until then the growth is that of the 4 MB which Go begins
// with.
const (
	growth      = 25 // per cent
	firstGrowth = 275
	ballast     = 6 << 20
)

// Main runs the program as a process and returns the exit code.
func Main() int {
	p := New()
	p.Action = collectLater(p.Action)
	return program.Main(p)
}

// collectLater returns an action during which garbage is collected as said above, unless
// the environment says how.
func collectLater(action func(context.Context, *program.Invocation) error) func(context.Context, *program.Invocation) error {
	return func(ctx context.Context, call *program.Invocation) error {
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(firstGrowth)
			afterCollection(func() { debug.SetGCPercent(growth) })
		}
		reserved := make([]byte, ballast)
		defer runtime.KeepAlive(reserved)
		return action(ctx, call)
	}
}

// afterCollection calls do soon after the next collection has found that an object is garbage
// to which nothing refers: a large one, as those are swept first, and with a finalizer, as
// cleanups wait until all is swept, which on one busy processor they did for 30 MB of garbage.
func afterCollection(do func()) {
	runtime.SetFinalizer(new([1 << 16]byte), func(*[1 << 16]byte) { do() })
}
