package sat_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// longClauses returns up to four clauses of 520 to 900 literals over 1,000 variables, beside
// short clauses over the first 30 variables. The sign of a variable may differ between clauses.
func longClauses(r *rand.Rand) *dimacs.Formula {
	f := &dimacs.Formula{Vars: 1000}
	sign := func() dimacs.Lit { return dimacs.Lit(1 - 2*r.IntN(2)) }
	for range r.IntN(5) {
		var c []dimacs.Lit
		for _, v := range r.Perm(1000)[:520+r.IntN(380)] {
			c = append(c, sign()*dimacs.Lit(v+1))
		}
		f.Add(c...)
	}
	for range r.IntN(50) {
		var c []dimacs.Lit
		for _, v := range r.Perm(30)[:1+r.IntN(3)] {
			c = append(c, sign()*dimacs.Lit(v+1))
		}
		f.Add(c...)
	}
	return f
}

// Counts, graphs, certificates and samples agree for formulas with long clauses. The engine
// count counts without inclusion and exclusion if every clause is long.
func TestLongClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		name, f := fmt.Sprint("random ", i), longClauses(r)
		certified(t, name, sat.Problem{Formula: f})
		for _, err := range sat.Sample(t.Context(), sat.Problem{Formula: f}, sat.Options{Seed: 1}, 3) { // checks the models
			if err != nil {
				t.Error(name, err)
			}
		}
	}
}

// A clause of n literals has 2^n - 1 models, and a weight for one literal, an assumption and a
// projection change that as they should.
func TestLongClauseCounts(t *testing.T) {
	const n = 30_000
	f := &dimacs.Formula{}
	var c []dimacs.Lit
	for v := dimacs.Lit(1); v <= n; v++ {
		c = append(c, v)
	}
	f.Add(c...)
	power := func(k uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), k) }
	for _, test := range []struct {
		name string
		p    sat.Problem
		want *big.Int
	}{
		{"plain", sat.Problem{Formula: f}, new(big.Int).Sub(power(n), big.NewInt(1))},
		{"assumed", sat.Problem{Formula: f, Assume: []dimacs.Lit{7}}, power(n - 1)},
		{"projection", sat.Problem{Formula: f, Project: []int{3, 5}}, big.NewInt(4)},
	} {
		got, err := sat.Count(t.Context(), test.p, sat.Options{})
		if err != nil || got.Int().Cmp(test.want) != 0 {
			t.Errorf("%s: another count, %v", test.name, err)
		}
	}
	g := &dimacs.Formula{Weights: []dimacs.Weight{{Lit: 1, Value: big.NewRat(1, 4)}}}
	g.Add(c[:600]...) // all models weigh 2^599, and the assignment without a true literal 3/4
	want := new(big.Rat).SetInt(power(599))
	got, err := sat.Count(t.Context(), sat.Problem{Formula: g}, sat.Options{})
	if err != nil || got.Rat().Cmp(want.Sub(want, big.NewRat(3, 4))) != 0 {
		t.Errorf("weights: another sum, %v", err)
	}
}
