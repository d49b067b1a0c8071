package format

import (
	"fmt"

	"queens/encode"
	"queens/encode/board"
)

// miniZinc is a model for constraint solvers. Variable q[r] is the column of the queen in
// row r. All columns are different, as are all sums and all differences of column and row.
// If the number of queens is not N, q[r] = 0 means that row r is empty; empty rows are not
// compared. A solver prints a solution as a JSON object with the comments of the instance, except
// encoding and form, and the array q.
//
// References: Nicholas Nethercote, Peter J. Stuckey, Ralph Becket, Sebastian Brand, Gregory
// J. Duck and Guido Tack, "MiniZinc: Towards a Standard CP Modelling Language", CP 2007;
// Jean-Charles Régin, "A Filtering Algorithm for Constraints of Difference in CSPs", AAAI
// 1994, for the propagation of all-different.
var miniZinc = Format{
	Name:   "mzn",
	Suffix: ".mzn",
	About:  "MiniZinc, with all-different constraints",
	size: func(in encode.Instance) (encode.Size, error) {
		size := encode.Size{Variables: in.N, Clauses: 3}
		if in.QueenCount() != in.N {
			size.Clauses++
		}
		size.Clauses += int64(len(in.Sorted().Placed) + in.Empty().Len())
		return size, nil
	},
	write: inText(writeMiniZinc),
}

func writeMiniZinc(f File, t textWriter) {
	in := f.Instance
	t.comments(f, "%", "form")
	all, least, offset := "all_different", 1, ""
	guard := func(term string) string { return term }
	if in.QueenCount() != in.N {
		all, least, offset = "alldifferent_except_0", 0, " + n"
		guard = func(term string) string { return "if q[r] = 0 then 0 else " + term + " endif" }
	}
	up, down := "q[r] + r", "q[r] - r"+offset
	if in.Variant == board.Torus {
		up, down = "(q[r] + r) mod n", "(q[r] - r + n) mod n"
		if offset != "" { // 0 stands for an empty row here
			up, down = up+" + 1", down+" + 1"
		}
	}
	comment := func(text string) {
		if f.Annotate {
			t.string("% ", text, "\n")
		}
	}
	t.string("include \"", all, ".mzn\";\n", fmt.Sprintf("int: n = %d;\n", in.N))
	if least == 0 {
		comment("q[r]: the column of the queen in row r, or 0 if there is none")
	} else {
		comment("q[r]: the column of the queen in row r")
	}
	t.string(fmt.Sprintf("array[1..n] of var %d..n: q;\n", least))
	comment("columns: at most one queen each")
	t.string("constraint ", all, "(q);\n")
	comment("rising diagonals: at most one queen each")
	t.string("constraint ", all, "([", guard(up), " | r in 1..n]);\n")
	comment("falling diagonals: at most one queen each")
	t.string("constraint ", all, "([", guard(down), " | r in 1..n]);\n")
	if k := in.QueenCount(); k != in.N {
		comment(fmt.Sprintf("number of queens: %d", k))
		t.string(fmt.Sprintf("constraint sum(r in 1..n)(q[r] != 0) = %d;\n", k))
	}
	writeMiniZincSquares(f, t)
	t.string("solve :: int_search(q, first_fail, indomain_min) satisfy;\noutput [\"{")
	before := ""
	for c := range in.CommentsWithout("encoding", "form") {
		if t.failed() {
			return
		}
		switch {
		case c.Key == before: // a list goes on
			t.string(" ", c.Value)
			continue
		case before != "":
			t.string(`\", `)
		}
		t.string(`\"`, c.Key, `\": \"`, c.Value)
		before = c.Key
	}
	t.string(`\", \"q\": \(q)}\n"];`, "\n")
}

// writeMiniZincSquares writes a constraint for each placed queen and each square that stays empty. In an
// annotated file, a comment precedes each.
func writeMiniZincSquares(f File, t textWriter) {
	n := f.Instance.N
	write := func(what, relation string, s board.Square) {
		if f.Annotate {
			t.string(fmt.Sprintf("%% %s square %s\n", what, s.Algebraic(n)))
		}
		t.string(fmt.Sprintf("constraint q[%d] %s %d;\n", s.Row, relation, s.Col))
	}
	for _, s := range f.Instance.Sorted().Placed {
		write("placed", "=", s)
	}
	for s := range f.Instance.Empty().All() {
		if write("empty", "!=", s); t.failed() {
			return
		}
	}
}
