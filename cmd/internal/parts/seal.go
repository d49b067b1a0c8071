package parts

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"time"
)

var (
	beginLine = []byte("c part: ")
	endLine   = []byte("c part end: ")
	comment   = []byte("c ")
	// answers begin the comments that belong to an answer; others may differ where it is
	// the same.
	answers = [][]byte{[]byte("c s exact "), []byte("c models "), []byte("c part weight: ")}
)

// A Seal writes a result, to which it adds the last line.
type Seal struct {
	w     io.Writer
	all   hash.Hash
	start time.Time
}

// NewSeal returns a Seal. The work that is measured begins.
func NewSeal(w io.Writer) *Seal { return &Seal{w, sha256.New(), time.Now()} }

func (s *Seal) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	s.all.Write(p[:n])
	return n, err
}

// End writes the last line.
func (s *Seal) End() error {
	if _, err := fmt.Fprintf(s, "%s%.3f ", endLine, time.Since(s.start).Seconds()); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.w, sum(s.all))
	return err
}

// errPartial is the error of a result whose part was stopped, or that was cut off or
// changed after it was written.
var errPartial = errors.New("it is not complete, or was changed")

// A sealed reads the results in a text one after the other: next goes to where one
// begins, and Read reads it up to its end, where it checks the last line. What is not
// between a first and a last line is passed over.
type sealed struct {
	in       *bufio.Reader
	fragment []byte // of a line, to be read
	isStart  bool   // the next one begins a line
	isHeld   bool   // fragment begins the next result
	skip     bool   // the line is incidental
	all      hash.Hash
	answer   hash.Hash // of the lines that are not incidental
	seconds  float64
}

func newSealed(r io.Reader) *sealed {
	return &sealed{in: bufio.NewReaderSize(r, 64<<10), isStart: true}
}

// fill reads the next fragment, a line or what fits, and reports whether it begins a
// line.
func (s *sealed) fill() (start bool, err error) {
	start = s.isStart
	s.fragment, err = s.in.ReadSlice('\n')
	if len(s.fragment) > 0 && (err == io.EOF || err == bufio.ErrBufferFull) {
		err = nil
	}
	s.isStart = bytes.HasSuffix(s.fragment, []byte("\n"))
	return start, err
}

// next goes to the next result. Its error is io.EOF if there is none.
func (s *sealed) next() error {
	for !s.isHeld {
		start, err := s.fill()
		if err != nil {
			return err
		}
		s.isHeld = start && bytes.HasPrefix(s.fragment, beginLine)
	}
	s.isHeld, s.skip, s.all, s.answer = false, false, sha256.New(), sha256.New()
	s.take()
	return nil
}

// Read returns errPartial for a result that is not as it was written.
func (s *sealed) Read(p []byte) (int, error) {
	for len(s.fragment) == 0 {
		start, err := s.fill()
		switch {
		case err == io.EOF:
			return 0, errPartial
		case err != nil:
			return 0, err
		case start && bytes.HasPrefix(s.fragment, beginLine):
			s.isHeld = true
			return 0, errPartial
		case start && bytes.HasPrefix(s.fragment, endLine):
			return 0, s.end()
		case start:
			s.skip = isIncidental(s.fragment)
		}
		s.take()
	}
	n := copy(p, s.fragment)
	s.fragment = s.fragment[n:]
	return n, nil
}

// take adds the fragment to the digests.
func (s *sealed) take() {
	s.all.Write(s.fragment)
	if !s.skip {
		s.answer.Write(s.fragment)
	}
}

// end checks the last line.
func (s *sealed) end() error {
	words := bytes.Fields(s.fragment[len(endLine):])
	if len(words) != 2 {
		return errPartial
	}
	fmt.Fprintf(s.all, "%s%s ", endLine, words[0])
	seconds, err := strconv.ParseFloat(string(words[0]), 64)
	if err != nil || string(words[1]) != sum(s.all) {
		return errPartial
	}
	s.seconds = seconds
	return io.EOF
}

func isIncidental(line []byte) bool {
	begins := func(prefix []byte) bool { return bytes.HasPrefix(line, prefix) }
	return begins(comment) && !slices.ContainsFunc(answers, begins)
}
