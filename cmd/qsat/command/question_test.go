package command

import (
	"testing"

	"queens/cmd/qsat/sat"
)

// The message for a wrong formula has its name and, if known, the line.
func TestLocated(t *testing.T) {
	q := &question{name: "q.cnf", options: sat.Options{Engine: "cdcl"}}
	for _, test := range []struct {
		err  error
		want string
	}{
		{&sat.ProblemError{Reason: "it has no weights"}, "q.cnf: it has no weights"},
		{&sat.ProblemError{Line: 7, Reason: "a second weight"}, "q.cnf:7: a second weight"},
		{&sat.DeclinedError{Engine: "cdcl", Reason: "it does not count"},
			"the cdcl engine cannot take this formula: it does not count (--engine auto chooses another engine)"},
		{errStopped, "stopped"},
	} {
		if got := q.located(test.err).Error(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
