package enginetest

import (
	"strconv"
	"strings"

	"queens/dimacs"
)

// Formulas that once had a wrong answer or a wrong proof, as texts for Clauses.
const (
	// RepeatedLabel has a counter with the same label twice, further apart than a level of
	// the counter is wide. It is satisfiable.
	RepeatedLabel = "-1 2;-3 1 4;-1 3;3 5;-6 4;-6 1;-7 6 5;-6 7;-7 3;7 8;-9 5;-9 6;-10 9 8;-9 10;-10 7;10 2;-2 -4;-5 -8"
	// LooseHole has tight sums, and a pigeonhole that may be empty. It is satisfiable.
	LooseHole = "1 -2;-1 -3 2;4 3;1 -5;-6 -2;-5 3;-7 -2 8;8 9 -2;10 8;6 2;-5 -3;-7 11;-3 7 -11;9 7;9 -3 -4;-7 3;-3 -9;5 7;3 -9;-8 -10;-7 -9;2 -8;5 -1 -3;3 1;11 3;3 5;-3 -1;-5 -7"
	// AliasOfTotal has a literal that implies another literal with a bound on a whole
	// total. It is unsatisfiable.
	AliasOfTotal = "-1 2;-3 4;-5 1 3;-6 1;-6 3;-7 8;-9;-10 11 12;-13 7 10;-14 7;-14 9 10;-15 13;5 14;-16 6 15;16;-2 -4;-2 -8;-2 -11;-2 -12;-4 -8;-4 -11;-4 -12;-8 -11;-8 -12;-11 -12"
	// SeveralSums needs several sums with new variables in one proof. It is unsatisfiable.
	SeveralSums = "1 2 3 4;-1 -5;-2 5;-3 -5;6 7 8 9;-8 -10;-9 10;11 12 13 14;-11 -15;-11 -16;-12 15;-12 -16;-13 -15;-13 16;-14 15;-14 16;1 11;-1 -17;-11 17;2 12;-2 -18;-12 18;3 8 13;9 14;-4 -19;-4 -20;-9 19;-14 -19;-14 20;-1 -21;-13 21;-2 -22;-2 -23;-8 22;-14 23;-4 -24;-12 24;-25 8;-26 11 25;-27 9;-28 1 4;-29 27 28;-30 27;-30 28;-31 26 30;29;31;2 -3"
)

// Clauses returns the formula in text. Literals are separated by blanks, and clauses by
// semicolons or commas. Between two of these, or in an empty text, nothing or blanks are the empty clause.
// It panics if the text has anything else.
func Clauses(text string) *dimacs.Formula {
	f := &dimacs.Formula{}
	for c := range strings.SplitSeq(strings.ReplaceAll(text, ",", ";"), ";") {
		var lits []dimacs.Lit
		for word := range strings.FieldsSeq(c) {
			l, err := strconv.Atoi(word)
			if err != nil {
				panic(err)
			}
			lits = append(lits, dimacs.Lit(l))
		}
		f.Add(lits...)
	}
	return f
}
