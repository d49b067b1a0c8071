package encode

// opb is the format of pseudo-Boolean competitions: sums of variables with
// coefficients, `>=` or `=` a number. A queen on the square of variable v is
// xv. The first line gives the numbers of variables and constraints in the form
// that every solver knows; comments begin with an asterisk.
//
// References: Olivier Roussel and Vasco Manquinho, "Input/Output Format and
// Solver Requirements for the Competitions of Pseudo-Boolean Solvers", 2012.
var opb = Format{
	Name:   "opb",
	Suffix: ".opb",
	About:  "pseudo-Boolean constraints",
	size:   opbSize,
	write:  writeOPB,
}

func opbSize(in Instance) Size {
	size := Size{Variables: in.N * in.N}
	for range in.linears(false) {
		size.Clauses++
	}
	return size
}

func writeOPB(d Document, t *textWriter) {
	size := opbSize(d.Instance)
	t.string("* #variable= ")
	t.number(int64(size.Variables))
	t.string(" #constraint= ")
	t.number(size.Clauses)
	t.string("\n")
	d.writeComments(t, "*")
	d.writeMap(t, "*", "x")
	for l := range d.Instance.linears(false) {
		if t.err != nil {
			return
		}
		if d.Annotate {
			t.string("* ", l.says, "\n")
		}
		coefficient, relation, bound := "+1 x", ">= ", l.low
		switch {
		case l.low == l.high:
			relation = "= "
		case l.low == 0: // at most, with the signs turned
			coefficient, bound = "-1 x", -l.high
		}
		for _, v := range l.vars {
			t.string(coefficient)
			t.number(int64(v))
			t.string(" ")
		}
		t.string(relation)
		t.number(int64(bound))
		t.string(" ;\n")
	}
}
