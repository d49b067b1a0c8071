package command

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// files writes texts to new files, and returns their names.
func files(t *testing.T, texts ...string) (names []string) {
	t.Helper()
	for _, text := range texts {
		names = append(names, fmt.Sprintf("%s/%d.cnf", t.TempDir(), len(names)+1))
		if err := os.WriteFile(names[len(names)-1], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func TestDiff(t *testing.T) {
	const old = "c 1 Car\nc 2 Wheel\np cnf 2 1\n-1 2 0\n"
	for _, test := range []struct {
		name, f, g, args, want string
		code                   int
	}{
		{"a subset", old, "c 1 Wheel\nc 2 Car\np cnf 2 2\n1 -2 0\n1 2 0\n", "--names",
			"s SATISFIABLE\nc only in F: 1\nv -1 -2 0\nc only in G: 0\n", 10},
		{"both sides", old, "c 1 Wheel\nc 2 Car\np cnf 2 1\n-1 2 0\n", "--names",
			"s SATISFIABLE\nc only in F: 1\nv -1 2 0\nc true Wheel\nc only in G: 1\nv 1 -2 0\nc true Car\n", 10},
		{"JSON", old, "p cnf 2 1\n1 -2 0\n", "--json --names",
			`{"model":[-1,2],"true":["Wheel"]}` + "\n" + `{"model":[1,-2],"true":["Car"]}` + "\n" + `{"status":"SATISFIABLE","only_in_file":"1","only_in_diff":"1"}` + "\n", 10},
		{"equivalent", "p cnf 2 2\n1 0\n-1 2 0\n", "p cnf 2 2\n1 0\n2 0\n", "--verify", "c equivalent\nc proof verified\ns UNSATISFIABLE\n", 20},
		{"equivalent in JSON", old, "p cnf 2 2\n2 -1 0\n2 2 -1 0\n", "--json", `{"status":"UNSATISFIABLE","equivalent":true}` + "\n", 20},
		{"without a model", "p cnf 1 1\n0\n", "p cnf 1 2\n1 0\n-1 0\n", "", "c equivalent\ns UNSATISFIABLE\n", 20},
		{"the empty clause", "p cnf 1 1\n0\n", "p cnf 1 1\n1 0\n", "", "s SATISFIABLE\nc only in F: 0\nc only in G: 1\nv 1 0\n", 10},
		{"auxiliary variables", "p cnf 1 0\n", "p cnf 3 3\nc p show 1 0\n1 2 0\n-2 3 0\n-3 -2 0\n", "", "s SATISFIABLE\nc only in F: 1\nv -1 0\nc only in G: 0\n", 10},
		{"no variable in common", "c 1 a\np cnf 1 1\n1 0\n", "c 1 b\np cnf 1 1\n-1 0\n", "", "c equivalent\ns UNSATISFIABLE\n", 20},
		{"linear constraints", "1 x1 1 x2 1 x3 >= 2 ;\n", "p cnf 3 3\n1 2 0\n1 3 0\n2 3 0\n", "", "c equivalent\ns UNSATISFIABLE\n", 20},
		{"no objective", "p wcnf 2 2 9\n9 1 0\n1 2 0\n", "p cnf 2 1\n1 0\n", "--ignore-objective", "c equivalent\ns UNSATISFIABLE\n", 20},
		{"soft clauses", "p cnf 1 0\n", "h 1 0\n1 1 0\n", "", "qsat: G: --diff compares formulas without cubes and soft clauses (--ignore-objective leaves out soft clauses)\n", 1},
		{"cubes", "p inccnf\n1 0\na 1 0\n", "p cnf 1 0\n", "", "qsat: F: --diff compares formulas without cubes and soft clauses (--ignore-objective leaves out soft clauses)\n", 1},
		{"one name twice", "c 1 a\nc 2 a\np cnf 2 0\n", "c 2 a\np cnf 2 0\n", "", "qsat: F: the name of variable 2 belongs to several variables here or in G\n", 1},
		{"large numbers", "p cnf 2147483647 0\n", "p cnf 1 0\n", "", "qsat: F: --diff compares formulas of at most 16777216 variables\n", 1},
		{"a wrong projection", "p cnf 1 0\n", "p cnf 1 0\nc p show 2 0\n", "", "qsat: G:2:1: expected a projection to variables of at most 1, found 2\n", 1},
		{"a proof", "p cnf 1 0\n", "p cnf 1 0\n", "--proof=p", "qsat: --proof with --diff needs --bound: it writes the formula of the proof\ntry 'qsat --help'\n", 2},
	} {
		names := files(t, test.f, test.g)
		out, code := qsat("", append(strings.Fields(test.args), "--diff", names[1], names[0])...)
		got := strings.NewReplacer(names[0], "F", names[1], "G").Replace(out)
		if got != test.want || code != test.code {
			t.Errorf("%s: exit code %d, %q, want %q", test.name, code, got, test.want)
		}
	}
	dir := t.TempDir()
	names := files(t, old, "c 1 Wheel\np cnf 1 0\n")
	qsat("", "--diff", names[1], names[0], "--proof", dir+"/p.lrat", "--bound", dir+"/b.cnf")
	if got, code := qsat("", "--mus", "-q", dir+"/b.cnf"); code != 20 {
		t.Errorf("the formula of --bound: exit code %d, %s", code, got)
	}
	if proof, err := os.ReadFile(dir + "/p.lrat"); len(proof) == 0 || err != nil {
		t.Errorf("the proof: %q, %v", proof, err)
	}
}

// --diff finds the same differences of random formulas as brute force. The formulas have common variables with
// different numbers, and other variables.
func TestDifferencesAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 7))
	for range 60 {
		const vars, most = 4, 6
		var texts [2]string
		var sets [2]map[string]bool // of projected models by names
		for i := range texts {
			extra := r.IntN(most - vars + 1) // variables without a name
			f := randomFormula(r, vars+extra, 4+2*extra)
			perm := r.Perm(vars)
			for name, v := range perm {
				texts[i] += fmt.Sprintf("c %d n%d\n", v+1, name)
			}
			texts[i] += small{Formula: f}.String()
			sets[i] = map[string]bool{}
			for _, a := range modelsOf(f) {
				sets[i][byName(perm, func(v int) bool { return a.Value(v) })] = true
			}
		}
		names := files(t, texts[:]...)
		out, code := qsat("", "--diff", names[1], names[0], "--json", "--names", "--verify")
		if strings.Contains(out, "qsat: ") {
			t.Fatal(out, texts)
		}
		lines := strings.Split(strings.TrimSpace(out), "\n")
		var got struct {
			File string `json:"only_in_file"`
			Diff string `json:"only_in_diff"`
		}
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil {
			t.Fatal(err)
		}
		equivalent := true
		for i, number := range []string{got.File, got.Diff} {
			n := 0
			for m := range sets[i] {
				if !sets[1-i][m] {
					n++
				}
			}
			if equivalent = equivalent && n == 0; n > 0 {
				var model struct{ True []string }
				if err := json.Unmarshal([]byte(lines[0]), &model); err != nil {
					t.Fatal(err, out)
				}
				m := byName([]int{0, 1, 2, 3}, func(v int) bool { return slices.Contains(model.True, fmt.Sprint("n", v-1)) })
				if !sets[i][m] || sets[1-i][m] {
					t.Errorf("side %d: %s is no difference\n%s\n%s", i, m, out, texts)
				}
				lines = lines[1:]
			}
			if number != fmt.Sprint(n) && !(number == "" && code == 20 && n == 0) {
				t.Errorf("side %d: %q models, want %d\n%s", i, number, n, texts)
			}
		}
		if equivalent != (code == 20) {
			t.Errorf("exit code %d\n%s%s", code, out, texts)
		}
	}
}

// byName returns the values of the variables vars[0]+1, vars[1]+1 and so on as digits.
func byName(vars []int, value func(v int) bool) (digits string) {
	for _, v := range vars {
		digits += map[bool]string{true: "1", false: "0"}[value(v+1)]
	}
	return digits
}

// A comparison that was stopped reports the results so far.
func TestStoppedDiff(t *testing.T) {
	q, model := variables(1), &dimacs.Assignment{}
	q.name = "f.cnf"
	for want, a := range map[string]answer{
		"s UNKNOWN\n": {},
		"s SATISFIABLE\nc only in f.cnf: 1+\nv -1 0\n":                     {sides: [2]side{{model: model}}},
		"s SATISFIABLE\nc only in f.cnf: 0\nc only in g.cnf: 1+\nv -1 0\n": {sides: [2]side{{count: &dimacs.Count{}}, {model: model}}},
	} {
		if a.stopped = true; a.sides != [2]side{} {
			a.Status = dimacs.Satisfiable
		}
		if got := reported(t, false, func(r *reporter) { r.diff = "g.cnf"; r.reportDifference(t.Context(), q, a) }); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
