package decode

import (
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
)

// TestPartialModels checks models that have values only for the squares, against formulas with
// auxiliary variables.
func TestPartialModels(t *testing.T) {
	tests := []struct {
		name, cnf, model, want string
	}{
		{"free variable", "p cnf 3 2\nc p show 1 2 0\n1 3 0\n-3 2 0\n", "v -1 2 0", ""},
		{"chain", "p cnf 4 3\nc p show 1 2 0\n-1 3 0\n-3 4 0\n-4 -2 0\n", "v 1 2 0", "-3 4 0"},
		{"chain backwards", "p cnf 4 3\nc p show 1 2 0\n-4 -2 0\n-3 4 0\n-1 3 0\n", "v 1 2 0", "-3 4 0"},
		{"long clause", "p cnf 5 2\nc p show 1 2 0\n-1 -2 3 0\n-3 -1 -2 0\n", "v 1 2 0", "-1 -2 3 0"},
		{"long clause open", "p cnf 5 2\nc p show 1 2 0\n-1 -2 3 4 0\n-3 -1 -2 0\n", "v 1 2 0", ""},
		{"repeated literal", "p cnf 3 2\nc p show 1 0\n-1 3 3 0\n-3 -1 -1 0\n", "v 1 0", "-3 -1 -1 0"},
		{"missing is false", "p cnf 3 1\nc p show 1 2 0\n1 2 0\n", "v -2 0", "1 2 0"},
		{"unit clause", "p cnf 3 1\nc p show 1 2 0\n2 0\n", "v 1 0", "2 0"},
		{"complete", "p cnf 3 2\nc p show 1 2 0\n1 3 0\n-3 2 0\n", "v -1 2 -3 0", "1 3 0"},
		{"no projection", "p cnf 3 2\n1 3 0\n-3 2 0\n", "v -1 2 0", "1 3 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newClauseChecker(formula(t, tt.cnf), "x.cnf")
			model, err := dimacs.NewResultReader(strings.NewReader(tt.model), "in").Read()
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second check must not depend on the first
				got := ""
				if err := c.check(model); err != nil {
					got = strings.TrimPrefix(err.Error(), "the model falsifies a clause of x.cnf: ")
				}
				if got != tt.want {
					t.Errorf("falsified: %q, want %q", got, tt.want)
				}
			}
		})
	}
}

// For every encoding, the clauses accept the solutions and refuse other placements, without
// Check.
func TestPartialBoards(t *testing.T) {
	const n = 5
	for _, encoding := range atmostone.All() {
		in := encode.Instance{N: n, Encoding: encoding.Name}
		c := newClauseChecker(formula(t, written(t, in)), "x.cnf")
		solutions := 0
		forEachPlacement(n, func(columns []int) {
			model := make([]dimacs.Lit, n*n)
			for v := range model {
				model[v] = -dimacs.Lit(v + 1)
				if columns[v/n] == v%n+1 {
					model[v] = -model[v]
				}
			}
			err := c.check(model)
			if (err == nil) != hasNoAttacks(columns, n, encode.Regular) {
				t.Fatalf("%s: board %v: %v", encoding.Name, columns, err)
			}
			if err == nil {
				solutions++
			}
		})
		if solutions != 10 {
			t.Errorf("%s: %d solutions", encoding.Name, solutions)
		}
	}
}
