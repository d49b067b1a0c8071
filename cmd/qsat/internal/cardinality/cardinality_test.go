package cardinality

import (
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/encode"
	"queens/testdata/formulas"
)

func TestPigeons(t *testing.T) {
	for n := 2; n < 9; n++ {
		f := formulas.Pigeonhole(n+1, n)
		proof := &enginetest.Proof{}
		refuted, err := Refute(t.Context(), &engine.Task{Problem: engine.Problem{Formula: f}, Proof: proof}, 1<<30)
		t.Log(n, refuted, err, proof.Len())
		if refuted {
			enginetest.CheckProof(t, f, proof)
		}
	}
}

func TestMutilated(t *testing.T) {
	for _, n := range []int{4, 6, 8} {
		f := enginetest.Formula(t, encode.Instance{N: n, Family: "dominoes", Blocked: encode.SquaresOf(encode.Square{Row: 1, Col: 1}, encode.Square{Row: n, Col: n})})
		proof := &enginetest.Proof{}
		refuted, err := Refute(t.Context(), &engine.Task{Problem: engine.Problem{Formula: f}, Proof: proof}, 1<<30)
		t.Log(n, refuted, err, proof.Len())
		if refuted {
			enginetest.CheckProof(t, f, proof)
		}
	}
}

func TestQueens(t *testing.T) {
	for _, e := range encode.AtMostOnes() {
		for n := 3; n < 8; n++ {
			k := n + 1
			f := enginetest.Formula(t, encode.Instance{N: n, Queens: &k, Encoding: e.Name})
			proof := &enginetest.Proof{}
			refuted, err := Refute(t.Context(), &engine.Task{Problem: engine.Problem{Formula: f}, Proof: proof}, 1<<30)
			t.Log(e.Name, n, refuted, err, proof.Len())
			if refuted {
				enginetest.CheckProof(t, f, proof)
			}
		}
	}
}
