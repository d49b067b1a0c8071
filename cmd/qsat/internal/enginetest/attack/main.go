// Command attack tests the engine auto on many small random formulas that lead to arguments by
// counting, parity or symmetry. It runs them in one process, with budgets that it reduces at random:
//
//	go run ./cmd/qsat/internal/enginetest/attack -formulas 100000
//
// For each formula, attack asks auto for an answer with one thread and with two, for a proof, for the
// number of models and for the models, and for the last two under a random projection as well. It also
// asks each method of arguments alone, because auto may answer by another engine.
//
// Attack checks models and proofs. It compares every answer with the truth: a table of all assignments
// for at most 20 variables, and otherwise the answers of dpll. If dpll has no answer either, all answers
// must agree with the first. An argument that the checker rejects is a failure, too.
//
// Attack reduces and prints each formula with a failure, and exits with code 1 at the end. The formula
// and the questions depend only on the number of the formula.
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
	flag.IntVar(&a.failures, "failures", 10, "stop after this `number` of failures")
	minutes := flag.Float64("minutes", 0, "stop after this `time` in minutes; 0: no limit")
	flag.StringVar(&a.kind, "kind", "", "test only formulas of the kind `name`")
	flag.DurationVar(&a.slow, "slow", 2*time.Second, "print the number of each formula that takes longer than `time`")
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
