package dnnf_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qcheck/cpog"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// compile returns a random formula of at most ten variables and its graph.
func compile(t *testing.T, r *rand.Rand) (*dimacs.Formula, *dnnf.Graph) {
	t.Helper()
	n := 1 + r.IntN(10)
	f := generate.Random(r, n, r.IntN(4*n), 2, 3, 3)
	g, err := count.New().Compile(t.Context(), enginetest.Task(f), false)
	if err != nil {
		t.Fatal(err)
	}
	return f, g
}

// models returns the models of a formula; the bits of a model are its true variables.
func models(f *dimacs.Formula) map[uint]bool {
	set := map[uint]bool{}
	for bits := range enginetest.Models(f) {
		set[uint(bits>>1)] = true
	}
	return set
}

// certified fails unless g has a certificate for f that proves the number of models.
func certified(t *testing.T, g *dnnf.Graph, f *dimacs.Formula) {
	t.Helper()
	var proof strings.Builder
	if err := dnnf.Certify(t.Context(), g, f, all, nil, &proof); err != nil {
		t.Fatal(err)
	}
	checked, err := cpog.Check(t.Context(), f, strings.NewReader(proof.String()), "p")
	if err != nil {
		t.Fatalf("%v\n%v\n%s", err, slices.Collect(f.Clauses()), &proof)
	}
	if got, err := checked.Count(t.Context(), cpog.Question{}); err != nil || got.String() != strconv.Itoa(len(models(f))) {
		t.Fatalf("%v models, want %d: %v\n%s", got, len(models(f)), err, &proof)
	}
}

// all says that each variable is in the projection.
func all(int) bool { return true }
