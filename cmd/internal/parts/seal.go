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
	// answers lists the beginnings of comments that belong to an answer. Other comments may
	// differ between equal answers.
	answers = [][]byte{[]byte("c s exact "), []byte("c models "), []byte("c part weight: ")}
)

// A Seal is a writer for a result. End adds the last line.
type Seal struct {
	w     io.Writer
	all   hash.Hash // digest of the text before the digest in the last line
	start time.Time // time of NewSeal
}

// NewSeal returns a Seal that writes to w. The measured time starts now.
func NewSeal(w io.Writer) *Seal { return &Seal{w, sha256.New(), time.Now()} }

func (s *Seal) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	s.all.Write(p[:n])
	return n, err
}

// End writes the last line: the seconds since NewSeal, and the digest.
func (s *Seal) End() error { return s.end(time.Since(s.start).Seconds()) }

func (s *Seal) end(seconds float64) error {
	if _, err := fmt.Fprintf(s, "%s%.3f ", endLine, seconds); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.w, sum(s.all))
	return err
}

// errPartial is the error for a result that was stopped, cut off or changed.
var errPartial = errors.New("it is not complete, or was changed: run this part again")

// A sealedReader reads the results in a text in sequence. The method next moves to the beginning
// of a result. Read then reads the result up to its last line, and checks the digest there. Text
// outside of results is skipped.
type sealedReader struct {
	in       *bufio.Reader
	fragment []byte    // the text that Read returns next: the rest of a line or a piece of it
	isStart  bool      // the next fragment begins a line
	isHeld   bool      // fragment is the first line of the next result
	skip     bool      // the line is incidental; see isIncidental
	all      hash.Hash // digest of all lines of the result so far
	answer   hash.Hash // digest of the lines that are not incidental
	seconds  float64   // the seconds in the last line of the result that Read has read last
}

func newSealedReader(r io.Reader) *sealedReader {
	return &sealedReader{in: bufio.NewReaderSize(r, 64<<10), isStart: true}
}

// fill reads the next fragment, a line or as much as fits into the buffer, into s.fragment, and reports
// whether it begins a line. The fragment is valid until the next call. At the end of the text, fill returns
// io.EOF.
func (s *sealedReader) fill() (start bool, err error) {
	start = s.isStart
	s.fragment, err = s.in.ReadSlice('\n')
	if len(s.fragment) > 0 && (err == io.EOF || err == bufio.ErrBufferFull) {
		err = nil
	}
	s.isStart = bytes.HasSuffix(s.fragment, []byte("\n"))
	return start, err
}

// next skips the rest of the current result, and moves to the first line of the next result. It
// returns io.EOF if no result follows, or the error of the reader.
func (s *sealedReader) next() error {
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

// Read returns io.EOF at the end of a result whose digest is right, and errPartial at the end of
// any other result. Other errors come from the source. next must have been called.
func (s *sealedReader) Read(p []byte) (int, error) {
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

// take adds the fragment to the digest of all lines, and to the digest of the answer unless s.skip
// is set.
func (s *sealedReader) take() {
	s.all.Write(s.fragment)
	if !s.skip {
		s.answer.Write(s.fragment)
	}
}

// end checks the last line, which is s.fragment. If it is well-formed and its digest is right, end sets
// s.seconds and returns io.EOF. Otherwise it returns errPartial.
func (s *sealedReader) end() error {
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

// isIncidental reports whether a line may differ between equal answers: a comment without a count, a number
// of models or a weight.
func isIncidental(line []byte) bool {
	begins := func(prefix []byte) bool { return bytes.HasPrefix(line, prefix) }
	return begins(comment) && !slices.ContainsFunc(answers, begins)
}
