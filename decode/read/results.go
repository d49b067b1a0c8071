package read

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"

	"queens/dimacs"
	"queens/dimacs/result"
	"queens/encode"
	"queens/encode/board"
)

// Results yield the models in the output of a solver. SATResults implements it for SAT solvers.
type Results interface {
	// Read returns the literals of the next model, which are valid until the next call, or
	// io.EOF after the last model. A mistake in the text is a *dimacs.SyntaxError. Other errors come
	// from the input.
	Read() ([]dimacs.Lit, error)
	// Status returns the answer according to the text read so far.
	Status() dimacs.Status
	// Instance returns the instance that the text describes for the last model, or nil if the text
	// does not give the board. An invalid description is an error. The pointer changes only if the
	// description does.
	Instance() (*encode.Instance, error)
	// Terminated reports whether the end mark of the last model was read, so that the model is not cut
	// off. It is true for formats without end marks.
	Terminated() bool
	// Optimal reports whether the solver says that its last model is an optimum.
	Optimal() bool
	// Name returns the name of the input in messages.
	Name() string
}

// detectBytes is the largest number of bytes that NewResults looks at to recognize the format.
const detectBytes = 4 << 10

// NewResults returns the Results in r. Messages call the input name. The first line that is not blank
// decides the format: a solution file of CBC, a report of GLPK, solutions of MiniZinc, or otherwise the
// output of a SAT solver, as a *SATResults. The output of qsat --json and solutions of glpsol -w are not
// read: Read returns an error with advice.
func NewResults(r io.Reader, name string) Results {
	b := bufio.NewReaderSize(r, detectBytes)
	line := firstLine(b)
	s := &solutions{lines: &lines{r: b, name: name}}
	_, _, isCBC := cbcStatus(line)
	switch {
	case bytes.HasPrefix(line, []byte(`{"status":`)) || bytes.HasPrefix(line, []byte(`{"model":[`)):
		s.read = refuse("the output of qsat --json (leave out that flag)") // its comments about the board follow
	case bytes.HasPrefix(line, []byte("c Problem:")):
		s.read = refuse("a solution of GLPK by numbers of columns (write it by glpsol -o, not -w)")
	case isCBC && bytes.Contains(line, cbcObjective):
		s.read = readCBC
	case bytes.HasPrefix(line, []byte("Problem:")):
		s.read = readGLPK
	case miniZincLine().Match(line):
		s.read = readMiniZinc
	default:
		return &SATResults{Reader: result.NewReader(b, name, encode.Keys...)}
	}
	return s
}

// refuse returns the read function of solutions for a form that is not read. It returns an error with the
// text found.
func refuse(found string) func(*solutions) ([]dimacs.Lit, error) {
	return func(s *solutions) ([]dimacs.Lit, error) {
		return nil, &dimacs.SyntaxError{Name: s.name, Line: 1, Column: 1, Expected: "the answer of a solver", Found: found}
	}
}

// firstLine returns the first line that is not blank, without blanks before it. It looks at the first
// detectBytes bytes only: it returns the beginning of a line that is longer, and an empty text if these
// bytes are blank. It consumes nothing. It ignores errors, because the next read reports them.
func firstLine(b *bufio.Reader) []byte {
	for n := 64; ; n *= 2 {
		text, err := b.Peek(min(n, detectBytes))
		text = bytes.TrimLeft(text, " \t\r\n")
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			return text[:end]
		}
		if err != nil || n >= detectBytes {
			return text
		}
	}
}

// SATResults are the Results of a SAT solver, whose comments describe the instance.
type SATResults struct {
	*result.Reader
	description description
}

// Instance returns the instance that the comments read so far describe, or nil if they do not give the board.
func (r *SATResults) Instance() (*encode.Instance, error) {
	return r.description.instance(r.Comments(), r.Name())
}

// A description caches the instance that comments describe.
type description struct {
	comments []dimacs.Comment // of the last successful call of instance
	parsed   *encode.Instance // its result
}

// instance returns the instance that the comments describe, or nil if they do not give the
// board. It returns the error of encode.ParseComments. Errors call the file of the comments name.
func (d *description) instance(comments []dimacs.Comment, name string) (*encode.Instance, error) {
	if slices.Equal(comments, d.comments) {
		return d.parsed, nil
	}
	in, err := encode.ParseComments(comments)
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) {
		syntax.Name = name
	}
	if err != nil {
		return nil, err
	}
	d.comments, d.parsed = slices.Clone(comments), nil
	if in.N > 0 {
		d.parsed = &in
	}
	return d.parsed, nil
}

// solutions are the Results of CBC, GLPK and MiniZinc.
type solutions struct {
	*lines
	read     func(s *solutions) ([]dimacs.Lit, error) // the method Read
	size     board.Board                              // the board, for formats that may leave out squares; the zero Board if unknown
	status   dimacs.Status
	optimal  bool             // the solver says that the last solution is an optimum
	instance *encode.Instance // the instance that the last solution of MiniZinc describes, or nil
	model    []dimacs.Lit     // the last result of read

	values      map[int]bool // of an integer program, indexed by variable
	objective   *int         // the absolute objective value of the last solution of CBC, rounded; otherwise nil
	ahead       bool         // the current line is the status line of the next solution of CBC
	description description  // the description in the last solution of MiniZinc
	block       []byte       // the text of the current solution of MiniZinc
	begin       int          // the number of its first line
}

func (s *solutions) Read() ([]dimacs.Lit, error)         { return s.read(s) }
func (s *solutions) Status() dimacs.Status               { return s.status }
func (s *solutions) Instance() (*encode.Instance, error) { return s.instance, nil }
func (s *solutions) Terminated() bool                    { return true }
func (s *solutions) Optimal() bool                       { return s.optimal }

// answer sets the status, unless it is Satisfiable already.
func (s *solutions) answer(status dimacs.Status) {
	if s.status != dimacs.Satisfiable {
		s.status = status
	}
}

// add stores the value of a variable in s.values. In integer programs that qgen writes, variable V has the
// name xV. Other names belong to rows and to other variables, and are ignored. It returns a
// *dimacs.SyntaxError if V is not from 1 to dimacs.MaxVar, if V already has a value, or if the value is not
// 0 or 1 within the tolerance of solvers.
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

// board sets s.model to the model with the values in s.values, and returns it. The error is always nil. If
// the size of the board is known, the model has exactly these values, ordered by variable. Otherwise it
// first has a value for each square, where squares without a value are empty. The size is then n if the
// variables with a value are 1 to n*n. Otherwise zeros are missing, and the size is the number of true
// variables, at most board.MaxN, because a board has a queen in each row.
func (s *solutions) board() ([]dimacs.Lit, error) {
	s.model = s.model[:0]
	if s.size.N == 0 {
		largest, ones := 0, 0
		for v, one := range s.values {
			if largest = max(largest, v); one {
				ones++
			}
		}
		n := squareRoot(largest)
		if n*n != largest || largest != len(s.values) {
			n = min(ones, board.MaxN)
		}
		s.emptyBoard(n * n)
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

// emptyBoard sets s.model to the negations of the variables 1 to count, a board without queens.
func (s *solutions) emptyBoard(count int) {
	s.model = slices.Grow(s.model[:0], count)
	for v := 1; v <= count; v++ {
		s.model = append(s.model, -dimacs.Lit(v))
	}
}
