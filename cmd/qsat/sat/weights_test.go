package sat_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// weights returns weights in twelfths.
func weights(twelfths map[dimacs.Lit]int64) map[dimacs.Lit]*big.Rat {
	w := map[dimacs.Lit]*big.Rat{}
	for l, n := range twelfths {
		w[l] = big.NewRat(n, 12)
	}
	return w
}

// A model counts as the product of its literals' weights: those of the problem, or else
// of the formula, if it does not ask for a count without.
func TestWeights(t *testing.T) {
	const clauses = "p cnf 2 1\n1 2 0\n"
	for _, test := range []struct {
		text    string
		weights map[dimacs.Lit]*big.Rat
		want    *big.Rat
	}{
		{clauses, nil, big.NewRat(3, 1)},
		{clauses, weights(map[dimacs.Lit]int64{1: 3}), big.NewRat(5, 4)}, // 1/4 twice and 3/4
		{clauses, weights(map[dimacs.Lit]int64{1: 24, -1: 6}), big.NewRat(9, 2)},
		{clauses, weights(map[dimacs.Lit]int64{1: -12, -1: 36}), big.NewRat(1, 1)},
		{clauses, weights(nil), big.NewRat(3, 1)},
		{"c p weight 1 0.25 0\n" + clauses, nil, big.NewRat(5, 4)},
		{"c p weight 1 0.25 0\n" + clauses, weights(map[dimacs.Lit]int64{2: 12}), big.NewRat(2, 1)},
		{"c t wmc\nc p weight 1 0.25 0\n" + clauses, nil, big.NewRat(5, 4)},
		{"c t mc\nc p weight 1 0.25 0\n" + clauses, nil, big.NewRat(3, 1)},
		{"c t pwmc\nc p show 1 0\nc p weight 1 0.25 0\n" + clauses, nil, big.NewRat(1, 1)},
	} {
		for _, e := range []string{"", "count"} {
			n, err := sat.Count(t.Context(), sat.Problem{Formula: read(t, test.text), Weights: test.weights}, sat.Options{Engine: e})
			if err != nil || n.Rat().Cmp(test.want) != 0 {
				t.Errorf("%q, %v: %v, %v, want %v", test.text, test.weights, n.Rat(), err, test.want)
			}
		}
	}
}

// Weights that make no sense are refused, those of a formula with their line. Other
// questions than Count do not look at them.
func TestWrongWeights(t *testing.T) {
	const clauses = "p cnf 2 1\n1 2 0\n"
	for _, test := range []struct {
		text    string
		weights map[dimacs.Lit]*big.Rat
		line    int
		want    string
	}{
		{clauses, weights(map[dimacs.Lit]int64{3: 1}), 0, "there is no variable 3, only 2"},
		{clauses, weights(map[dimacs.Lit]int64{0: 1}), 0, "there is no variable 0, only 2"},
		{clauses, map[dimacs.Lit]*big.Rat{-2: nil}, 0, "the literal -2 has a weight without a value"},
		{clauses, weights(map[dimacs.Lit]int64{1: 13}), 0, "the literal -1 has no weight, and that of 1 is not between 0 and 1"},
		{"c p show 1 0\n" + clauses, weights(map[dimacs.Lit]int64{2: 1}), 0, "variable 2 has a weight, but is not in the projection"},
		{"c p weight 1 0.5 0\nc p weight -1 -2 0\nc p weight 1 0.5 0\n" + clauses, nil, 3, "a second weight of the literal 1"},
		{clauses + "c p weight -2 1.5 0\n", nil, 3, "the literal 2 has no weight, and that of -2 is not between 0 and 1"},
	} {
		p := sat.Problem{Formula: read(t, test.text), Weights: test.weights}
		n, err := sat.Count(t.Context(), p, sat.Options{})
		var wrong *sat.ProblemError
		if !errors.As(err, &wrong) || wrong.Reason != test.want || wrong.Line != test.line || n.M == nil || !n.IsZero() {
			t.Errorf("%q, %v: %v, %v, want %s in line %d", test.text, test.weights, n, err, test.want, test.line)
		}
		if test.line > 0 && err.Error() != fmt.Sprintf("line %d: %s", test.line, test.want) {
			t.Error(err)
		}
		if a, err := sat.Solve(t.Context(), p, sat.Options{}); a.Model == nil || err != nil {
			t.Errorf("Solve: %+v, %v", a, err)
		}
	}
	var declined *sat.DeclinedError
	p := sat.Problem{Formula: read(t, "c p weight 1 0.25 0\n"+clauses)}
	if _, err := sat.Count(t.Context(), p, sat.Options{Engine: "dpll"}); !errors.As(err, &declined) || declined.Engine != "dpll" {
		t.Errorf("an engine without weights: %v", err)
	}
}
