package decode

import (
	"bytes"
	"io"
	"strconv"

	"queens/dimacs"
)

// A glpkReport reads the reports of GLPK that `glpsol -o FILE` writes: a head
// with the status, a table of rows, a table of columns, and a closing line.
//
//	Status:     INTEGER OPTIMAL
//	..
//	   No. Column name       Activity     Lower bound   Upper bound
//	------ ------------    ------------- ------------- -------------
//	     1 x_1_1        *              0             0             1
//
// A name of more than twelve characters has a line to itself.
type glpkReport struct {
	*lines
	columns columns
	status  dimacs.Status
}

func (r *glpkReport) Status() dimacs.Status      { return r.status }
func (r *glpkReport) Comments() []dimacs.Comment { return r.columns.comments() }
func (r *glpkReport) Terminated() bool           { return true }

// glpkStatus is what the head of a report says.
var glpkStatus = map[string]dimacs.Status{
	"INTEGER OPTIMAL":     dimacs.Satisfiable,
	"INTEGER NON-OPTIMAL": dimacs.Satisfiable,
	"INTEGER EMPTY":       dimacs.Unsatisfiable,
	"INTEGER UNDEFINED":   dimacs.Unknown,
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
		if r.status != dimacs.Satisfiable {
			r.status = status
		}
		if status == dimacs.Satisfiable {
			return r.columns.literals()
		}
	}
}

// head reads up to the table of columns.
func (r *glpkReport) head() (status dimacs.Status, err error) {
	begun := false
	for {
		line, err := r.next()
		switch {
		case err == io.EOF && begun:
			return status, r.cut("the table of columns")
		case err != nil:
			return status, err
		case bytes.HasPrefix(line, []byte("Problem:")):
			begun = true
		case bytes.HasPrefix(line, []byte("Status:")):
			known := false
			if status, known = glpkStatus[string(bytes.TrimSpace(line[len("Status:"):]))]; !known {
				return status, r.unexpected("the status of an integer program", line)
			}
		case bytes.HasPrefix(line, []byte("   No. Column name")):
			return status, nil
		case !begun && len(line) > 0:
			return status, r.unexpected("a report of GLPK", line)
		}
	}
}

// table reads the columns and what follows them.
func (r *glpkReport) table(model bool) error {
	r.columns.reset()
	var name []byte
	for {
		line, err := r.next()
		switch {
		case err == io.EOF:
			return r.cut("the end of the report")
		case err != nil:
			return err
		case bytes.HasPrefix(line, []byte("End of output")):
			return nil
		}
		words := bytes.Fields(line)
		if len(words) < 2 || !model {
			continue
		}
		if _, err := strconv.Atoi(string(words[0])); err == nil {
			name = bytes.Clone(words[1])
			words = words[2:]
		}
		if len(words) > 0 && string(words[0]) == "*" { // an integer
			words = words[1:]
		}
		if len(words) == 0 || name == nil {
			continue
		}
		if expected := r.columns.add(name, words[0]); expected != "" {
			return r.unexpected(expected, line)
		}
		name = nil
	}
}

// A glpkPlain reads the solution files of GLPK that `glpsol -w FILE` writes for
// programs (reference manual, section "Write MIP solution"). They give the
// values of columns by number, which is the number of the variable if the
// program names the variables in their order.
//
//	s mip 18 16 o 4
//	i 1 1
//	j 1 0
//	e o f
type glpkPlain struct {
	*lines
	size   int // of the board, 0 if unknown
	model  []dimacs.Lit
	status dimacs.Status
}

func (r *glpkPlain) Status() dimacs.Status { return r.status }
func (r *glpkPlain) Comments() []dimacs.Comment {
	if r.size == 0 {
		return nil
	}
	return sizedComments(r.model, r.size)
}
func (r *glpkPlain) Terminated() bool { return true }

func (r *glpkPlain) Read() ([]dimacs.Lit, error) {
	r.model = r.model[:0]
	begun, solved := false, false
	for {
		line, err := r.next()
		if err == io.EOF && begun {
			return nil, r.cut("the line e o f")
		} else if err != nil {
			return nil, err
		}
		words := bytes.Fields(line)
		switch {
		case len(words) == 0 || string(words[0]) == "c" || string(words[0]) == "i" && begun:
		case len(words) == 6 && string(words[0]) == "s" && string(words[1]) == "mip":
			begun = true
			if solved, err = r.head(string(words[4])); err != nil {
				return nil, err
			}
		case string(words[0]) == "j" && len(words) == 3 && begun:
			if err := r.column(words[1], words[2], line); err != nil {
				return nil, err
			}
		case string(words[0]) == "e" && begun:
			if begun = false; solved {
				return r.model, nil
			}
			r.model = r.model[:0]
		default:
			return nil, r.unexpected("a line of a GLPK solution (s mip, i, j or e)", line)
		}
	}
}

// head takes the status of a solution.
func (r *glpkPlain) head(letter string) (solved bool, err error) {
	status, ok := map[string]dimacs.Status{
		"o": dimacs.Satisfiable, "f": dimacs.Satisfiable, "n": dimacs.Unsatisfiable, "u": dimacs.Unknown,
	}[letter]
	if !ok {
		return false, r.expected("the status o, f, n or u", strconv.Quote(letter))
	}
	if r.status != dimacs.Satisfiable {
		r.status = status
	}
	return status == dimacs.Satisfiable, nil
}

// column adds a value.
func (r *glpkPlain) column(number, value, line []byte) error {
	v := len(r.model) + 1
	if string(number) != strconv.Itoa(v) {
		return r.unexpected("column "+strconv.Itoa(v), line)
	}
	l := dimacs.Lit(v)
	switch string(value) {
	case "0":
		l = -l
	case "1":
	default:
		return r.unexpected("the value 0 or 1", line)
	}
	r.model = append(r.model, l)
	return nil
}
