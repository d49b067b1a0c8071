package encode

// lp is an integer program in the LP format of CPLEX, which CBC, GLPK, SCIP and other
// programs read. The objective is the number of queens: a line need not hold a queen, and
// the solver finds as many queens as fit, which may be fewer than N. If the instance sets
// the number of queens, that is a constraint. Variable xv is 1 if a queen is on the square
// of variable v. Solvers list the variables in the order of the objective, which is the
// reading order.
//
// References: IBM, "LP file format: algebraic representation", in the ILOG CPLEX
// Optimization Studio reference.
var lp = Format{
	Name:    "lp",
	Suffix:  ".lp",
	feature: inLP,
	About:   "an integer program, maximising the queens",
	size:    func(in Instance) (Size, error) { return linearSize(in, true, once), nil },
	write:   inText(writeLP),
}

// lpTerms is the largest number of terms on a line. The oldest version of the format allows
// 255 characters per line.
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

// writeTerms writes the variables of l, separated by between, with at most lpTerms on a
// line.
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
