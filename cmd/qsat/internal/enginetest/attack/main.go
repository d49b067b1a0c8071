// Command attack asks the engine auto about many small formulas that invite arguments by counting,
// parity or symmetry. All run in one process, under budgets made smaller at random:
//
//	go run ./cmd/qsat/internal/enginetest/attack -formulas 100000
//
// For each formula it asks for an answer with one and with two threads, a proof, the number of
// models and the models, the last two also under a random projection. It checks the proof and
// compares every answer with the truth: a table of all assignments for at most 20 variables, or else
// the answers of dpll. A rejected argument is a failure. The command reduces a formula that fails,
// prints it, and exits with code 1 in the end. The formula and the questions depend only on the
// number of the formula.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"queens/cmd/qsat/internal/auto"
)

func main() {
	a := &attack{out: os.Stdout, engine: auto.With}
	flag.Uint64Var(&a.formulas, "formulas", 1<<62, "`number` of formulas")
	flag.Uint64Var(&a.first, "first", 1, "`number` of the first formula")
	flag.IntVar(&a.workers, "workers", 2, "`number` of formulas at the same time")
	flag.IntVar(&a.failures, "failures", 10, "stop after so many `failures`")
	minutes := flag.Float64("minutes", 0, "stop after so many `minutes`; 0: no limit")
	flag.StringVar(&a.kind, "kind", "", "`name` of the only kind of formulas")
	flag.DurationVar(&a.slow, "slow", 2*time.Second, "print formulas that take longer than `time`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *minutes > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, time.Duration(*minutes*float64(time.Minute)))
		defer end()
	}
	failed := a.run(ctx)
	a.report()
	if failed > 0 {
		fmt.Fprintf(a.out, "%d failures\n", failed)
		os.Exit(1)
	}
}
