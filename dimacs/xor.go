package dimacs

import (
	"math"
	"slices"

	"queens/dimacs/internal/lex"
)

// xorMark precedes the literals of an XOR line in the clauses of a parser. So an XOR line may begin in one chunk and
// end in another. It is no literal.
const xorMark Lit = math.MinInt32

// xorFollows reports whether data[i:], after an x, continues an XOR line: with a number or a blank.
func xorFollows(data []byte, i int) bool {
	return i == len(data) || data[i] == '-' || lex.IsDigit(data[i]) || lex.IsBlank(data[i])
}

// xor reads the x at data[i], which begins an XOR line such as `x1 -2 3 0` or `x 1 -2 3 0`, and returns the index
// after it. cnf reads the literals. The formats of CryptoMiniSat and of Bosphorus are the same. An XOR line within a
// clause is a fault.
func (p *parser) xor(data []byte, i int) (int, *fault) {
	if len(p.out.unfinished()) > 0 {
		return i, xorInClause(data, i)
	}
	if p.detached {
		p.xorFirst = xorInClause(data, i)
	}
	p.xors, p.lineStart, p.pairEnded = true, false, false
	p.out.lit(xorMark)
	return i + 1, nil
}

// xorInClause returns the fault for the XOR line at data[i:], which begins within a clause.
func xorInClause(data []byte, i int) *fault {
	return &fault{i, "0 at the end of the clause", lex.Quote(data[i:]), ""}
}

// takeXORs removes the XOR lines from the clauses of f, and returns them in the order of the text. All clauses are
// copied.
func (f *Formula) takeXORs() (list []Linear) {
	g := Formula{}
	for c := range f.Clauses() {
		if len(c) > 0 && c[0] == xorMark {
			list = append(list, Linear{Lits: slices.Clone(c[1:]), Odd: true})
		} else {
			g.append(c)
		}
	}
	f.segments, f.clauses = g.segments, g.clauses
	return list
}

// XOR writes an XOR line of a CNF: `x1 -2 3 0`. An odd number of its literals is true.
func (w *Writer) XOR(lits ...Lit) {
	w.text("x")
	w.Clause(lits...)
}
