package format

import (
	"iter"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

// lp is an integer program in the LP format of CPLEX, which CBC, GLPK, SCIP and other programs read. Without
// an aim, the objective is the number of pieces: a line need not hold a piece, and the solver finds as many
// pieces as fit, which may be fewer than N. If the instance sets the number of pieces, this number is a
// constraint. With an aim, the objective is Instance.Objective. Variable xv is 1 if variable v is true.
// Solvers list the variables in the order of the objective, which is the reading order of the squares or the
// order of the colours.
//
// References: IBM, "LP file format: algebraic representation", in the ILOG CPLEX Optimization Studio
// reference.
var lp = Format{
	Name:   "lp",
	Suffix: ".lp",
	About:  "an integer program, maximising the pieces",
	size:   func(in encode.Instance) (encode.Size, error) { return in.LinearSize(true, once), nil },
	write:  inText(writeLP),
}

// lpTerms is the largest number of terms on a line. The oldest version of the format allows
// 255 characters per line.
const lpTerms = 10

func writeLP(f File, t textWriter) {
	t.comments(f, "\\", "form")
	t.meanings(f, "\\", "x")
	all, name := board.VariablesTo(f.Instance.BoardVariables()), "queens"
	if f.Instance.Pieces != nil {
		name = f.Instance.Noun() + "s"
	}
	sum, objective := all, "Maximize\n "+name+": "
	if f.Instance.Aim != "" {
		extra := 0
		sum, extra = f.Instance.Objective()
		all = board.VariablesTo(f.Instance.BoardVariables() + extra)
		switch {
		case f.Instance.Family.Definition().Rule == encode.Coloured:
			objective = "Minimize\n colours: "
		case f.Instance.Aim == encode.Minimum:
			objective = "Minimize\n " + name + ": "
		}
	}
	t.string(objective)
	writeTerms(t, sum, " + ")
	t.string("\nSubject To\n")
	t.linears(f, "\\", true, func(l encode.Linear) {
		t.string(" ", l.Name, ": ")
		complements := writeTerms(t, l.Vars, " + ")
		bound := l.High
		switch {
		case l.Low == l.High:
			t.string(" = ")
		case l.Low > 0: // in a domination
			t.string(" >= ")
			bound = l.Low
		default:
			t.string(" <= ")
		}
		t.number(int64(bound - complements))
		t.string("\n")
	})
	t.string("Binary\n ")
	writeTerms(t, all, " ")
	t.string("\nEnd\n")
}

// writeTerms writes the literals, separated by between, with at most lpTerms on a line. It writes the
// complement of x as -x, and returns the number of complements. The first literal must be a variable.
// writeTerms stops when the output fails.
func writeTerms(t textWriter, lits iter.Seq[dimacs.Lit], between string) (complements int) {
	i := 0
	for l := range lits {
		switch {
		case i == 0:
		case i%lpTerms == 0:
			t.string("\n ")
			fallthrough
		default:
			if l < 0 {
				complements++
				t.string(" - ")
			} else {
				t.string(between)
			}
		}
		t.string("x")
		if t.number(int64(l.Var())); t.failed() {
			break
		}
		i++
	}
	return complements
}
