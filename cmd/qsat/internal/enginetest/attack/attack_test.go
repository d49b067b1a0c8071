package attack

import (
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

var (
	number = flag.Uint64("formulas", 0, "`number` of formulas; 0: a few")
	first  = flag.Uint64("first", 1, "`number` of the first formula")
)

// Every answer is right, and no argument is rejected. With a number of formulas the test prints a
// report.
func TestAttack(t *testing.T) {
	var out strings.Builder
	a := &attack{formulas: 300, first: *first, out: &out, engine: auto.With}
	switch {
	case *number > 0:
		a.formulas, a.out = *number, os.Stdout
	case enginetest.Long():
		a.formulas = 15_000
	}
	if failed := a.run(t.Context()); failed > 0 {
		t.Errorf("%d failures\n%s", failed, &out)
	}
	if *number > 0 {
		a.report()
	}
}

// All answers to formulas that once had a wrong answer or proof are right, whatever the budgets are.
func TestRegressions(t *testing.T) {
	for name, clauses := range map[string]string{
		"a label twice in a counter": enginetest.RepeatedLabel, "a hole with many labels": enginetest.LooseHole,
		"an alias of a total": enginetest.AliasOfTotal, "sums of several tables": enginetest.SeveralSums,
		"classes with a free variable": "3 -2;-4 -5;1 -3 2;5 4 6;-4 -6;-1 3;6 -5;-5 -6",
	} {
		a := &attack{engine: auto.With, count: map[string]int{}}
		for seed := range uint64(20) {
			f, target := enginetest.Clauses(clauses), newTarget(seed)
			target.project = []int{1, 2, 3, 4, 5}
			if seed%4 > 1 {
				f, target.project = enginetest.Shuffled(f, seed), []int{1, 2, 3}
			}
			if seed < 2 {
				target.budgets = auto.Default()
			}
			if err := a.check(t.Context(), target, f); err != nil || a.count["correct answers unknown"] > 0 {
				t.Errorf("%s, seed %d: %v, %v", name, seed, err, a.count)
				break
			}
		}
	}
}

// A liar refutes each formula that has a clause with 1 and 2.
type liar struct{ engine.Engine }

func (l liar) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	if slices.ContainsFunc(slices.Collect(t.Formula.Clauses()), func(c []dimacs.Lit) bool { return slices.Contains(c, 1) && slices.Contains(c, 2) }) {
		return engine.Answer{}, nil
	}
	return l.Engine.(engine.Solver).Solve(ctx, t)
}

// The attack finds wrong answers, reduces their formulas, and stops after some of them.
func TestFound(t *testing.T) {
	var out strings.Builder
	a := &attack{formulas: 500, first: 1, out: &out, engine: func(b *auto.Budgets) engine.Engine { return liar{auto.With(b)} }}
	if failed := a.run(t.Context()); failed < mostFailures || strings.Count(out.String(), "\np cnf 2 1\n") != failed {
		t.Errorf("%d failures, found:\n%s", failed, &out)
	}
	a.report()
	if text := out.String(); !strings.Contains(text, "formulas: counters") || !strings.Contains(text, "asked: cdcl") {
		t.Errorf("report:\n%s", text)
	}
}
