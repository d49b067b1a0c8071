package sat

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qcheck/drat"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// collected returns the literals of a backbone, sorted, and the error of its last pair.
func collected(t *testing.T, pairs iter.Seq2[dimacs.Lit, error]) (lits []dimacs.Lit, err error) {
	for l, e := range pairs {
		if (l == 0) != (e != nil) || err != nil {
			t.Errorf("pair %v, %v after %v", l, e, err)
		}
		if err = e; e == nil {
			lits = append(lits, l)
		}
	}
	slices.SortFunc(lits, func(k, l dimacs.Lit) int { return k.Var() - l.Var() })
	return lits, err
}

// proved returns the backbone of a problem. It checks that each literal is a lemma of the proof.
func proved(t *testing.T, p Problem, o Options) ([]dimacs.Lit, error) {
	t.Helper()
	var proof bytes.Buffer
	w := dimacs.NewProofWriter(&proof, false)
	o.Proof = w
	lits, err := collected(t, Backbone(t.Context(), p, o))
	w.Flush()
	f := p.Formula.WithUnits(p.Assume)
	r, checkErr := drat.Check(t.Context(), f, &proof, drat.Options{Strict: true})
	if checkErr != nil || err == nil && r.Refuted() {
		t.Fatal("a wrong proof: ", checkErr)
	}
	units := slices.Collect(r.Units())
	for _, l := range lits {
		if !slices.Contains(units, l) {
			t.Errorf("%d is no lemma of the proof", l)
		}
	}
	return lits, err
}

// TestBackboneLarge compares backbones with one question for each literal.
func TestBackboneLarge(t *testing.T) {
	for seed := range uint64(4) {
		f, s := formulas.Random(rand.New(rand.NewPCG(seed, 66)), 150, 330, 2, 3, 3), NewSolver(Options{})
		for c := range f.Clauses() {
			s.Add(c...)
		}
		var want []dimacs.Lit
		for v := dimacs.Lit(1); v <= 150; v++ {
			for _, l := range []dimacs.Lit{v, -v} {
				if a, err := s.Solve(t.Context(), -l); err != nil || a.Model == nil {
					want = append(want, l)
				}
			}
		}
		got, err := proved(t, Problem{Formula: f}, Options{})
		again, _ := collected(t, s.Backbone(t.Context(), nil))
		if len(want) < 5 || len(want) > 140 || err != nil || !slices.Equal(got, want) || !slices.Equal(again, want) {
			t.Errorf("%v\n%v\n%v, %v", want, got, again, err)
		}
		s.Close()
	}
}

// TestBackbonePause lets a search with decisions against the candidates reach its limit, because its
// question is hard.
func TestBackbonePause(t *testing.T) {
	s, x, f := NewSolver(Options{}), dimacs.Lit(100), &dimacs.Formula{}
	defer s.Close()
	for c := range formulas.Pigeonhole(8, 7).Clauses() {
		f.Add(append(c, x)...)
		s.Add(append(c, x)...)
	}
	b := backbone{Solver: s}
	if err := b.first(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for b.candidates[0] != x {
		if l, err := b.test(t.Context()); l != 0 || err != nil {
			t.Fatal(l, err)
		}
	}
	if l, err := b.test(t.Context()); l != 0 || err != nil || b.pause != 1 || b.rest != 1 || b.ticks != 0 {
		t.Errorf("%v, %v, %v, %v", l, err, b.pause, b.rest)
	}
	if l, err := b.test(t.Context()); l != x || err != nil || len(b.candidates) > 0 {
		t.Errorf("%v, %v, %v", l, err, b.candidates)
	}
}

// TestBackboneLoop checks loops that end early, add clauses, or close the solver.
func TestBackboneLoop(t *testing.T) {
	s := NewSolver(Options{})
	for _, c := range [][]dimacs.Lit{{1}, {2, 3}, {-4, 5}} {
		s.Add(c...)
	}
	for range s.Backbone(t.Context(), nil, 4) {
		break
	}
	got, err := collected(t, s.Backbone(t.Context(), nil))
	if fmt.Sprint(got, err) != "[1] <nil>" {
		t.Errorf("after a loop under assumptions: %v, %v", got, err)
	}
	got = nil
	for l, err := range s.Backbone(t.Context(), nil, -2) {
		if got = append(got, l); err != nil || s.Add(-5) != nil {
			t.Error(l, err)
		}
	}
	if fmt.Sprint(got) != "[1 -2 3 -4]" {
		t.Errorf("with a clause more: %v", got)
	}
	for _, err = range s.Backbone(t.Context(), nil) {
		s.Close()
	}
	if err != errClosed {
		t.Error(err)
	}
}

// TestBackboneMistakes checks the errors, and that a header costs nothing.
func TestBackboneMistakes(t *testing.T) {
	f, cubes, full := &dimacs.Formula{}, &dimacs.Formula{Incremental: true, Cubes: [][]dimacs.Lit{{1}}}, errors.New("full")
	f.Add(2)
	f.Vars, cubes.Vars = dimacs.MaxVar, 3
	if got, err := proved(t, Problem{Formula: f, Assume: []dimacs.Lit{-7}}, Options{}); fmt.Sprint(got, err) != "[2 -7] <nil>" {
		t.Errorf("large header: %v, %v", got, err)
	}
	for want, ask := range map[string]iter.Seq2[dimacs.Lit, error]{
		"full": Backbone(t.Context(), Problem{Formula: f}, Options{Proof: enginetest.FullDisk{Err: full}}),
		"this question needs a formula without cubes": Backbone(t.Context(), Problem{Formula: cubes}, Options{}),
		"there is no formula":                         Backbone(t.Context(), Problem{}, Options{}),
		"the dpll engine cannot take this formula: only cdcl answers a sequence of questions": Backbone(t.Context(), Problem{Formula: f}, Options{Engine: "dpll"}),
		"0 is not a variable": NewSolver(Options{}).Backbone(t.Context(), []int{0}),
		"0 is not a literal":  NewSolver(Options{}).Backbone(t.Context(), nil, 0),
	} {
		if got, err := collected(t, ask); err == nil || err.Error() != want || got != nil {
			t.Errorf("%v, %v, want %s", got, err, want)
		}
	}
}
