package sat

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qcheck/drat"
	"queens/dimacs"
	"queens/dimacs/proof"
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
	var text bytes.Buffer
	w := proof.NewWriter(&text, false)
	o.Proof = w
	lits, err := collected(t, Backbone(t.Context(), p, o))
	w.Flush()
	f := p.Formula.WithUnits(p.Assume)
	r, checkErr := drat.Check(t.Context(), f, &text, drat.Options{Strict: true})
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
		f, s := generate.Random(rand.New(rand.NewPCG(seed, 66)), 150, 330, 2, 3, 3), NewSolver(Options{})
		addTo(t, s, f)
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
	const x = 100
	s := OpenSolver(extended(generate.Pigeonhole(8, 7), x), Options{})
	defer s.Close()
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
	s := OpenSolver(formula(5, lits{1}, lits{2, 3}, lits{-4, 5}), Options{})
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

// TestBackboneHeader checks that a large header costs nothing.
func TestBackboneHeader(t *testing.T) {
	p := Problem{Formula: formula(dimacs.MaxVar, lits{2}), Assume: lits{-7}}
	if got, err := proved(t, p, Options{}); fmt.Sprint(got, err) != "[2 -7] <nil>" {
		t.Errorf("%v, %v", got, err)
	}
}
