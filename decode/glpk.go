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
//	     1 x_1_1        *              0             0             1
//
// A name of more than twelve characters is on a line of its own.
type glpkReport struct {
	solutions
	columns columns
}

// glpkStatus maps the status in the head of a report, or in the line s of a plain file.
var glpkStatus = map[string]dimacs.Status{
	"INTEGER OPTIMAL": dimacs.Satisfiable, "o": dimacs.Satisfiable,
	"INTEGER NON-OPTIMAL": dimacs.Satisfiable, "f": dimacs.Satisfiable,
	"INTEGER EMPTY": dimacs.Unsatisfiable, "n": dimacs.Unsatisfiable,
	"INTEGER UNDEFINED": dimacs.Unknown, "u": dimacs.Unknown,
}

func (r *glpkReport) Read() ([]dimacs.Lit, error) {
	for {
		status, err := r.head()
		if err != nil {
			return nil, err
		}
		if err := r.table(status == dimacs.Satisfiable); err != nil {
			return nil, err
		}
		r.answer(status)
		if status == dimacs.Satisfiable {
			return r.board(&r.columns)
		}
	}
}

// head reads the text up to the header of the table of columns, and returns the status.
func (r *glpkReport) head() (status dimacs.Status, err error) {
	begun := false
	for {
		err := r.next()
		switch {
		case err == io.EOF && begun:
			return status, r.cut("the table of columns")
		case err != nil:
			return status, err
		case r.has("Problem:"):
			begun = true
		case r.has("Status:"):
			known, text := false, string(bytes.TrimSpace(r.text[len("Status:"):]))
			r.optimal = text == "INTEGER OPTIMAL"
			if status, known = glpkStatus[text]; !known {
				return status, r.unexpected("the status of an integer program", r.whole())
			}
		case r.has("   No. Column name"):
			return status, nil
		case !begun && len(r.text) > 0:
			return status, r.unexpected("a report of GLPK", r.whole())
		}
	}
}

// table reads the table of columns and the rest of the report. It ignores the values if model
// is false.
func (r *glpkReport) table(model bool) error {
	r.columns.clear()
	var name word
	for {
		if err := r.next(); err == io.EOF {
			return r.cut("the end of the report")
		} else if err != nil {
			return err
		}
		if r.has("End of output") {
			return nil
		}
		words := r.split()
		if len(words) < 2 || !model {
			continue
		}
		if _, err := strconv.Atoi(string(words[0].text)); err == nil {
			name = word{bytes.Clone(words[1].text), words[1].column}
			words = words[2:]
		}
		if len(words) > 0 && words[0].is("*") { // marks an integer variable
			words = words[1:]
		}
		if len(words) == 0 || name.text == nil {
			continue
		}
		if err := r.columns.add(&r.solutions, name, words[0]); err != nil {
			return err
		}
		name = word{}
	}
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
			if err := r.column(words[1], words[2]); err != nil {
				return nil, err
			}
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

// column appends the value of the next variable.
func (r *glpkPlain) column(number, value word) error {
	v := len(r.model) + 1
	if !number.is(strconv.Itoa(v)) {
		return r.unexpected(fmt.Sprintf("column %d", v), number)
	}
	l := dimacs.Lit(v)
	switch {
	case value.is("0"):
		l = -l
	case !value.is("1"):
		return r.unexpected("the value 0 or 1", value)
	}
	r.model = append(r.model, l)
	return nil
}
