package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/internal/formula"
	"queens/dimacs"
)

func TestTask(t *testing.T) {
	read := func(text string) *dimacs.Formula { return readText(t, text) }
	const plain = "p cnf 5 1\n1 2 0\n"
	counts := settings{count: true, engine: "auto"}
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
		{"weighted, by another engine", "c t wmc\n" + plain, settings{count: true, engine: "dpll"}, nil, "name: the dpll engine does not count with weights"},
		{"weight of no variable", plain + "c hi\nc p weight 9 0.5 0\n", counts, nil, "name:4: there is no variable 9, only"},
		{"two weights", plain + "c p weight 1 0.5 0\nc p weight 1 0.5 0\n", counts, nil, "name:4: a second weight of the literal 1"},
		{"no other weight", plain + "c p weight -1 1.5 0\n", counts, nil, "name:3: the literal 1 has no weight, and that of -1 is not between 0 and 1"},
		{"weight outside the projection", plain + "c p weight 2 0.5 0\nc p show 1 0\n", counts, []int{1}, "name:3: variable 2 has a weight, but is not in the projection"},
		{"weights, but not to count", plain + "c p weight 1 0.5 0\n", settings{}, nil, ""},
		{"weights that do not count", "c t mc\n" + plain + "c p weight 1 0.5 0\n", settings{count: true}, nil, ""},
		{"weights with a projected count", "c t pmc\n" + plain + "c p weight 1 0.5 0\nc p show 1 0\n", settings{count: true}, []int{1}, ""},
		{"weighted, but not to count", "c t wmc\n" + plain, settings{}, nil, ""},
		{"model count", "c t mc\n" + plain, settings{count: true}, nil, ""},
	}
	for _, test := range tests {
		f := read(test.formula)
		task, err := test.s.task(f, "name")
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q in it", test.name, err, test.err)
		}
		if err != nil {
			continue
		}
		if diff := cmp.Diff(test.want, task.Project); diff != "" {
			t.Errorf("%s: projection (-want +got)\n%s", test.name, diff)
		}
		if task.Threads < 1 || task.Formula != f {
			t.Errorf("%s: %d threads, other formula: %v", test.name, task.Threads, task.Formula != f)
		}
	}
	task, err := (&settings{threads: 3, seed: 7}).task(read(plain), "name")
	if err != nil || task.Threads != 3 || task.Seed != 7 {
		t.Errorf("threads %d, seed %d, error %v", task.Threads, task.Seed, err)
	}
}

func TestMode(t *testing.T) {
	for _, test := range []struct {
		formula string
		codes   [3]int // default, --strict, --relaxed
	}{
		{"p cnf 2 1\n1 2 0\n", [3]int{10, 10, 10}},
		{"p  cnf 2 1\n1 2 0\n", [3]int{10, 1, 10}},
		{"p cnf 2 2\n1 2 0\n", [3]int{1, 1, 10}},
		{"p cnf 2 1\n1 2", [3]int{1, 1, 10}},
		{"p cnf 2 1\n1 x 0\n", [3]int{1, 1, 1}},
		{"p cnf 2 1\n1 2 0 c note\n", [3]int{10, 1, 10}},
		{"p cnf 2 1\n1\v2 0\n", [3]int{1, 1, 10}},
		{"p cnf 2 1\n1 2 0\f\n", [3]int{1, 1, 10}},
		{"", [3]int{1, 1, 1}},
	} {
		for i, flags := range [][]string{nil, {"--strict"}, {"--relaxed"}} {
			if got, code := qsat(test.formula, flags...); code != test.codes[i] {
				t.Errorf("%q %v: exit code %d, want %d\n%s", test.formula, flags, code, test.codes[i], got)
			}
		}
	}
}

// A count has weights if the formula gives them or asks for them, and does not ask for
// one without.
func TestWeights(t *testing.T) {
	const half, third = "c p weight 1 0.5 0\n", "c p weight -2 1/3 0\nc p weight 2 -4 0\n"
	for comments, want := range map[string]string{
		"":                         "map[]",
		"c t wmc\n":                "map[] weighted",
		half:                       "map[-1:1/2 1:1/2] weighted",
		"c t pwmc\n" + third:       "map[-2:1/3 2:-4/1] weighted",
		"c t mc\n" + half:          "map[]",
		"c t pmc\n" + third:        "map[]",
		"c t wmc\n" + half + third: "map[-2:1/3 -1:1/2 1:1/2 2:-4/1] weighted",
	} {
		s := &settings{count: true, engine: "count"}
		task, err := s.task(readText(t, "p cnf 2 1\n1 2 0\n"+comments), "name")
		if err != nil {
			t.Errorf("%q: %v", comments, err)
			continue
		}
		got := fmt.Sprint(task.Weights)
		if task.Weights != nil {
			got += " weighted"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", comments, got, want)
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
