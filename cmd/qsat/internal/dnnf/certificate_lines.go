package dnnf

import (
	"bufio"
	"strconv"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A cpogWriter writes the lines of a certificate and assigns numbers to clauses and nodes:
//
//	7 a 3 -1 0 2 5 0       clause 7 follows from clauses 2 and 5 by unit propagation
//	8 p 4 1 -2 0           node 4 is the conjunction of 1 and -2
//	11 s 5 4 2 10 0        node 5 is the disjunction of 4 and 2, which exclude each other
//	                       by clause 10
//	14 t 6 -3 0            node 6 is the conjunction of -3 at the end, and true before
//	r 5                    node 5 is the root
//
// The line of a node also adds the clauses that define the node. For the nodes above:
//
//	8 (4 -1 2), 9 (-4 1), 10 (-4 -2)
//	11 (-5 4 2), 12 (5 -4), 13 (5 -2)
//	14 (6)
//
// The clauses of the formula have the ids 1, 2, ... in their order. A node has the number of a
// variable that is not in the formula.
type cpogWriter struct {
	*clause.Numbering
	out  *bufio.Writer
	line []byte // the current line
	err  error  // the first error of the certificate: of out, or of a method

	lastClause uint32 // the last id of a clause
	lastNode   int    // the last number of a node; at first the number of variables of the formula
}

// assert writes a clause that follows from the formula, and returns its id. The clause consists of
// nodes and of lits, which are in the variables of the Numbering. A node is given by its number. The
// hints are the ids of the clauses from which it follows by unit propagation, in their order.
func (w *cpogWriter) assert(lits []dimacs.Lit, hints []uint32, nodes ...int) uint32 {
	w.lastClause++
	w.begin(int(w.lastClause), "a")
	for _, n := range nodes {
		w.number(n)
	}
	for _, l := range lits {
		w.number(int(w.Name(clause.Of(l))))
	}
	w.number(0)
	w.end(hints)
	return w.lastClause
}

// define writes the definition of a new node. It returns the number of the node and the id of its
// first clause. A definition takes one id, and then one more for each argument; for a node of kind
// "t", only the first id has a clause. A node of kind "p" is the conjunction of args, which are
// nodes and literals of the formula. A node of kind "t" is such a conjunction at the end, and true
// in the proof. A node of kind "s" is the disjunction of two args; the hints prove that not both are
// true. Other kinds have no hints.
func (w *cpogWriter) define(kind string, args []int, hints []uint32) (node int, first uint32) {
	w.lastNode++
	first = w.lastClause + 1
	w.lastClause += uint32(len(args)) + 1
	w.begin(int(first), kind)
	w.number(w.lastNode)
	for _, a := range args {
		w.number(a)
	}
	w.end(hints)
	return w.lastNode, first
}

// begin starts a line with an id and a kind.
func (w *cpogWriter) begin(id int, kind string) {
	w.line = w.line[:0]
	w.number(id)
	w.line = append(append(w.line, kind...), ' ')
}

// number appends a number and a space to the line.
func (w *cpogWriter) number(n int) { w.line = append(strconv.AppendInt(w.line, int64(n), 10), ' ') }

// end appends the hints and a 0 to the line and writes the line. The first write error goes to
// w.err.
func (w *cpogWriter) end(hints []uint32) {
	for _, h := range hints {
		w.number(int(h))
	}
	w.line = append(w.line, "0\n"...)
	if _, err := w.out.Write(w.line); err != nil && w.err == nil {
		w.err = err
	}
}
