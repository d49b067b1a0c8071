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

// A product is a small feature model: a car needs two features, one of which excludes another.
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
// subset.
func TestSubsetsAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 6))
	for range 60 {
		f := randomFormula(r, 5, 14)
		assume := []dimacs.Lit{randomLit(r, 5), randomLit(r, 5)}
		out, code := qsat(small{Formula: f}.String(), "--mus", "--json", "--assume="+strings.Trim(fmt.Sprint(assume), "[]"))
		var got struct {
			Mus    []int
			Failed []dimacs.Lit
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
		if all := len(modelsOf(f.WithUnits(assume))) > 0; all != (code == 10) {
			t.Fatalf("%v: exit code %d\n%v", assume, code, small{Formula: f})
		} else if all {
			continue
		}
		if models(got.Failed, 0) || slices.ContainsFunc(got.Mus, func(i int) bool { return !models(assume, i) }) {
			t.Errorf("%v: %s%v", assume, out, small{Formula: f})
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
