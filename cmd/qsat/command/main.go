// Package command is the program qsat: its flags and the functions that they call. It is a
// package of its own so that tests of all programs together can run it.
//
// The walk from main to the loop of the search, for `qgen 8 | qsat`:
//
//	main.main, program.Main, program.execute: parse the command line
//	command.flags.run: read the question (prepare), search (kinds in question.go), report the answer (end)
//	command.run.findModel: one model, or the proof that there is none
//	sat.Solve: check the problem, make an engine.Task and choose the engine (newJob)
//	engine.Solve: call the engine and check its model
//	auto.auto.Solve, auto.scheduler.run, auto.scheduler.inOrder: run the methods of a schedule (method_lists.go)
//	auto.scheduler.dpll, dpll.Engine.Solve, dpll.search.nextModel: decide, propagate, backtrack
//
// If the method dpll gives up and no other start method has the answer, the main method learns clauses. Several
// threads search in a portfolio (cdcl/portfolio.go); with -j 1 the walk goes on from inOrder:
//
//	auto.scheduler.learn, cdcl.Session.Answer, cdcl.Session.Solve, cdcl.Session.searchAll
//	cdcl.solver.search, cdcl.solver.resume: propagate, analyze conflicts, decide
//
// For `qgen 8 | qsat --count`, the walk goes on from command.flags.run:
//
//	command.run.findCount, sat.Count, engine.CountModels
//	auto.auto.Count, auto.scheduler.run, auto.scheduler.inOrder
//	auto.scheduler.countByCover, cover.Engine.Count: bring the clauses into the form of a cover (newProblem)
//	cover.traversal.search, cover.traversal.work, cover.traversal.searchSubtree: take one subtree after another
//	cover.search.below: choose an option, go on below it
//
// Beside this goroutine, another one waits for the end of the context. If the search does not return soon after,
// it reports the answer so far (run.end).
package command

import (
	"os"
	"runtime/debug"
	"time"
)

// A run that lasts longer than patience lets the heap grow only by growth percent before the next
// garbage collection, unless GOGC is set. Clauses are long arrays without pointers, which are
// cheap to collect. Go's default is 100 percent; shorter runs keep it.
const (
	growth   = 15
	patience = 100 * time.Millisecond
)

// CollectOften makes the process set the percentage of its garbage collector to growth after
// patience, unless GOGC is set. It returns at once.
func CollectOften() {
	if os.Getenv("GOGC") == "" {
		time.AfterFunc(patience, func() { debug.SetGCPercent(growth) })
	}
}
