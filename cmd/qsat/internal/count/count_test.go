package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// counting is an engine for the test suite that counts with this package and solves with
// another engine.
type counting struct {
	engine.Engine
	e *Engine
}

func (c counting) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	return c.e.Count(ctx, t)
}

// The engine conforms with tables and without, and with a cache that drops entries all the
// time.
func TestConformance(t *testing.T) {
	for name, e := range engines {
		t.Run(name, func(t *testing.T) {
			enginetest.Run(t, func() engine.Engine { return counting{cdcl.New(), e} }, enginetest.Options{Variant: name != "all kept"})
		})
	}
}

// grid returns a formula for the independent sets of a square grid.
func grid(n int) *dimacs.Formula {
	f := &dimacs.Formula{}
	for v := 1; v <= n*n; v++ {
		if v%n != 0 {
			f.Add(dimacs.Lit(-v), dimacs.Lit(-v-1))
		}
		if v+n <= n*n {
			f.Add(dimacs.Lit(-v), dimacs.Lit(-v-n))
		}
	}
	return f
}

// The result of a stopped count is a lower bound. Statistics grow with the time spent.
func TestStopped(t *testing.T) {
	all, err := New().Count(t.Context(), &engine.Task{Formula: grid(10)}) // OEIS A006506
	if err != nil || all.Int().String() != "2030049051145980050" {
		t.Fatalf("%v, %v", all, err)
	}
	last, lastDecisions := new(big.Int), 0
	for looks := 1; looks < 6; looks++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		left, decisions := looks, 0
		n, err := New().Count(ctx, &engine.Task{Formula: grid(10), Progress: func(text func() string) {
			if left--; left == 0 {
				fmt.Sscanf(text(), "count: %d decisions", &decisions)
				cancel(errStopped)
			}
		}})
		if !errors.Is(err, errStopped) || n.Int().Cmp(last) < 0 || n.Int().Cmp(all.Int()) >= 0 || decisions <= lastDecisions {
			t.Errorf("after %d looks: %v (before %v), %d decisions, %v", looks, n, last, decisions, err)
		}
		last, lastDecisions = n.Int(), decisions
	}
	if last.Sign() == 0 {
		t.Errorf("nothing is known: %v", last)
	}
}

var errStopped = errors.New("stopped")

// Counts agree with dpll if many variables outside the projection remain, and if many clauses
// are learned.
func TestLeft(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		n := 22 + r.IntN(8)
		f, err := generate.Make("3sat", strconv.Itoa(n), strconv.Itoa(n*(30+r.IntN(12))/10), strconv.Itoa(i+1))
		if err != nil {
			t.Fatal(err)
		}
		task := enginetest.Task(f)
		if i%4 > 0 {
			task.Project = []int{}
			for v := 1; v <= n; v++ {
				if r.IntN(4) < i%4 {
					task.Project = append(task.Project, v)
				}
			}
		}
		want, err := dpll.New().Count(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		for name, e := range engines {
			if got, err := e.Count(t.Context(), task); err != nil || got.Int().Cmp(want.Int()) != 0 {
				t.Errorf("%s, formula %d, projection %v: %v, %v, want %v", name, i, task.Project, got.Int(), err, want.Int())
			}
		}
	}
}

// Under a projection, counts agree with cdcl if a search for values of the other variables restarts.
func TestRestarts(t *testing.T) {
	for seed := range 4 {
		f, err := generate.Make("3sat", "120", "490", strconv.Itoa(seed+1))
		if err != nil {
			t.Fatal(err)
		}
		task := enginetest.Task(f)
		task.Project = []int{1, 2, 3, 4}
		want := int64(0)
		if err := cdcl.New().Enumerate(t.Context(), task.With(nil), func(*dimacs.Assignment) error { want++; return nil }); err != nil {
			t.Fatal(err)
		}
		task.Stats = &engine.Stats{}
		got, err := New().Count(t.Context(), task)
		if conflicts := task.Stats.Work()[0].Conflicts; err != nil || got.Int().Int64() != want || conflicts < 2*firstRestart {
			t.Errorf("seed %d: %v, %v, %d conflicts, want %v", seed, got.Int(), err, conflicts, want)
		}
	}
}

// Functions of the projection, and functions of these, join the projection.
func TestExtend(t *testing.T) {
	projected := []bool{1: true, 2: true, 7: false}
	var clauses [][]clause.Lit
	for _, c := range [][]dimacs.Lit{
		{-3, 1}, {-3, 2}, {3, -1, -2}, // 3 is 1 and 2
		{4, 5}, {4, -1},
		{6, 3, 7}, {6, -3, -7}, {-6, 3, -7}, {-6, -3, 7}, // 6 is 3 xor 7
		{7, -3, 1}, {7, 3, -2}, {-7, -3, -1}, {-7, 3, 2}, // 7 is if 3 then not 1 else 2
	} {
		clauses = append(clauses, lists.Map(c, clause.Of))
	}
	if err := extend(t.Context(), clauses, projected); err != nil || !slices.Equal(projected, []bool{1: true, 2: true, 3: true, 6: true, 7: true}) {
		t.Errorf("%v, %v", projected, err)
	}
}
