package read

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// maxHead is the largest number of bytes of comments that are held back before an instance.
// Further comments go to the instance before them.
const maxHead = 16 << 20

// Instances splits a text of several instances, as `cat *.cnf` writes it. If an instance has a line that is
// no comment, the next line "p" or the next comment "board:" begins another instance. Comments and blank
// lines directly before it belong to that instance; comments "c p" count as other lines. Read reads from
// one instance at a time and returns io.EOF at its end. The answer of a solver is a *dimacs.SyntaxError, at
// the beginning of an instance or after a line "p". Other errors come from the input.
type Instances struct {
	r    *bufio.Reader
	name string
	line int // number of the last line read, from 1

	text      []byte   // bytes of the instance that Read returns next
	buffer    []byte   // the array of text
	held      []byte   // comments and blank lines after the last other line, which belong to this instance or the next
	inLine    bool     // the last bytes from r did not end their line
	kind      lineKind // of the last line read, or of the line that is being read
	hasBody   bool     // the instance has a line that is not a comment, or comments beyond maxHead
	hasHeader bool     // the instance has a line "p"
	ended     bool     // the instance has ended, and held begins the next one
	err       error    // of r or of the format, for Read to return after text
}

// NewInstances returns the instances in r. Messages call the input name.
func NewInstances(r io.Reader, name string) *Instances {
	return &Instances{r: bufio.NewReaderSize(r, 64<<10), name: name}
}

// Next skips the rest of the current instance and reports whether another one follows, from which Read then
// reads. It returns the errors of Read except io.EOF. The first instance can be read without a call of Next.
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

// fill reads a line, or a part of a line longer than the buffer of r, and updates the fields that describe
// it. It adds the bytes to s.text or s.held, and sets s.ended if the line begins the next instance. It sets
// s.err to an error of r, such as io.EOF, or for the answer of a solver, whose bytes it drops.
func (s *Instances) fill() {
	part, err := s.r.ReadSlice('\n')
	if !s.inLine {
		s.line++
		s.kind = kindOf(part)
	}
	starts, comment := !s.inLine, s.kind == remarkLine || s.kind == boardLine
	if s.inLine = err == bufio.ErrBufferFull; !s.inLine {
		s.err = err
	}
	switch {
	case starts && s.hasBody && (s.kind == headerLine || s.kind == boardLine):
		s.ended, s.hasBody, s.hasHeader = true, !comment, !comment
		s.held = append(s.held, part...)
		return
	case s.kind == resultLine && (s.hasHeader || !s.hasBody):
		s.err = &dimacs.SyntaxError{Name: s.name, Line: s.line, Column: 1,
			Expected: "a clause or the next formula", Found: "the answer of a solver (answers are files of their own)"}
		return
	case comment && len(s.held)+len(part) <= maxHead:
		s.held = append(s.held, part...)
	default:
		s.hasBody = s.hasBody || len(part) > 0
		s.hasHeader = s.hasHeader || s.kind == headerLine
		s.release(part)
	}
	if s.err != nil {
		s.release(nil)
	}
}

// release appends s.held and part to s.text, and empties s.held. Read must have returned all of s.text, or
// none of it since the last release.
func (s *Instances) release(part []byte) {
	if len(s.text) == 0 {
		s.buffer = s.buffer[:0]
	}
	s.buffer = append(append(s.buffer, s.held...), part...)
	s.text, s.held = s.buffer, s.held[:0]
}

// A lineKind is the kind of a line. It decides where the next instance begins.
type lineKind int

const (
	otherLine  lineKind = iota
	remarkLine          // a comment or a blank line
	boardLine           // a comment that names a board
	headerLine          // the line "p" of a formula
	resultLine          // a line whose first word is s, v, SAT or UNSAT, as in a solver's answer
)

// kindOf returns the kind of a line, as described at the constants. It depends only on the first two words
// in the first 100 bytes.
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

// commentMarks are the characters that begin comments in the languages of instances: CNF and
// similar formats, LP, MiniZinc and OPB. A comment may be "key: value".
const commentMarks = `c\%*`

// byteOrderMark is the byte order mark with which some editors begin a file in UTF-8.
var byteOrderMark = []byte("\ufeff")

// A Head holds facts from the comments and the first other line of a text.
type Head struct {
	Comments []dimacs.Comment // the comments with a key of encode.Keys
	// Clauses means that the text may be a CNF: it has no comment of another language (see commentMarks), and
	// its header is neither "p knf" nor "p cnf+".
	Clauses bool
	// Instance means that the text is an instance and not an answer: it has a comment of LP or OPB, or the first
	// word of its first other line is "p" (with a second word), "h" as in a WCNF, or "include" as in MiniZinc.
	// Comments of CNF and MiniZinc do not decide, because answers repeat them.
	Instance bool
}

// ReadHead reads the head of a text in any language of package encode. It reads only up to the first line
// that is no comment and not blank, but buffers more. Messages call the input name. It returns the errors
// of r except io.EOF, and a *dimacs.SyntaxError for a line of more than lineBytesMax bytes. With a byte
// order mark, it returns the whole head and a *dimacs.SyntaxError.
func ReadHead(r io.Reader, name string) (h Head, err error) {
	l := &lines{r: bufio.NewReader(r), name: name}
	for h.Clauses = true; ; {
		if failure := l.next(); failure == io.EOF {
			return h, err
		} else if failure != nil {
			return h, failure
		}
		text, marked := bytes.CutPrefix(bytes.TrimLeft(l.text, " \t"), byteOrderMark)
		if marked && l.line == 1 {
			err = &dimacs.SyntaxError{Name: name, Line: 1, Column: 1, Expected: "an instance", Found: "a byte order mark", Hint: "save the file without one"}
		}
		switch {
		case len(text) == 0:
			continue
		case bytes.IndexByte([]byte(commentMarks), text[0]) < 0 || text[0] == 'c' && len(text) > 1 && text[1] != ' ' && text[1] != '\t':
			words := append(bytes.Fields(text[:min(len(text), 100)]), nil, nil)
			first, second := string(words[0]), string(words[1])
			h.Instance = h.Instance || first == "p" && second != "" || first == "h" || first == "include"
			h.Clauses = h.Clauses && !(first == "p" && (second == "knf" || second == "cnf+"))
			return h, err
		}
		h.Clauses = h.Clauses && text[0] == 'c'
		h.Instance = h.Instance || text[0] == '*' || text[0] == '\\'
		key, value, ok := bytes.Cut(bytes.TrimLeft(text[1:], " \t"), []byte(":"))
		if ok && slices.Contains(encode.Keys, string(key)) {
			value = bytes.TrimLeft(value, " \t")
			h.Comments = append(h.Comments, dimacs.Comment{Key: string(key), Value: string(bytes.TrimSpace(value)), Line: l.line, Column: len(l.text) - len(value) + 1})
		}
	}
}
