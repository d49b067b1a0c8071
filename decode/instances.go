package decode

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"queens/dimacs"
)

// maxHead bounds the memory for the comments before an instance.
const maxHead = 16 << 20

// Instances splits a text that holds one instance after another, as `cat *.cnf` writes it.
// A line "p", or a comment that names a board, begins another instance if it follows a line
// that is no comment. The comments directly before such a line belong to
// the new instance, except comments "c p". Read reads from one instance at a time and returns
// io.EOF at its end.
type Instances struct {
	r    *bufio.Reader
	name string
	line int // number of the last line read, from 1

	text   []byte // of the instance, beginning with the byte that Read returns next
	buffer []byte // holds text
	held   []byte // comments since the last other line, of this instance or of the next
	inLine bool   // the last bytes from r did not end their line,
	remark bool   // which is a comment
	body   bool   // the instance has a line that is no comment
	clause bool   // it has a line "p"
	ended  bool   // held is the beginning of the next instance
	err    error  // of r, to be returned after text
}

// NewInstances returns the instances of r, which messages call name.
func NewInstances(r io.Reader, name string) *Instances {
	return &Instances{r: bufio.NewReaderSize(r, 64<<10), name: name}
}

// Next skips the rest of an instance and reports whether another one follows. The first
// instance needs no call of Next.
func (s *Instances) Next() (bool, error) {
	if _, err := io.Copy(io.Discard, struct{ io.Reader }{s}); err != nil {
		return false, err
	}
	more := s.ended
	s.ended = false
	s.release(nil)
	return more, nil
}

func (s *Instances) Read(p []byte) (int, error) {
	for len(s.text) == 0 && !s.ended && s.err == nil {
		s.fill()
	}
	switch {
	case len(s.text) > 0:
		n := copy(p, s.text)
		s.text = s.text[n:]
		return n, nil
	case s.ended:
		return 0, io.EOF
	}
	return 0, s.err
}

// fill reads a line, or a part of a long one.
func (s *Instances) fill() {
	part, err := s.r.ReadSlice('\n')
	kind := otherLine
	switch {
	case !s.inLine:
		s.line++
		kind = kindOf(part)
		s.remark = kind == remarkLine || kind == boardLine
	case s.remark:
		kind = remarkLine
	}
	if s.inLine = err == bufio.ErrBufferFull; !s.inLine {
		s.err = err
	}
	switch {
	case (kind == headerLine || kind == boardLine) && s.body:
		s.ended, s.body, s.clause = true, kind == headerLine, kind == headerLine
		s.held = append(s.held, part...)
		return
	case kind == resultLine && (s.clause || !s.body):
		s.err = &dimacs.SyntaxError{Name: s.name, Line: s.line, Column: 1,
			Expected: "a clause or the next formula", Found: "the answer of a solver (answers are files of their own)"}
		return
	case (kind == remarkLine || kind == boardLine) && len(s.held)+len(part) <= maxHead:
		s.held = append(s.held, part...)
	default:
		s.body = s.body || len(part) > 0
		s.clause = s.clause || kind == headerLine
		s.release(part)
	}
	if s.err != nil {
		s.release(nil)
	}
}

// release gives the held comments and part to the instance.
func (s *Instances) release(part []byte) {
	if len(s.text) == 0 {
		s.buffer = s.buffer[:0]
	}
	s.buffer = append(append(s.buffer, s.held...), part...)
	s.text, s.held = s.buffer, s.held[:0]
}

// A lineKind tells what a line says about the instances around it.
type lineKind int

const (
	otherLine  lineKind = iota
	remarkLine          // a comment or a blank line
	boardLine           // a comment that names a board
	headerLine          // the line "p" of a formula
	resultLine          // a line of a solver's answer
)

// kindOf looks at the first words of a line.
func kindOf(line []byte) lineKind {
	words := bytes.Fields(line[:min(len(line), 100)])
	first := append(words, nil)[0]
	switch {
	case len(words) == 0:
		return remarkLine
	case len(words) > 1 && string(first) == "p":
		return headerLine
	case slices.Contains([]string{"s", "v", "SAT", "UNSAT"}, string(first)):
		return resultLine
	case len(first) > 1 || bytes.IndexByte([]byte(commentMarks), first[0]) < 0:
		return otherLine
	case len(words) == 1:
		return remarkLine
	case string(words[1]) == "p": // c p show, c p weight
		return otherLine
	case string(words[1]) == "board:":
		return boardLine
	}
	return remarkLine
}
