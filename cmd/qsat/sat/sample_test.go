package sat_test

import (
	"errors"
	"testing"

	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// Sample yields k models, or an error with the reason.
func TestSample(t *testing.T) {
	const clauses = "p cnf 2 1\n1 2 0\n"
	for _, test := range []struct {
		text, engine string
		assume       []dimacs.Lit
		samples      int
		err          string
	}{
		{clauses, "", nil, 5, ""},
		{clauses, "count", nil, 5, ""},
		{clauses, "cover", []dimacs.Lit{-1}, 5, ""},
		{clauses, "", []dimacs.Lit{-1, -2}, 0, ""},
		{"c p weight 1 0.5 0\n" + clauses, "", nil, 5, ""},
		{clauses, "cdcl", nil, 0, "the cdcl engine cannot take this formula: it does not draw samples"},
		{clauses, "", []dimacs.Lit{3}, 0, "there is no variable 3 to assume: the largest is 2"},
		{"c p weight 1 1.5 0\n" + clauses, "", nil, 0, "line 1: literal -1 has a negative weight, so models cannot be sampled"},
		{"c p weight 1 2 0\nc p weight -1 -1 0\n" + clauses, "", nil, 0, "line 2: literal -1 has a negative weight, so models cannot be sampled"},
		{"c p weight 1 1 0\n" + clauses, "", []dimacs.Lit{-1}, 0, "the weights of all models are 0, so none can be drawn"},
		{"p inccnf\n1 2 0\na 1 0\n", "", nil, 0, "this question needs a formula without cubes"},
	} {
		p, n, message := sat.Problem{Formula: read(t, test.text), Assume: test.assume}, 0, ""
		for a, err := range sat.Sample(t.Context(), p, sat.Options{Engine: test.engine}, 5) {
			if err != nil {
				message = err.Error()
			} else if n++; p.Formula.Falsified(a) != nil {
				t.Errorf("%q: not a model", test.text)
			}
		}
		if n != test.samples || message != test.err {
			t.Errorf("%q under %v: %d samples, error %q, want %d, %q", test.text, test.assume, n, message, test.samples, test.err)
		}
	}
	p := sat.Problem{Formula: read(t, clauses)}
	parts, err := sat.NewParts(t.Context(), p, sat.Options{}, 2, false)
	var wrong *sat.ProblemError
	for _, failed := range sat.Sample(t.Context(), p, sat.Options{Parts: parts, Part: 1}, 5) {
		err = failed
	}
	if !errors.As(err, &wrong) {
		t.Errorf("a part: %v", err)
	}
	for range sat.Sample(t.Context(), p, sat.Options{}, 5) {
		break
	}
}
