package command

import (
	"bytes"
	"io"
	"regexp"
	"sync"

	"queens/cmd/internal/drat"
)

// kind returns the kind of a certificate of a formula with that many clauses: drat, lrat, cpog
// or model. Unless --as chooses the kind, it reads the head of the certificate.
func (s *settings) kind(r io.Reader, clauses int) (kind string, head []byte, err error) {
	if s.as != "" {
		return s.as, nil, nil
	}
	head, err = io.ReadAll(io.LimitReader(r, drat.HeadSize))
	return kindOf(head, clauses), head, err
}

// cpogLine is a line of CPOG that no other kind has.
var cpogLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[1-9]\d* [aps]|r) -?\d+\b`)
})

// gaveUp is how cadical says that it does not know.
var gaveUp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^c UNKNOWN\s*$`)
})

// kindOf returns the kind of a certificate with that beginning. The first line that is no
// comment decides: a proof begins with a number or d, in the binary form with a or d.
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
		return "model" // solvers begin with many comments
	}
	return "drat"
}

func proofKind(head []byte, clauses int) string {
	if drat.IsLRAT(head, clauses) {
		return "lrat"
	}
	return "drat"
}
