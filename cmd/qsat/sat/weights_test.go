package sat_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// The weight of a model is the product of the weights of its literals, unless the formula
// asks for an unweighted count.
func TestWeights(t *testing.T) {
	const clauses = "p cnf 2 1\n1 2 0\n"
	for text, want := range map[string]*big.Rat{
		"":                      big.NewRat(3, 1),
		"c p weight 1 0.25 0\n": big.NewRat(5, 4), // 1/4 twice and 3/4
		"c p weight 1 2 0\nc p weight -1 0.5 0\n":                         big.NewRat(9, 2),
		"c p weight 1 -1 0\nc p weight -1 3 0\n":                          big.NewRat(1, 1),
		"c p weight 2 1 0\n":                                              big.NewRat(2, 1),
		"c t wmc\nc p weight 1 0.25 0\n":                                  big.NewRat(5, 4),
		"c t mc\nc p weight 1 0.25 0\n":                                   big.NewRat(3, 1),
		"c t pwmc\nc p show 1 0\nc p weight 1 0.25 0\n":                   big.NewRat(1, 1),
		"c t pwmc\nc p show 1 0\nc p weight 1 0.25 0\nc p weight 2 7 0\n": big.NewRat(1, 1),
		"c t wmc\n":                              big.NewRat(3, 1),
		"c p weight 1 -12 0\n":                   big.NewRat(-11, 1), // -12 twice and 13
		"c p weight -2 1.5 0\n":                  big.NewRat(1, 2),   // -1/2 twice and 3/2
		"c p weight 1 1.5 0\nc p weight 2 3 0\n": new(big.Rat),       // 9/2 - 3 - 3/2
	} {
		for _, e := range []string{"", "count"} {
			n, err := sat.Count(t.Context(), sat.Problem{Formula: read(t, text+clauses)}, sat.Options{Engine: e})
			if err != nil || n.Rat().Cmp(want) != 0 || n.String() != want.RatString() {
				t.Errorf("%q: %v, %v, want %v", text, n, err, want)
			}
		}
	}
}

// Wrong weights are refused, with the line of the text if they have one. Only Count looks
// at weights.
func TestWrongWeights(t *testing.T) {
	const clauses = "p cnf 2 1\n1 2 0\n"
	half := big.NewRat(1, 2)
	for _, test := range []struct {
		text    string
		weights []dimacs.Weight // in addition
		line    int
		want    string
	}{
		{clauses, []dimacs.Weight{{Lit: 3, Value: half}}, 0, "there is no variable 3: the largest is 2"},
		{clauses, []dimacs.Weight{{Value: half}}, 0, "there is no variable 0: the largest is 2"},
		{clauses, []dimacs.Weight{{Lit: -2}}, 0, "the literal -2 has a weight without a value"},
		{"c p show 1 0\nc p weight 2 0.5 0\n" + clauses, nil, 2, "variable 2 has a weight, but is not in the projection"},
		{"c p weight 1 0.5 0\nc p weight -1 -2 0\nc p weight 1 0.5 0\n" + clauses, nil, 3, "a second weight of the literal 1"},
	} {
		p := sat.Problem{Formula: read(t, test.text)}
		p.Formula.Weights = append(p.Formula.Weights, test.weights...)
		n, err := sat.Count(t.Context(), p, sat.Options{})
		var wrong *sat.ProblemError
		if !errors.As(err, &wrong) || wrong.Reason != test.want || wrong.Line != test.line || n.M == nil || !n.IsZero() {
			t.Errorf("%q: %v, %v, want %s in line %d", test.text, n, err, test.want, test.line)
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
