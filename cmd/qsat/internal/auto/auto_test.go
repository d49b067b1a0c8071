package auto

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/orbit"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
	"queens/dimacs/proof"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/cardinality"
	"queens/encode/puzzle"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, New, enginetest.Options{})
}

// The engine conforms also if main and cover search nearly every formula, and if turns are short.
func TestConformanceBeside(t *testing.T) {
	b := undecided()
	b.CoverWork, b.TurnTicks, b.TurnWords = 1, 1, 1
	enginetest.Run(t, func() engine.Engine { return With(b) }, enginetest.Options{Variant: true})
}

// undecided returns budgets with which dpll and the first search of cdcl decide no formula.
func undecided() *Budgets {
	b := Default()
	b.DPLLSteps, b.DPLLStepsPerClause, b.FirstTicks = 1, 0, 1
	return b
}

// The engine conforms also if the short search of cdcl decides most formulas.
func TestConformanceQuick(t *testing.T) {
	b := undecided()
	b.QuickClauses, b.QuickTicks = 0, 1<<10
	enginetest.Run(t, func() engine.Engine { return With(b) }, enginetest.Options{Variant: true})
}

// If cover finds no model soon, cdcl finds all models, or cdcl or cover refutes the
// formula.
func TestEnumerateAfterCover(t *testing.T) {
	b := Default()
	b.CoverWorkAlone = 1
	board, err := puzzle.Sample{Diagonals: 17, Seed: 1}.Apply(t.Context(), encode.Instance{N: 16}) // 7,000 nodes for cover
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		formula *dimacs.Formula
		models  int
	}{
		"excluded diagonals": {enginetest.Formula(t, board), 15},
		"10 pigeonholes":     {generate.Pigeonhole(11, 10), 0},
		"no clauses":         {&dimacs.Formula{}, 1},
		"permutations of 4":  {generate.Pigeonhole(4, 4), 24},
	} {
		for threads := 1; threads < 3; threads++ {
			models := map[[5]uint64]bool{} // bits of up to 319 variables
			task := &engine.Task{Formula: test.formula, Threads: threads, Stats: &engine.Stats{}}
			err := engine.Enumerate(t.Context(), With(b), task, func(a *dimacs.Assignment) error {
				var bits [5]uint64
				a.Bits(bits[:])
				models[bits] = true
				return nil
			})
			if err != nil || len(models) != test.models {
				t.Errorf("%s, %d threads: %d models, %v, want %d", name, threads, len(models), err, test.models)
			}
			if work := task.Stats.Work(); name == "excluded diagonals" && work[len(work)-1].Engine != cdcl.Name {
				t.Errorf("%s: the last engine was %s", name, work[len(work)-1].Engine)
			}
		}
	}
}

// A refutation has a proof, whichever engine refutes the formula. On one processor the proof is always
// the same. The formulas are refuted by cover in its first turn, by cover in a later turn, by cdcl, by
// counting and parity arguments, and by propagation.
func TestProve(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"torus":                    enginetest.Formula(t, encode.Instance{N: 8, Variant: board.Torus}),
		"clause of three":          enginetest.Formula(t, encode.Instance{N: 10, Variant: board.Torus, Encoding: "bimander"}).With([]dimacs.Lit{-1, -15, -29}),
		"pigeonholes and a clause": generate.Pigeonhole(9, 8).With([]dimacs.Lit{-1, -10, -19}),
		"8 pigeonholes":            generate.Pigeonhole(9, 8), "tseitin": enginetest.Family(t, "tseitin 20 3 1"), "no model": (&dimacs.Formula{}).With(nil),
	} {
		var first []byte
		for _, threads := range []int{1, 1, 2} {
			var b bytes.Buffer
			w := proof.NewWriter(&b, true)
			task := &engine.Task{Formula: f, Threads: threads, Proof: w}
			if a, err := engine.Solve(t.Context(), New(), task); a.Model != nil || err != nil || w.Flush() != nil {
				t.Fatalf("%s: model %v, %v", name, a.Model != nil, err)
			}
			if threads == 1 && first != nil && !bytes.Equal(b.Bytes(), first) {
				t.Errorf("%s: two proofs, of %d and %d bytes", name, len(first), b.Len())
			}
			first = bytes.Clone(b.Bytes())
			if _, err := drat.Check(t.Context(), f, &b, drat.Options{Strict: true}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Two engines write one proof at the same time. Neither deletes a clause that the other
// needs.
func TestRaceProves(t *testing.T) {
	board := enginetest.Formula(t, encode.Instance{N: 6})
	var against [][]dimacs.Lit
	err := cover.New().Enumerate(t.Context(), enginetest.Task(board), func(a *dimacs.Assignment) error {
		clause := make([]dimacs.Lit, board.Vars)
		for i := range clause {
			clause[i] = a.Lit(i + 1).Neg()
		}
		against = append(against, clause)
		return nil
	})
	if len(against) != 4 || err != nil {
		t.Fatal(len(against), err)
	}
	list := []*dimacs.Formula{board.With(against...)}
	for _, kind := range []string{"pigeonhole 9 8", "pigeonhole 7 6", "langford 6", "tseitin 20 3 1", "3sat 60 300 2"} {
		list = append(list, enginetest.Family(t, kind))
	}
	for _, f := range list {
		task := enginetest.Task(f)
		task.Threads = 2
		enginetest.Refuted(t, With(undecided()), task)
	}
}

// A search that is stopped has not refuted the formula.
func TestSearchStopped(t *testing.T) {
	for threads := 1; threads < 3; threads++ {
		for calls := 1; calls < 8; calls++ {
			cause, left := errors.New("stop"), calls
			ctx, stop := context.WithCancelCause(t.Context())
			task := enginetest.Task(enginetest.Family(t, "3sat 700 3220 1")) // takes hours
			task.Threads, task.Progress = threads, func(func() string) {
				if left--; left == 0 {
					stop(cause)
				}
			}
			if a, err := New().(engine.Solver).Solve(ctx, task); a.Model != nil || err != cause {
				t.Errorf("%d threads, stopped after %d calls: %v, %v", threads, calls, a, err)
			}
			stop(nil)
		}
	}
}

// A formula with a large group of symmetries has a symmetric model that is found soon.
// Without symmetry, no torus board is found soon; clause learning is quick on the difference set.
func TestSymmetric(t *testing.T) {
	list := map[string]*dimacs.Formula{
		"torus":          enginetest.Formula(t, encode.Instance{N: 37, Variant: board.Torus}),
		"difference set": enginetest.Family(t, "difference 73"),
	}
	if enginetest.Long() {
		list["large torus"], list["larger difference set"] = enginetest.Formula(t, encode.Instance{N: 49, Variant: board.Torus}), enginetest.Family(t, "difference 91")
	}
	b := Default()
	b.QuickClauses = unlimited // the short search may find a model, too
	for name, f := range list {
		task := &engine.Task{Formula: f, Seed: 2, Threads: 2, Stats: &engine.Stats{}}
		a, err := engine.Solve(t.Context(), With(b), task)
		if a.Model == nil || err != nil {
			t.Errorf("%s: %v, %v", name, a, err)
		}
		if !slices.ContainsFunc(task.Stats.Work(), func(w engine.Work) bool { return w.Engine == symmetry.Name && w.Decisions > 0 }) {
			t.Errorf("%s: no symmetry was tried: %+v", name, task.Stats.Work())
		}
	}
}

// A long search starts again with the leaders of orbits.
func TestLeaders(t *testing.T) {
	queens, b := 6, undecided()
	b.SymmetryTicks, b.LeaderTicks, b.LeaderWork = 1<<14, 4, b.OrbitWork
	f := enginetest.Formula(t, encode.Instance{N: 6, Family: "armies", Queens: &queens})
	task := &engine.Task{Formula: f, Threads: 2, Stats: &engine.Stats{}}
	a, err := engine.Solve(t.Context(), With(b), task)
	if a.Model != nil || err != nil {
		t.Errorf("%v, %v", a, err)
	}
	for name, runs := range map[string]int{orbit.Name: 1, cdcl.Name: 2} {
		if !slices.ContainsFunc(task.Stats.Work(), func(w engine.Work) bool { return w.Engine == name && w.Runs == runs }) {
			t.Errorf("%s was not asked %d times: %+v", name, runs, task.Stats.Work())
		}
	}
}

// The model depends only on the formula, the seed and, after some hundred conflicts of cdcl, the
// number of threads. That holds also if a symmetric model is found before or during the search, and, with
// a proof, if engines take turns.
func TestSameModel(t *testing.T) {
	mostThreads, list := 2, []*dimacs.Formula(nil)
	for _, in := range []encode.Instance{{N: 20}, {N: 30, Encoding: "sequential"}, {N: 7, Variant: board.Torus}, {N: 37, Variant: board.Torus}} {
		list = append(list, enginetest.Formula(t, in))
	}
	if enginetest.Long() {
		mostThreads = 5
	}
	for _, f := range list {
		for _, seed := range []int64{1, 0} {
			checkSame(t, &engine.Task{Formula: f, Seed: seed}, 1, 2, mostThreads)
		}
		if f.Vars < 500 {
			task := &engine.Task{Formula: f, Proof: &enginetest.Proof{}}
			checkSame(t, task, 1, 2)
		}
	}
	list = []*dimacs.Formula{enginetest.Family(t, "flat 250 580 1")} // fewer symmetries after simplification
	if enginetest.Long() {
		list = append(list, enginetest.Formula(t, encode.Instance{N: 31, Variant: board.Torus}))
	}
	for _, f := range list {
		for threads := 1; threads <= mostThreads; threads++ {
			checkSame(t, &engine.Task{Formula: f}, threads, threads)
		}
	}
}

// checkSame checks that the task has the same model with each number of threads.
func checkSame(t *testing.T, task *engine.Task, threads ...int) {
	t.Helper()
	var first *dimacs.Assignment
	for _, task.Threads = range threads {
		a, err := engine.Solve(t.Context(), New(), task.With(task.Proof))
		if err != nil || a.Model == nil {
			t.Fatalf("%d variables: %v, %v", task.Formula.Vars, a, err)
		}
		if first == nil {
			first = a.Model
		}
		for v := 1; v <= task.Formula.Vars; v++ {
			if a.Model.Value(v) != first.Value(v) {
				t.Fatalf("%d variables, seed %d, proof %v: another model with %d threads", task.Formula.Vars, task.Seed, task.Proof != nil, task.Threads)
			}
		}
	}
}

// After TrialTicks, main gets all threads if cover has failed its trial.
func TestSpareThreads(t *testing.T) {
	f := generate.Pigeonhole(4, 3)
	for _, test := range []struct {
		name               string
		alone, tried, pass bool
		ticks              int64
		threads            int
		next               int64
	}{
		{"no method beside main", true, false, false, 0, 2, 0},
		{"during the trial", false, false, false, 99, 0, 100},
		{"failed", false, true, false, 100, 2, 0},
		{"passed", false, true, true, 100, 0, 0},
		{"failed early", false, true, false, 99, 0, 100},
	} {
		b := Default()
		b.TrialTicks = 100
		s := b.scheduler(&engine.Task{Formula: f, Threads: 3})
		s.uncoverable, s.passed = test.alone, test.pass
		if test.tried {
			close(s.tried)
		}
		if threads, next := s.spareThreads(t.Context(), test.ticks); threads != test.threads || next != test.next {
			t.Errorf("%s: %d threads, next %d, want %d, %d", test.name, threads, next, test.threads, test.next)
		}
	}
}

// If cover fails its trial, several searches of cdcl find the same model each time.
func TestAfterTrial(t *testing.T) {
	f := enginetest.Family(t, "flat 450 1050 2")
	b := undecided()
	b.TrialWords, b.TrialTicks = 1<<17, 1<<14
	var models []string
	for range 2 {
		task := &engine.Task{Formula: f, Threads: 2, Stats: &engine.Stats{}}
		s := b.scheduler(task)
		o, err := s.run(t.Context(), s.solving())
		if err != nil || o.conclusion != model || s.passed {
			t.Fatalf("%v, %v, cover has passed its trial: %v", o.conclusion, err, s.passed)
		}
		models = append(models, fmt.Sprint(o.model))
		if models[0] != models[len(models)-1] {
			t.Errorf("two models in %d runs", len(models))
		}
		if !slices.ContainsFunc(task.Stats.Work(), func(w engine.Work) bool { return w.Engine == cdcl.Name && w.Conflicts > 1000 }) {
			t.Errorf("cdcl has hardly searched: %+v", task.Stats.Work())
		}
	}
}

// Cover goes on without a trial where main could not use its processor: with a proof, with assumptions
// and in an enumeration. With a trial it gives up on this formula.
func TestTrialOnlyIfUseful(t *testing.T) {
	b := undecided()
	b.CoverWork, b.CoverWorkAlone, b.TrialWords = 1, 1, 1<<17
	f := enginetest.Family(t, "colouring 4 120 560 1")
	with := &engine.Task{Formula: f, Threads: 2}
	if o, err := b.scheduler(with).coverBeside(t.Context(), with, 0); !errors.Is(err, cover.ErrLimit) {
		t.Errorf("with a trial: %v, %v", o.conclusion, err)
	}
	for name, task := range map[string]*engine.Task{
		"proof":       {Threads: 2, Proof: &enginetest.Proof{}},
		"assumptions": {Threads: 2, Assume: []dimacs.Lit{-1}},
	} {
		task.Formula = f
		s := b.scheduler(task)
		if o, err := s.coverBeside(t.Context(), task, 0); o.conclusion != refutation || err != nil || !s.passed {
			t.Errorf("%s: %v, %v", name, o.conclusion, err)
		}
	}
	task := &engine.Task{Formula: f, Threads: 2}
	s := b.scheduler(task)
	s.found = func(*dimacs.Assignment) error { return nil }
	if o, err := s.refuteByCover(t.Context(), task, 0); o.conclusion != refutation || err != nil || !s.passed {
		t.Errorf("enumeration: %v, %v", o.conclusion, err)
	}
}

// TestLinear compares the search in linear constraints with all assignments, also under an assumption. It has
// no proof.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 86))
	for range 300 {
		f := &dimacs.Formula{Vars: 2 + r.IntN(9)}
		for range 1 + r.IntN(4) {
			c := dimacs.Linear{Low: r.Int64N(30), High: math.MaxInt64}
			for range 1 + r.IntN(2*f.Vars) {
				c.Lits, c.Coefs = append(c.Lits, generate.Lits(r, f.Vars, 1)...), append(c.Coefs, r.Int64N(30)-9)
			}
			if r.IntN(2) == 0 {
				c.High = c.Low + r.Int64N(9)
			}
			f.Linear = append(f.Linear, c)
		}
		assume, want := generate.Lits(r, f.Vars, r.IntN(2)), false
		for values := range 1 << f.Vars {
			var a dimacs.Assignment
			for v := range f.Vars {
				a.Set(v+1, values>>v&1 == 1)
			}
			want = want || f.Falsified(&a) == nil && !slices.ContainsFunc(assume, func(l dimacs.Lit) bool { return !a.Holds(l) })
		}
		g, err := cardinality.Clauses(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		task := enginetest.Task(g)
		task.Assume = assume
		s := Default().scheduler(task)
		o, err := s.searchLinear(t.Context(), task, s.linearWork())
		if err != nil || (o.conclusion == model) != want || want && engine.Check(task, o.model) != nil {
			t.Fatalf("%+v under %v: %+v, want %t; %v", f.Linear, assume, o, want, err)
		}
		s.sums.Close()
		if task.Proof = &(enginetest.Proof{}); s.linearWork() != 0 {
			t.Fatal("a method without a proof is due")
		}
	}
}
