package derive_test

import (
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/argumenttest"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/derive"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// Every accepted random argument has a correct proof, also an argument with a random change.
func TestRandomProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 48))
	refuted, others := 0, 0
	for i := range 3000 {
		c := argumenttest.Draw(r)
		if i%2 > 0 {
			c.Change(r)
		}
		check := checker.New(c.Database)
		if check.Check(t.Context(), c.Argument) != nil {
			continue
		}
		proof := &enginetest.Proof{}
		if err := derive.Refutation(t.Context(), proof, check, c.Argument, nil, dimacs.Lit(c.Formula.Vars)); err != nil {
			t.Fatal(err)
		}
		if check.Refuted {
			refuted++
			enginetest.CheckProof(t, c.Formula, proof)
		} else {
			others++
			enginetest.CheckDerivation(t, c.Formula, proof)
		}
		if t.Failed() {
			t.Fatalf("%d: %+v", i, c.Argument)
		}
	}
	if refuted < 200 || others < 400 {
		t.Errorf("%d are refuted, %d others are accepted", refuted, others)
	}
}
