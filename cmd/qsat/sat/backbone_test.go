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

// collected returns the literals of a backbone, and the error of its last pair. It checks their order.
func collected(t *testing.T, pairs iter.Seq2[dimacs.Lit, error]) (lits []dimacs.Lit, err error) {
	for l, e := range pairs {
		if (l == 0) != (e != nil) || err != nil {
			t.Errorf("pair %v, %v after %v", l, e, err)
		}
		if err = e; e == nil {
			lits = append(lits, l)
		}
	}
	if !slices.IsSortedFunc(lits, func(k, l dimacs.Lit) int { return k.Var() - l.Var() }) {
		t.Errorf("the order of %v", lits)
	}
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
	if err := b.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	for b.candidates[0] != x {
		if err := b.test(t.Context()); err != nil || len(b.found) > 0 {
			t.Fatal(b.found, err)
		}
	}
	if err := b.test(t.Context()); err != nil || b.pause != 1 || b.rest != 1 || b.ticks != 0 || len(b.found) > 0 {
		t.Errorf("%v, %v, %v", err, b.pause, b.rest)
	}
	if err := b.test(t.Context()); err != nil || fmt.Sprint(b.found) != "[100]" || len(b.candidates) > 0 {
		t.Errorf("%v, %v, %v", b.found, err, b.candidates)
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
	if fmt.Sprint(got) != "[1 -2 3 -4 -5]" {
		t.Errorf("with a clause more: %v", got)
	}
	for _, err = range s.Backbone(t.Context(), nil) {
		s.Close()
	}
	if err != errClosed {
		t.Error(err)
	}
}

// TestBackboneKept compares the backbones of one solver with new searches, while assumptions and clauses come
// and go, and literals are held. Every fifth formula is sparse.
func TestBackboneKept(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 81))
		f := generate.Random(r, 30, 40, 2, 3, 3)
		if seed%5 == 0 {
			f.Vars = 100_000
		}
		s := OpenSolver(f, Options{})
		var assume, held lits
		for range 20 {
			switch c := generate.Lits(r, 33, 3); r.IntN(6) {
			case 0:
				s.Add(c...)
			case 1:
				held = c[:r.IntN(2)]
				s.Hold(held...)
			case 2:
				assume = assume[min(len(assume), r.IntN(3)):]
			default:
				assume = append(assume, c[0])
			}
			var project []int
			for r.IntN(4) > 0 && len(project) < 20 {
				project = append(project, 1+r.IntN(40))
			}
			g := s.Formula()
			g.Vars = max(g.Vars, 40)
			got, err := collected(t, s.Backbone(t.Context(), project, assume...))
			want, wrong := collected(t, Backbone(t.Context(), Problem{Formula: g, Assume: append(held, assume...), Project: project}, Options{}))
			if !slices.Equal(got, want) || err != wrong {
				t.Fatalf("seed %d under %v and %v on %v: got %v, %v; want %v, %v", seed, held, assume, project, got, err, want, wrong)
			}
			if wrong != nil {
				assume = nil
			}
		}
		s.Close()
	}
}

// TestBackboneHeader checks that a large header costs nothing.
func TestBackboneHeader(t *testing.T) {
	p := Problem{Formula: formula(dimacs.MaxVar, lits{2}), Assume: lits{-7}}
	if got, err := proved(t, p, Options{}); fmt.Sprint(got, err) != "[2 -7] <nil>" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestKeptModels checks the literals on which the last models agree, of more models than are kept.
func TestKeptModels(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 4))
	f, kept, models := &dimacs.Formula{Vars: 40}, &keptModels{}, []*dimacs.Assignment{}
	for range 3 * 64 * keptWords {
		a := &dimacs.Assignment{}
		for v := 1; v <= f.Vars; v++ {
			a.Set(v, random.IntN(100) == 0)
		}
		models = append(models[max(0, len(models)-64*keptWords+1):], a)
		if kept.settle(f, nil, a); kept.last != a {
			t.Fatal("the last model is missing")
		}
		var want []dimacs.Lit
		for v := 1; v <= f.Vars; v++ {
			if l := a.Lit(v); !slices.ContainsFunc(models, func(m *dimacs.Assignment) bool { return !m.Holds(l) }) {
				want = append(want, l)
			}
		}
		if got := kept.agreed(); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}
