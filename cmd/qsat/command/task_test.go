package command

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formula"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

func TestQuestion(t *testing.T) {
	read := func(text string) *dimacs.Formula { return readText(t, text) }
	const plain = "p cnf 5 1\n1 2 0\n"
	tests := []struct {
		name    string
		formula string
		s       settings
		want    []int // the projection; nil for all
		err     string
	}{
		{"all variables", plain, settings{}, nil, ""},
		{"shown", plain + "c p show 4 2 0\n", settings{}, []int{2, 4}, ""},
		{"shown twice in a list", plain + "c p show 4 2 4 0\n", settings{}, []int{2, 4}, ""},
		{"nothing shown", plain + "c p show 0\n", settings{}, []int{}, ""},
		{"independent", plain + "c ind 3 0\nc ind 1 0\n", settings{}, []int{1, 3}, ""},
		{"all shown", plain + "c p show 5 4 3 2 1 0\n", settings{}, nil, ""},
		{"nothing shown of nothing", "p cnf 0 0\nc p show 0\n", settings{}, []int{}, ""},
		{"assumption", plain, settings{Flags: formula.Flags{Assume: []dimacs.Lit{-5}}}, nil, ""},
	}
	for _, test := range tests {
		f := read(test.formula)
		q, err := test.s.question(f, "name")
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q in it", test.name, err, test.err)
		}
		if err != nil {
			continue
		}
		if diff := cmp.Diff(test.want, q.Project); diff != "" {
			t.Errorf("%s: projection (-want +got)\n%s", test.name, diff)
		}
		if n := len(q.Project); q.Project != nil && (n != q.NumProjected() || n > 0 && q.Projected(n-1) != q.Project[n-1]) {
			t.Errorf("%s: %d variables", test.name, q.NumProjected())
		}
	}
	q, err := (&settings{threads: 3, seed: 7}).question(read(plain), "name")
	if err != nil || q.options.Threads != 3 || q.options.Seed != 7 || q.NumProjected() != 5 || q.Projected(4) != 5 {
		t.Errorf("%+v, %v", q, err)
	}
}

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

func readText(t *testing.T, text string) *dimacs.Formula {
	f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
