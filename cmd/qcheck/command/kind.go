package command

import (
	"bytes"
	"io"
	"regexp"
	"sync"

	"queens/cmd/internal/drat"
)

// kind returns the kind of a certificate: drat, lrat, cpog or model. It is the value of --as, or
// else kindOf decides; then head is the beginning of the certificate, which has been read from r.
// The argument clauses is the number of clauses of the formula.
func (s *settings) kind(r io.Reader, clauses int) (kind string, head []byte, err error) {
	if s.as != "" {
		return s.as, nil, nil
	}
	head, err = io.ReadAll(io.LimitReader(r, drat.HeadSize))
	return kindOf(head, clauses), head, err
}

// cpogLine matches lines that occur only in CPOG.
var cpogLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[1-9]\d* [aps]|r) -?\d+\b`)
})

// gaveUp matches the line by which cadical says that it found no answer.
var gaveUp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^c UNKNOWN\s*$`)
})

// kindOf returns the kind of a certificate that begins with head. The argument clauses is the
// number of clauses of the formula, by which drat.IsLRAT tells LRAT from DRAT. The first line that
// is not a comment decides. A line of a CPOG certificate is recognized by its command. A proof in
// text begins with a number or d, and a binary proof with a or d. Anything else is a model. A file
// of comments is a model if it is long or if cadical wrote that it gave up, and otherwise an empty
// DRAT proof.
func kindOf(head []byte, clauses int) string {
	if drat.IsBinary(head) {
		return proofKind(head, clauses)
	}
	for line := range bytes.Lines(head) {
		line = bytes.Join(bytes.Fields(line), []byte(" "))
		if len(line) == 0 || line[0] == 'c' {
			continue
		}
		if cpogLine().Match(line) {
			return "cpog"
		}
		if c := line[0]; c != '-' && c != 'd' && c-'0' > 9 {
			return "model"
		}
		return proofKind(head, clauses)
	}
	if len(head) == drat.HeadSize || gaveUp().Match(head) {
		return "model" // solvers write many comments first
	}
	return "drat"
}

func proofKind(head []byte, clauses int) string {
	if drat.IsLRAT(head, clauses) {
		return "lrat"
	}
	return "drat"
}
