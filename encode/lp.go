package encode

// lp is an integer program in the LP format of CPLEX, which CBC, GLPK, SCIP and
// others read. It maximises the number of queens: no line has to hold one, and
// as many as fit are found, be it fewer than N. A number of queens that the
// instance gives is a constraint. A queen on the square of variable v is xv;
// solvers list the variables in the order of the objective, which is reading
// order.
//
// References: IBM, "LP file format: algebraic representation", in the ILOG
// CPLEX Optimization Studio reference.
var lp = Format{
	Name:   "lp",
	Suffix: ".lp",
	is:     inLP,
	About:  "an integer program, maximising the queens",
	size:   func(in Instance) (Size, error) { return linearSize(in, true, once), nil },
	write:  inText(writeLP),
}

// lpTerms is the number of terms on a line: the format allows 255 characters
// in its oldest version.
const lpTerms = 10

func writeLP(f File, t textWriter) {
	t.comments(f, "\\", keyForm)
	t.meanings(f, "\\", "x")
	t.string("Maximize\n queens: ")
	all := linear{vars: f.Instance.Board().Vars()}
	writeTerms(t, all, " + ")
	t.string("\nSubject To\n")
	for l := range f.Instance.linears(listing{maximise: true}) {
		if t.failed() {
			return
		}
		if f.Annotate {
			t.string("\\ ", l.comment, "\n")
		}
		t.string(" ", l.name, ": ")
		writeTerms(t, l, " + ")
		if l.low == l.high {
			t.string(" = ")
		} else {
			t.string(" <= ")
		}
		t.number(int64(l.high))
		t.string("\n")
	}
	t.string("Binary\n ")
	writeTerms(t, all, " ")
	t.string("\nEnd\n")
}

// writeTerms writes the variables with what goes between them.
func writeTerms(t textWriter, l linear, between string) {
	i := 0
	for v := range l.vars {
		switch {
		case i == 0:
		case i%lpTerms == 0:
			t.string("\n ", between)
		default:
			t.string(between)
		}
		t.string("x")
		if t.number(int64(v)); t.failed() {
			return
		}
		i++
	}
}
