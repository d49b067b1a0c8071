package decode

import (
	"bytes"
	"io"

	"queens/dimacs"
)

// A glpkReport reads reports that `glpsol -o FILE` of GLPK writes: a head with the status, a
// table of rows, a table of columns, and a closing line.
//
//	Status:     INTEGER OPTIMAL
//	..
//	   No. Column name       Activity     Lower bound   Upper bound
//	------ ------------    ------------- ------------- -------------
//	     1 x1           *              0             0             1
//
// A name of more than twelve characters, which no variable of a board has, is on a line of its own.
type glpkReport struct {
	solutions
	columns columns
}

// The parts of a report that may be missing, for messages.
const (
	glpkTable = "the table of columns"
	glpkEnd   = "the end of the report"
)

// glpkStatus maps the status in the head of a report.
var glpkStatus = map[string]dimacs.Status{
	"INTEGER OPTIMAL":     dimacs.Satisfiable,
	"INTEGER NON-OPTIMAL": dimacs.Satisfiable,
	"INTEGER EMPTY":       dimacs.Unsatisfiable,
	"INTEGER UNDEFINED":   dimacs.Unknown,
}

func (r *glpkReport) Read() ([]dimacs.Lit, error) {
	r.columns.clear()
	var status dimacs.Status
	awaited := "" // the next part of the report; "" before a report
	for {
		err := r.next()
		switch {
		case err == io.EOF && awaited != "":
			return nil, r.cut(awaited)
		case err != nil:
			return nil, err
		case awaited == "" && r.has("Problem:"):
			awaited = glpkTable
		case awaited == "" && len(r.text) > 0:
			return nil, r.unexpected("a report of GLPK", r.whole())
		case awaited == glpkTable && r.has("Status:"):
			text, known := string(bytes.TrimSpace(r.text[len("Status:"):])), false
			r.optimal = text == "INTEGER OPTIMAL"
			if status, known = glpkStatus[text]; !known {
				return nil, r.unexpected("the status of an integer program", r.whole())
			}
		case r.has("   No. Column name"):
			awaited = glpkEnd
		case awaited == glpkEnd && r.has("End of output"):
			r.answer(status)
			if awaited = ""; status == dimacs.Satisfiable {
				return r.board(&r.columns)
			}
		case awaited == glpkEnd && status == dimacs.Satisfiable:
			if err := r.row(); err != nil {
				return nil, err
			}
		}
	}
}

// row reads a line of the table of columns.
func (r *glpkReport) row() error {
	words := r.split()
	if len(words) < 3 {
		return nil
	}
	value := words[2]
	if value.is("*") && len(words) > 3 { // marks an integer variable
		value = words[3]
	}
	return r.columns.add(&r.solutions, words[1], value)
}
