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

// The garbage collector runs when memory in use has grown by a third, where Go's default
// is to double it: clauses are long arrays without pointers, which cost it little. With a
// fifth boards of ten million clauses take 5 % longer, with a half learning takes 15 % more
// memory.
//
// ballast is how much memory it believes to be in use from the start. No page of it is
// touched. A small formula is solved before the first collection, which would take a
// processor from one of two engines: auto on a flat colouring of 600 vertices takes 0.20 s
// in place of 0.26. Until the first collection the growth is that of the 4 MB which Go begins
// with to a little more than a third above the ballast, which would itself start one
// otherwise; less of it is one collection more, and more takes fresh memory, which costs more
// than to collect what was used.
const (
	growth      = 33 // per cent
	firstGrowth = 700
	ballast     = 20 << 20
)

// Main runs the program as a process and returns the exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(firstGrowth)
		// which the first collection runs, as nothing refers to the string
		runtime.AddCleanup(new(string), func(growth int) { debug.SetGCPercent(growth) }, growth)
	}
	p := newProgram()
	p.Action = ballasted(p.Action)
	return program.Main(p)
}

// ballasted returns an action with the ballast, once it is known that memory is not short.
func ballasted(action func(context.Context, *program.Invocation) error) func(context.Context, *program.Invocation) error {
	return func(ctx context.Context, call *program.Invocation) error {
		weight := make([]byte, ballast)
		defer runtime.KeepAlive(weight)
		return action(ctx, call)
	}
}
