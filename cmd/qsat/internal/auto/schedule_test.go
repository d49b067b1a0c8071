package auto

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
	"queens/encode"
)

// The table in the package documentation shows the schedules.
func TestTable(t *testing.T) {
	source, err := os.ReadFile("auto.go")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(source)) {
		if rest, is := strings.CutPrefix(line, "//\t"); is {
			got = append(got, strings.TrimSpace(rest))
		}
	}
	if diff := cmp.Diff(table(), got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// table returns the schedules, with the budgets for a formula of 10,000 clauses without
// weights. At a pause, main has spent 2^26 ticks, and all conditions of the steps hold.
func table() []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, schedule := range []struct {
		name  string
		steps []step
	}{{"ONE MODEL", solving}, {"ALL MODELS", enumerating}, {"COUNT", counting}, {"SAMPLES", sampling}} {
		fmt.Fprintf(w, "%s\tWHEN\tBUDGET\tMAY YIELD\tONLY IF\n", schedule.name)
		for _, k := range schedule.steps {
			s := Default().search(&engine.Task{Formula: &dimacs.Formula{}}, schedule.steps)
			s.clauses = 10_000
			if k.when == pause {
				s.ticks, s.symmetries = 1<<26, &symmetry.Search{}
				close(s.besideEnded)
			}
			budget := "no limit"
			switch n := k.budget(s); n {
			case 0:
				budget = "not due"
			case unlimited:
			default:
				budget = fmt.Sprint(n)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%v\t%s\n", k.name, k.when, budget, k.yields, k.onlyIf)
		}
	}
	w.Flush()
	var lines []string
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// decide chooses the answer among several results.
func TestDecide(t *testing.T) {
	none, failed := &result{}, &result{err: errors.New("failed")}
	a, refuted := &result{outcome: outcome{yields: model}}, &result{outcome: outcome{yields: refutation}}
	for _, test := range []struct{ main, beside, want *result }{
		{nil, nil, nil},
		{nil, refuted, refuted},
		{refuted, nil, refuted},
		{a, nil, a},
		{nil, a, nil}, // main may still find a model
		{none, a, a},
		{failed, a, a},
		{none, none, nil},
		{none, failed, failed},
		{failed, nil, failed},
		{refuted, a, refuted},
	} {
		if got := decide(test.main, test.beside); got != test.want {
			t.Errorf("%+v: %+v", test, got)
		}
	}
}

// A refutation that a stopped step reports after the answer has arrived does not replace the answer, because
// its failed assumptions may be too many.
func TestAfterAnswer(t *testing.T) {
	task := &engine.Task{Formula: formulas.Pigeonhole(3, 2), Assume: []dimacs.Lit{1}}
	s := Default().search(task, solving)
	s.stop = func(error) {}
	s.arrive(&s.beside, outcome{yields: refutation}, nil)
	s.arrive(&s.main, outcome{yields: refutation, failed: task.Assume}, nil)
	if r := decide(s.main, s.beside); r == nil || r.failed != nil {
		t.Errorf("answer %+v, want that of the step beside main", r)
	}
}

// An outcome that the schedule does not list for a step is an error.
func TestYields(t *testing.T) {
	f := formulas.Pigeonhole(3, 2)
	for _, y := range []yields{model, refutation, simpler, models} {
		s := Default().search(&engine.Task{Formula: f}, solving)
		k := step{"test", start, ^y, "", always, func(*search, context.Context, *engine.Task, int64) (outcome, error) {
			return outcome{yields: y}, nil
		}}
		if _, err := s.do(t.Context(), k, s.task); err == nil || !strings.Contains(err.Error(), y.String()) {
			t.Errorf("%v: %v", y, err)
		}
	}
}

// The statistics name each step that ran, once.
func TestSteps(t *testing.T) {
	for name, test := range map[string]struct {
		f    *dimacs.Formula
		want []string
	}{
		"board": {enginetest.Formula(t, encode.Instance{N: 8}), []string{"dpll"}},
		"holes": {formulas.Pigeonhole(12, 11), []string{"dpll", "parity", "cardinality"}},
	} {
		task := &engine.Task{Formula: test.f, Threads: 1, Stats: &engine.Stats{}}
		if _, err := engine.Solve(t.Context(), New(), task); err != nil || !slices.Equal(task.Stats.Steps(), test.want) {
			t.Errorf("%s: %v, steps %v", name, err, task.Stats.Steps())
		}
	}
}
