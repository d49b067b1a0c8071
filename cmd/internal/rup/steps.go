package rup

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"queens/dimacs"
)

// A step of a proof adds a clause or deletes one.
type step struct {
	clause  []dimacs.Lit
	deletes bool
}

var errCut = errors.New("expected the end of the clause, found the end of the proof")

// steps returns the steps of a proof, up to the first error. A binary proof is
// told from a text by the letter a, which each of its clauses begins with.
func steps(proof []byte) iter.Seq2[step, error] {
	next := textStep
	if bytes.IndexByte(proof, 'a') >= 0 {
		next = binaryStep
	}
	return func(yield func(step, error) bool) {
		for rest := proof; len(bytes.TrimSpace(rest)) > 0; {
			var s step
			var err error
			s, rest, err = next(rest)
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// textStep reads a step such as "d 1 -2 0".
func textStep(text []byte) (s step, rest []byte, err error) {
	for word, rest := nextWord(text); word != ""; word, rest = nextWord(rest) {
		if word == "d" && len(s.clause) == 0 && !s.deletes {
			s.deletes = true
			continue
		}
		v, err := strconv.ParseInt(word, 10, 32)
		switch {
		case err != nil || v == -1<<31:
			return s, nil, fmt.Errorf("expected a literal, found %q", word)
		case v == 0:
			return s, rest, nil
		}
		s.clause = append(s.clause, dimacs.Lit(v))
	}
	return s, nil, errCut
}

// nextWord returns the first word of a text, empty at its end, and what follows.
func nextWord(text []byte) (word string, rest []byte) {
	text = bytes.TrimLeft(text, " \t\r\n")
	end := bytes.IndexAny(text, " \t\r\n")
	if end < 0 {
		end = len(text)
	}
	return string(text[:end]), text[end:]
}

// binaryStep reads a step of the binary form: a or d, each literal as the number
// 2v or 2v+1 in groups of 7 bits, the lowest first, and a zero byte.
func binaryStep(data []byte) (s step, rest []byte, err error) {
	switch data[0] {
	case 'a':
	case 'd':
		s.deletes = true
	default:
		return s, nil, fmt.Errorf("expected a or d, found %q", data[:1])
	}
	value, shift := uint64(0), 0
	for i, b := range data[1:] {
		if b == 0 && shift == 0 {
			return s, data[i+2:], nil
		}
		value |= uint64(b&0x7f) << shift
		if shift += 7; b >= 0x80 {
			if shift > 28 {
				return s, nil, errors.New("expected a literal, found more than 32 bits")
			}
			continue
		}
		l := dimacs.Lit(value >> 1)
		if l <= 0 {
			return s, nil, fmt.Errorf("expected a literal, found the number %d", value)
		}
		if value&1 == 1 {
			l = -l
		}
		s.clause = append(s.clause, l)
		value, shift = 0, 0
	}
	return s, nil, errCut
}
