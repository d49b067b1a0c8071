package encode

import "fmt"

// cnfPlus is CNF with cardinality constraints as MiniCARD, clasp and PySAT
// read it: after the header `p cnf+ V C` a line is a clause that ends in 0, or
// literals followed by `<= B` or `>= B` and no 0.
//
// References: Mark H. Liffiton and Jordyn C. Maglalang, "A Cardinality Solver:
// More Expressive Constraints for Free", SAT 2012.
var cnfPlus = Format{
	Name:    "cnf+",
	Suffix:  ".cnfp",
	About:   "CNF with `at most` and `at least` constraints",
	clausal: true,
	size:    func(in Instance) (Size, error) { return clausalSize(in), nil },
	write: inText(func(f File, t textWriter) {
		writeClausal(f, t, "p cnf+", func(l linear, sign int64, bound int) {
			switch {
			case bound == 1:
				writeSigned(t, l, sign)
				t.string("0\n")
			case sign > 0:
				writeSigned(t, l, 1)
				fmt.Fprintf(t, ">= %d\n", bound)
			default:
				writeSigned(t, l, 1)
				fmt.Fprintf(t, "<= %d\n", l.high)
			}
		})
	}),
}
