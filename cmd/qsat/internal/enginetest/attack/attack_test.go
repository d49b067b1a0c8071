package attack

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

var (
	number   = flag.Uint64("formulas", 0, "`number` of formulas; 0: a few")
	first    = flag.Uint64("first", 1, "`number` of the first formula")
	workers  = flag.Int("workers", 2, "`number` of formulas at the same time")
	failures = flag.Int("failures", 10, "stop after so many `failures`")
	minutes  = flag.Float64("minutes", 0, "stop after so many `minutes`; 0: no limit")
	kind     = flag.String("kind", "", "`name` of the only kind of formulas")
	slow     = flag.Duration("slow", 2*time.Second, "print formulas that take longer than `time`")
)

// Every answer is right, and no argument is rejected. With a number of formulas or of minutes the
// test prints a report.
func TestAttack(t *testing.T) {
	var out strings.Builder
	a := &attack{formulas: 500, first: *first, workers: *workers, failures: *failures, kind: *kind, slow: time.Hour, out: &out, engine: auto.With}
	ctx, asked := t.Context(), *number > 0 || *minutes > 0
	switch {
	case *number > 0:
		a.formulas = *number
	case *minutes > 0:
		a.formulas = 1 << 62
	case enginetest.Long():
		a.formulas = 100_000
	}
	if asked {
		a.slow, a.out = *slow, os.Stdout
	}
	if *minutes > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, time.Duration(*minutes*float64(time.Minute)))
		defer end()
	}
	if failed := a.run(ctx); failed > 0 {
		t.Errorf("%d failures\n%s", failed, &out)
	}
	if asked {
		a.report()
	} else if a.count["formulas"] != int(a.formulas) {
		t.Errorf("%d formulas, want %d", a.count["formulas"], a.formulas)
	}
}

// regressions are formulas that had wrong answers or proofs.
var regressions = []struct {
	name, clauses string
	models        int64
	project       int // the first variables
	projected     int64
}{
	{"a label twice in a counter", enginetest.RepeatedLabel, 2, 5, 2},
	{"a hole with many labels", enginetest.LooseHole, 1, 5, 1},
	{"an alias of a total", enginetest.AliasOfTotal, 0, 5, 0},
	{"sums of several tables", enginetest.SeveralSums, 0, 5, 0},
	{"classes with a free variable", "3 -2;-4 -5;1 -3 2;5 4 6;-4 -6;-1 3;6 -5;-5 -6", 8, 2, 4},
}

// All answers to formulas that once had a wrong one are right, whatever the budgets are.
func TestRegressions(t *testing.T) {
	for _, test := range regressions {
		f := enginetest.Clauses(test.clauses)
		for seed := range uint64(40) {
			trial := newTrial(seed, auto.With)
			if seed < 2 {
				trial.budgets = auto.Default()
			}
			trial.project = nil
			for v := range test.project {
				trial.project = append(trial.project, v+1)
			}
			g := f
			if seed%4 > 1 {
				g, trial.project = enginetest.Shuffled(f, seed), []int{1, 2, 3}
			}
			err := trial.ask(t.Context(), g)
			if n := trial.truth.number; err != nil || n.Int64() != test.models || g == f && trial.truth.projected.Int64() != test.projected {
				t.Errorf("%s, seed %d: %v models, %v of the projection, %v, want %d and %d", test.name, seed, n, trial.truth.projected, err, test.models, test.projected)
				break
			}
		}
	}
}

// A liar refutes each formula that has a clause with 1 and 2. It doubles the number of
// models of a formula with one clause, and repeats each model of a formula with two
// clauses.
type liar struct{ engine.Engine }

func lies(f *dimacs.Formula) bool {
	return slices.ContainsFunc(slices.Collect(f.Clauses()), func(c []dimacs.Lit) bool { return slices.Contains(c, 1) && slices.Contains(c, 2) })
}

func (l liar) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	if lies(t.Formula) {
		if t.Proof != nil {
			return engine.Answer{}, t.Proof.Add(nil)
		}
		return engine.Answer{}, nil
	}
	return l.Engine.(engine.Solver).Solve(ctx, t)
}

func (l liar) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	n, err := l.Engine.(engine.Counter).Count(ctx, t)
	if t.Formula.NumClauses() == 1 {
		n.M.Add(n.M, n.M)
	}
	return n, err
}

func (l liar) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return l.Engine.(engine.Enumerator).Enumerate(ctx, t, func(a *dimacs.Assignment) error {
		if err := found(a); err != nil || t.Formula.NumClauses() != 2 {
			return err
		}
		return found(a)
	})
}

// The attack finds wrong answers, and reduces their formulas.
func TestFound(t *testing.T) {
	lying := func(b *auto.Budgets) engine.Engine { return liar{auto.With(b)} }
	for clauses, want := range map[string]string{
		"1 2 3;-1 3;2 4;-3 -4": "solve", "1 3": "count", "1 3;3 4": "enumerate", "-1 3;2 4;-3 -4": "",
	} {
		trial := newTrial(1, lying)
		trial.formula, trial.project = enginetest.Clauses(clauses), []int{1}
		var f *failure
		if err := trial.ask(t.Context(), trial.formula); errors.As(err, &f) != (want != "") || f != nil && f.what != want {
			t.Errorf("%s: %v, want %s", clauses, err, want)
		}
	}
	var out strings.Builder
	a := &attack{formulas: 200, first: 1, workers: 2, failures: 200, slow: time.Hour, out: &out, engine: lying}
	failed := a.run(t.Context())
	if n := strings.Count(out.String(), "solve: UNSATISFIABLE, want SATISFIABLE"); n == 0 || n > failed || !strings.Contains(out.String(), "\np cnf") {
		t.Errorf("%d failures, found:\n%s", failed, &out)
	}
	a.report()
	if text := out.String(); !strings.Contains(text, "counters: SATISFIABLE") || !strings.Contains(text, "solve: SATISFIABLE by ") {
		t.Errorf("report:\n%s", text)
	}
}

// The table has the same models and projected models as a search through all assignments.
func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 48))
	for range 200 {
		f := formulas.Random(r, 1+r.IntN(10), r.IntN(20), 1, 2, 3, 4)
		table, images := newTable(f), map[int]bool{}
		mask := r.IntN(1 << f.Vars)
		n := int64(0)
		for bits := range 1 << f.Vars {
			var a dimacs.Assignment
			for v := range f.Vars {
				a.Set(v+1, bits>>v&1 != 0)
			}
			is := f.Falsified(&a) == nil
			if is != table.has(uint64(bits)) {
				t.Fatalf("%b is a model: %t", bits, is)
			}
			if is {
				n++
				images[bits&mask] = true
			}
		}
		projected := table.project(func(v int) bool { return mask>>(v-1)&1 != 0 }).number().Int64()
		if table.number().Int64() != n || projected != int64(len(images)) {
			t.Errorf("%v models, %d of the projection, want %d, %d", table.number(), projected, n, len(images))
		}
	}
}
