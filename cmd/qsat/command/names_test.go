package command

import (
	"os"
	"strings"
	"testing"
)

// TestNames prints hostile names, and looks them up.
func TestNames(t *testing.T) {
	const car, chain = "c 1 Car\nc 2$ Wheel\nc 3 Brake\n", "-1 2 0\n-2 3 0\n"
	megabyte := strings.Repeat("x", 1<<20)
	for _, test := range []struct{ name, comments, clauses, args, want string }{
		{"a core", car, chain, "--names --assume 'Car 2 -Brake'", "c name 1 Car\nc name -3 -Brake\nc failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"a minimal core", car, chain, "--names --core --assume 'Car Wheel -Brake'", "c name 1 Car\nc name -3 -Brake\nc failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"JSON", "c 1 Car\nc 1 Auto\n", chain, "--json --names --assume '1 -3'", `{"status":"UNSATISFIABLE","failed":[1,-3],"names":["Car",""]}` + "\n"},
		{"without --names", car, chain, "--assume 'Car -Brake'", "c failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"one name of two variables", "c 1 x\nc 3 x\n", chain, "--names --assume '1 -3'", "c name 1 x\nc name -3 -x\nc failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"using it", "c 1 x\nc 3 x\n", chain, "--assume x", "qsat: <stdin>: --assume: expected the name of one variable, found \"x\": 2 variables have it, such as 1 3\n"},
		{"escape sequences", "c 1 \x1b[31m\xff\u202e\u009b\nc 3 \x00\t\r.\n", chain, "--names --assume '1 -3'", "c name 1 \\x1b[31m\\xff\\u202e\\u009b\nc name -3 -\\x00\t\\r.\nc failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"escape sequences in an error", "c 1 \x1b[31m\nc 2 \x1b[31m\n", chain, "--assume '\x1b[31m'", "qsat: <stdin>: --assume: expected the name of one variable, found \"\\x1b[31m\": 2 variables have it, such as 1 2\n"},
		{"no such variable", "c 9 far\n", chain, "--assume far", "qsat: <stdin>: there is no variable 9 to assume: the largest is 3\n"},
		{"a number", "c 1 3\nc 2 -3\n", chain, "--names --assume '1 -3'", "c name 1 3\nc failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"a clause in a comment", "c 1 -3 0\n", chain, "--names --assume '1 -3'", "c failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"a megabyte", "c 1 " + megabyte + "\n", chain, "--names --assume '1 -3'", "c name 1 " + megabyte + "\nc failed 1 -3 0\ns UNSATISFIABLE\n"},
		{"a projection", car, chain, "--all --project 'Wheel Brake'", "s SATISFIABLE\nv 2 3 0\nv -2 3 0\nv -2 -3 0\nc models 3\n"},
		{"an unknown name", car, chain, "--all --project 'Wheels'", "qsat: <stdin>: --project: expected numbers, squares or names separated by blanks, found \"Wheels\": the comments of the formula describe no such square or name\n"},
		{"subsets", car, chain + "1 0\n-3 0\n", "--mus --all --names", "s UNSATISFIABLE\nc name 1 -Car or Wheel\nc name 2 -Wheel or Brake\nc name 3 Car\nc name 4 -Brake\nc mus 1 2 3 4\nc muses 1\n"},
		{"subsets in JSON", "c 1 Car\n", chain + "1 0\n-3 0\n0\n", "--mus --json --names", `{"status":"UNSATISFIABLE","mus":[5],"names":[""]}` + "\n"},
		{"a backbone", car, chain + "1 0\n", "--backbone --names", "c name 1 Car\nb 1\nc name 2 Wheel\nb 2\nc name 3 Brake\nb 3\nb 0\ns SATISFIABLE\n"},
		{"a backbone in JSON", "c 2 Wheel\n", chain + "1 0\n", "--backbone --names --json", `{"status":"SATISFIABLE","backbone":[1,2,3],"complete":true,"names":["","Wheel",""]}` + "\n"},
		{"a model", car, chain + "3 0\n1 0\n", "--names", "s SATISFIABLE\nv 1 2 3 0\nc true Car Wheel Brake\n"},
		{"models", "c 1 York ham\nc 3 \x1b\"\nc 1 Ham\n", chain + "3 0\n", "--all --names --project 1,3", "s SATISFIABLE\nv 1 3 0\nc true \"York ham\" \"\\\\x1b\\\"\"\nv -1 3 0\nc true \"\\\\x1b\\\"\"\nc models 2\n"},
		{"samples in JSON", car, chain + "1 0\n", "--sample 1 --names --json", `{"model":[1,2,3],"true":["Car","Wheel","Brake"]}` + "\n" + `{"status":"SATISFIABLE","samples":"1","complete":true}` + "\n"},
		{"no true name", "c 1 Car\n", "-1 0\n", "--names --json", `{"status":"SATISFIABLE","model":[-1,-2,-3],"true":[]}` + "\n"},
		{"counts of literals", "c 1 Car\n", chain, "--count --each --names --project 1", "s SATISFIABLE\nc s type pmc\nc s log10-estimate 0.301029995663981\nc s exact arb int 2\nc name 1 Car\nc each 1 1\nc name -1 -Car\nc each -1 1\n"},
		{"counts of literals in JSON", "c 1 Car\n", chain, "--count --each --names --json --project 1", `{"status":"SATISFIABLE","count_type":"pmc","count":"2","each":{"1":"1","-1":"1"},"names":["Car","-Car"]}` + "\n"},
		{"groups", car + "c group a\n", "1 0\nc group b\n-1 0\n", "--mus --groups --all --names", "s UNSATISFIABLE\nc name 1 a\nc name 2 b\nc mus 1 2\nc muses 1\n"},
	} {
		header := "p cnf 3 " + string(rune('0'+strings.Count(test.clauses, "0\n"))) + "\n"
		var args []string
		for i, part := range strings.Split(test.args, "'") {
			if args = append(args, part); i%2 == 0 {
				args = append(args[:len(args)-1], strings.Fields(part)...)
			}
		}
		for _, text := range []string{test.comments + header + test.clauses, header + test.clauses + test.comments} {
			if got, _ := qsat(text, args...); got != test.want {
				t.Errorf("%s: %.300q, want %.300q", test.name, got, test.want)
			}
			if test.name == "groups" {
				break // their comments stand among the clauses
			}
		}
	}
	const opb = "min: 2 Wheel -3 Bell ;\n1 Wheel 1 x1 1 Bell >= 2 ;\n"
	for _, test := range [][3]string{
		{opb, "--names", "o -3\nc satisfied: 5 of 5\ns OPTIMUM FOUND\nv -Wheel Bell x1\nc true Bell x1\n"},
		{opb, "--names --all", "o -3\nc satisfied: 5 of 5\ns OPTIMUM FOUND\nv -1 2 3 0\nc true Bell x1\nc models 1\n"},
		{opb, "--names --json --ignore-objective --assume=-2", `{"status":"SATISFIABLE","model":[1,-2,3],"true":["Wheel","x1"]}` + "\n"},
		{"* 1 Wheel\n1 x1 -1 x2 1 x3 >= 2 ;\n", "--names", "s SATISFIABLE\nv x1 -x2 x3\nc true Wheel\n"},
		{"p knf 2 1\nk 2 1 2 0\nc 1 Wheel\n", "--names", "s SATISFIABLE\nv 1 2 0\nc true Wheel\n"},
	} {
		if got, _ := qsat(test[0], strings.Fields(test[1])...); got != test[2] {
			t.Errorf("%s: %q, want %q", test[1], got, test[2])
		}
	}
	file := t.TempDir() + "/car.cnf"
	if err := os.WriteFile(file, []byte(car+"p cnf 3 2\n"+chain), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, _ := qsat(`{"assume":["Car"]}`, "--session", "--names", file); got != `{"status":"SATISFIABLE","model":[1,2,3],"true":["Car","Wheel","Brake"]}`+"\n" {
		t.Error(got)
	}
	for _, args := range []string{"--no-model", "--all", "--count", "--sample=3", "--assume=1,-3 --core"} {
		with, _ := qsat(car+"p cnf 3 2\n"+chain, strings.Fields(args)...)
		if without, _ := qsat("p cnf 3 2\n"+chain, strings.Fields(args)...); with != without {
			t.Errorf("%s: %q with names, %q without", args, with, without)
		}
	}
}
