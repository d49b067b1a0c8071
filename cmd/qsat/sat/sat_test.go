package sat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/enginetest"
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

// withCubes returns a formula with cubes.
func withCubes(f *dimacs.Formula, cubes ...lits) *dimacs.Formula {
	f = f.With()
	f.Cubes, f.Incremental = cubes, true
	return f
}

// extended returns f with more literals in each clause.
func extended(f *dimacs.Formula, more ...dimacs.Lit) *dimacs.Formula {
	g := &dimacs.Formula{}
	for c := range f.Clauses() {
		g.Add(slices.Concat(c, more)...)
	}
	return g
}

// solvers are the engines that find a model, and enumerate models; counters count.
const (
	solvers  = "auto dpll cover cdcl gophersat"
	counters = "auto dpll cover count gophersat"
)

// The nil model of an Answer without a model has safe methods.
func TestNoModel(t *testing.T) {
	a, err := Solve(t.Context(), Problem{Formula: formula(1, lits{1}, lits{-1})}, Options{})
	if err != nil || a.Status != dimacs.Unsatisfiable || a.Model.Value(1) || a.Model.Lit(1) != -1 {
		t.Errorf("%+v, %v", a, err)
	}
}

// The first engine is the default. Each engine answers the questions that it can, and
// declines the others by its name.
func TestEngines(t *testing.T) {
	f := generate.Pigeonhole(4, 4)
	can := map[string]string{"Solve": solvers, "Models": solvers, "Count": counters}
	if first := Engines()[0]; first != "auto" {
		t.Errorf("the default is %s", first)
	}
	for _, e := range Engines() {
		for question, engines := range can {
			var stats Stats
			err := questions[question](t.Context(), Problem{Formula: f}, Options{Engine: e, Stats: &stats})
			var declined *DeclinedError
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
	p, broken := Problem{Formula: formula(2, lits{1, 2}), Assume: lits{-1}}, errors.New("broken")
	right, wrong := &dimacs.Assignment{}, &dimacs.Assignment{}
	right.Set(2, true)
	for _, test := range []struct {
		other fixedAnswer
		want  Answer
		err   error
	}{
		{fixedAnswer{right, dimacs.Satisfiable, nil}, Answer{Status: dimacs.Satisfiable, Model: right}, nil},
		{fixedAnswer{nil, dimacs.Unsatisfiable, nil}, Answer{Status: dimacs.Unsatisfiable, Failed: lits{-1}}, nil},
		{fixedAnswer{right, dimacs.Unsatisfiable, nil}, Answer{Status: dimacs.Unsatisfiable, Failed: lits{-1}}, nil},
		{fixedAnswer{nil, dimacs.Unknown, nil}, Answer{}, nil},
		{fixedAnswer{nil, dimacs.Satisfiable, nil}, Answer{}, nil},
		{fixedAnswer{right, dimacs.Satisfiable, broken}, Answer{}, broken},
	} {
		a, err := Solve(t.Context(), p, Options{Other: test.other})
		if a.Status != test.want.Status || a.Model != test.want.Model || !slices.Equal(a.Failed, test.want.Failed) || err != test.err {
			t.Errorf("%+v: %+v, %v", test.other, a, err)
		}
	}
	if a, err := Solve(t.Context(), p, Options{Other: fixedAnswer{wrong, dimacs.Satisfiable, nil}}); a.Status != dimacs.Unknown || err == nil {
		t.Errorf("a wrong model: %+v, %v", a, err)
	}
}

// All models come in the same order with any number of threads.
func TestThreads(t *testing.T) {
	for _, f := range []*dimacs.Formula{enginetest.Formula(t, encode.Instance{N: 8}), generate.Pigeonhole(4, 5), generate.Random(rand.New(rand.NewPCG(1, 2)), 14, 40, 3)} {
		var first []string
		for threads := 1; threads < 4; threads++ {
			var keys []string
			for a, err := range Models(t.Context(), Problem{Formula: f}, Options{Threads: threads}) {
				if err != nil {
					t.Fatal(err)
				}
				keys = append(keys, fmt.Sprint(a.Lits(f.Vars)))
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
	f, err := generate.Make("3sat", "60", "150", "1")
	if err != nil {
		t.Fatal(err)
	}
	var counts [2]string
	for i, memory := range []int64{0, 1 << 32} {
		var last string
		var stats Stats
		n, err := Count(t.Context(), Problem{Formula: f}, Options{
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

// The search for models ends when the loop ends, and starts anew in the next loop. The body
// of the loop runs on its own goroutine.
func TestModelsEnd(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 8})
	for _, e := range strings.Fields(solvers) {
		models := Models(t.Context(), Problem{Formula: f}, Options{Engine: e, Threads: 2})
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

// Several questions about one formula may be asked at the same time.
func TestConcurrent(t *testing.T) {
	f, stats := enginetest.Formula(t, encode.Instance{N: 6}), &Stats{}
	var wg sync.WaitGroup
	for range 2 {
		for name, ask := range questions {
			wg.Go(func() {
				if err := ask(t.Context(), Problem{Formula: f}, Options{Threads: 2, Stats: stats}); err != nil {
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
	if _, err := Solve(t.Context(), Problem{Formula: f}, Options{}); !errors.As(err, new(*ProblemError)) {
		t.Errorf("without clauses: %v", err)
	}
	f.Encoded = true
	p := Problem{Formula: f, Assume: f.Linear[0].Lits}
	for _, err := range []error{lastError(Models(t.Context(), p, Options{})), errorOf(Solve(t.Context(), p, Options{}))} {
		if err == nil || !strings.Contains(err.Error(), "does not satisfy the clause [1 2 3 4 5 6]") {
			t.Error(err)
		}
	}
}

// The weight of a model is the product of the weights of its literals, unless the formula
// asks for an unweighted count.
func TestWeights(t *testing.T) {
	const clauses = "p cnf 2 1\n1 2 0\n"
	for text, want := range map[string]*big.Rat{
		"":                      big.NewRat(3, 1),
		"c p weight 1 0.25 0\n": big.NewRat(5, 4), // 1/4 twice and 3/4
		"c p weight 1 2 0\nc p weight -1 0.5 0\n":                         big.NewRat(9, 2),
		"c p weight 1 -1 0\nc p weight -1 3 0\n":                          big.NewRat(1, 1),
		"c p weight 2 1 0\n":                                              big.NewRat(2, 1),
		"c t wmc\nc p weight 1 0.25 0\n":                                  big.NewRat(5, 4),
		"c t mc\nc p weight 1 0.25 0\n":                                   big.NewRat(3, 1),
		"c t pwmc\nc p show 1 0\nc p weight 1 0.25 0\n":                   big.NewRat(1, 1),
		"c t pwmc\nc p show 1 0\nc p weight 1 0.25 0\nc p weight 2 7 0\n": big.NewRat(1, 1),
		"c t wmc\n":                              big.NewRat(3, 1),
		"c p weight 1 -12 0\n":                   big.NewRat(-11, 1), // -12 twice and 13
		"c p weight -2 1.5 0\n":                  big.NewRat(1, 2),   // -1/2 twice and 3/2
		"c p weight 1 1.5 0\nc p weight 2 3 0\n": new(big.Rat),       // 9/2 - 3 - 3/2
	} {
		for _, e := range []string{"", "count"} {
			n, err := Count(t.Context(), Problem{Formula: read(t, text+clauses)}, Options{Engine: e})
			if err != nil || n.Rat().Cmp(want) != 0 || n.String() != want.RatString() {
				t.Errorf("%q: %v, %v, want %v", text, n, err, want)
			}
		}
	}
}

// A graph refuses what it cannot answer: variables that it does not have, decisions outside of the
// projection, certificates of a part of the models, and impossible samples.
func TestGraphRefuses(t *testing.T) {
	ctx := t.Context()
	const text = "o 1 0\nt 2 0\n1 2 1 0\n1 2 -1 2 0\n"
	g, err := ReadGraph(ctx, strings.NewReader(text), "g", nil, false)
	if err != nil {
		t.Fatal(err)
	}
	var wrong *ProblemError
	if g.Vars() != 2 || g.Check(1, -2) != nil || !errors.As(g.Check(3), &wrong) || g.Check(0) == nil {
		t.Error(g.Vars(), g.Check(1, -2), g.Check(3), g.Check(0))
	}
	if h, err := ReadGraph(ctx, strings.NewReader("o 1 0\nt 2 0\n1 2 1 2 0\n1 2 -1 3 0\n"), "g", nil, false); err != nil {
		t.Error(err)
	} else if _, err := h.Restrict(ctx, []int{2, 3}); err == nil {
		t.Error("a decision outside of the projection")
	}
	under, err := g.Restrict(ctx, []int{2}, -1)
	if err != nil {
		t.Fatal(err)
	}
	if under.Count().String() != "1" || under.Check(1) == nil || !errors.As(under.Certify(ctx, io.Discard), &wrong) {
		t.Error(under.Count(), under.Check(1))
	}
	for _, weight := range []string{"-1", "0"} {
		f := read(t, "c p weight 2 "+weight+" 0\nc p weight -2 0 0\np cnf 2 0\n")
		g, err := ReadGraph(ctx, strings.NewReader(text), "g", f, false)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range g.Sample(1, 2) {
			if !errors.As(err, &wrong) {
				t.Error("weight", weight, err)
			}
		}
	}
	for _, text := range []string{"", "o 1 0\nt 2 0\n1 2 1 0\n1 2 2 0\n", text + "1 2 9 0\n", "a 1 0\nt 2 0\n1 2 2 0\n1 2 2 0\n"} {
		if _, err := ReadGraph(ctx, strings.NewReader(text), "g", read(t, "c p show 3 0\np cnf 3 0\n"), false); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
