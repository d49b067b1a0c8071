package sat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qcheck/cpog"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
)

// The certificate of "1 or 2" and "3 if 2". The root is a sum of two products. Each node is
// defined and derived.
func ExampleCertify() {
	f := &dimacs.Formula{}
	f.Add(1, 2)
	f.Add(-2, 3)
	var certificate bytes.Buffer
	g, err := sat.Certify(context.Background(), sat.Problem{Formula: f}, sat.Options{}, &certificate)
	if err != nil {
		log.Fatal(err)
	}
	n := g.Count()
	fmt.Printf("%v\n%s", n.Int(), &certificate)
	// Output:
	// 4
	// 3 p 4 2 3 0
	// 6 p 5 -2 1 0
	// 9 s 6 4 5 4 7 0
	// r 6
	// 12 a 4 -2 0 2 3 0
	// 13 a 6 0 10 12 1 11 6 0
}

// certified checks the certificate of p, and compares its count with the number of models.
func certified(t *testing.T, name string, p sat.Problem) {
	t.Helper()
	want, err := sat.Count(t.Context(), p, sat.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var certificate bytes.Buffer
	g, err := sat.Certify(t.Context(), p, sat.Options{}, &certificate)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if n := g.Count(); n.Rat().Cmp(want.Rat()) != 0 {
		t.Errorf("%s: the graph has %v models, want %v", name, n.Rat(), want.Rat())
	}
	checked, err := cpog.Check(t.Context(), p.Formula, &certificate, name)
	if err != nil {
		t.Fatal(err)
	}
	q, err := cpog.QuestionOf(p.Formula, p.Project)
	if n, err2 := checked.Count(t.Context(), q); err != nil || err2 != nil || n.Rat().Cmp(want.Rat()) != 0 {
		t.Errorf("%s: %v proved, %v, %v, want %v", name, n.Rat(), err2, err, want.Rat())
	}
}

// The certificate proves the count of any projection: of all variables of some functions, of a formula
// without models, with equivalent literals and units, and if branching on other variables would be natural.
func TestCertifyProjection(t *testing.T) {
	unsat := read(t, "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	for _, project := range [][]int{{1}, {2, 3}, {3}} {
		certified(t, fmt.Sprint("unsatisfiable", project), sat.Problem{Formula: unsat, Project: project})
	}
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 60 { // variables 5 to 14 are functions of earlier ones; variables from 5 on are in more clauses
		f := formulas.Random(r, 4, 2, 3)
		for f.Vars < 14 {
			f.Vars++
			y := dimacs.Lit(f.Vars)
			a, b := 1+dimacs.Lit(r.IntN(f.Vars-1)), 1+dimacs.Lit(r.IntN(f.Vars-1))
			f.Add(-y, a, b)
			f.Add(-y, -a, -b)
			f.Add(y, -a, b)
			f.Add(y, a, -b)
		}
		project := []int{1, 2, 3, 4}
		if i%2 > 0 {
			for range i % 4 {
				f.Add(dimacs.Lit(5+r.IntN(10)), dimacs.Lit(-1-r.IntN(14)))
			}
			project = r.Perm(14)[:r.IntN(14)]
			for i := range project {
				project[i]++
			}
			slices.Sort(project)
		}
		certified(t, fmt.Sprintf("functions %d", i), sat.Problem{Formula: f, Project: project})
	}
}

// Certificates are valid for formulas with units, equivalent literals, tautologies and
// repeated clauses, for formulas without clauses and for formulas without models.
func TestCertify(t *testing.T) {
	for _, text := range []string{
		"p cnf 0 0\n", "p cnf 0 1\n0\n", "p cnf 3 0\n", "p cnf 3 2\n2 -2 0\n3 1 -3 0\n", "p cnf 2 1\n0\n", "p cnf 2 2\n1 0\n-1 0\n", "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
		"p cnf 2 1\n1 0\n", "p cnf 3 2\n1 -2 0\n-1 2 0\n", "p cnf 4 3\n1 2 0\n3 3 4 0\n2 1 0\n",
		"c p weight 1 0.25 0\np cnf 3 1\n1 -2 0\n",
	} {
		certified(t, text, sat.Problem{Formula: read(t, text)})
	}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 60 {
		f := formulas.Random(r, 6+r.IntN(10), 1+r.IntN(50), 1, 2, 3, 4)
		for range r.IntN(5) {
			a, b := dimacs.Lit(1+r.IntN(6)), dimacs.Lit(1-2*r.IntN(2))*dimacs.Lit(1+r.IntN(6))
			f.Add(-a, b)
			f.Add(a, -b)
		}
		certified(t, fmt.Sprintf("random %d", i), sat.Problem{Formula: f})
	}
	for i := range 6 { // formulas in which count learns clauses
		f, err := formulas.Make("3sat", "40", strconv.Itoa(110+12*i), strconv.Itoa(i+1))
		if err != nil {
			t.Fatal(err)
		}
		certified(t, fmt.Sprintf("3sat %d", i), sat.Problem{Formula: f})
	}
}

// The certificate of the 92 boards with 8 queens is short, because it deletes no clauses.
func TestCertificateSize(t *testing.T) {
	p := sat.Problem{Formula: enginetest.Formula(t, encode.Instance{N: 8})}
	certified(t, "8 queens", p)
	var certificate bytes.Buffer
	if _, err := sat.Certify(t.Context(), p, sat.Options{}, &certificate); err != nil || certificate.Len() > 62_000 {
		t.Errorf("%d bytes, %v, want at most 62,000", certificate.Len(), err)
	}
}

// Assumptions and engines without a graph are refused.
func TestNoCertificate(t *testing.T) {
	f := read(t, "p cnf 3 3\n-3 1 0\n-3 2 0\n3 -1 -2 0\n")
	for want, p := range map[string]sat.Problem{
		"a certificate needs a formula without assumptions":    {Formula: f, Assume: []dimacs.Lit{1}},
		"the formula has too many variables for a certificate": {Formula: read(t, "p cnf 2147483647 1\n-2147483647 0\n")},
	} {
		var wrong *sat.ProblemError
		if _, err := sat.Certify(t.Context(), p, sat.Options{}, &bytes.Buffer{}); !errors.As(err, &wrong) || wrong.Reason != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	var declined *sat.DeclinedError
	for _, e := range slices.DeleteFunc(sat.Engines(), func(e string) bool { return e == "auto" || e == "count" }) {
		if _, err := sat.Certify(t.Context(), sat.Problem{Formula: f}, sat.Options{Engine: e}, &bytes.Buffer{}); !errors.As(err, &declined) || declined.Engine != e {
			t.Errorf("%s: %v", e, err)
		}
	}
}
