package rup

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"queens/dimacs"
)

// All four combinations of two variables are excluded.
const square = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"

// Three pigeons do not fit into two holes; variable 2p+h, from 1, puts pigeon p
// into hole h.
const pigeons = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"

// The XOR of three variables, both ways: unit propagation alone sees nothing
// below the second decision.
const parity = "p cnf 3 8\n1 2 3 0\n1 -2 -3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n-1 2 3 0\n1 -2 3 0\n1 2 -3 0\n"

func formula(t *testing.T, text string) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCheck(t *testing.T) {
	const notImplied = "does not follow by unit propagation"
	tests := []struct {
		name, formula, proof string
		want                 string // part of the error, empty for none
	}{
		{"one unit", square, "1 0\n0\n", ""},
		{"on one line", square, "1 0 0", ""},
		{"blanks and CRLF", square, " 1\t0\r\n\r\n0\r\n", ""},
		{"the empty clause at once", square, "0\n", notImplied},
		{"without the empty clause", square, "1 0\n", ErrIncomplete.Error()},
		{"nothing", square, "", ErrIncomplete.Error()},
		{"refuted by its units", "p cnf 1 2\n1 0\n-1 0\n", "0\n", ""},
		{"an empty clause in the formula", "p cnf 1 1\n0\n", "0\n", ""},
		{"satisfiable", "p cnf 2 1\n1 2 0\n", "0\n", notImplied},
		{"satisfiable, a unit", "p cnf 2 1\n1 2 0\n", "1 0\n0\n", "step 1, [1]: the clause " + notImplied},
		{"pigeons", pigeons, "-1 0\n0\n", ""},
		{"pigeons, another clause first", pigeons, "-1 0\n-4 0\n0\n", ""},
		{"parity", parity, "1 2 0\n1 0\n2 0\n0\n", ""},
		{"parity, a step left out", parity, "1 0\n2 0\n0\n", "step 1, [1]"},
		{"deletions", parity, "1 2 0\nd 2 1 3 0\nd 1 2 -3 0\n1 0\nd 1 2 0\n2 0\n0\n", ""},
		{"deletion of what is needed", square, "d 1 2 0\n1 0\n0\n", "step 2, [1]: the clause " + notImplied},
		{"deletion of one of two", "p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "d 1 2 0\n1 0\n0\n", ""},
		{"deletion of what is not there", square, "d 1 0\n", "not there"},
		{"deletion twice", square, "d 1 2 0\nd 1 2 0\n", "step 2, [1 2]: expected a clause to delete"},
		{"a unit stays fixed when deleted", "p cnf 2 3\n1 0\n-1 2 0\n-1 -2 0\n", "d 1 0\n0\n", ""},
		{"repeated literals", square, "1 1 0\n0\n", ""},
		{"tautology", square, "1 -1 0\n2 0\n0\n", ""},
		{"what follows the empty clause is not read", square, "1 0\n0\nx\n", ""},
		{"junk", square, "1 x 0\n", `step 1: expected a literal, found "x"`},
		{"cut", square, "1 0\n2", "step 2: " + errCut.Error()},
		{"no such variable", square, "3 0\n", "expected a variable of at most 2, found 3"},
		{"beyond 32 bits", square, "-2147483648 0\n", "expected a literal"},
		{"binary", square, "a\x02\x00a\x00", ""},
		{"binary deletion", square, "a\x02\x00d\x05\x03\x00a\x00", ""},
		{"binary, wrong", square, "a\x00", notImplied},
		{"binary, cut", square, "a\x02", errCut.Error()},
		{"binary, cut in a number", square, "a\x82", errCut.Error()},
		{"binary, junk", square, "a\x02\x00b\x00", `step 2: expected a or d, found "b"`},
		{"binary, zero literal", square, "a\x01\x00", "expected a literal, found the number 1"},
		{"binary, long number", square, "a\x82\x80\x80\x80\x80\x01\x00", "more than 32 bits"},
	}
	for _, test := range tests {
		err := Check(formula(t, test.formula), strings.NewReader(test.proof))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// What the writer of proofs writes is read back, in numbers of all lengths.
func TestSteps(t *testing.T) {
	for _, binary := range []bool{false, true} {
		var b strings.Builder
		w := dimacs.NewProofWriter(&b, binary)
		want := []step{
			{clause: []dimacs.Lit{1, -63, 64, -8191, 8192, 1<<31 - 1, -(1<<31 - 1)}},
			{clause: []dimacs.Lit{1, -2}, deletes: true},
			{},
		}
		for _, s := range want {
			if s.deletes {
				w.Delete(s.clause)
			} else {
				w.Add(s.clause)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		var got []step
		for s, err := range steps([]byte(b.String())) {
			if err != nil {
				t.Fatalf("binary %t: %v", binary, err)
			}
			got = append(got, s)
		}
		if d := cmp.Diff(want, got, cmp.AllowUnexported(step{})); d != "" {
			t.Errorf("binary %t: %s", binary, d)
		}
	}
}

func TestCheckReadError(t *testing.T) {
	if err := Check(formula(t, square), iotest.ErrReader(errCut)); !errors.Is(err, errCut) {
		t.Errorf("error %v, want that of the reader", err)
	}
}
