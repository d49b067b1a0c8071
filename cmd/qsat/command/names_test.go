package command

import (
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
	for _, args := range []string{"--no-model", "--all", "--count", "--sample=3", "--assume=1,-3 --core"} {
		with, _ := qsat(car+"p cnf 3 2\n"+chain, strings.Fields(args)...)
		if without, _ := qsat("p cnf 3 2\n"+chain, strings.Fields(args)...); with != without {
			t.Errorf("%s: %q with names, %q without", args, with, without)
		}
	}
}
