package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/parts"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/gophersat"
	"queens/dimacs"
	"queens/encode"
	"queens/testdata/formulas"
)

// The shares of a list of cubes, which may overlap, have each model in one of them.
func TestShare(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 100 {
		f, cubes := randomCubes(r)
		want, steps := modelsUnder(f, cubes), 1+r.IntN(3)
		sum, found, satisfiable := int64(0), int64(0), false
		for first := range steps {
			e := engine.Share(engine.Checked(gophersat.New()), cubes, first, steps)
			task := &engine.Task{Formula: f, Threads: 1}
			n, err1 := e.Count(t.Context(), task)
			err2 := e.Enumerate(t.Context(), task, func(*dimacs.Assignment) error { found++; return nil })
			a, err3 := e.Solve(t.Context(), task)
			if err1 != nil || err2 != nil || err3 != nil {
				t.Fatal(err1, err2, err3)
			}
			sum, satisfiable = sum+n.Int().Int64(), satisfiable || a != nil
		}
		if sum != want || found != want || satisfiable != (want > 0) {
			t.Errorf("formula %d, %d shares: counted %d, found %d, satisfiable %v, want %d", i, steps, sum, found, satisfiable, want)
		}
	}
}

// The proofs of all shares, one after the other, and that of the cover refute the
// formula alone, whatever the engine and its deletions.
func TestCubeProofs(t *testing.T) {
	engines := map[string]engine.Engine{"auto": auto.New(), "cdcl": cdcl.New(), "dpll": dpll.New()}
	unsat := map[string]*dimacs.Formula{
		"torus":               enginetest.Formula(t, encode.Instance{N: 6, Variant: encode.Torus}),
		"auxiliary variables": enginetest.Formula(t, encode.Instance{N: 6, Variant: encode.Torus, Encoding: "sequential"}),
		"pigeonhole":          formulas.Pigeonhole(6, 5),
	}
	for name, f := range unsat {
		for engineName, e := range engines {
			var proof enginetest.Proof
			task := &engine.Task{Formula: f, Threads: 1}
			cubes, err := dpll.Split(t.Context(), task, 12)
			if err != nil || len(cubes) < 2 {
				t.Fatalf("%s: %v, %v", name, cubes, err)
			}
			for first := range 3 {
				task.Proof = &proof
				if a, err := engine.Share(e, cubes, first, 3).Solve(t.Context(), task); a != nil || err != nil {
					t.Fatalf("%s, %s: %v, %v", name, engineName, a, err)
				}
			}
			if gap, err := task.Gap(t.Context(), cubes); gap != nil || err != nil {
				t.Errorf("%s: gap %v, %v", name, gap, err)
			}
			if err := parts.ProveCover(cubes, proof.Add); err != nil {
				t.Fatal(err)
			}
			enginetest.CheckProof(t, f, &proof)
		}
	}
}

// Cubes that leave something out are told from those that cover all of a search.
func TestGap(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-1, -2, 3)
	f.Vars = 5
	type cubes = [][]dimacs.Lit
	for _, test := range []struct {
		name  string
		cubes cubes
		want  []dimacs.Lit
	}{
		{"both", cubes{{1}, {-1}}, nil},
		{"one", cubes{{1}}, []dimacs.Lit{-1}},
		{"deeper", cubes{{1, 3}, {1, -3}, {-1, 4}}, []dimacs.Lit{-1, -4}},
		{"refuted by propagation", cubes{{1, 2, 3}, {1, -2}, {-1, 2}}, nil},
		{"a prefix", cubes{{1}, {1, 3}, {-1}}, nil},
		{"the empty cube", cubes{{}}, nil},
		{"none", nil, []dimacs.Lit{}},
		{"in no clause", cubes{{5}}, []dimacs.Lit{-5}},
		{"three ways", cubes{{1, -2}, {2, -1}, {3}}, []dimacs.Lit{1, 2}},
	} {
		gap, err := (&engine.Task{Formula: f}).Gap(t.Context(), test.cubes)
		if d := cmp.Diff(test.want, gap); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", test.name, err, d)
		}
	}
}

// A clause of the formula is not deleted though one that was added looks like it.
func TestCubeProofKeepsTheFormula(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(-1, 2)
	var proof enginetest.Proof
	e := engine.Share(deleting{}, [][]dimacs.Lit{{1}}, 0, 1)
	if _, err := e.Solve(t.Context(), &engine.Task{Formula: f, Proof: &proof}); err != nil || proof.Len() != 4 {
		t.Errorf("%d lines, want 4: %v, %v", proof.Len(), proof, err)
	}
}

// deleting is an engine that writes some lines.
type deleting struct{ engine.Engine }

func (deleting) Solve(_ context.Context, t *engine.Task) (*dimacs.Assignment, error) {
	for _, lits := range [][]dimacs.Lit{{-1, 2}, {2, 3}, {1}} {
		t.Proof.Delete(lits) // of the formula
		t.Proof.Add(lits)    // the last is the cube
		t.Proof.Delete(lits)
	}
	return nil, nil
}
