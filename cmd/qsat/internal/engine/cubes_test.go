package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
	"queens/testdata/formulas"
)

// randomCubes returns a formula of six variables and some cubes, which may
// overlap.
func randomCubes(r *rand.Rand) (*dimacs.Formula, [][]dimacs.Lit) {
	lit := func() dimacs.Lit { return dimacs.Lit(r.IntN(6)+1) * dimacs.Lit(1-2*r.IntN(2)) }
	f := formulas.Random(r, 6, r.IntN(8), 3)
	var cubes [][]dimacs.Lit
	for range 1 + r.IntN(4) {
		var c []dimacs.Lit
		for range r.IntN(3) {
			c = append(c, lit())
		}
		cubes = append(cubes, c)
	}
	return f, cubes
}

// modelsUnder counts the assignments of six variables that satisfy f and hold one
// of the cubes.
func modelsUnder(f *dimacs.Formula, cubes [][]dimacs.Lit) int64 {
	n := int64(0)
	for bits := range 64 {
		a := &dimacs.Assignment{}
		for v := range 6 {
			a.Set(v+1, bits>>v&1 != 0)
		}
		if f.Falsified(a) == nil && satisfiesOne(a, cubes) {
			n++
		}
	}
	return n
}

func satisfiesOne(a *dimacs.Assignment, cubes [][]dimacs.Lit) bool {
	for _, c := range cubes {
		holds := true
		for _, l := range c {
			holds = holds && a.Holds(l)
		}
		if holds {
			return true
		}
	}
	return false
}

func TestCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		f, cubes := randomCubes(r)
		want := modelsUnder(f, cubes)
		e := engine.Cubes(engine.Checked(gophersat.New()), cubes)
		task := &engine.Task{Formula: f, Threads: 1}
		if n, err := e.Count(t.Context(), task); err != nil || n.Int().Int64() != want {
			t.Errorf("formula %d: count %v, %v, want %d", i, n.Int(), err, want)
		}
		seen := map[string]bool{}
		err := e.Enumerate(t.Context(), task, func(a *dimacs.Assignment) error {
			key := ""
			for v := 1; v <= 6; v++ {
				key += fmt.Sprint(a.Lit(v), " ")
			}
			if seen[key] || !satisfiesOne(a, cubes) {
				t.Errorf("formula %d: %s again or under no cube", i, key)
			}
			seen[key] = true
			return nil
		})
		if err != nil || int64(len(seen)) != want {
			t.Errorf("formula %d: %d models, %v, want %d", i, len(seen), err, want)
		}
		a, err := e.Solve(t.Context(), task)
		if err != nil || (a != nil) != (want > 0) || a != nil && !satisfiesOne(a, cubes) {
			t.Errorf("formula %d: model %v, %v, want %d models", i, a, err, want)
		}
	}
}

func TestCubesRefused(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	e := engine.Cubes(gophersat.New(), [][]dimacs.Lit{{1}, {2}})
	if _, err := e.Count(t.Context(), &engine.Task{Formula: f, Project: []int{1}}); err == nil {
		t.Error("cubes outside the projection: no error")
	}
	if _, err := e.Solve(t.Context(), &engine.Task{Formula: f, Proof: discard{}}); err == nil {
		t.Error("a proof with cubes: no error")
	}
	if n, err := e.Count(t.Context(), &engine.Task{Formula: f, Project: []int{1, 2}}); err != nil || n.Int().Int64() != 3 {
		t.Errorf("projected count %v, %v, want 3", n, err)
	}
}

type discard struct{}

func (discard) Add([]dimacs.Lit) error    { return nil }
func (discard) Delete([]dimacs.Lit) error { return nil }

// A sequence is an engine that counts as it is told.
type sequence struct {
	engine.Engine
	counts []dimacs.Count
}

func (s *sequence) Count(context.Context, *engine.Task) (dimacs.Count, error) {
	n := s.counts[0]
	s.counts = s.counts[1:]
	if n.M == nil {
		return dimacs.Count{M: new(big.Int)}, errors.New("none")
	}
	return n, nil
}

func TestCubesAddShifts(t *testing.T) {
	e := engine.Cubes(&sequence{counts: []dimacs.Count{
		{M: big.NewInt(0), Shift: 90}, {M: big.NewInt(3), Shift: 5}, {M: big.NewInt(1), Shift: 3}, {M: big.NewInt(0)},
	}}, [][]dimacs.Lit{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}})
	n, err := e.Count(t.Context(), &engine.Task{Formula: &dimacs.Formula{Vars: 2}})
	if err != nil || n.Int().Int64() != 3*32+8 {
		t.Errorf("%v, %v, want 104", n.Int(), err)
	}
}

// A refuting engine finds no model, and under each cube the failed assumptions that
// it is told.
type refuting struct {
	engine.Engine
	failed [][]dimacs.Lit
}

func (r *refuting) Solve(_ context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	t.Failed, r.failed = r.failed[0], r.failed[1:]
	return nil, nil
}

func (r *refuting) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	r.Solve(ctx, t)
	return dimacs.Count{M: new(big.Int)}, nil
}

// The failed assumptions are those under any of the cubes, in their order, without
// the literals of the cubes themselves.
func TestCubesFailed(t *testing.T) {
	cubes := [][]dimacs.Lit{{1, 2}, {1, -2}}
	for _, test := range []struct {
		name   string
		failed [][]dimacs.Lit // by cube
		want   []dimacs.Lit
	}{
		{"both", [][]dimacs.Lit{{5, 1}, {3, 5}}, []dimacs.Lit{3, 5}},
		{"none", [][]dimacs.Lit{{1}, {-2}}, []dimacs.Lit{}},
		{"a literal of one cube", [][]dimacs.Lit{{2}, {2, 4}}, []dimacs.Lit{2, 4}},
		{"a literal of its cube alone", [][]dimacs.Lit{{2, 5}, {5}}, []dimacs.Lit{5}},
		{"not known under one", [][]dimacs.Lit{{5}, nil}, nil},
		{"not known under the first", [][]dimacs.Lit{nil, {5}}, nil},
	} {
		for method, ask := range map[string]func(engine.Engine, *engine.Task) error{
			"Solve": func(e engine.Engine, task *engine.Task) error { _, err := e.Solve(t.Context(), task); return err },
			"Count": func(e engine.Engine, task *engine.Task) error { _, err := e.Count(t.Context(), task); return err },
		} {
			task := &engine.Task{Formula: &dimacs.Formula{Vars: 5}, Assume: []dimacs.Lit{2, 3, 4, 5, 3}}
			err := ask(engine.Cubes(&refuting{failed: test.failed}, cubes), task)
			if diff := cmp.Diff(test.want, task.Failed); diff != "" || err != nil {
				t.Errorf("%s, %s: %v; (-want +got)\n%s", test.name, method, err, diff)
			}
		}
	}
}
