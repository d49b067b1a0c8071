package sat

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	_ "queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
)

// randomCubes returns a formula of six variables and its cubes, which may overlap.
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
	f.Cubes, f.Incremental = cubes, true
	return f, cubes
}

// modelsUnder returns the number of assignments of six variables that satisfy f and at
// least one cube.
func modelsUnder(f *dimacs.Formula, cubes [][]dimacs.Lit) int64 {
	n := int64(0)
	for _, a := range assignments(f, 6, nil) {
		if satisfiesOne(a, cubes) {
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

// enumerators are the engines that find all models, answerers find one model, and counters
// count.
var (
	enumerators = []string{"auto", "dpll", "cover", "cdcl", "gophersat"}
	answerers   = enumerators
	counters    = []string{"auto", "dpll", "cover", "count", "gophersat"}
)

// A model under several cubes is found and counted once, with every engine.
func TestCubes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		f, cubes := randomCubes(r)
		want := modelsUnder(f, cubes)
		p, o := Problem{Formula: f}, Options{Threads: 1}
		o.Engine = counters[i%len(counters)]
		if n, err := Count(t.Context(), p, o); !isDeclined(err) && (err != nil || n.Int().Int64() != want) {
			t.Errorf("formula %d: %s: count %v, %v, want %d", i, o.Engine, n.Int(), err, want)
		}
		o.Engine = enumerators[i%len(enumerators)]
		seen := map[string]bool{}
		var err error
		for a, e := range Models(t.Context(), p, o) {
			if err = e; err != nil {
				break
			}
			key := ""
			for v := 1; v <= 6; v++ {
				key += fmt.Sprint(a.Lit(v), " ")
			}
			if seen[key] || !satisfiesOne(a, cubes) {
				t.Errorf("formula %d: %s again or under no cube", i, key)
			}
			seen[key] = true
		}
		if !isDeclined(err) && (err != nil || int64(len(seen)) != want) {
			t.Errorf("formula %d: %s: %d models, %v, want %d", i, o.Engine, len(seen), err, want)
		}
		a, err := Solve(t.Context(), p, o)
		if !isDeclined(err) && (err != nil || (a.Model != nil) != (want > 0) || a.Model != nil && !satisfiesOne(a.Model, cubes)) {
			t.Errorf("formula %d: %s: %+v, %v, want %d models", i, o.Engine, a, err, want)
		}
	}
}

// isDeclined reports whether err says that cover does not accept a formula.
func isDeclined(err error) bool {
	var d *DeclinedError
	return errors.As(err, &d) && d.Engine == "cover"
}

func TestCubesRefused(t *testing.T) {
	f := formula(2, lits{1, 2})
	f.Cubes, f.Incremental = []lits{{1}, {2}}, true
	for name, ask := range map[string]func(Problem, Options) error{
		"cubes outside the projection": func(p Problem, o Options) error {
			p.Project = []int{1}
			_, err := Count(t.Context(), p, o)
			return err
		},
		"a proof": func(p Problem, o Options) error {
			o.Proof = discard{}
			_, err := Solve(t.Context(), p, o)
			return err
		},
		"the proof of a core": func(p Problem, o Options) error {
			o.Proof = discard{}
			_, err := Core(t.Context(), p, o)
			return err
		},
		"cubes of cubes": func(p Problem, o Options) error { _, err := Cubes(t.Context(), p, o, 2); return err },
		"another solver": func(p Problem, o Options) error {
			o.Other = &refuting{}
			_, err := Solve(t.Context(), p, o)
			return err
		},
	} {
		var wrong *ProblemError
		if err := ask(Problem{Formula: f}, Options{}); !errors.As(err, &wrong) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if n, err := Count(t.Context(), Problem{Formula: f, Project: []int{2, 1}}, Options{}); err != nil || n.Int().Int64() != 3 {
		t.Errorf("projected count %v, %v, want 3", n, err)
	}
}

type discard struct{}

func (discard) Add([]dimacs.Lit) error    { return nil }
func (discard) Delete([]dimacs.Lit) error { return nil }

// A sequence is an engine that returns its counts in order.
type sequence struct{ counts []dimacs.Count }

func (*sequence) Name() string { return "sequence" }

func (s *sequence) Count(context.Context, *engine.Task) (dimacs.Count, error) {
	n := s.counts[0]
	s.counts = s.counts[1:]
	if n.M == nil {
		return dimacs.Count{M: new(big.Int)}, errors.New("none")
	}
	return n, nil
}

func TestCubesAddShifts(t *testing.T) {
	e := &sequence{counts: []dimacs.Count{
		{M: big.NewInt(0), Shift: 90}, {M: big.NewInt(3), Shift: 5}, {M: big.NewInt(1), Shift: 3}, {M: big.NewInt(0)},
	}}
	j := &job{checkpoint: noCheckpoint{}, engine: e, cubes: []lits{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}, step: 1}
	j.task = &engine.Task{Formula: &dimacs.Formula{Vars: 2}}
	n, err := j.countCubes(t.Context())
	if err != nil || n.Int().Int64() != 3*32+8 {
		t.Errorf("%v, %v, want 104", n.Int(), err)
	}
}

// A failing engine finds no model, and returns its sets of failed assumptions in order.
type failing struct{ failed []lits }

func (*failing) Name() string { return "failing" }

func (r *failing) Solve(context.Context, *engine.Task) (a engine.Answer, err error) {
	a.Failed, r.failed = r.failed[0], r.failed[1:]
	return a, nil
}

// The failed assumptions are the assumptions that failed under any cube, in their order,
// without the literals of the cubes.
func TestCubesFailed(t *testing.T) {
	for _, test := range []struct {
		name   string
		failed []lits // indexed by cube
		want   lits
	}{
		{"both", []lits{{5, 1}, {3, 5}}, lits{3, 5}},
		{"none", []lits{{1}, {-2}}, lits{}},
		{"a literal of one cube", []lits{{2}, {2, 4}}, lits{2, 4}},
		{"a literal of its cube alone", []lits{{2, 5}, {5}}, lits{5}},
		{"not known under one", []lits{{5}, nil}, nil},
		{"not known under the first", []lits{nil, {5}}, nil},
	} {
		j := &job{engine: &failing{test.failed}, cubes: []lits{{1, 2}, {1, -2}}, step: 1}
		j.task = &engine.Task{Formula: &dimacs.Formula{Vars: 5}, Assume: lits{2, 3, 4, 5, 3}}
		a, err := j.solve(t.Context())
		if diff := cmp.Diff(test.want, a.Failed); diff != "" || err != nil || a.Model != nil {
			t.Errorf("%s: %v; (-want +got)\n%s", test.name, err, diff)
		}
		if public, _ := j.answer(a, nil); test.want == nil && !slices.Equal(public.Failed, lits{2, 3, 4, 5}) {
			t.Errorf("%s: %v, want all, each once", test.name, public.Failed)
		}
	}
}

// The clause learning for one cube has stopped when the next cube is searched.
func TestHardCubes(t *testing.T) {
	f := formulas.Pigeonhole(11, 10)
	f.Cubes, f.Incremental = []lits{{1}, {2}, {3, 4}, {5}}, true
	if a, err := Solve(t.Context(), Problem{Formula: f}, Options{Threads: 2}); a.Status != dimacs.Unsatisfiable || err != nil {
		t.Errorf("10 pigeonholes in four cubes: %+v, %v", a, err)
	}
}

// Each model satisfies exactly one cube of a search. There are at least n cubes, if there
// are enough models.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 60 {
		f := formulas.Random(r, 6, r.IntN(12), 3)
		p := Problem{Formula: f, Assume: []lits{nil, {-2}}[i%2], Project: [][]int{nil, {5, 1, 3}}[i/2%2]}
		cubes, err := Cubes(t.Context(), p, Options{Threads: 1}, 3)
		if err != nil {
			t.Fatal(err)
		}
		for a, err := range Models(t.Context(), Problem{Formula: f, Assume: p.Assume}, Options{Threads: 1}) {
			n := 0
			for _, c := range cubes {
				if satisfiesOne(a, []lits{c}) {
					n++
				}
				if !slices.Equal(c[:len(p.Assume)], p.Assume) {
					t.Errorf("formula %d: %v does not begin with %v", i, c, p.Assume)
				}
			}
			if n != 1 || err != nil {
				t.Fatalf("formula %d: a model in %d of %v, %v", i, n, cubes, err)
			}
		}
	}
	if cubes, err := Cubes(t.Context(), Problem{Formula: formulas.Pigeonhole(7, 7)}, Options{}, 100); len(cubes) < 100 || err != nil {
		t.Errorf("%d cubes, %v", len(cubes), err)
	}
}
