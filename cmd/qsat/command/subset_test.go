package command

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// product is a small feature model in CNF, with names and groups.
const product = "c 1 Car\nc 2 Wheel\nc 3 York ham\np cnf 4 5\nc group drive\n-1 2 0\nc group food\n-2 3 0\nc group rest\n1 4 0\n-1 4 0\nc group some\n2 3 4 0\n"

// The subset of --mus under assumptions contains them as unit clauses of group 0.
func TestSubsetOfAssumptions(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--mus --groups", "c s UNSATISFIABLE\nc mus 1 2\nc 1 Car\nc 2 Wheel\nc 3 York ham\np cnf 4 5\nc group drive\n-1 2 0\nc group food\n-2 3 0\nc group 0\n1 0\n-3 0\n4 0\n"},
		{"--mus --json", `{"status":"UNSATISFIABLE","mus":[1,2],"failed":[1,-3]}` + "\n"},
		{"--mus --groups --json --names", `{"status":"UNSATISFIABLE","mus":[1,2],"failed":[1,-3],"names":["drive","food","Car","-York ham"]}` + "\n"},
		{"--mus --groups --all --corrections", "s UNSATISFIABLE\nc name 1 drive\nc name 2 food\nc mus 1 2\nc mcs 2\nc mcs 1\nc muses 1\n"},
		{"--mus --groups --verify --names --output=" + t.TempDir() + "/out.cnf", "c name 1 drive\nc name 2 food\nc mus 1 2\nc name 1 Car\nc name -3 -York ham\nc failed 1 -3 0\nc proof verified\ns UNSATISFIABLE\n"},
		{"--mus --json --assume=-4,-1", `{"status":"UNSATISFIABLE","mus":[],"failed":[-1,1]}` + "\n"},
	} {
		if got, code := qsat(product, append(strings.Fields(test.args), "--assume=1 -3 4")...); got != test.want || code != 20 {
			t.Errorf("%s: exit code %d, %q, want %q", test.args, code, got, test.want)
		}
	}
	if got, _ := qsat("p gcnf 2 1 1\n{1} 1 0\n", "--mus", "--groups", "--names", "--json", "--assume=-1"); got != `{"status":"UNSATISFIABLE","mus":[1],"failed":[-1],"names":["",""]}`+"\n" {
		t.Error(got)
	}
}

// A subset and failed assumptions of random formulas have no model, but have one without any clause of the
// subset. Otherwise --valid lists the literals that all models share.
func TestSubsetsAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 6))
	for i := range 120 {
		f := randomFormula(r, 5, 14)
		assume := []dimacs.Lit{randomLit(r, 5), randomLit(r, 5)}
		ask := []string{"--mus --assume=", "--valid="}[i%2] + strings.Trim(strings.ReplaceAll(fmt.Sprint(assume), " ", ","), "[]")
		out, code := qsat(small{Formula: f}.String(), append(strings.Fields(ask), "--json")...)
		var got struct {
			Mus              []int
			Failed, Backbone []dimacs.Lit
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err, out)
		}
		clauses := slices.Collect(f.Clauses())
		models := func(assume []dimacs.Lit, without int) bool {
			g := &dimacs.Formula{Vars: 5}
			for _, i := range got.Mus {
				if i != without {
					g.Add(clauses[i-1]...)
				}
			}
			return len(modelsOf(g.WithUnits(assume))) > 0
		}
		all := modelsOf(f.WithUnits(assume))
		if len(all) > 0 != (code == 10) {
			t.Fatalf("%s: exit code %d\n%v", ask, code, small{Formula: f})
		}
		if len(all) > 0 {
			var shared []dimacs.Lit
			for v := 1; v <= 5; v++ {
				l := all[0].Lit(v)
				if !slices.Contains(assume, l) && !slices.ContainsFunc(all, func(a *dimacs.Assignment) bool { return !a.Holds(l) }) {
					shared = append(shared, l)
				}
			}
			if i%2 == 1 && !slices.Equal(got.Backbone, shared) {
				t.Errorf("%s: %v, want %v\n%v", ask, got.Backbone, shared, small{Formula: f})
			}
			continue
		}
		if models(got.Failed, 0) || slices.ContainsFunc(got.Mus, func(i int) bool { return !models(assume, i) }) {
			t.Errorf("%v: %s%v", assume, out, small{Formula: f})
		}
	}
}

// --valid lists the literals that follow from choices, or the groups or clauses that forbid the choices. It
// prints names if the formula has names.
func TestValid(t *testing.T) {
	const forbidden = "c name 1 drive\nc name 2 food\nc mus 1 2\nc name 1 Car\nc name -3 -York ham\nc failed 1 -3 0\ns UNSATISFIABLE\n"
	unnamed := product[strings.Index(product, "p cnf"):]
	for _, test := range []struct {
		formula, args, want string
		code                int
	}{
		{product, "--valid=Car", "c name 2 Wheel\nb 2\nc name 3 York ham\nb 3\nb 4\nb 0\ns SATISFIABLE\n", 10},
		{product, "--valid=", "b 4\nb 0\ns SATISFIABLE\n", 10},
		{product, "--valid=Car --project=3", "c name 3 York ham\nb 3\nb 0\ns SATISFIABLE\n", 10},
		{product, "--valid=Car,-3 --json", "qsat: <stdin>: --valid: expected numbers, squares or names separated by blanks, found \"Car,-3\": the comments of the formula describe no such square or name\n", 1},
		{product, "--valid=1,-3", forbidden, 20},
		{unnamed, "--valid=1,-3", "c name 1 drive\nc name 2 food\nc mus 1 2\nc failed 1 -3 0\ns UNSATISFIABLE\n", 20},
		{"c 1 Car\np cnf 2 1\n-1 2 0\n", "--valid=1,-2", "c name 1 -Car or 2\nc mus 1\nc name 1 Car\nc failed 1 -2 0\ns UNSATISFIABLE\n", 20},
		{"p cnf 2 1\n-1 2 0\n", "--valid=1,-2 --json", `{"status":"UNSATISFIABLE","mus":[1],"failed":[1,-2]}` + "\n", 20},
		{"p gcnf 2 1 7\n{7} -1 2 0\n", "--valid=1,-2", "c mus 7\nc failed 1 -2 0\ns UNSATISFIABLE\n", 20},
		{"1 Car -1 Bell >= 0 ;\n", "--valid=-Car", "c name -2 -Bell\nb -2\nb 0\ns SATISFIABLE\n", 10},
		{"1 Car -1 Bell >= 0 ;\n1 Car >= 0 ;\n", "--valid=2,-1 --json", `{"status":"UNSATISFIABLE","mus":[1],"failed":[2,-1],"names":["","Bell","-Car"]}` + "\n", 20},
	} {
		got, code := qsat(test.formula, strings.Fields(test.args)...)
		if !strings.HasSuffix(got, test.want) || code != test.code {
			t.Errorf("%s: exit code %d, %q, want %q", test.args, code, got, test.want)
		}
	}
}

// randomLit returns a literal of the variables 1 to vars.
func randomLit(r *rand.Rand, vars int) dimacs.Lit {
	return dimacs.Lit((1 + r.IntN(vars)) * (1 - 2*r.IntN(2)))
}

// randomFormula returns a formula with 1 to vars variables in at most n clauses of at most 3 literals.
func randomFormula(r *rand.Rand, vars, n int) *dimacs.Formula {
	f := &dimacs.Formula{Vars: vars}
	for range r.IntN(n + 1) {
		var c []dimacs.Lit
		for range 1 + r.IntN(3) {
			c = append(c, randomLit(r, vars))
		}
		f.Add(c...)
	}
	return f
}

// modelsOf returns the models of a formula with few variables.
func modelsOf(f *dimacs.Formula) (models []*dimacs.Assignment) {
	for bits := range uint(1) << f.Vars {
		if a := assignment(bits, f.Vars); f.Falsified(a) == nil {
			models = append(models, a)
		}
	}
	return models
}
