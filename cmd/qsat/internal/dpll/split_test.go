package dpll

import (
	"container/list"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// TestSplit checks for all assignments of small formulas that a model is in exactly one
// cube, and that the cubes contain only variables of the projection.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	most := 0
	for range 500 {
		const vars = 7
		f := generate.Random(r, vars, r.IntN(12), 1, 2, 3, 4)
		task := &engine.Task{Formula: f, Threads: 1, Seed: r.Int64N(3)}
		if r.IntN(2) == 0 {
			task.Project = []int{1, 2, 4}
		}
		if r.IntN(2) == 0 {
			task.Assume = []dimacs.Lit{randomLit(r, vars)}
		}
		n := 1 + r.IntN(9)
		cubes, err := Split(t.Context(), task, n)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(cubes))
		for bits, a := range enginetest.Models(&dimacs.Formula{Vars: vars}) {
			in := 0
			for _, c := range cubes {
				if holds(a, c) {
					in++
				}
			}
			isModel := f.Falsified(a) == nil && holds(a, task.Assume)
			if in > 1 || isModel && in != 1 {
				t.Fatalf("%v: %b is a model: %v, and in %d of the cubes %v", f, bits, isModel, in, cubes)
			}
		}
		for _, c := range cubes {
			for _, l := range c[len(task.Assume):] {
				if v := l.Var(); task.Project != nil && v != 1 && v != 2 && v != 4 {
					t.Fatalf("cube %v is not about the projection", c)
				}
			}
		}
		again, err := Split(t.Context(), task, n)
		if diff := cmp.Diff(cubes, again); diff != "" || err != nil {
			t.Fatalf("again: %v; -first +second\n%s", err, diff)
		}
	}
	if most < 9 {
		t.Errorf("%d cubes at most", most)
	}
}

func randomLit(r *rand.Rand, vars int) dimacs.Lit {
	l := dimacs.Lit(1 + r.IntN(vars))
	if r.IntN(2) == 0 {
		return -l
	}
	return l
}

func holds(a *dimacs.Assignment, cube []dimacs.Lit) bool {
	return !slices.ContainsFunc(cube, func(l dimacs.Lit) bool { return !a.Holds(l) })
}

func TestSplitNumber(t *testing.T) {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 40; v += 2 {
		f.Add(v, v+1)
	}
	for _, n := range []int{1, 2, 3, 100, 1000} {
		cubes, err := Split(t.Context(), enginetest.Task(f), n)
		if err != nil || len(cubes) != n {
			t.Errorf("%d cubes, want %d: %v", len(cubes), n, err)
		}
	}
	f.Add(1)
	cubes, err := Split(t.Context(), enginetest.Task(f), 1<<12)
	if err != nil || len(cubes) != 1<<12 {
		t.Errorf("%d cubes, want %d: %v", len(cubes), 1<<12, err)
	}
	for _, c := range cubes {
		for _, l := range c {
			if l.Var() <= 2 {
				t.Fatalf("the cube %v speaks of what a unit clause has decided", c)
			}
		}
	}
	f.Add(-1)
	if cubes, err := Split(t.Context(), enginetest.Task(f), 5); len(cubes) != 0 || err != nil {
		t.Errorf("refuted: %v, %v", cubes, err)
	}
	cause := errors.New("stopped by the test")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if cubes, err := Split(ctx, enginetest.Task(f), 5); cubes != nil || err != cause {
		t.Errorf("stopped: %v, %v", cubes, err)
	}
}

// TestCutStops stops the search at each step of a cut, and checks that the cube stays
// whole.
func TestCutStops(t *testing.T) {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 7; v += 3 { // two groups of three variables, exactly one true in each
		f.Add(v, v+1, v+2)
		f.Add(-v, -v-1)
		f.Add(-v, -v-2)
		f.Add(-v-1, -v-2)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range int64(200) {
		task := enginetest.Task(f)
		task.Seed = i % 10
		s, err := New().load(task, true)
		if err != nil {
			t.Fatal(err)
		}
		s.ctx, s.poll = ended, s.steps+i/10
		p := &splitter{search: s, unassigned: map[int][]*list.Element{}}
		cube := p.cubes.PushBack([]clause.Lit{clause.Positive(1)})
		if p.cut(cube); s.err == nil || p.cubes.Len() != 1 || p.cubes.Front() != cube {
			t.Fatalf("%d cubes, error %v", p.cubes.Len(), s.err)
		}
	}
}
