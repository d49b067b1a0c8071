package format

import (
	"fmt"

	"queens/encode"
)

// knf is CNF with cardinality constraints. After the header `p knf V C`, a line is a clause
// or a constraint `k B l1 .. ln 0`: at least B of the literals are true. "At most B of n
// variables" is written as "at least n-B of their complements".
//
// References: Joseph E. Reeves, Marijn J. H. Heule and Randal E. Bryant, "From Clauses to
// Klauses", CAV 2024.
var knf = Format{
	Name:    "knf",
	Suffix:  ".knf",
	About:   "CNF with `at least` constraints",
	clausal: true,
	size:    func(in encode.Instance) (encode.Size, error) { return clausalSize(in), nil },
	write: inText(func(f File, t textWriter) {
		writeClausal(f, t, "p knf", func(l encode.Linear, sign int64, bound int) {
			if bound > 1 {
				fmt.Fprintf(t, "k %d ", bound)
			}
			writeSigned(t, l, sign)
			t.string("0\n")
		})
	}),
}

// clausalSize returns the size in formats where each bound is one constraint.
func clausalSize(in encode.Instance) encode.Size { return in.LinearSize(false, bounds) }

// bounds returns the number of bounds of l that are not trivial: 0 to 2.
func bounds(l encode.Linear) (n int) {
	if l.Low > 0 {
		n++
	}
	if l.High < l.Length {
		n++
	}
	return n
}

// writeClausal writes a format that looks like CNF: comments, the header followed by the numbers of variables
// and constraints, and the constraints. The argument header is a text such as "p knf". For each bound of a
// constraint l that is not trivial, it calls atLeast, which writes: at least bound of the literals are true.
// The literals are the variables of l times sign, which is 1 for a lower bound and -1 for an upper bound.
func writeClausal(f File, t textWriter, header string, atLeast func(l encode.Linear, sign int64, bound int)) {
	t.comments(f, "c")
	size := clausalSize(f.Instance)
	fmt.Fprintf(t, "%s %d %d\n", header, size.Variables, size.Clauses)
	t.meanings(f, "c", "")
	t.linears(f, "c", false, func(l encode.Linear) {
		if l.Low > 0 {
			atLeast(l, 1, l.Low)
		}
		if l.High < l.Length {
			atLeast(l, -1, l.Length-l.High)
		}
	})
}

// writeSigned writes each variable of l times sign, followed by a space.
func writeSigned(t textWriter, l encode.Linear, sign int64) {
	for v := range l.Vars {
		t.number(sign * int64(v))
		if t.string(" "); t.failed() {
			return
		}
	}
}

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
	size:    func(in encode.Instance) (encode.Size, error) { return clausalSize(in), nil },
	write: inText(func(f File, t textWriter) {
		writeClausal(f, t, "p cnf+", func(l encode.Linear, sign int64, bound int) {
			switch {
			case bound == 1:
				writeSigned(t, l, sign)
				t.string("0\n")
			case sign > 0:
				writeSigned(t, l, 1)
				fmt.Fprintf(t, ">= %d\n", bound)
			default:
				writeSigned(t, l, 1)
				fmt.Fprintf(t, "<= %d\n", l.High)
			}
		})
	}),
}
