package symmetry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// models returns the models of a formula with few variables; bit v of a model is the value of
// v.
func models(f *dimacs.Formula) (list []uint64) {
	for m := range enginetest.Models(f) {
		list = append(list, m)
	}
	return list
}

// symmetricFormula returns a formula with the images of three clauses under a random permutation of literals.
func symmetricFormula(r *rand.Rand) *dimacs.Formula {
	n := 4 + r.IntN(5)
	f, images := &dimacs.Formula{Vars: n}, make([]dimacs.Lit, n)
	for v, w := range r.Perm(n) {
		images[v] = dimacs.Lit(w+1) * dimacs.Lit(1-2*(r.IntN(4)/3))
	}
	for range 3 {
		var c []dimacs.Lit
		for _, v := range r.Perm(n)[:2+r.IntN(2)] {
			c = append(c, dimacs.Lit(v+1)*dimacs.Lit(1-2*r.IntN(2)))
		}
		first := slices.Clone(c)
		for again := false; !again; again = slices.Equal(c, first) {
			f.Add(c...)
			for i, l := range c {
				if c[i] = images[l.Var()-1]; l < 0 {
					c[i] = -c[i]
				}
			}
		}
	}
	return f
}

// The models of a quotient are exactly the models of the formula that the symmetry maps to
// themselves.
func TestQuotient(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	quotients, satisfiable := 0, 0
	for k := range 1000 {
		f := symmetricFormula(r)
		d := enginetest.Load(t, f)
		s := newReducedGraph(d)
		if s == nil || d.Unsat || len(s.literals) != 2*f.Vars || len(d.Trail) > 0 {
			continue // only binary clauses, or some literals are fixed
		}
		s.Work = 1 << 20
		for _, p := range s.Generators(1 << 10) {
			q, fixed := s.newQuotient(p), 0
			for m := range enginetest.Models(f) {
				isTrue := func(v int32) bool {
					l := d.Name(s.literals[v])
					return (m>>l.Var()&1 != 0) == (l > 0)
				}
				same := true
				for v := range int32(len(s.literals)) {
					same = same && isTrue(v) == isTrue(p[v])
				}
				if same {
					fixed++
				}
			}
			got := 0 // without a quotient, no model is fixed
			if q != nil {
				quotients++
				got = len(models(q.Formula))
			}
			if got != fixed {
				t.Errorf("formula %d: %d models of the quotient, want %d", k, got, fixed)
			}
			if fixed > 0 {
				satisfiable++
			}
		}
	}
	if quotients < 100 || satisfiable < 50 || satisfiable == quotients {
		t.Errorf("%d quotients, %d of them have a model", quotients, satisfiable)
	}
}

// solve is a Solver that uses cdcl.
func solve(ctx context.Context, t *engine.Task, work int) (*dimacs.Assignment, int, error) {
	a, err := cdcl.Limited(int64(work)).Solve(ctx, t)
	return a.Model, 0, err
}

// search returns a task for f and its search for symmetric models.
func search(t *testing.T, f *dimacs.Formula, seed int64, assume ...dimacs.Lit) (*engine.Task, *Search) {
	t.Helper()
	task := &engine.Task{Formula: f, Assume: assume, Seed: seed, Threads: 1, Stats: &engine.Stats{}}
	d, err := task.Clauses()
	if err != nil {
		t.Fatal(err)
	}
	return task, New(task, d, solve)
}

// Search finds symmetric solutions of boards on a torus in every encoding, and different ones
// for different seeds. It finds nothing if there is no solution.
func TestTorus(t *testing.T) {
	seeds := int64(3)
	if enginetest.Long() {
		seeds = 10
	}
	for _, encoding := range []string{"pairwise", "product", "sequential", "binary", "bimander", "commander", "ladder"} {
		for _, shuffle := range []*int64{nil, new(int64)} {
			f := enginetest.Formula(t, encode.Instance{N: 13, Variant: board.Torus, Encoding: encoding, Shuffle: shuffle})
			different := map[string]bool{}
			for seed := range seeds {
				task, s := search(t, f, seed)
				a, err := s.Solve(t.Context(), 1<<22)
				if a == nil || err != nil {
					t.Fatalf("%s, seed %d: %v, %v", encoding, seed, a, err)
				}
				if err := engine.Check(task, a); err != nil {
					t.Errorf("%s, seed %d: %v", encoding, seed, err)
				}
				if w := task.Stats.Work(); len(w) != 1 || w[0].Engine != Name || w[0].Decisions == 0 {
					t.Errorf("%s: statistics %+v", encoding, w)
				}
				different[fmt.Sprint(a.Lits(f.Vars))] = true
			}
			if len(different) < 2 {
				t.Errorf("%s: all seeds give the same model", encoding)
			}
		}
	}
	for n := 8; n < 11; n++ {
		_, s := search(t, enginetest.Formula(t, encode.Instance{N: n, Variant: board.Torus}), 1)
		for range 3 {
			if a, err := s.Solve(t.Context(), 1<<22); a != nil || err != nil {
				t.Errorf("torus %d: %v, %v", n, a, err)
			}
		}
	}
}

// A formula with many ternary clauses waits for a larger budget. A search gives up if a formula
// looks symmetric but is not. The example is a perfect code in a regular graph: a ring with a
// random perfect matching.
func TestSearchGivesUp(t *testing.T) {
	f := enginetest.Family(t, "ordering 20")
	task, s := search(t, f, 0)
	for work, started := range map[int]bool{0: false, 1 << 18: false, 1 << 26: true} {
		task.Stats, s.started = &engine.Stats{}, false
		if a, err := s.Solve(t.Context(), work); a != nil || err != nil || s.started != started || len(task.Stats.Work()) > 0 != started {
			t.Errorf("with work of %d: %v, %v, started %t", work, a, err, s.started)
		}
	}
	const n = 60
	f = &dimacs.Formula{}
	r, near := rand.New(rand.NewPCG(1, 2)).Perm(n), make([][]dimacs.Lit, n)
	for v := range n {
		for _, w := range []int{v, (v + 1) % n, (v + n - 1) % n, r[slices.Index(r, v)^1]} {
			near[v] = append(near[v], dimacs.Lit(w+1))
		}
		f.Add(near[v]...)
		for _, w := range near[v][1:] {
			f.Add(-near[v][0], -w)
		}
	}
	if _, s = search(t, f, 0); !looksSymmetric(enginetest.Load(t, f)) {
		t.Error("a regular graph does not look symmetric")
	}
	if a, err := s.Solve(t.Context(), 1<<22); a != nil || err != nil || !s.started || s.graph != nil || s.misses == 0 {
		t.Errorf("%v, %v, started %t, given up %t after %d tries", a, err, s.started, s.graph == nil, s.misses)
	}
}

// Solve respects assumptions, which leave only some of the symmetries.
func TestAssume(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 13, Variant: board.Torus, Encoding: "product"})
	task, s := search(t, f, 0, 15, -1)
	if a, err := s.Solve(t.Context(), 1<<22); a == nil || err != nil || engine.Check(task, a) != nil {
		t.Error(a, err)
	}
}

// Solve tries nothing if there are no symmetries, tries few quotients if each one uses much of
// its budget, and nothing after ctx has ended.
func TestSearchBounds(t *testing.T) {
	f := enginetest.Family(t, "3sat 100 350 1")
	task, s := search(t, f, 0)
	if a, err := s.Solve(t.Context(), 1<<22); a != nil || err != nil || s.graph != nil {
		t.Errorf("random formula: %v, %v", a, err)
	}
	if a, err := s.Solve(t.Context(), 1<<22); a != nil || err != nil || len(task.Stats.Work()) != 1 || task.Stats.Work()[0].Runs != 1 {
		t.Errorf("again: %v, %v, %+v", a, err, task.Stats.Work())
	}
	torus := enginetest.Formula(t, encode.Instance{N: 25, Variant: board.Torus})
	task, s = search(t, torus, 0)
	s.solve = func(ctx context.Context, t *engine.Task, work int) (*dimacs.Assignment, int, error) {
		return nil, 1 << 18, cdcl.ErrLimit
	}
	for range 2 {
		if a, err := s.Solve(t.Context(), 1<<22); a != nil || err != nil {
			t.Errorf("no quotient is decided: %v, %v", a, err)
		}
	}
	if w := task.Stats.Work()[0]; w.Decisions < 2 || w.Decisions > 40 {
		t.Errorf("%d tries of so much work", w.Decisions)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, s = search(t, torus, 0)
	if a, err := s.Solve(ended, 1<<22); a != nil || err != context.Canceled {
		t.Errorf("after the end of the context: %v, %v", a, err)
	}
}
