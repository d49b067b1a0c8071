package decode

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

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

// glpkStatus maps the status in the head of a report, or in the line s of a plain file.
var glpkStatus = map[string]dimacs.Status{
	"INTEGER OPTIMAL": dimacs.Satisfiable, "o": dimacs.Satisfiable,
	"INTEGER NON-OPTIMAL": dimacs.Satisfiable, "f": dimacs.Satisfiable,
	"INTEGER EMPTY": dimacs.Unsatisfiable, "n": dimacs.Unsatisfiable,
	"INTEGER UNDEFINED": dimacs.Unknown, "u": dimacs.Unknown,
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

// A glpkPlain reads solution files that `glpsol -w FILE` of GLPK writes for programs (reference
// manual, section "Write MIP solution"). The files give values by column number. Column v is
// variable v, if the integer program lists its variables in order.
//
//	s mip 18 16 o 4
//	i 1 1
//	j 1 0
//	e o f
type glpkPlain struct{ solutions }

func (r *glpkPlain) Read() ([]dimacs.Lit, error) {
	r.model = r.model[:0]
	begun, solved := false, false
	for {
		if err := r.next(); err == io.EOF && begun {
			return nil, r.cut("the line e o f")
		} else if err != nil {
			return nil, err
		}
		words := r.split()
		switch {
		case len(words) == 0 || words[0].is("c") || words[0].is("i") && begun:
		case len(words) == 6 && words[0].is("s") && words[1].is("mip"):
			status, known := glpkStatus[string(words[4].text)]
			if !known || len(words[4].text) > 1 {
				return nil, r.unexpected("the status o, f, n or u", words[4])
			}
			r.answer(status)
			r.optimal = words[4].is("o")
			begun, solved = true, status == dimacs.Satisfiable
		case words[0].is("j") && len(words) == 3 && begun:
			v := len(r.model) + 1
			switch {
			case !words[1].is(strconv.Itoa(v)):
				return nil, r.unexpected(fmt.Sprintf("column %d", v), words[1])
			case words[2].is("0"):
				v = -v
			case !words[2].is("1"):
				return nil, r.unexpected("the value 0 or 1", words[2])
			}
			r.model = append(r.model, dimacs.Lit(v))
		case words[0].is("e") && begun:
			if begun = false; solved {
				return r.model, nil
			}
			r.model = r.model[:0]
		default:
			return nil, r.unexpected("a line of a GLPK solution (s mip, i, j or e)", r.whole())
		}
	}
}
