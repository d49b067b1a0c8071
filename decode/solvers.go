package decode

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync"

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

// Lines that MiniZinc prints between solutions (MiniZinc handbook, section "Command-line tool").
const (
	miniZincSolution = "----------" // ends a solution
	miniZincComplete = "==========" // there are no more solutions
)

var miniZincStatus = map[string]dimacs.Status{
	miniZincComplete:             dimacs.Satisfiable,
	"=====UNSATISFIABLE=====":    dimacs.Unsatisfiable,
	"=====UNKNOWN=====":          dimacs.Unknown,
	"=====UNSATorUNBOUNDED=====": dimacs.Unknown,
	"=====UNBOUNDED=====":        dimacs.Unknown,
	"=====ERROR=====":            dimacs.Unknown,
}

// miniZincLine matches the first line of an output of MiniZinc: a separator, a comment, JSON,
// or an array or assignment in MiniZinc's own syntax, which leads to an error.
var miniZincLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:-{10}$|={10}$|=====(?:[^=]|$)|[%{\[]|[A-Za-z_][A-Za-z0-9_]*[ \t]*=)`)
})

// readMiniZinc reads solutions that MiniZinc prints as JSON. Models that qgen writes always
// do; for other models, use --output-mode json.
//
//	{"board": "4", "variant": "regular", "q": [2, 4, 1, 3]}
//	----------
//	==========
//
// Strings under encode.Keys describe the instance, like the comments of a CNF. The board is the
// array q or, if q is not a board, the first array by name that is one: for each row from top
// to bottom the column of its queen, or 0 for no queen; or N*N values true and false, or 1 and
// 0.
func readMiniZinc(s *solutions) ([]dimacs.Lit, error) {
	s.block = s.block[:0]
	for {
		if err := s.next(); err == io.EOF && len(s.block) > 0 {
			return nil, s.cut("the line " + miniZincSolution + " after a solution")
		} else if err != nil {
			return nil, err
		}
		status, known := miniZincStatus[string(s.text)]
		switch {
		case string(s.text) == miniZincSolution:
			s.status = dimacs.Satisfiable
			return s.solution()
		case known:
			s.answer(status)
		default:
			if err := s.addLine(); err != nil {
				return nil, err
			}
		}
	}
}

// addLine appends the line to the current solution, unless it is a comment.
func (s *solutions) addLine() error {
	if s.has("%") {
		s.text = nil
	}
	if len(s.block) == 0 {
		s.begin = s.line
	}
	if len(s.block) > 0 || len(s.text) > 0 {
		s.block = append(append(s.block, s.text...), '\n')
	}
	if len(s.block) > lineBytesMax {
		return s.error(1, fmt.Sprintf("a solution of at most %d MB", lineBytesMax>>20), "a longer one")
	}
	return nil
}

// solution returns the model of the solution in s.block.
func (s *solutions) solution() ([]dimacs.Lit, error) {
	var fields map[string]any
	if err := json.Unmarshal(s.block, &fields); err != nil {
		return nil, s.notJSON(err)
	}
	if err := s.describe(fields); err != nil {
		return nil, err
	}
	size := s.size
	if s.instance != nil {
		size = s.instance.N
	}
	for _, name := range append([]string{"q"}, slices.Sorted(maps.Keys(fields))...) {
		array, _ := fields[name].([]any)
		if values, truth := numbers(array); s.setBoard(values, truth, size) {
			return s.model, nil
		}
	}
	return nil, s.at(0, "a board: an array of N columns or of N*N truth values")
}

// describe sets s.instance from the strings under encode.Keys in a solution. If they do not
// describe an instance, it returns an error, with the position of the solution.
func (s *solutions) describe(fields map[string]any) (err error) {
	var comments []dimacs.Comment
	for _, key := range encode.Keys {
		if value, is := fields[key].(string); is {
			comments = append(comments, dimacs.Comment{Key: key, Value: value})
		}
	}
	s.instance, err = s.description.instance(comments, s.name)
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) {
		syntax.Line, syntax.Column = s.begin, 1
	}
	return err
}

// notJSON returns an error that says where a solution is not a JSON object.
func (s *solutions) notJSON(err error) error {
	offset := int64(1)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = max(syntax.Offset, 1)
	}
	err = s.at(int(offset-1), "an object in JSON")
	err.(*dimacs.SyntaxError).Hint = "as minizinc --output-mode json writes it"
	return err
}

// at returns an error about the text at an offset in the solution.
func (s *solutions) at(offset int, expected string) error {
	if len(s.block) == 0 {
		return s.unexpected(expected, s.whole())
	}
	before := s.block[:offset]
	s.line = s.begin + bytes.Count(before, []byte("\n"))
	column := offset - bytes.LastIndexByte(before, '\n')
	if offset == len(s.block)-1 {
		return s.error(column, expected, "the end of the solution")
	}
	found, _, _ := bytes.Cut(s.block[offset:], []byte("\n"))
	return s.unexpected(expected, word{found, column})
}

// setBoard sets s.model to the board with these values, and reports whether they are a board of
// the given size; size 0 means any size. The flag truth means that some values were true or
// false.
func (s *solutions) setBoard(values []int, truth bool, size int) bool {
	n := len(values)
	if n == 0 || slices.Min(values) < 0 {
		return false
	}
	side, most := squareRoot(n), slices.Max(values)
	switch {
	case side*side == n && most <= 1 && side <= encode.MaxN && (size == side || size == 0 && n > 1):
		s.emptyBoard(side)
		for i, x := range values {
			s.model[i] *= dimacs.Lit(1 - 2*x)
		}
	case !truth && most <= n && n <= encode.MaxN && (size == n || size == 0):
		s.emptyBoard(n)
		for i, col := range values {
			if col > 0 {
				s.model[i*n+col-1] = dimacs.Lit(i*n + col)
			}
		}
	default:
		return false
	}
	return true
}

// numbers returns the values of an array in JSON, with nested arrays flattened. Truth values become 0
// and 1, other values that are not integers become -1. The flag truth reports whether there were
// truth values.
func numbers(array []any) (values []int, truth bool) {
	var add func(array []any)
	add = func(array []any) {
		for _, element := range array {
			value := -1
			switch x := element.(type) {
			case []any:
				add(x)
				continue
			case bool:
				truth, value = true, map[bool]int{true: 1}[x]
			case float64:
				if x == math.Trunc(x) && math.Abs(x) <= dimacs.MaxVar {
					value = int(x)
				}
			}
			values = append(values, value)
		}
	}
	add(array)
	return values, truth
}
