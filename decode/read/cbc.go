package read

import (
	"bytes"
	"io"
	"math"
	"strconv"

	"queens/dimacs"
)

// readCBC reads solution files of CBC (COIN-OR branch and cut):
//
//	Optimal - objective value 4.00000000
//	      1 x2                     1                       0
//
// The columns are number, name, value and reduced cost. Variables with the value 0 may be missing. So only
// the objective value and the number of queens show that a file is cut off. The rows of the integer
// program, which `printingOptions all` adds before the variables, are ignored unless their names are x and
// a number.
//
// It returns the model of the next solution, or io.EOF after the last, and sets the status. Other errors
// come from next, cbcHeader and cbcValues.
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

// cbcStatus returns the status at the start of a line of a solution file of CBC, such as "Optimal". The
// flag model means that the values of a solution follow, and ok that the line begins with a status. If ok
// is false, the other results have no meaning.
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

// cbcHeader parses the status line of a solution, the current line. It sets s.objective, s.optimal and the
// status, clears s.ahead, and reports whether the values of a solution follow. Another line is a
// *dimacs.SyntaxError, and so is an objective value that is no number or too large, if values follow.
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

// cbcValues reads the lines of variables up to the next status line or the end into s.values. It sets
// s.ahead if it has read a status line. It ignores the lines of variables if model is false. Otherwise a
// line without four words is a *dimacs.SyntaxError. Other errors come from next and add.
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
