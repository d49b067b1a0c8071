package sat

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qcheck/cpog"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// certified returns an error unless the certificate of p proves the number of models that Count finds.
func certified(ctx context.Context, p Problem) error {
	want, err := Count(ctx, p, Options{})
	if err != nil {
		return err
	}
	var certificate bytes.Buffer
	g, err := Certify(ctx, p, Options{}, &certificate)
	if err != nil {
		return err
	}
	checked, err := cpog.Check(ctx, p.Formula, &certificate, "certificate")
	if err != nil {
		return err
	}
	q, err := cpog.QuestionOf(p.Formula, p.Project)
	if err != nil {
		return err
	}
	proved, err := checked.Count(ctx, q)
	if n := g.Count(); err == nil && (n.Rat().Cmp(want.Rat()) != 0 || proved.Rat().Cmp(want.Rat()) != 0) {
		err = fmt.Errorf("%v models, the graph has %v, proved %v", want.Rat(), n.Rat(), proved.Rat())
	}
	return err
}

// TestCertify checks certificates of special formulas, of formulas whose variables are functions of others so
// that branching on other variables would be natural, of formulas in which count learns clauses, and of long
// clauses. TestQuestions checks certificates of random formulas and projections.
func TestCertify(t *testing.T) {
	check := func(name string, f *dimacs.Formula, project []int) {
		t.Helper()
		if err := certified(t.Context(), Problem{Formula: f, Project: project}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{
		"p cnf 0 0\n", "p cnf 0 1\n0\n", "p cnf 3 0\n", "p cnf 3 2\n2 -2 0\n3 1 -3 0\n", "p cnf 2 1\n0\n", "p cnf 2 2\n1 0\n-1 0\n",
		"p cnf 2 1\n1 0\n", "p cnf 3 2\n1 -2 0\n-1 2 0\n", "p cnf 4 3\n1 2 0\n3 3 4 0\n2 1 0\n",
	} {
		check(text, read(t, text), nil)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 60 { // variables 5 to 14 are functions of earlier ones
		f := generate.Random(r, 4, 2, 3)
		for f.Vars < 14 {
			f.Vars++
			y, x := dimacs.Lit(f.Vars), generate.Lits(r, f.Vars-1, 2)
			f.Add(-y, x[0], x[1])
			f.Add(-y, -x[0], -x[1])
			f.Add(y, -x[0], x[1])
			f.Add(y, x[0], -x[1])
		}
		for range i % 4 {
			f.Add(generate.Lits(r, 14, 2)...)
		}
		check(fmt.Sprint("functions ", i), f, [][]int{{1, 2, 3, 4}, {5, 9, 11}, {2, 14}, {6, 7, 8, 10, 12, 13}}[r.IntN(4)])
	}
	for i := range 6 {
		f, err := generate.Make("3sat", "40", strconv.Itoa(110+12*i), strconv.Itoa(i+1))
		if err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprint("3sat ", i), f, nil)
	}
	for i := range 12 {
		f := longClauses(r)
		check(fmt.Sprint("long clauses ", i), f, nil)
		for _, err := range Sample(t.Context(), Problem{Formula: f}, Options{Seed: 1}, 3) { // checks the models
			if err != nil {
				t.Errorf("long clauses %d: %v", i, err)
			}
		}
	}
}

// The certificate of the 92 boards with 8 queens is short, because it deletes no clauses. The certificate of a
// clause of 1,000 literals is short, because its chain of nodes has one lemma.
func TestCertificateSize(t *testing.T) {
	var lits []dimacs.Lit
	for v := range dimacs.Lit(1000) {
		lits = append(lits, v+1)
	}
	clause := &dimacs.Formula{}
	clause.Add(lits...)
	for f, most := range map[*dimacs.Formula]int{enginetest.Formula(t, encode.Instance{N: 8}): 51_000, clause: 70_000} {
		var certificate bytes.Buffer
		_, err := Certify(t.Context(), Problem{Formula: f}, Options{}, &certificate)
		if err != nil || certificate.Len() > most {
			t.Errorf("%d bytes, %v, want at most %d", certificate.Len(), err, most)
		}
	}
}

// longClauses returns up to four clauses of 520 to 900 literals over 1,000 variables, beside
// short clauses over the first 30 variables. The sign of a variable may differ between clauses.
func longClauses(r *rand.Rand) *dimacs.Formula {
	f := &dimacs.Formula{Vars: 1000}
	for range r.IntN(5) {
		var c []dimacs.Lit
		for _, v := range r.Perm(1000)[:520+r.IntN(380)] {
			c = append(c, dimacs.Lit(1-2*r.IntN(2))*dimacs.Lit(v+1))
		}
		f.Add(c...)
	}
	for range r.IntN(50) {
		f.Add(generate.Lits(r, 30, 1+r.IntN(3))...)
	}
	return f
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
		p    Problem
		want *big.Int
	}{
		{"plain", Problem{Formula: f}, new(big.Int).Sub(power(n), big.NewInt(1))},
		{"assumed", Problem{Formula: f, Assume: []dimacs.Lit{7}}, power(n - 1)},
		{"projection", Problem{Formula: f, Project: []int{3, 5}}, big.NewInt(4)},
	} {
		got, err := Count(t.Context(), test.p, Options{})
		if err != nil || got.Int().Cmp(test.want) != 0 {
			t.Errorf("%s: another count, %v", test.name, err)
		}
	}
	g := &dimacs.Formula{Weights: []dimacs.Weight{{Lit: 1, Value: big.NewRat(1, 4)}}}
	g.Add(c[:600]...) // all models weigh 2^599, and the assignment without a true literal 3/4
	want := new(big.Rat).SetInt(power(599))
	got, err := Count(t.Context(), Problem{Formula: g}, Options{})
	if err != nil || got.Rat().Cmp(want.Sub(want, big.NewRat(3, 4))) != 0 {
		t.Errorf("weights: another sum, %v", err)
	}
}
