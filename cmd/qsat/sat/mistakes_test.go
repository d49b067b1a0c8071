package sat

import (
	"context"
	"errors"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// errorOf returns the error of an answer.
func errorOf[T any](_ T, err error) error { return err }

// lastError returns the error of the last pair.
func lastError[T any](pairs iter.Seq2[T, error]) (err error) {
	for _, err = range pairs {
	}
	return err
}

// An askFunc asks one question and returns its error.
type askFunc = func(ctx context.Context, p Problem, o Options) error

// questions holds the functions of the package that take Options. All but Cubes and Projection ask an
// engine.
var questions = map[string]askFunc{
	"Solve":         func(ctx context.Context, p Problem, o Options) error { return errorOf(Solve(ctx, p, o)) },
	"Models":        func(ctx context.Context, p Problem, o Options) error { return lastError(Models(ctx, p, o)) },
	"Count":         func(ctx context.Context, p Problem, o Options) error { return errorOf(Count(ctx, p, o)) },
	"Core":          func(ctx context.Context, p Problem, o Options) error { return errorOf(Core(ctx, p, o)) },
	"Cubes":         func(ctx context.Context, p Problem, o Options) error { return errorOf(Cubes(ctx, p, o, 9)) },
	"NewParts":      func(ctx context.Context, p Problem, o Options) error { return errorOf(NewParts(ctx, p, o, 2, false)) },
	"Failed":        func(ctx context.Context, p Problem, o Options) error { return errorOf(Failed(ctx, p, o)) },
	"Sample":        func(ctx context.Context, p Problem, o Options) error { return lastError(Sample(ctx, p, o, 1)) },
	"Compile":       func(ctx context.Context, p Problem, o Options) error { return errorOf(Compile(ctx, p, o)) },
	"EstimateCount": func(ctx context.Context, p Problem, o Options) error { return errorOf(EstimateCount(ctx, p, o)) },
	"FindOrbits": func(ctx context.Context, p Problem, o Options) error {
		s, err := FindOrbits(ctx, p, o)
		if err == nil {
			err = errors.Join(errorOf(s.Count(ctx)), lastError(s.Models(ctx)))
		}
		return err
	},
	"GroupCore":  func(ctx context.Context, p Problem, o Options) error { return errorOf(GroupCore(ctx, p, nil, o, nil)) },
	"GroupCores": func(ctx context.Context, p Problem, o Options) error { return lastError(GroupCores(ctx, p, nil, o)) },
	"Projection": func(ctx context.Context, p Problem, o Options) error { return errorOf(Projection(ctx, p, o)) },
	"Certify": func(ctx context.Context, p Problem, o Options) error {
		p.Assume = nil
		return errorOf(Certify(ctx, p, o, io.Discard))
	},
	"Minimize": func(ctx context.Context, p Problem, o Options) error {
		if p.Formula != nil {
			f := *p.Formula
			f.Soft, p.Formula = []dimacs.SoftClause{}, &f
		}
		return errorOf(Minimize(ctx, p, o, nil))
	},
}

// basic names the questions that accept all formulas.
const basic = "Solve Models Count Core Cubes NewParts Failed"

// TestProblemErrors gives every question problems that make no sense. The error gives the reason.
func TestProblemErrors(t *testing.T) {
	f := formula(3, lits{1, 2})
	with := func(change func(f *dimacs.Formula)) Problem {
		g := f.With()
		change(g)
		return Problem{Formula: g}
	}
	for _, test := range []struct {
		p    Problem
		want string
	}{
		{Problem{}, "there is no formula"},
		{Problem{Formula: f, Assume: lits{1, -4}}, "there is no variable 4 to assume: the largest is 3"},
		{Problem{Formula: f, Assume: lits{0}}, "there is no variable 0 to assume: the largest is 3"},
		{Problem{Formula: f, Project: []int{3, 4, 1}}, "there is no variable 4 to project on: the largest is 3"},
		{Problem{Formula: f, Project: []int{3, 0}}, "there is no variable 0 to project on: the largest is 3"},
		{with(func(f *dimacs.Formula) { f.Vars = 1 }), "a clause has the literal 2, but there are only 1 variables"},
		{with(func(f *dimacs.Formula) { f.Vars = -1 }), "the number of variables is -1: expected 0 to 2147483647"},
		{with(func(f *dimacs.Formula) { f.Projection = []int{0} }), "there is no variable 0 to project on: the largest is 3"},
		{with(func(f *dimacs.Formula) { f.Cubes, f.Incremental = []lits{{4}}, true }), "a cube has the literal 4, but there are only 3 variables"},
	} {
		for _, name := range strings.Fields(basic) {
			var wrong *ProblemError
			err := questions[name](t.Context(), test.p, Options{})
			if !errors.As(err, &wrong) || wrong.Reason != test.want || err.Error() != test.want || wrong.Line != 0 {
				t.Errorf("%s: error %v, want %s", name, err, test.want)
			}
		}
	}
}

// keepsNothing is a checkpoint.
type keepsNothing struct{}

func (keepsNothing) Counted(int) (n dimacs.Count, is bool) { return n, false }
func (keepsNothing) Keep(int, dimacs.Count)                {}

// TestOptionErrors gives every question options that make no sense or that it does not use. The error
// names the field.
func TestOptionErrors(t *testing.T) {
	f := formula(3, lits{1, 2})
	parts, err := NewParts(t.Context(), Problem{Formula: f}, Options{}, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want string
		o    Options
		only string // the questions that report the mistake; "" means all
		not  string // the questions that accept the options
	}{
		{"Options.Threads is -1: ", Options{Threads: -1}, "", ""},
		{"Options.Memory is -1: ", Options{Memory: -1}, "", ""},
		{`Options.Engine is "minisat": expected auto, dpll, `, Options{Engine: "minisat"}, "", ""},
		{"Options.Part is 3, but Options.Parts is nil", Options{Part: 3}, "", ""},
		{"Options.Part is 3: expected 1 to 2", Options{Parts: parts, Part: 3}, "Solve Models Count", ""},
		{"Options.Parts does not come from NewParts", Options{Parts: &Parts{}, Part: 1}, "Solve Models Count", ""},
		{"Options.Parts ", Options{Parts: parts, Part: 1}, "", "Solve Models Count"},
		{"Options.Checkpoint ", Options{Checkpoint: keepsNothing{}}, "", ""},
		{"Options.Checkpoint ", Options{Checkpoint: keepsNothing{}, Parts: parts, Part: 1}, "Solve Models", ""},
		{"Options.Proof ", Options{Proof: &enginetest.Proof{}}, "", "Solve Core NewParts"},
	} {
		for name, ask := range questions {
			isOnly := test.only == "" || slices.Contains(strings.Fields(test.only), name)
			if slices.Contains(strings.Fields(test.not), name) || !isOnly {
				continue
			}
			var wrong *ProblemError
			err := ask(t.Context(), Problem{Formula: f}, test.o)
			if !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Reason, test.want) {
				t.Errorf("%s: error %v, want %s", name, err, test.want)
			}
		}
	}
}

// TestMistakes checks the errors of single questions by a part of the message.
func TestMistakes(t *testing.T) {
	ctx, o, half := t.Context(), Options{}, big.NewRat(1, 2)
	p := Problem{Formula: formula(3, lits{1, 2})}
	cubes, soft := Problem{Formula: withCubes(p.Formula, lits{1}, lits{2})}, formula(dimacs.MaxVar/2)
	soft.AddSoft(1, 1, 2)
	gap := Problem{Formula: withCubes(generate.Pigeonhole(3, 2).With(lits{5, 6, 7}), lits{7})}
	units := Problem{Formula: formula(1, lits{1}, lits{-1})}
	parts, err := NewParts(ctx, p, o, 2, true)
	if err != nil {
		t.Fatal(err)
	}
	problem := func(text string, weights ...dimacs.Weight) Problem {
		f := read(t, text+"p cnf 2 1\n1 2 0\n")
		f.Weights = append(f.Weights, weights...)
		return Problem{Formula: f}
	}
	under := func(p Problem, assume ...dimacs.Lit) Problem { return Problem{Formula: p.Formula, Assume: assume} }
	onto := func(p Problem, project ...int) Problem { return Problem{Formula: p.Formula, Project: project} }
	weight := func(l dimacs.Lit, value *big.Rat) Problem { return problem("", dimacs.Weight{Lit: l, Value: value}) }
	count := func(p Problem) error { return errorOf(Count(ctx, p, o)) }
	sample := func(p Problem, o Options) error { return lastError(Sample(ctx, p, o, 5)) }
	certify := func(p Problem, o Options) error { return errorOf(Certify(ctx, p, o, io.Discard)) }
	group := func(groups ...int) error { return errorOf(GroupCore(ctx, units, groups, o, nil)) }
	backbone := func(p Problem, o Options) error { return lastError(Backbone(ctx, p, o)) }
	optima := func(p Problem) error { return errorOf(Optima(p, 0)) }
	solver := func() *Solver { return NewSolver(o) }
	full, proof, other := errors.New("full"), Options{Proof: &enginetest.Proof{}}, Options{Other: fixedAnswer{}}
	for i, test := range []struct {
		want string
		err  error
	}{
		{"the number of parts must be at least 1, found 0", errorOf(NewParts(ctx, p, o, 0, false))},
		{"parts do not count with weights", errorOf(NewParts(ctx, weight(1, half), o, 2, true))},
		{"no cube covers [-7]", errorOf(NewParts(ctx, gap, proof, 2, false))},
		{"the number of cubes", errorOf(Cubes(ctx, p, o, 0))},
		{"cubes", errorOf(Cubes(ctx, cubes, o, 2))},
		{"cubes", errorOf(Count(ctx, onto(cubes, 1), o))},
		{"cubes", errorOf(Solve(ctx, cubes, proof))},
		{"cubes", errorOf(Core(ctx, cubes, proof))},
		{"cubes", errorOf(Solve(ctx, cubes, other))},
		{"cubes", errorOf(Compile(ctx, cubes, o))},
		{"cubes", errorOf(GroupCore(ctx, cubes, nil, o, nil))},
		{"other", lastError(Models(ctx, p, other))},
		{"other", errorOf(Count(ctx, p, other))},
		{"groups", group([]int{}...)},
		{"groups", group(1)},
		{"groups", group(1, 2, 3)},
		{"group", group(1, -1)},
		{"dpll", errorOf(GroupCore(ctx, p, nil, Options{Engine: "dpll"}, nil))},
		{"full", backbone(Problem{Formula: formula(1, lits{1})}, Options{Proof: enginetest.FullDisk{Err: full}})},
		{"this question needs a formula without cubes", backbone(cubes, o)},
		{"there is no formula", backbone(Problem{}, o)},
		{"the dpll engine cannot take this formula: only cdcl answers a", backbone(p, Options{Engine: "dpll"})},
		{"0 is not a variable", lastError(solver().Backbone(ctx, []int{0}))},
		{"0 is not a literal", lastError(solver().Backbone(ctx, nil, 0))},
		{"0 is not a variable", lastError(solver().Models(ctx, []int{0}))},
		{"-1 is not a variable", lastError(solver().Models(ctx, []int{-1}))},
		{"is not a variable", lastError(solver().Models(ctx, []int{dimacs.MaxVar + 1}))},
		{"0 is not a literal", errorOf(solver().Prove(ctx, nil, 0))},
		{"there are no soft clauses", optima(Problem{})},
		{"there are no soft clauses", optima(p)},
		{"the bound of the cost takes too many clauses", optima(Problem{Formula: soft})},
		{"a certificate needs a formula without assumptions", certify(under(p, 1), o)},
		{"the formula has too many variables for a certificate", certify(Problem{Formula: formula(dimacs.MaxVar)}, o)},
		{"dpll", certify(p, Options{Engine: "dpll"})},
		{"cdcl", certify(p, Options{Engine: "cdcl"})},
		{"the number of samples is -1", lastError(Sample(ctx, p, o, -1))},
		{"Options.Parts", sample(p, Options{Parts: parts, Part: 1})},
		{"the cdcl engine cannot take this formula: it does not draw samples", sample(p, Options{Engine: "cdcl"})},
		{"there is no variable 4 to assume: the largest is 3", sample(under(p, 4), o)},
		{"line 1: literal -1 has a negative weight, so models cannot be sampled", sample(problem("c p weight 1 1.5 0\n"), o)},
		{"line 2: literal -1 has a negative weight", sample(problem("c p weight 1 2 0\nc p weight -1 -1 0\n"), o)},
		{"the weights of all models are 0, so none can be drawn", sample(under(problem("c p weight 1 1 0\n"), -1), o)},
		{"this question needs a formula without cubes", sample(cubes, o)},
		{"there is no variable 3: the largest is 2", count(weight(3, half))},
		{"there is no variable 0: the largest is 2", count(weight(0, half))},
		{"the literal -2 has a weight without a value", count(weight(-2, nil))},
		{"line 2: variable 2 has a weight, but is not in", count(problem("c p show 1 0\nc p weight 2 0.5 0\n"))},
		{"line 3: a second weight of the literal 1", count(problem("c p weight 1 0.5 0\nc p weight -1 -2 0\nc p weight 1 0.25 0\n"))},
		{"dpll", errorOf(Count(ctx, problem("c p weight 1 0.25 0\n"), Options{Engine: "dpll"}))},
	} {
		isKnown := errors.As(test.err, new(*ProblemError)) || errors.As(test.err, new(*DeclinedError)) || test.err == full
		if !isKnown || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("row %d: %v, want %s", i, test.err, test.want)
		}
	}
	for _, p := range []Problem{weight(3, half), weight(-2, nil)} { // only Count uses weights
		if a, err := Solve(ctx, p, o); a.Model == nil || err != nil {
			t.Errorf("Solve: %+v, %v", a, err)
		}
	}
}

// Every question returns the cause of a context that has ended.
func TestStopped(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	cubes := Problem{Formula: withCubes(formula(2, lits{1, 2}), lits{1}, lits{-1})}
	if _, err := Solve(ctx, cubes, Options{Engine: "cdcl"}); err != cause {
		t.Errorf("cubes: error %v", err)
	}
	if _, err := NewParts(ctx, cubes, Options{Proof: &enginetest.Proof{}}, 2, false); err != cause {
		t.Errorf("a gap: error %v", err)
	}
	if _, err := NewParts(ctx, Problem{Formula: generate.Pigeonhole(7, 6)}, Options{}, 2, true); err != cause {
		t.Errorf("parts of a count: error %v", err)
	}
	for _, name := range strings.Fields("Solve Models Count Core Cubes NewParts") { // Failed may return all assumptions
		for _, e := range Engines() {
			p := Problem{Formula: generate.Pigeonhole(7, 6), Assume: lits{1}}
			if err := questions[name](ctx, p, Options{Engine: e}); err != cause && !errors.As(err, new(*DeclinedError)) {
				t.Errorf("%s, %s: error %v", name, e, err)
			}
		}
	}
}

// TestStops ends the context during a call, while a formula that is too hard to decide is loaded, simplified or
// searched. The error is the cause.
func TestStops(t *testing.T) {
	t.Parallel()
	f := generate.Random(rand.New(rand.NewPCG(1, 2)), 10_000, 43_000, 3)
	cause := errors.New("stopped by the test")
	for _, name := range strings.Fields("Solve Models Count Sample Compile prove") {
		for _, after := range []time.Duration{5 * time.Millisecond, 50 * time.Millisecond} {
			ctx, stop := context.WithCancelCause(t.Context())
			time.AfterFunc(after, func() { stop(cause) })
			ask, o := questions[name], Options{}
			if name == "prove" {
				ask, o.Proof = questions["Solve"], &enginetest.Proof{}
			}
			if err := ask(ctx, Problem{Formula: f}, o); err != cause {
				t.Errorf("%s, stopped after %v: error %v, want %v", name, after, err, cause)
			}
		}
	}
}

// TestMemory limits the memory of each question to less than the process uses. The question ends, and
// a question without a limit goes on.
func TestMemory(t *testing.T) {
	hard := generate.Random(rand.New(rand.NewPCG(1, 2)), 2000, 8600, 3)
	for name, ask := range questions {
		if err := ask(t.Context(), Problem{Formula: hard}, Options{Memory: 1 << 20}); !errors.Is(err, ErrMemory) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	f, others := enginetest.Formula(t, encode.Instance{N: 8}), 0
	for _, err := range Models(t.Context(), Problem{Formula: f}, Options{}) {
		if others++; err != nil {
			t.Fatal(err)
		}
		if _, err := Count(t.Context(), Problem{Formula: f}, Options{Memory: 1 << 20}); !errors.Is(err, ErrMemory) {
			t.Fatalf("error %v", err)
		}
	}
	if others != 92 {
		t.Errorf("%d models without a limit, want 92", others)
	}
}

// TestMemoryGrows exceeds the limit while a question runs: the caller of Models keeps memory.
func TestMemoryGrows(t *testing.T) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var kept [][]byte
	var last error
	for _, err := range Models(t.Context(), Problem{Formula: formula(100)}, Options{Memory: int64(m.Sys-m.HeapReleased) + 64<<20}) {
		if last = err; len(kept) < 512 {
			kept = append(kept, make([]byte, 1<<20))
		}
	}
	if runtime.KeepAlive(kept); !errors.Is(last, ErrMemory) || len(kept) < 10 {
		t.Errorf("%d MB kept, error %v", len(kept), last)
	}
}
