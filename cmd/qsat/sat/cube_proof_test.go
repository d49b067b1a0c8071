package sat

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// The proofs of all parts, one after the other, and the proof of the cover refute the
// formula, for each engine and with its deletions.
func TestPartProofs(t *testing.T) {
	unsat := map[string]*dimacs.Formula{
		"torus":               enginetest.Formula(t, encode.Instance{N: 6, Variant: encode.Torus}),
		"auxiliary variables": enginetest.Formula(t, encode.Instance{N: 6, Variant: encode.Torus, Encoding: "sequential"}),
		"pigeonhole":          formulas.Pigeonhole(6, 5),
		"refuted by units":    formula(2, lits{1}, lits{-1, 2}, lits{-2}),
	}
	for name, f := range unsat {
		for _, e := range answerers {
			proveParts(t, name+", "+e, f, e)
		}
	}
	for name, cubes := range map[string][]lits{"an empty cube": {{1}, {2, 7}, {}}, "a choice": {{1}, {2}, {3}, {4, 5}, {4, -5}, {5}}} {
		f := formulas.Pigeonhole(6, 5)
		f.Cubes, f.Incremental = cubes, true
		for _, e := range answerers {
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
		if isDeclined(err) {
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
	if _, err := j.solve(t.Context()); err != nil || proof.Len() != 4 {
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
