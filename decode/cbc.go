package decode

import (
	"bytes"
	"io"
	"math"
	"strconv"

	"queens/dimacs"
)

// cbcStatus lists the words at the start of solution files of CBC (COIN-OR branch and cut),
// before " - objective value".
var cbcStatus = []struct {
	words  string
	status dimacs.Status
	model  bool // the values of a solution follow
}{
	{"Optimal", dimacs.Satisfiable, true},
	{"Infeasible", dimacs.Unsatisfiable, false},
	{"Integer infeasible", dimacs.Unsatisfiable, false},
	{"Unbounded", dimacs.Unknown, false},
	{"Stopped on ", dimacs.Unknown, true},
	{"Status unknown", dimacs.Unknown, false},
}

// continuousUsed occurs in the status line if the values need not be integers.
var continuousUsed = []byte("no integer solution")

// A cbcReader reads solution files of CBC:
//
//	Optimal - objective value 4.00000000
//	      1 x2                     1                       0
//
// The columns are number, name, value and reduced cost. Variables with the value 0 may be
// missing. So only the objective value and the number of queens show that a file is cut off. The
// rows of the integer program, which `printingOptions all` adds before the variables, are ignored unless their names look like variables of a board.
type cbcReader struct {
	solutions
	columns   columns
	objective int  // the objective value of the last solution, rounded
	ahead     bool // text is the status line of the next solution
}

var cbcObjective = []byte("objective value")

func isCBC(line []byte) bool {
	_, _, ok := cbcHeader(line)
	return ok && bytes.Contains(line, cbcObjective)
}

func cbcHeader(line []byte) (status dimacs.Status, model, ok bool) {
	for _, s := range cbcStatus {
		if bytes.HasPrefix(line, []byte(s.words)) {
			return s.status, s.model && !bytes.Contains(line, continuousUsed), true
		}
	}
	return 0, false, false
}

func (r *cbcReader) Read() ([]dimacs.Lit, error) {
	for {
		for !r.ahead {
			if err := r.next(); err != nil {
				return nil, err
			}
			r.ahead = len(r.text) > 0
		}
		model, err := r.header()
		if err != nil {
			return nil, err
		}
		if err := r.values(model); err != nil {
			return nil, err
		}
		if model {
			r.answer(dimacs.Satisfiable)
			return r.board(&r.columns)
		}
	}
}

// header reads the status line of a solution. It reports whether the values of a solution follow.
func (r *cbcReader) header() (model bool, err error) {
	r.ahead = false
	status, model, ok := cbcHeader(r.text)
	if !ok {
		return false, r.unexpected("the status of a solution", r.whole())
	}
	_, value, _ := bytes.Cut(r.text, cbcObjective)
	x, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64)
	if model && (err != nil || !(math.Abs(x) <= dimacs.MaxVar)) {
		return false, r.unexpected("a status with an objective value", r.whole())
	}
	r.objective, r.optimal = int(math.Round(math.Abs(x))), status == dimacs.Satisfiable
	r.answer(status)
	return model, nil
}

// values reads the lines of variables up to the next status line or the end. It ignores their
// values if model is false.
func (r *cbcReader) values(model bool) error {
	r.columns.clear()
	for {
		if err := r.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if _, _, r.ahead = cbcHeader(r.text); r.ahead {
			return nil
		}
		words := r.split()
		if len(words) > 0 && words[0].is("**") { // marks an infeasible value
			words = words[1:]
		}
		if len(words) == 0 || !model {
			continue
		}
		if len(words) != 4 {
			return r.unexpected("a number, a name, a value and a reduced cost", r.whole())
		}
		if err := r.columns.add(&r.solutions, words[1], words[2]); err != nil {
			return err
		}
	}
}
