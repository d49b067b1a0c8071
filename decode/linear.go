package decode

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"

	"queens/dimacs"
	"queens/encode"
)

// add stores the value of a variable of a board in a solution of an integer program that qgen wrote, where
// variable V has the name xV. Other names belong to rows and to other variables, and are ignored. It
// returns an error if the value is not 0 or 1 within the tolerance of solvers, or if the variable has a value.
func (s *solutions) add(name, value word) error {
	digits, is := bytes.CutPrefix(name.text, []byte("x"))
	if !is || len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return nil
	}
	v, err := strconv.Atoi(string(digits))
	if err != nil || v < 1 || v > dimacs.MaxVar {
		return s.unexpected("a variable, counted from 1, in the name", name)
	}
	if _, again := s.values[v]; again {
		return s.unexpected("one value for each variable", name)
	}
	x, err := strconv.ParseFloat(string(value.text), 64)
	const tolerance = 1e-4
	if err != nil || math.Abs(x) > tolerance && math.Abs(x-1) > tolerance {
		return s.unexpected("the value 0 or 1", value)
	}
	s.values[v] = x > 0.5
	return nil
}

// board returns the model. If the size of the board is known, these are the values in the solution. Otherwise
// squares without a value are empty, and the other variables with a value follow the board. Its size is then n
// if the variables with a value are 1 to n*n. If zeros are missing, it is the number of queens, since there is
// one in each row.
func (s *solutions) board() ([]dimacs.Lit, error) {
	s.model = s.model[:0]
	if s.size == 0 {
		largest, ones := 0, 0
		for v, one := range s.values {
			if largest = max(largest, v); one {
				ones++
			}
		}
		n := squareRoot(largest)
		if n*n != largest || largest != len(s.values) {
			n = min(ones, encode.MaxN)
		}
		s.emptyBoard(n)
	}
	board := len(s.model)
	for v, one := range s.values {
		l := dimacs.Lit(v)
		if !one {
			l = -l
		}
		switch {
		case v > board:
			s.model = append(s.model, l)
		default:
			s.model[v-1] = l
		}
	}
	slices.SortFunc(s.model[board:], func(a, b dimacs.Lit) int { return cmp.Compare(a.Var(), b.Var()) })
	return s.model, nil
}

// readCBC reads solution files of CBC (COIN-OR branch and cut):
//
//	Optimal - objective value 4.00000000
//	      1 x2                     1                       0
//
// The columns are number, name, value and reduced cost. Variables with the value 0 may be
// missing. So only the objective value and the number of queens show that a file is cut off. The
// rows of the integer program, which `printingOptions all` adds before the variables, are ignored unless their names look like variables of a board.
func readCBC(s *solutions) ([]dimacs.Lit, error) {
	for {
		for !s.ahead {
			if err := s.next(); err != nil {
				return nil, err
			}
			s.ahead = len(s.text) > 0
		}
		model, err := s.cbcHeader()
		if err == nil {
			err = s.cbcValues(model)
		}
		switch {
		case err != nil:
			return nil, err
		case model:
			s.answer(dimacs.Satisfiable)
			return s.board()
		}
	}
}

var cbcObjective = []byte("objective value")

// cbcStatus reads the words at the start of a solution file of CBC, before " - objective value". The flag
// model means that the values of a solution follow.
func cbcStatus(line []byte) (status dimacs.Status, model, ok bool) {
	for _, s := range [...]struct {
		words  string
		status dimacs.Status
		model  bool
	}{
		{"Optimal", dimacs.Satisfiable, true}, {"Infeasible", dimacs.Unsatisfiable, false}, {"Integer infeasible", dimacs.Unsatisfiable, false},
		{"Unbounded", dimacs.Unknown, false}, {"Stopped on ", dimacs.Unknown, true}, {"Status unknown", dimacs.Unknown, false},
	} {
		if bytes.HasPrefix(line, []byte(s.words)) {
			return s.status, s.model && !bytes.Contains(line, []byte("no integer solution")), true
		}
	}
	return 0, false, false
}

// cbcHeader reads the status line of a solution. It reports whether the values of a solution follow.
func (s *solutions) cbcHeader() (model bool, err error) {
	s.ahead = false
	status, model, ok := cbcStatus(s.text)
	if !ok {
		return false, s.unexpected("the status of a solution", s.whole())
	}
	_, value, _ := bytes.Cut(s.text, cbcObjective)
	x, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64)
	if model && (err != nil || !(math.Abs(x) <= dimacs.MaxVar)) {
		return false, s.unexpected("a status with an objective value", s.whole())
	}
	objective := int(math.Round(math.Abs(x)))
	s.objective, s.optimal = &objective, status == dimacs.Satisfiable
	s.answer(status)
	return model, nil
}

// cbcValues reads the lines of variables up to the next status line or the end. It ignores their
// values if model is false.
func (s *solutions) cbcValues(model bool) error {
	s.values = map[int]bool{}
	for {
		if err := s.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if _, _, s.ahead = cbcStatus(s.text); s.ahead {
			return nil
		}
		words := s.split()
		if len(words) > 0 && words[0].is("**") { // marks an infeasible value
			words = words[1:]
		}
		switch {
		case len(words) == 0 || !model:
			continue
		case len(words) != 4:
			return s.unexpected("a number, a name, a value and a reduced cost", s.whole())
		}
		if err := s.add(words[1], words[2]); err != nil {
			return err
		}
	}
}

// glpkStatus maps the status in the head of a report.
var glpkStatus = map[string]dimacs.Status{"INTEGER OPTIMAL": dimacs.Satisfiable, "INTEGER NON-OPTIMAL": dimacs.Satisfiable,
	"INTEGER EMPTY": dimacs.Unsatisfiable, "INTEGER UNDEFINED": dimacs.Unknown}

// readGLPK reads reports that `glpsol -o FILE` of GLPK writes: a head with the status, a
// table of rows, a table of columns, and a closing line.
//
//	Status:     INTEGER OPTIMAL
//	..
//	   No. Column name       Activity     Lower bound   Upper bound
//	------ ------------    ------------- ------------- -------------
//	     1 x1           *              0             0             1
//
// A name of more than twelve characters, which no variable of a board has, is on a line of its own.
func readGLPK(s *solutions) ([]dimacs.Lit, error) {
	const table, end = "the table of columns", "the end of the report"
	s.values = map[int]bool{}
	var status dimacs.Status
	awaited := "" // the next part of the report; "" before a report
	for {
		err := s.next()
		switch {
		case err == io.EOF && awaited != "":
			return nil, s.cut(awaited)
		case err != nil:
			return nil, err
		case awaited == "" && s.has("Problem:"):
			awaited = table
		case awaited == "" && len(s.text) > 0:
			return nil, s.unexpected("a report of GLPK", s.whole())
		case awaited == table && s.has("Status:"):
			text, known := string(bytes.TrimSpace(s.text[len("Status:"):])), false
			s.optimal = text == "INTEGER OPTIMAL"
			if status, known = glpkStatus[text]; !known {
				return nil, s.unexpected("the status of an integer program", s.whole())
			}
		case s.has("   No. Column name"):
			awaited = end
		case awaited == end && s.has("End of output"):
			s.answer(status)
			if awaited = ""; status == dimacs.Satisfiable {
				return s.board()
			}
		case awaited == end && status == dimacs.Satisfiable:
			words := s.split()
			if len(words) > 3 && words[2].is("*") { // marks an integer variable
				words = slices.Delete(words, 2, 3)
			}
			if len(words) < 3 {
				continue
			}
			if err := s.add(words[1], words[2]); err != nil {
				return nil, err
			}
		}
	}
}
