package decode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// Lines that MiniZinc prints besides solutions (MiniZinc handbook, section
// "Command-line tool").
const (
	miniZincSolution = "----------" // ends a solution
	miniZincComplete = "==========" // there are no more
)

var miniZincStatus = map[string]dimacs.Status{
	miniZincComplete:             dimacs.Satisfiable,
	"=====UNSATISFIABLE=====":    dimacs.Unsatisfiable,
	"=====UNKNOWN=====":          dimacs.Unknown,
	"=====UNSATorUNBOUNDED=====": dimacs.Unknown,
	"=====UNBOUNDED=====":        dimacs.Unknown,
	"=====ERROR=====":            dimacs.Unknown,
}

// A miniZincReader reads what MiniZinc prints for a model whose output is its
// variables, as text or JSON:
//
//	q = [2, 4, 1, 3];
//	----------
//	==========
//
// The board is the first array of a solution that can be one: the columns of
// the rows from top to bottom, 0 for a row without a queen, or N*N values true
// and false, or 1 and 0. Comments `% key: value` describe the instance as those
// of a CNF do.
type miniZincReader struct {
	*lines
	size     int // of the board, 0 if unknown
	status   dimacs.Status
	comments []dimacs.Comment
	block    []byte // the text of a solution
	begin    int    // line of its first word
	model    []dimacs.Lit
}

// isMiniZinc looks at the first line: a separator, an assignment, an array,
// JSON or a comment.
func isMiniZinc(line []byte) bool {
	if bytes.HasPrefix(line, []byte("=====")) && !bytes.HasPrefix(line, []byte("======")) ||
		string(line) == miniZincSolution || string(line) == miniZincComplete {
		return true
	}
	if len(line) == 0 {
		return false
	}
	switch line[0] {
	case '%', '[', '{':
		return true
	}
	name, _, assigned := bytes.Cut(line, []byte("="))
	return assigned && isIdentifier(bytes.TrimSpace(name))
}

func isIdentifier(word []byte) bool {
	for i, c := range word {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c-'0' > 9) {
			return false
		}
	}
	return len(word) > 0
}

func (r *miniZincReader) Status() dimacs.Status      { return r.status }
func (r *miniZincReader) Comments() []dimacs.Comment { return r.comments }
func (r *miniZincReader) Terminated() bool           { return true }

func (r *miniZincReader) Read() ([]dimacs.Lit, error) {
	r.block = r.block[:0]
	for {
		line, err := r.next()
		if err == io.EOF {
			if len(r.block) > 0 {
				return nil, r.cut("the line " + miniZincSolution + " after a solution")
			}
			return nil, err
		} else if err != nil {
			return nil, err
		}
		status, known := miniZincStatus[string(line)]
		switch {
		case string(line) == miniZincSolution:
			r.status = dimacs.Satisfiable
			return r.board()
		case known:
			if r.status != dimacs.Satisfiable {
				r.status = status
			}
		case bytes.HasPrefix(line, []byte("%")):
			r.comment(bytes.TrimSpace(line[1:]))
		case len(line) > 0:
			if len(r.block) == 0 {
				r.begin = r.line
			}
			if r.block = append(append(r.block, line...), '\n'); len(r.block) > lineBytesMax {
				return nil, r.expected(fmt.Sprintf("a solution of at most %d MB", lineBytesMax>>20), "a longer one")
			}
		}
	}
}

// comment keeps comments that describe the instance. One that repeats the first
// begins a new description.
func (r *miniZincReader) comment(text []byte) {
	key, value, ok := bytes.Cut(text, []byte(":"))
	if !ok || !slices.Contains(encode.Keys, string(key)) {
		return
	}
	if len(r.comments) > 0 && r.comments[0].Key == string(key) {
		r.comments = nil
	}
	c := dimacs.Comment{Key: string(key), Value: string(bytes.TrimSpace(value)), Line: r.line}
	r.comments = append(r.comments, c)
}

// board returns the model of the solution in block.
func (r *miniZincReader) board() ([]dimacs.Lit, error) {
	s, size := arrayScanner{text: r.block}, r.knownSize()
	for {
		values, err := s.next()
		if err == nil {
			if values == nil {
				err = errors.New("a board: an array of N columns or of N*N truth values")
			} else if r.model = appendBoard(r.model[:0], values, s.boolean, size); len(r.model) > 0 {
				return r.model, nil
			}
		}
		if err != nil {
			first, _, _ := bytes.Cut(r.block, []byte("\n"))
			r.line = max(r.begin, 1)
			return nil, r.unexpected(err.Error(), first)
		}
	}
}

// knownSize returns the size of the board as far as it was told, or 0.
func (r *miniZincReader) knownSize() int {
	if in, err := encode.ParseComments(r.comments); err == nil && in.N > 0 {
		return in.N
	}
	return r.size
}

// appendBoard appends the literals of a board, or nothing if the values are not
// those of a board of that size; 0 stands for any.
func appendBoard(model []dimacs.Lit, values []int, boolean bool, size int) []dimacs.Lit {
	count := len(values)
	if count == 0 || slices.Min(values) < 0 {
		return model
	}
	side, most := squareRoot(count), slices.Max(values)
	switch {
	case side*side == count && most <= 1 && side <= encode.MaxN && (size == side || size == 0 && count > 1):
		model = appendEmpty(model, side)
		for i, x := range values {
			if x == 1 {
				model[i] = -model[i]
			}
		}
	case !boolean && most <= count && count <= encode.MaxN && (size == count || size == 0):
		model = appendEmpty(model, count)
		for i, col := range values {
			if col > 0 {
				setQueen(model, count, i+1, col)
			}
		}
	}
	return model
}

// An arrayScanner finds the arrays in a solution. Nested ones are flattened.
type arrayScanner struct {
	text    []byte
	boolean bool // the last array holds truth values
	values  []int
}

// next returns the values of the next array of numbers or truth values; after
// the last one, nil.
func (s *arrayScanner) next() ([]int, error) {
	start := bytes.IndexByte(s.text, '[')
	if start < 0 {
		return nil, nil
	}
	s.text = s.text[start+1:]
	s.boolean = false
	s.values = append(s.values[:0], 0)[:0] // not nil
	for depth := 1; depth > 0; {
		if len(s.text) == 0 {
			return nil, errors.New("the end of an array")
		}
		switch c := s.text[0]; {
		case c == '[':
			depth++
			s.text = s.text[1:]
		case c == ']':
			depth--
			s.text = s.text[1:]
		case bytes.IndexByte([]byte(" ,|\t\n"), c) >= 0:
			s.text = s.text[1:]
		default:
			s.value()
		}
	}
	return s.values, nil
}

// value reads a number or a truth value; a value of another type is -1.
func (s *arrayScanner) value() {
	end := bytes.IndexAny(s.text, " ,|[]\t\n")
	if end < 0 {
		end = len(s.text)
	}
	word := s.text[:end]
	s.text = s.text[end:]
	x := -1
	switch {
	case string(word) == "true":
		x, s.boolean = 1, true
	case string(word) == "false":
		x, s.boolean = 0, true
	case len(word) <= 9 && allDigits(word):
		x = 0
		for _, c := range word {
			x = 10*x + int(c-'0')
		}
	}
	s.values = append(s.values, x)
}

func allDigits(word []byte) bool {
	for _, c := range word {
		if c-'0' > 9 {
			return false
		}
	}
	return len(word) > 0
}
