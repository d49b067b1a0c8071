package encode

// opb is the format of pseudo-Boolean competitions: a sum of variables with coefficients,
// followed by `>=` or `=` and a number. Variable xv is 1 if variable v of the board is
// true. The first line contains the numbers of variables and constraints in the form
// that every solver accepts. Comments begin with an asterisk.
//
// References: Olivier Roussel and Vasco Manquinho, "Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers", 2012.
var opb = Format{
	Name:   "opb",
	Suffix: ".opb",
	About:  "pseudo-Boolean constraints",
	size:   func(in Instance) (Size, error) { return linearSize(in, false, once), nil },
	write:  inText(writeOPB),
}

func writeOPB(f File, t textWriter) {
	size := linearSize(f.Instance, false, once)
	t.string("* #variable= ")
	t.number(int64(size.Variables))
	t.string(" #constraint= ")
	t.number(size.Clauses)
	t.string("\n")
	t.comments(f, "*")
	t.meanings(f, "*", "x")
	for l := range f.Instance.linears(listing{}) {
		if t.failed() {
			return
		}
		if f.Annotate {
			t.string("* ", l.comment, "\n")
		}
		coefficient, relation, bound := "+1 x", ">= ", l.low
		switch {
		case l.low == l.high:
			relation = "= "
		case l.low == 0: // at most, with the signs turned
			coefficient, bound = "-1 x", -l.high
		}
		for v := range l.vars {
			t.string(coefficient)
			t.number(int64(v))
			if t.string(" "); t.failed() {
				return
			}
		}
		t.string(relation)
		t.number(int64(bound))
		t.string(" ;\n")
	}
}
