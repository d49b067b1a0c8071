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
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
	"queens/testdata/formulas"
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

	mu    sync.Mutex             // guards kinds and out
	kinds map[string]*statistics // indexed by kind of formula
}

// statistics summarizes the trials with formulas of one kind.
type statistics struct {
	formulas, refuted, unknown, failed int            // numbers of formulas: all, without a model, without an answer, with a failure
	by                                 map[string]int // indexed by the texts of trial.by: the number of questions
	time                               time.Duration
}

// run runs all trials and returns the number of failed ones. It stops early after a.failures failures
// or when ctx ends.
func (a *attack) run(ctx context.Context) int {
	a.kinds = map[string]*statistics{}
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
	a.note(t, took, failed)
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

// note adds a trial to the statistics.
func (a *attack) note(t *trial, took time.Duration, failed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.kinds[t.kind]
	if s == nil {
		s = &statistics{by: map[string]int{}}
		a.kinds[t.kind] = s
	}
	s.formulas++
	s.time += took
	switch t.truth.status {
	case dimacs.Unsatisfiable:
		s.refuted++
	case dimacs.Unknown:
		s.unknown++
	}
	if failed {
		s.failed++
	}
	for _, by := range t.by {
		s.by[by]++
	}
}

// report prints the statistics.
func (a *attack) report() {
	a.mu.Lock()
	defer a.mu.Unlock()
	total := &statistics{by: map[string]int{}}
	fmt.Fprintf(a.out, "%-10s %9s %9s %9s %9s %9s\n", "kind", "formulas", "no model", "unknown", "failed", "ms each")
	line := func(name string, s *statistics) {
		fmt.Fprintf(a.out, "%-10s %9d %9d %9d %9d %9.2f\n", name, s.formulas, s.refuted, s.unknown, s.failed,
			float64(s.time.Microseconds())/1000/float64(max(1, s.formulas)))
	}
	for _, name := range slices.Sorted(keys(a.kinds)) {
		s := a.kinds[name]
		line(name, s)
		total.formulas, total.refuted, total.unknown, total.failed = total.formulas+s.formulas, total.refuted+s.refuted, total.unknown+s.unknown, total.failed+s.failed
		total.time += s.time
		for by, n := range s.by {
			total.by[by] += n
		}
	}
	line("all", total)
	for _, by := range slices.Sorted(keys(total.by)) {
		fmt.Fprintf(a.out, "%-40s %9d\n", by, total.by[by])
	}
}

// keys yields the keys of a map.
func keys[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}
