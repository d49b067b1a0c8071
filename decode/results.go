package decode

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// Results are the models in what a solver answers. A dimacs.ResultReader reads those of SAT
// solvers; SATResults makes it one of these.
type Results interface {
	// Read returns the literals of the next model, valid until the next call,
	// or io.EOF.
	Read() ([]dimacs.Lit, error)
	// Status returns the answer as far as it has been read.
	Status() dimacs.Status
	// Instance returns what the result tells of the instance of the last model,
	// nil if it does not tell the board. As long as that is the same, so is the
	// pointer.
	Instance() (*encode.Instance, error)
	// Terminated reports whether the end of the last model was seen.
	Terminated() bool
	// Name returns the name of the input.
	Name() string
}

// detectBytes is how much of the input is looked at to tell its format.
const detectBytes = 4 << 10

// NewResults returns the reader for what r holds, which its first line tells:
// a solution file of CBC, a report or a plain solution file of GLPK, solutions
// of MiniZinc, or else the result of a SAT solver, as a *SATResults. The size of
// the board is needed where a solution names squares and may leave out some. If
// it is 0, it is the largest row or column named, or follows from the length of
// an array.
func NewResults(r io.Reader, name string, size int) Results {
	b := bufio.NewReaderSize(r, detectBytes)
	line := firstLine(b, 0)
	s := solutions{lines: &lines{r: b, name: name}, size: size}
	switch {
	case isCBC(line):
		return &cbcReader{solutions: s}
	case bytes.HasPrefix(line, []byte("Problem:")):
		return &glpkReport{solutions: s}
	case bytes.HasPrefix(line, []byte("c Problem:")) && bytes.HasPrefix(firstLine(b, 1), []byte("c Rows:")),
		bytes.HasPrefix(line, []byte("s mip ")), bytes.HasPrefix(line, []byte("s bas ")):
		return &glpkPlain{s}
	case miniZincLine().Match(line):
		return &miniZincReader{solutions: s}
	}
	return &SATResults{ResultReader: dimacs.NewResultReader(b, name, encode.Keys...)}
}

// firstLine returns the beginning of the first line that is not blank, after
// skipping some lines, without reading it. Errors are left for the reader to
// meet.
func firstLine(b *bufio.Reader, skip int) []byte {
	for n := 64; ; n *= 2 {
		text, err := b.Peek(min(n, detectBytes))
		text = bytes.TrimLeft(text, " \t\r\n")
		for i := 0; i < skip; i++ {
			_, text, _ = bytes.Cut(text, []byte("\n"))
		}
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			return text[:end]
		}
		if err != nil || n >= detectBytes {
			return text
		}
	}
}

// SATResults are those of a SAT solver, whose comments tell the instance.
type SATResults struct {
	*dimacs.ResultReader
	description description
}

// Instance returns what the comments seen so far tell.
func (r *SATResults) Instance() (*encode.Instance, error) {
	return r.description.instance(r.Comments(), r.Name())
}

// A description of an instance by comments is parsed again when they change.
type description struct {
	comments []dimacs.Comment
	parsed   *encode.Instance
}

// instance returns what the comments tell, nil if they do not tell the board;
// name is that of their file.
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

// solutions are what the readers of other solvers than those for SAT have in
// common.
type solutions struct {
	*lines
	size     int // of the board, 0 if it is not known
	status   dimacs.Status
	instance *encode.Instance
	model    []dimacs.Lit
}

func (s *solutions) Status() dimacs.Status               { return s.status }
func (s *solutions) Instance() (*encode.Instance, error) { return s.instance, nil }
func (s *solutions) Terminated() bool                    { return true }

// answer sets the status, unless a solution was found before.
func (s *solutions) answer(status dimacs.Status) {
	if s.status != dimacs.Satisfiable {
		s.status = status
	}
}

// optimal returns the model of an integer program. The instance, if the size of
// the board is known, is that of as many queens as the model has: those are as
// many as fit, or were asked for.
func (s *solutions) optimal() []dimacs.Lit {
	if s.size > 0 {
		queens := 0
		for _, l := range s.model[:min(len(s.model), s.size*s.size)] {
			if l > 0 {
				queens++
			}
		}
		s.instance = &encode.Instance{N: s.size, Queens: &queens}
	}
	return s.model
}

// emptyBoard sets the model to a board without queens.
func (s *solutions) emptyBoard(n int) {
	s.model = slices.Grow(s.model[:0], n*n)
	for v := 1; v <= n*n; v++ {
		s.model = append(s.model, -dimacs.Lit(v))
	}
}
