package sat

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	_ "queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// The proofs of all parts, one after the other, and the proof of the cover refute the
// formula, for each engine and with its deletions.
func TestPartProofs(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"torus":               enginetest.Formula(t, encode.Instance{N: 6, Variant: board.Torus}),
		"auxiliary variables": enginetest.Formula(t, encode.Instance{N: 6, Variant: board.Torus, Encoding: "sequential"}),
		"pigeonhole":          generate.Pigeonhole(6, 5),
		"refuted by units":    formula(2, lits{1}, lits{-1, 2}, lits{-2}),
		"an empty cube":       withCubes(generate.Pigeonhole(6, 5), lits{1}, lits{2, 7}, lits{}),
		"a choice":            withCubes(generate.Pigeonhole(6, 5), lits{1}, lits{2}, lits{3}, lits{4, 5}, lits{4, -5}, lits{5}),
	} {
		for _, e := range strings.Fields(solvers) {
			proveParts(t, name+", "+e, f, e)
		}
	}
}

// proveParts checks the joint proof of three parts.
func proveParts(t *testing.T, name string, f *dimacs.Formula, e string) {
	t.Helper()
	var proof enginetest.Proof
	for i := range 3 {
		p, o := Problem{Formula: f}, Options{Engine: e, Threads: 1, Proof: &proof}
		shares, err := NewParts(t.Context(), p, o, 3, false)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		o.Parts, o.Part = shares, i+1
		a, err := Solve(t.Context(), p, o)
		if errors.As(err, new(*DeclinedError)) {
			return
		}
		if a.Status != dimacs.Unsatisfiable || err != nil {
			t.Fatalf("%s: %+v, %v", name, a, err)
		}
		if i == 2 {
			if err := shares.ProveCover(&proof); err != nil {
				t.Fatal(err)
			}
		}
	}
	enginetest.CheckProof(t, f, &proof)
}

// The search finds a gap in its cubes if they do not cover it.
func TestGap(t *testing.T) {
	f := formula(5, lits{1, 2}, lits{-1, -2, 3})
	type cubes = []lits
	for _, test := range []struct {
		name  string
		cubes cubes
		want  lits
	}{
		{"both", cubes{{1}, {-1}}, nil},
		{"one", cubes{{1}}, lits{-1}},
		{"deeper", cubes{{1, 3}, {1, -3}, {-1, 4}}, lits{-1, -4}},
		{"refuted by propagation", cubes{{1, 2, 3}, {1, -2}, {-1, 2}}, nil},
		{"a prefix", cubes{{1}, {1, 3}, {-1}}, nil},
		{"the empty cube", cubes{{}}, nil},
		{"none", nil, lits{}},
		{"in no clause", cubes{{5}}, lits{-5}},
		{"three ways", cubes{{1, -2}, {2, -1}, {3}}, lits{1, 2}},
	} {
		j := &job{task: enginetest.Task(f), cubes: test.cubes}
		gap, err := j.gap(t.Context())
		if d := cmp.Diff(test.want, gap); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", test.name, err, d)
		}
	}
}

// A clause of the formula is not deleted if an added clause has the same literals.
func TestCubeProofKeepsTheFormula(t *testing.T) {
	var proof enginetest.Proof
	j := &job{engine: deleting{}, cubes: []lits{{1}}, step: 1, isPart: true}
	j.task = &engine.Task{Formula: formula(2, lits{-1, 2}), Proof: &proof}
	if _, err := j.solve(t.Context(), j.ask); err != nil || proof.Len() != 4 {
		t.Errorf("%d lines, want 4: %v, %v", proof.Len(), proof, err)
	}
}

// deleting is an engine that writes additions and deletions.
type deleting struct{}

func (deleting) Name() string { return "deleting" }

func (deleting) Solve(_ context.Context, t *engine.Task) (engine.Answer, error) {
	for _, lits := range []lits{{-1, 2}, {2, 3}, {1}} {
		t.Proof.Delete(lits) // may be a clause of the formula
		t.Proof.Add(lits)    // the last clause is the cube
		t.Proof.Delete(lits)
	}
	return engine.Answer{}, nil
}

// The clause learning for one cube has stopped when the next cube is searched.
func TestHardCubes(t *testing.T) {
	f := withCubes(generate.Pigeonhole(11, 10), lits{1}, lits{2}, lits{3, 4}, lits{5})
	if a, err := Solve(t.Context(), Problem{Formula: f}, Options{Threads: 2}); a.Status != dimacs.Unsatisfiable || err != nil {
		t.Errorf("10 pigeonholes in four cubes: %+v, %v", a, err)
	}
}

// If there are enough models, there are at least as many cubes as wanted.
func TestCubes(t *testing.T) {
	cubes, err := Cubes(t.Context(), Problem{Formula: generate.Pigeonhole(7, 7)}, Options{}, 100)
	if len(cubes) < 100 || err != nil {
		t.Errorf("%d cubes, %v", len(cubes), err)
	}
}

// The count of a board is split up to symmetry, with every engine that counts. Each process gets the same cubes.
func TestPartsWeigh(t *testing.T) {
	for _, e := range strings.Fields(counters) {
		var total dimacs.Count
		var first *Parts
		for i := range 4 {
			p, o := Problem{Formula: enginetest.Formula(t, encode.Instance{N: 10})}, Options{Engine: e, Threads: 1 + i}
			parts, err := NewParts(t.Context(), p, o, 4, true)
			if err != nil || len(parts.Cubes) < 8 {
				t.Fatalf("%s: %d cubes, %v", e, len(parts.Cubes), err)
			}
			if first == nil {
				first = parts
			}
			o.Parts, o.Part = parts, i+1
			n, err := Count(t.Context(), p, o)
			if total = total.Plus(n); err != nil || !slices.Equal(parts.Weights, first.Weights) {
				t.Errorf("%s, part %d: weights %v, want %v, %v", e, i+1, parts.Weights, first.Weights, err)
			}
			if diff := cmp.Diff(first.Cubes, parts.Cubes); diff != "" {
				t.Errorf("%s, part %d: cubes (-want +got)\n%s", e, i+1, diff)
			}
		}
		if total.String() != "724" {
			t.Errorf("%s: %v boards, want 724", e, total)
		}
	}
}
