package sat_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
)

type lits = []dimacs.Lit

// formula returns the formula of the clauses, with at least vars variables.
func formula(vars int, clauses ...lits) *dimacs.Formula {
	return (&dimacs.Formula{Vars: vars}).With(clauses...)
}

// read returns the formula in text.
func read(t *testing.T, text string) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// errorOf returns a function that asks a question and returns only its error.
func errorOf[T any](ask func(context.Context, sat.Problem, sat.Options) (T, error)) func(context.Context, sat.Problem, sat.Options) error {
	return func(ctx context.Context, p sat.Problem, o sat.Options) error {
		_, err := ask(ctx, p, o)
		return err
	}
}

// questions holds the functions of the package. All but Cubes ask an engine.
var questions = map[string]func(context.Context, sat.Problem, sat.Options) error{
	"Solve": errorOf(sat.Solve),
	"Models": func(ctx context.Context, p sat.Problem, o sat.Options) (err error) {
		for _, err = range sat.Models(ctx, p, o) {
		}
		return err
	},
	"Count": errorOf(sat.Count),
	"Core":  errorOf(sat.Core),
	"Cubes": func(ctx context.Context, p sat.Problem, o sat.Options) error {
		_, err := sat.Cubes(ctx, p, o, 9)
		return err
	},
	"NewParts": func(ctx context.Context, p sat.Problem, o sat.Options) error {
		_, err := sat.NewParts(ctx, p, o, 2, false)
		return err
	},
	"Failed": errorOf(sat.Failed),
}

// Every question refuses a problem that makes no sense, and gives the reason.
func TestProblemErrors(t *testing.T) {
	f := formula(3, lits{1, 2})
	with := func(change func(f *dimacs.Formula)) sat.Problem {
		g := f.With()
		change(g)
		return sat.Problem{Formula: g}
	}
	for _, test := range []struct {
		p    sat.Problem
		o    sat.Options
		want string
	}{
		{sat.Problem{}, sat.Options{}, "there is no formula"},
		{sat.Problem{Formula: f, Assume: lits{1, -4}}, sat.Options{}, "there is no variable 4 to assume: the largest is 3"},
		{sat.Problem{Formula: f, Assume: lits{0}}, sat.Options{}, "there is no variable 0 to assume: the largest is 3"},
		{sat.Problem{Formula: f, Project: []int{3, 4, 1}}, sat.Options{}, "there is no variable 4 to project on: the largest is 3"},
		{sat.Problem{Formula: f, Project: []int{3, 0}}, sat.Options{}, "there is no variable 0 to project on: the largest is 3"},
		{with(func(f *dimacs.Formula) { f.Vars = 1 }), sat.Options{}, "a clause has the literal 2, but there are only 1 variables"},
		{with(func(f *dimacs.Formula) { f.Vars = -1 }), sat.Options{}, "the number of variables is -1: expected 0 to 2147483647"},
		{with(func(f *dimacs.Formula) { f.Projection = []int{0} }), sat.Options{}, "there is no variable 0 to project on: the largest is 3"},
		{with(func(f *dimacs.Formula) { f.Cubes, f.Incremental = []lits{{4}}, true }), sat.Options{}, "a cube has the literal 4, but there are only 3 variables"},
	} {
		for name, ask := range questions {
			var wrong *sat.ProblemError
			if err := ask(t.Context(), test.p, test.o); !errors.As(err, &wrong) || wrong.Reason != test.want || err.Error() != test.want || wrong.Line != 0 {
				t.Errorf("%s: error %v, want %s", name, err, test.want)
			}
		}
	}
	var wrong *sat.ProblemError
	if _, err := sat.NewParts(t.Context(), sat.Problem{Formula: f}, sat.Options{}, 0, false); !errors.As(err, &wrong) {
		t.Errorf("no parts: error %v", err)
	}
}

// The nil model of an Answer without a model has safe methods.
func TestNoModel(t *testing.T) {
	a, err := sat.Solve(t.Context(), sat.Problem{Formula: formula(1, lits{1}, lits{-1})}, sat.Options{})
	if err != nil || a.Status != dimacs.Unsatisfiable || a.Model.Value(1) || a.Model.Lit(1) != -1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Every question returns the cause of a context that has ended.
func TestStopped(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	withCubes := formula(2, lits{1, 2})
	withCubes.Cubes, withCubes.Incremental = []lits{{1}, {-1}}, true
	if _, err := sat.Solve(ctx, sat.Problem{Formula: withCubes}, sat.Options{Engine: "cdcl"}); err != cause {
		t.Errorf("cubes: error %v", err)
	}
	if _, err := sat.NewParts(ctx, sat.Problem{Formula: withCubes}, sat.Options{Proof: &enginetest.Proof{}}, 2, false); err != cause {
		t.Errorf("a gap: error %v", err)
	}
	if _, err := sat.NewParts(ctx, sat.Problem{Formula: formulas.Pigeonhole(7, 6)}, sat.Options{}, 2, true); err != cause {
		t.Errorf("parts of a count: error %v", err)
	}
	for name, ask := range questions {
		if name == "Failed" { // it may return all assumptions
			continue
		}
		for _, e := range sat.Engines() {
			p := sat.Problem{Formula: formulas.Pigeonhole(7, 6), Assume: lits{1}}
			var declined *sat.DeclinedError
			if err := ask(ctx, p, sat.Options{Engine: e}); err != cause && !errors.As(err, &declined) {
				t.Errorf("%s, %s: error %v", name, e, err)
			}
		}
	}
}

// The first engine is the default. Each engine answers the questions that it can, and
// declines the others by its name.
func TestEngines(t *testing.T) {
	f := formulas.Pigeonhole(4, 4)
	can := map[string]string{"Solve": "auto dpll cover cdcl gophersat", "Models": "auto dpll cover cdcl gophersat", "Count": "auto dpll cover count gophersat"}
	if first := sat.Engines()[0]; first != "auto" {
		t.Errorf("the default is %s", first)
	}
	for _, e := range sat.Engines() {
		for question, engines := range can {
			var stats sat.Stats
			err := questions[question](t.Context(), sat.Problem{Formula: f}, sat.Options{Engine: e, Stats: &stats})
			var declined *sat.DeclinedError
			switch want := slices.Contains(strings.Fields(engines), e); {
			case want && err != nil, !want && (!errors.As(err, &declined) || declined.Engine != e || declined.Reason == "" || err.Error() == ""):
				t.Errorf("%s, %s: error %v", question, e, err)
			case want && (len(stats.Work()) == 0 || stats.Work()[0].Runs == 0 || e != "auto" && stats.Work()[0].Engine != e):
				t.Errorf("%s, %s: %+v", question, e, stats.Work())
			}
		}
	}
}

// fixedAnswer is another solver that returns its fields.
type fixedAnswer struct {
	model  *dimacs.Assignment
	status dimacs.Status
	err    error
}

func (o fixedAnswer) Solve(context.Context, *dimacs.Formula, []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error) {
	return o.model, o.status, o.err
}

// The models of another solver are checked. It may return Unknown. It only finds one model.
func TestOther(t *testing.T) {
	p, broken := sat.Problem{Formula: formula(2, lits{1, 2}), Assume: lits{-1}}, errors.New("broken")
	right, wrong := &dimacs.Assignment{}, &dimacs.Assignment{}
	right.Set(2, true)
	for _, test := range []struct {
		other fixedAnswer
		want  sat.Answer
		err   error
	}{
		{fixedAnswer{right, dimacs.Satisfiable, nil}, sat.Answer{Status: dimacs.Satisfiable, Model: right}, nil},
		{fixedAnswer{nil, dimacs.Unsatisfiable, nil}, sat.Answer{Status: dimacs.Unsatisfiable, Failed: lits{-1}}, nil},
		{fixedAnswer{right, dimacs.Unsatisfiable, nil}, sat.Answer{Status: dimacs.Unsatisfiable, Failed: lits{-1}}, nil},
		{fixedAnswer{nil, dimacs.Unknown, nil}, sat.Answer{}, nil},
		{fixedAnswer{nil, dimacs.Satisfiable, nil}, sat.Answer{}, nil},
		{fixedAnswer{right, dimacs.Satisfiable, broken}, sat.Answer{}, broken},
	} {
		a, err := sat.Solve(t.Context(), p, sat.Options{Other: test.other})
		if a.Status != test.want.Status || a.Model != test.want.Model || !slices.Equal(a.Failed, test.want.Failed) || err != test.err {
			t.Errorf("%+v: %+v, %v", test.other, a, err)
		}
	}
	if a, err := sat.Solve(t.Context(), p, sat.Options{Other: fixedAnswer{wrong, dimacs.Satisfiable, nil}}); a.Status != dimacs.Unknown || err == nil {
		t.Errorf("a wrong model: %+v, %v", a, err)
	}
	for _, question := range []string{"Models", "Count"} {
		var declined *sat.DeclinedError
		if err := questions[question](t.Context(), p, sat.Options{Other: fixedAnswer{}}); !errors.As(err, &declined) {
			t.Errorf("%s: error %v", question, err)
		}
	}
}

// key returns the values of all variables of f as text.
func key(f *dimacs.Formula, a *dimacs.Assignment) (s string) {
	for v := range f.Vars {
		s += fmt.Sprint(a.Lit(v+1), " ")
	}
	return s
}

// All models come in the same order with any number of threads.
func TestThreads(t *testing.T) {
	for _, f := range []*dimacs.Formula{enginetest.Formula(t, encode.Instance{N: 8}), formulas.Pigeonhole(4, 5), formulas.Random(rand.New(rand.NewPCG(1, 2)), 14, 40, 3)} {
		var first []string
		for threads := 1; threads < 4; threads++ {
			var keys []string
			for a, err := range sat.Models(t.Context(), sat.Problem{Formula: f}, sat.Options{Threads: threads}) {
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, key(f, a))
			}
			if first == nil {
				first = keys
			}
			if diff := cmp.Diff(first, keys); diff != "" || len(keys) < 2 {
				t.Errorf("%d models, with %d threads (-want +got)\n%s", len(keys), threads, diff)
			}
		}
	}
}

// A count keeps its cache within the memory limit, gives the same result with less memory,
// and reports progress.
func TestMemoryAndProgress(t *testing.T) {
	f, err := formulas.Make("3sat", "60", "150", "1")
	if err != nil {
		t.Fatal(err)
	}
	var counts [2]string
	for i, memory := range []int64{0, 1 << 32} {
		var last string
		var stats sat.Stats
		n, err := sat.Count(t.Context(), sat.Problem{Formula: f}, sat.Options{
			Engine: "count", Threads: 1, Memory: memory, Stats: &stats, Progress: func(text func() string) { last = text() },
		})
		if counts[i] = n.Int().String(); err != nil || !strings.HasPrefix(last, "count: ") {
			t.Errorf("memory %d: %v, %v, progress %q", memory, n, err, last)
		}
		if w := stats.Work(); len(w) != 1 || w[0].Components == 0 || w[0].Search <= 0 || w[0].CacheBytes > 1<<26 {
			t.Errorf("memory %d: %+v", memory, w)
		}
	}
	if counts[0] != counts[1] {
		t.Errorf("%v models, and %v with less memory", counts[0], counts[1])
	}
}

// A projection may be in any order and have repetitions. nil means the projection of the
// formula, or else all variables.
func TestProject(t *testing.T) {
	shown := read(t, "c p show 2 3 0\np cnf 4 1\n1 2 0\n")
	plain := formula(4, lits{1, 2})
	for _, test := range []struct {
		f       *dimacs.Formula
		project []int
		want    int64
	}{
		{plain, nil, 12}, {plain, []int{}, 1}, {plain, []int{4, 1, 4, 2, 3}, 12}, {plain, []int{2, 1, 2, 1}, 3}, {plain, []int{4, 3}, 4},
		{shown, nil, 4}, {shown, []int{1, 2}, 3}, {shown, []int{}, 1}, {shown, []int{1, 2, 3, 4}, 12},
	} {
		given := slices.Clone(test.project)
		p := sat.Problem{Formula: test.f, Project: test.project}
		n, err := sat.Count(t.Context(), p, sat.Options{})
		models := int64(0)
		for _, e := range sat.Models(t.Context(), p, sat.Options{}) {
			models, err = models+1, errors.Join(err, e)
		}
		if n.Int().Int64() != test.want || models != test.want || err != nil || !slices.Equal(given, test.project) {
			t.Errorf("%v: counted %v, found %d, %v, want %d", given, n.Int(), models, err, test.want)
		}
	}
}

// The search for models ends when the loop ends, and starts anew in the next loop. The body
// of the loop runs on its own goroutine.
func TestModelsEnd(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 8})
	for _, e := range []string{"", "dpll", "cover", "cdcl", "gophersat"} {
		models := sat.Models(t.Context(), sat.Problem{Formula: f}, sat.Options{Engine: e, Threads: 2})
		for _, most := range []int{1, 5, math.MaxInt} {
			n := 0
			for a, err := range models {
				if n++; err != nil || f.Falsified(a) != nil {
					t.Fatalf("%s: %v", e, err)
				}
				if n == most {
					break
				}
			}
			if n != min(most, 92) {
				t.Errorf("%s: %d models, want %d", e, n, min(most, 92))
			}
		}
		func() {
			defer func() {
				if r := recover(); r != "here" {
					t.Errorf("%s: recovered %v", e, r)
				}
			}()
			for range models {
				panic("here")
			}
		}()
	}
}

// Failed finds the failed assumptions of a refuted problem, also of a formula with cubes.
func TestFailed(t *testing.T) {
	f := formula(4, lits{1, 2}, lits{3, 4})
	cubes := formula(4, lits{1, 2}, lits{3, 4})
	cubes.Cubes, cubes.Incremental = []lits{{3}, {4}}, true
	for _, f := range []*dimacs.Formula{f, cubes} {
		failed, err := sat.Failed(t.Context(), sat.Problem{Formula: f, Assume: lits{4, -2, 3, -1}}, sat.Options{})
		if diff := cmp.Diff(lits{-2, -1}, failed); diff != "" || err != nil {
			t.Errorf("%v; (-want +got)\n%s", err, diff)
		}
	}
}

// Several questions about one formula may be asked at the same time.
func TestConcurrent(t *testing.T) {
	f, stats := enginetest.Formula(t, encode.Instance{N: 6}), &sat.Stats{}
	var wg sync.WaitGroup
	for range 2 {
		for name, ask := range questions {
			wg.Go(func() {
				if err := ask(t.Context(), sat.Problem{Formula: f}, sat.Options{Threads: 2, Stats: stats}); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
	}
	wg.Wait()
}

// A model that violates a linear constraint, because a clause of its encoding is missing, is an error.
func TestModelsAreCheckedAgainstLinear(t *testing.T) {
	f := &dimacs.Formula{Vars: 6, Linear: []dimacs.Linear{{Lits: []dimacs.Lit{1, 2, 3, 4, 5, 6}, Low: 0, High: 5}}}
	if _, err := sat.Solve(t.Context(), sat.Problem{Formula: f}, sat.Options{}); !errors.As(err, new(*sat.ProblemError)) {
		t.Errorf("without clauses: %v", err)
	}
	f.Encoded = true
	models := 0
	var err error
	for _, err = range sat.Models(t.Context(), sat.Problem{Formula: f}, sat.Options{}) {
		models++
	}
	if models > 64 || err == nil || !strings.Contains(err.Error(), "does not satisfy the clause [1 2 3 4 5 6]") {
		t.Errorf("%d models, then %v", models, err)
	}
	all := []dimacs.Lit{1, 2, 3, 4, 5, 6}
	if _, err := sat.Solve(t.Context(), sat.Problem{Formula: f, Assume: all}, sat.Options{}); err == nil {
		t.Error("no error for a wrong model")
	}
}
