package enginetest

import (
	"bytes"
	"testing"

	"queens/dimacs"
	"queens/encode"
)

// Formula returns the formula of an instance as qsat reads it.
func Formula(t testing.TB, in encode.Instance) *dimacs.Formula {
	t.Helper()
	var b bytes.Buffer
	if err := in.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	f, err := dimacs.ReadFormula(t.Context(), &b, dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Pigeons returns the formula that n pigeons nest in n-1 holes, which takes
// resolution time exponential in n to refute.
func Pigeons(n int) *dimacs.Formula {
	f := &dimacs.Formula{}
	in := func(pigeon, hole int) dimacs.Lit { return dimacs.Lit(pigeon*(n-1) + hole + 1) }
	for p := range n {
		var somewhere []dimacs.Lit
		for h := range n - 1 {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				f.Add(-in(p, h), -in(q, h))
			}
		}
		f.Add(somewhere...)
	}
	return f
}
