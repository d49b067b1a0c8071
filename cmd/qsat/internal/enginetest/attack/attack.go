// Package attack tests the engine auto on many small random formulas that lead to arguments
// by counting, parity or symmetry. It runs them in one process, with budgets that it
// reduces at random. Its test tries 500 formulas, and more on request:
//
//	go test ./cmd/qsat/internal/enginetest/attack -run TestAttack -v -timeout 0 -formulas 300000
//
// For each formula, attack calls auto for an answer with one thread and with two, for a
// proof, for the number of models and for the models, and for the last two under a random
// projection as well. It also tries each method of arguments by itself, because auto may
// answer by another engine.
//
// Attack checks models and proofs. It compares every answer with the truth: a table of all assignments
// for at most 20 variables, and otherwise the answers of dpll. If dpll has no answer either, all answers
// must agree with the first. An argument that the checker rejects is a failure, too.
//
// Attack reduces and prints each formula with a failure. The formula and the questions depend only on
// the number of the formula.
package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// An attack runs many trials against an engine.
type attack struct {
	formulas, first uint64        // the number of trials, and the number of the first one
	workers         int           // the number of trials at the same time
	failures        int           // the attack ends after this number of failed trials
	kind            string        // skip trials with another kind of formula; "" means all kinds
	slow            time.Duration // print the number of each trial that takes longer
	out             io.Writer
	engine          func(*auto.Budgets) engine.Engine

	mu    sync.Mutex     // guards count and out
	count map[string]int // indexed by event: a text of trial.by, or a kind of formula with its status
}

// run runs all trials and returns the number of failed ones. It stops early after a.failures failures
// or when ctx ends.
func (a *attack) run(ctx context.Context) int {
	a.count = map[string]int{}
	var next, failed atomic.Int64
	var wg sync.WaitGroup
	for range a.workers {
		wg.Go(func() {
			for ctx.Err() == nil && failed.Load() < int64(a.failures) {
				n := a.first + uint64(next.Add(1)) - 1
				if n-a.first >= a.formulas {
					return
				}
				if t := newTrial(n, a.engine); a.kind == "" || a.kind == t.kind {
					if !a.try(ctx, t) {
						failed.Add(1)
					}
				}
			}
		})
	}
	wg.Wait()
	return int(failed.Load())
}

// try runs one trial and reports whether no answer was wrong. It reduces and prints a formula with a
// wrong answer. If ctx ends, try returns true.
func (a *attack) try(ctx context.Context, t *trial) bool {
	start := time.Now()
	err := t.ask(ctx, t.formula)
	took := time.Since(start)
	var f *failure
	failed := errors.As(err, &f)
	if err != nil && !failed { // ctx has ended
		return true
	}
	if took > a.slow && ctx.Err() == nil {
		a.printf("slow: %d, %s: %v\n", t.number, t.kind, took)
	}
	a.note(t)
	if !failed {
		return true
	}
	small := formulas.Reduced(ctx, t.formula, func(g *dimacs.Formula) bool {
		var again *failure
		return errors.As(t.ask(ctx, g), &again) && again.what == f.what
	})
	var text strings.Builder
	small.Write(context.Background(), &text)
	a.printf("FAILED: number %d, %s, %s: %v\n%s\n", t.number, t.kind, f.what, f.err, &text)
	return false
}

func (a *attack) printf(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintf(a.out, format, args...)
}

// note counts a trial.
func (a *attack) note(t *trial) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, event := range append(t.by, fmt.Sprintf("%s: %v", t.kind, t.truth.status), "formulas") {
		a.count[event]++
	}
}

// report prints the number of each event.
func (a *attack) report() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, event := range slices.Sorted(maps.Keys(a.count)) {
		fmt.Fprintf(a.out, "%-40s %9d\n", event, a.count[event])
	}
}
