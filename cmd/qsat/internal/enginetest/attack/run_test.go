// Package attack tests the engine auto on many small random formulas that lead to arguments
// by counting, parity or symmetry, with budgets that it reduces at random. Its test tries a few
// hundred formulas, and more on request:
//
//	go test ./cmd/qsat/internal/enginetest/attack -run TestAttack -v -timeout 0 -formulas 300000
//
// For each formula, enginetest.Check compares all answers of auto with the correct ones, once for all
// variables and once for a random projection. It also asks each method of arguments by itself,
// because auto may answer by another engine. An argument that the checker rejects is a failure, too.
// A formula whose correct answers take too long to find only shows that the engines do not fail.
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
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

const (
	// A formula has up to small variables, but one in largeShare has up to large.
	small, large, largeShare = 20, 48, 5
	// patience limits the time for a formula and a projection. If it is not enough, that is not a
	// failure.
	patience = 20 * time.Second
	// mostFailures is the number of failures after which an attack ends.
	mostFailures = 10
)

// An attack tries many formulas.
type attack struct {
	formulas, first uint64 // the number of formulas, and the number of the first one
	out             io.Writer
	engine          func(*auto.Budgets) engine.Engine

	mu    sync.Mutex     // guards count and out
	count map[string]int // indexed by event: a kind of formula, or an engine that was asked
}

// run tries all formulas and returns the number of failures. It stops early after mostFailures
// failures or when ctx ends.
func (a *attack) run(ctx context.Context) int {
	a.count = map[string]int{}
	var next, failed atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for ctx.Err() == nil && failed.Load() < mostFailures {
				n := uint64(next.Add(1)) - 1
				if n >= a.formulas {
					return
				}
				if !a.try(ctx, newTarget(a.first+n)) {
					failed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return int(failed.Load())
}

// try reports whether no answer about a target was wrong. Otherwise it reduces and prints the formula.
func (a *attack) try(ctx context.Context, t *target) bool {
	a.note("formulas: " + t.kind)
	err := a.check(ctx, t, t.formula)
	if err == nil {
		return true
	}
	least := formulas.Reduced(ctx, t.formula, func(g *dimacs.Formula) bool { return a.check(ctx, t, g) != nil })
	var text strings.Builder
	least.Write(context.Background(), &text)
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintf(a.out, "FAILED: number %d, %s: %v\n%s\n", t.number, t.kind, err, &text)
	return false
}

// check returns an error for the first wrong answer about f, which is t.formula or a reduced formula.
// A panic is a wrong answer.
func (a *attack) check(ctx context.Context, t *target, f *dimacs.Formula) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for _, project := range [][]int{nil, t.project} {
		task := enginetest.Task(f)
		task.Seed, task.Project, task.Stats = t.seed, project, &engine.Stats{}
		limited, end := context.WithTimeout(ctx, patience)
		known, err := enginetest.Check(limited, task, append(slices.Clone(methods), a.engine(t.budgets))...)
		end()
		if errors.Is(err, context.Cause(limited)) {
			err = nil
		}
		if !known {
			a.note("correct answers unknown")
		}
		for _, w := range task.Stats.Work() {
			a.note("asked: " + w.Engine)
			if w.Rejected > 0 && err == nil {
				err = fmt.Errorf("%d arguments of %s were rejected", w.Rejected, w.Engine)
			}
		}
		if err != nil {
			return fmt.Errorf("projection %v: %w", project, err)
		}
	}
	return nil
}

func (a *attack) note(event string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count[event]++
}

// report prints the number of each event.
func (a *attack) report() {
	for _, event := range slices.Sorted(maps.Keys(a.count)) {
		fmt.Fprintf(a.out, "%-40s %9d\n", event, a.count[event])
	}
}

// A target is a formula and how to ask about it.
type target struct {
	number  uint64
	kind    string
	formula *dimacs.Formula
	budgets *auto.Budgets
	project []int // the variables of the projection, ascending; not nil
	seed    int64
}

// newTarget returns the target with a number. The same number gives the same target.
func newTarget(number uint64) *target {
	r := rand.New(rand.NewPCG(number, 48))
	most := 12 + r.IntN(small-11)
	if r.IntN(largeShare) == 0 {
		most = small + 1 + r.IntN(large-small)
	}
	t := &target{number: number, seed: r.Int64N(2), budgets: auto.Default(), project: []int{}}
	t.kind, t.formula = formulas.Counting(r.IntN(1<<20), r, most)
	for v := range t.formula.Vars {
		if r.IntN(2) == 0 {
			t.project = append(t.project, v+1)
		}
	}
	for range r.IntN(4) {
		t.budgets.Scale(r)
	}
	whole := auto.Default()
	if r.IntN(2) == 0 { // do not reduce the budget of counting
		t.budgets.CountingWork, t.budgets.CountingShare = whole.CountingWork, 1
	}
	if r.IntN(2) == 0 { // end the first search at once
		t.budgets.DPLLSteps, t.budgets.DPLLStepsPerClause = 1, 0
	}
	if r.IntN(3) == 0 {
		t.budgets.CoverWork, t.budgets.CoverWorkAlone = 1, 1
	}
	if r.IntN(2) == 0 { // start the methods that follow a long search at once
		t.budgets.SymmetryTicks, t.budgets.TurnTicks, t.budgets.LeaderTicks, t.budgets.RelaxationTicks = 1, 1, r.Int64N(20), 0
		t.budgets.LeaderWork = t.budgets.OrbitWork
		t.budgets.RelaxationShare, t.budgets.TurnWords, t.budgets.SymmetryShare, t.budgets.LeaderShare = 1, 1, 1, 1
		t.budgets.TryWork, t.budgets.TryWorkPerClause = 1, 1
		t.budgets.SymmetryClauses = r.Int64N(30)
		if r.IntN(2) == 0 { // let counting start late
			t.budgets.CountingWork, t.budgets.CountingWorkPerClause = 1, 0
		}
	}
	return t
}
