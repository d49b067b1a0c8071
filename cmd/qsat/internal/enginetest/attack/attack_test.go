// Package attack tests the engine auto on many small random formulas that lead to arguments
// by counting, parity or symmetry, with budgets that it reduces at random. Its test tries 150
// formulas, and many more in the long suite, from the number -first on; see enginetest.Long.
//
// For each formula, enginetest.Check compares all answers of auto with the correct ones, once for all
// variables and once for a random projection. It also asks each method of arguments by itself,
// because auto may answer by another engine. An argument that the checker rejects is a failure, too.
// A formula whose correct answers take too long to find only shows that the engines do not fail.
//
// A failure prints its formula, which qbench reduce makes smaller. The formula and the questions depend
// only on the number of the formula.
package attack

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

var first = flag.Uint64("first", 1, "`number` of the first formula")

const (
	// A formula has up to small variables, but one in largeShare has up to large.
	small, large, largeShare = 20, 48, 5
	// patience limits the time for a formula and a projection. If it is not enough, that is not a
	// failure.
	patience = 20 * time.Second
)

// Every answer is right, and no argument is rejected.
func TestAttack(t *testing.T) {
	n := uint64(150)
	if enginetest.Long() {
		n = 15_000
	}
	for i := range n {
		target := newTarget(*first + i)
		if _, err := target.check(t.Context(), auto.With(target.budgets)); err != nil {
			t.Fatalf("number %d, %s: %v\n%v", target.number, target.kind, err, slices.Collect(target.formula.Clauses()))
		}
	}
}

// All answers to formulas that once had a wrong answer or proof are right, whatever the budgets are.
func TestRegressions(t *testing.T) {
	for name, clauses := range map[string]string{
		"a label twice in a counter": enginetest.RepeatedLabel, "a hole with many labels": enginetest.LooseHole,
		"an alias of a total": enginetest.AliasOfTotal, "sums of several tables": enginetest.SeveralSums,
		"classes with a free variable": "3 -2;-4 -5;1 -3 2;5 4 6;-4 -6;-1 3;6 -5;-5 -6",
	} {
		for seed := range uint64(20) {
			target := newTarget(seed)
			target.formula, target.project = enginetest.Clauses(clauses), []int{1, 2, 3, 4, 5}
			if seed%4 > 1 {
				target.formula, target.project = enginetest.Shuffled(target.formula, seed), []int{1, 2, 3}
			}
			if seed < 2 {
				target.budgets = auto.Default()
			}
			if known, err := target.check(t.Context(), auto.With(target.budgets)); err != nil || !known {
				t.Errorf("%s, seed %d: %v, the correct answers are known: %v", name, seed, err, known)
			}
		}
	}
}

// A liar refutes each formula that has a clause with 1 and 2. The check finds this.
type liar struct{ engine.Engine }

func (l liar) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	if slices.ContainsFunc(slices.Collect(t.Formula.Clauses()), func(c []dimacs.Lit) bool { return slices.Contains(c, 1) && slices.Contains(c, 2) }) {
		return engine.Answer{}, nil
	}
	return l.Engine.(engine.Solver).Solve(ctx, t)
}

func TestFound(t *testing.T) {
	target := newTarget(1)
	target.formula, target.project = enginetest.Clauses("1 2;3 4"), []int{1}
	if _, err := target.check(t.Context(), liar{auto.With(target.budgets)}); err == nil {
		t.Error("a wrong answer is not found")
	}
}

// check returns an error for the first wrong answer of a method or of e, and whether the correct answers
// are known.
func (t *target) check(ctx context.Context, e engine.Engine) (known bool, err error) {
	for _, project := range [][]int{nil, t.project} {
		task := enginetest.Task(t.formula)
		task.Seed, task.Project, task.Stats = t.seed, project, &engine.Stats{}
		limited, end := context.WithTimeout(ctx, patience)
		known, err = enginetest.Check(limited, task, append(slices.Clone(methods), e)...)
		end()
		if errors.Is(err, context.Cause(limited)) {
			err = nil
		}
		for _, w := range task.Stats.Work() {
			if w.Rejected > 0 && err == nil {
				err = fmt.Errorf("%d arguments of %s were rejected", w.Rejected, w.Engine)
			}
		}
		if err != nil {
			return known, fmt.Errorf("projection %v: %w", project, err)
		}
	}
	return known, nil
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
	t.kind, t.formula = generate.Counting(r.IntN(1<<20), r, most)
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
