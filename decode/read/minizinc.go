package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"sync"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
)

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

// readMiniZinc reads solutions that MiniZinc prints as JSON. Models that qgen writes always do; for other
// models, use --output-mode json.
//
//	{"board": "4", "variant": "regular", "q": [2, 4, 1, 3]}
//	----------
//	==========
//
// Strings under encode.Keys describe the instance, like the comments of a CNF. The board is the array q or,
// if q is not a board, the first array by name that is one: for each row from top to bottom the column of
// its queen, or 0 for no queen; or a value true or false, or 1 or 0, for each square. If the size of the board
// is unknown, it is square.
//
// It returns the model of the next solution, or io.EOF after the last, and sets the status. A solution
// without its last line is a *dimacs.SyntaxError. Other errors come from next, addLine and solution.
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

// addLine appends the current line to s.block. A comment becomes a blank line, and blank lines before the
// solution are left out. It sets s.begin to the number of the first line. A block of more than lineBytesMax
// bytes is a *dimacs.SyntaxError.
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

// solution returns the model of the solution in s.block, and sets s.model and s.instance. It returns a
// *dimacs.SyntaxError if the block is not a JSON object or has no board, or the error of describe.
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
		size = s.instance.Board()
	}
	for _, name := range append([]string{"q"}, slices.Sorted(maps.Keys(fields))...) {
		array, _ := fields[name].([]any)
		if values, truth := numbers(array); s.setBoard(values, truth, size) {
			return s.model, nil
		}
	}
	return nil, s.at(0, "a board: an array of the column of each row, or of a truth value for each square")
}

// describe sets s.instance to the instance that the strings under encode.Keys in a solution describe, or to
// nil if they do not give the board. If they are invalid, it returns an error with the position of the solution.
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

// notJSON returns a *dimacs.SyntaxError for the solution in s.block, which is not a JSON object. Its position
// comes from err, the error of package json, if that is a *json.SyntaxError, and is otherwise the beginning
// of the solution. It sets s.line to that line.
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

// at returns a *dimacs.SyntaxError about the text at an offset in s.block, which lacks what is expected. It
// sets s.line to its line. For an empty block, the error is about the current line.
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

// setBoard reports whether the values of an array are a board of the given size, and if so, sets s.model to
// the model of this board. The forms of boards are given at readMiniZinc. The zero Board means a square board of any
// size; then a single value is no board with a value for each square. The flag truth means that some values were true or false, so
// that they are no columns.
func (s *solutions) setBoard(values []int, truth bool, size board.Board) bool {
	n := len(values)
	if n == 0 || slices.Min(values) < 0 {
		return false
	}
	unknown := size.N == 0
	columns, most := size, slices.Max(values) // columns is the board if the values are columns
	if unknown {
		columns = board.Board{N: n}
		size = board.Board{N: squareRoot(n)}
	}
	switch {
	case size.Count() == n && most <= 1 && size.Check() == nil && !(unknown && n == 1):
		s.emptyBoard(n)
		for i, x := range values {
			s.model[i] *= dimacs.Lit(1 - 2*x)
		}
	case !truth && columns.N == n && most <= columns.Width() && columns.Check() == nil:
		s.emptyBoard(columns.Count())
		for i, col := range values {
			if v := i*columns.Width() + col; col > 0 {
				s.model[v-1] = dimacs.Lit(v)
			}
		}
	default:
		return false
	}
	return true
}

// numbers returns the values of an array in JSON, with nested arrays flattened. Truth values become 0 and
// 1. Values that are neither truth values nor integers up to dimacs.MaxVar become -1. The flag truth
// reports whether there were truth values.
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
