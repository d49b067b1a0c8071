package decode

import (
	"bufio"
	"bytes"
	"io"

	"queens/dimacs"
	"queens/encode"
)

// Results are the models in what a solver answers. A *dimacs.ResultReader is
// one; the others read the solution files of integer programming and constraint
// programming.
type Results interface {
	// Read returns the literals of the next model, valid until the next call,
	// or io.EOF.
	Read() ([]dimacs.Lit, error)
	// Status returns the answer as far as it has been read.
	Status() dimacs.Status
	// Comments returns those seen so far that describe the instance.
	Comments() []dimacs.Comment
	// Terminated reports whether the end of the last model was seen.
	Terminated() bool
	// Name returns the name of the input.
	Name() string
}

// detectBytes is how much of the input is looked at to tell its format.
const detectBytes = 4 << 10

// NewResults returns the reader for what r holds, which its first line tells:
// a solution file of CBC, a report or a plain solution file of GLPK, the output
// of MiniZinc, or else the result of a SAT solver. The size of the board is
// needed where a solution names squares and may leave out some. If it is 0, it
// is the largest row or column named, or follows from the length of an array.
func NewResults(r io.Reader, name string, size int) Results {
	b := bufio.NewReaderSize(r, detectBytes)
	line := firstLine(b, 0)
	lines := &lines{r: b, name: name}
	switch {
	case isCBC(line):
		return &cbcReader{lines: lines, columns: columns{size: size}}
	case bytes.HasPrefix(line, []byte("Problem:")):
		return &glpkReport{lines: lines, columns: columns{size: size}}
	case bytes.HasPrefix(line, []byte("c Problem:")) && bytes.HasPrefix(firstLine(b, 1), []byte("c Rows:")),
		bytes.HasPrefix(line, []byte("s mip ")), bytes.HasPrefix(line, []byte("s bas ")):
		return &glpkPlain{lines: lines, size: size}
	case isMiniZinc(line):
		return &miniZincReader{lines: lines, size: size}
	}
	return dimacs.NewResultReader(b, name, encode.Keys...)
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
