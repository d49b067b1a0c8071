// Package command is the program qsat: its flags and the functions that they call. It is a
// package of its own so that tests of all programs together can run it.
//
// A question takes this way from main to the loop of the search:
//
//  1. Main calls run through package program, which parses the flags (settings, flags.go).
//  2. settings.run checks the flags, and makes a request. Another goroutine calls request.find, so
//     that run can answer in time after a signal (request.go).
//  3. find opens the outputs and reads the formula. The result is a question: a sat.Problem and
//     sat.Options (question.go). Then it calls the function of the question, such as findModel
//     (the list questionKinds in flags.go).
//  4. findModel calls request.solve for the proof and its check, and sat.Solve for the answer.
//  5. sat.Solve checks the problem and makes a job: an engine.Task with its engine and cubes
//     (sat/job.go). The task is handed down from here. job.solve gives it to engine.Solve, once or
//     for each cube. The engine cdcl without a proof answers all cubes in one Session instead.
//  6. engine.Solve calls the engine, and checks its model.
//  7. The engine auto runs its schedule: the start methods one after another, then the main method
//     and the methods beside it (internal/auto/schedules.go and run.go).
//  8. The main method, learn, calls the engine cdcl, whose Session.Solve runs the loop in
//     solver.search (internal/cdcl/solver.go). With several threads, a portfolio lies between
//     (internal/cdcl/portfolio.go).
package command

import (
	"os"
	"runtime/debug"
	"time"

	"queens/cmd/internal/program"
)

// A run that lasts longer than patience lets the heap grow by growth percent before the next
// garbage collection, unless GOGC is set. Clauses are long arrays without pointers, which are
// cheap to collect. Go's default is 100 percent; shorter runs keep it.
const (
	growth   = 15
	patience = 100 * time.Millisecond
)

// Main runs the program as a process and returns the exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		time.AfterFunc(patience, func() { debug.SetGCPercent(growth) })
	}
	return program.Main(New())
}
