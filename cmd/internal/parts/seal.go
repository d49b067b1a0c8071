package parts

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/big"
	"slices"
	"strconv"
	"time"

	"queens/dimacs"
	"queens/dimacs/result"
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
	isStart  bool      // the next fragment begins a line; true at the start of the text
	isHeld   bool      // fragment is the first line of the next result
	skip     bool      // the line is incidental; see isIncidental
	all      hash.Hash // digest of all lines of the result so far
	answer   hash.Hash // digest of the lines that are not incidental
	seconds  float64   // the seconds in the last line of the result that Read has read last
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

// An answer is a result without its header.
type answer struct {
	model    []dimacs.Lit     // the first model; nil without a model
	models   int64            // number of models
	count    dimacs.Count     // times the weight in the header; 0 if the question is no count
	comments []dimacs.Comment // comments with further keys, such as comments about the board
	digest   []byte           // of the lines that are not incidental
	seconds  float64          // of work; without a meaning after an error
}

// read reads the result to which s.next has moved. name is the name of the text for messages, and others
// are the keys of further comments to read. If visit is not nil, it is called with each model and the number
// of the part. read returns the header also with an error, with the fields that it has read. If the result
// is not complete, or was changed, the error is errPartial. A malformed header or line and an answer that does
// not fit its question are errors, too, as are an error of s or of visit and the end of ctx.
func read(ctx context.Context, s *sealedReader, name string, others []string, visit func(part int, model []dimacs.Lit) error) (h Header, a answer, err error) {
	r := result.NewReader(s, name, slices.Concat(keys, others)...)
	var wrong error // the error in the header
	for err == nil {
		var lits []dimacs.Lit
		lits, err = r.Read()
		if a.models == 0 {
			h, a.comments, wrong = parseHeader(r.Comments())
			a.model = slices.Clone(lits)
		}
		if err != nil {
			break
		}
		switch a.models++; {
		case !r.Terminated():
			err = errPartial
		case a.models&0xff == 0 && ctx.Err() != nil:
			err = context.Cause(ctx)
		case wrong == nil && visit != nil:
			err = visit(h.I, lits)
		}
	}
	if err == io.EOF {
		err = wrong
	}
	if err == nil {
		err = a.check(r, h)
	}
	a.digest, a.seconds = s.answer.Sum(nil), s.seconds
	return h, a, err
}

// check sets a.count, and checks that the answer that r has read fits the question in the header. It returns
// errAnswer if not, and errPartial if the answer is not complete.
func (a *answer) check(r *result.Reader, h Header) error {
	a.count.M = new(big.Int)
	one := big.NewInt(1)
	n := r.CountPower()
	announced, more := r.Announced()
	switch is := r.Status(); {
	case is == dimacs.Unknown:
		return errPartial
	case h.counts():
		if n.M == nil || a.models > 0 || n.IsZero() == (is == dimacs.Satisfiable) {
			return errAnswer
		}
		a.count = dimacs.Count{M: new(big.Int).Mul(n.M, h.Weight), Shift: n.Shift}
		return nil
	case n.M != nil || h.Weight.Cmp(one) != 0 || (a.models > 0) != (is == dimacs.Satisfiable):
		return errAnswer
	case h.Question == Models && is == dimacs.Satisfiable:
		if announced == nil || more || announced.Cmp(big.NewInt(a.models)) != 0 {
			return errPartial
		}
		return nil
	case h.Question != Models && a.models > 1:
		return errAnswer
	}
	return nil
}

var errAnswer = errors.New("its answer does not fit the question in its line `c part question`")
