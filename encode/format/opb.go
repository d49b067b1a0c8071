package format

import (
	"fmt"
	"iter"

	"queens/dimacs"
	"queens/encode"
)

// opb is the format of pseudo-Boolean competitions: a sum of variables with coefficients, followed by `>=` or
// `=` and a number. Variable xv is 1 if variable v is true. The first line contains the numbers of variables
// and constraints in the form that every solver accepts. Comments begin with an asterisk. With an aim, the
// objective `min:` precedes the constraints.
//
// References: Olivier Roussel and Vasco Manquinho, "Input/Output Format and Solver Requirements for the
// Competitions of Pseudo-Boolean Solvers", 2012.
var opb = Format{
	Name:   "opb",
	Suffix: ".opb",
	About:  "pseudo-Boolean constraints",
	size:   func(in encode.Instance) (encode.Size, error) { return in.LinearSize(false, once), nil },
	write:  inText(writeOPB),
}

func writeOPB(f File, t textWriter) {
	size := f.Instance.LinearSize(false, once)
	fmt.Fprintf(t, "* #variable= %d #constraint= %d\n", size.Variables, size.Clauses)
	t.comments(f, "*")
	t.meanings(f, "*", "x")
	if aim := f.Instance.Aim; aim != "" {
		t.string("min: ")
		sum, _ := f.Instance.Objective()
		t.sum(sum, aim == encode.Maximum)
		t.string(";\n")
	}
	t.linears(f, "*", false, func(l encode.Linear) {
		relation, bound, atMost := ">= ", l.Low, l.Low == 0
		switch {
		case l.Low == l.High:
			relation = "= "
		case atMost: // with the signs turned
			bound = -l.High
		}
		complements := t.sum(l.Vars, atMost && l.High > 0)
		if atMost && l.High > 0 {
			complements = -complements
		}
		t.string(relation)
		t.number(int64(bound - complements))
		t.string(" ;\n")
	})
}

// sum writes the sum of the literals, or its negative. It writes the complement of x as -x (its negative as
// +x), without the constant 1 (or -1), and returns the number of complements. It stops when the output fails.
func (t textWriter) sum(lits iter.Seq[dimacs.Lit], negative bool) (complements int) {
	for l := range lits {
		if l < 0 {
			complements++
		}
		if (l < 0) != negative {
			t.string("-1 x")
		} else {
			t.string("+1 x")
		}
		t.number(int64(l.Var()))
		if t.string(" "); t.failed() {
			break
		}
	}
	return complements
}
