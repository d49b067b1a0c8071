package command

import (
	"bytes"
	"io"
	"regexp"
	"sync"

	"queens/cmd/qcheck/drat"
)

// kind returns the kind of a certificate: drat, lrat, cpog, parts, model or frat. It is the value of --as, or
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
	return regexp.MustCompile(`^(?:[1-9]\d* [apst]|r) -?\d+\b`)
})

// fratLine matches the first line of a proof in FRAT, unless it is binary.
var fratLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\A(?:(?:c.*)?\n)*[oa] [1-9]\d* (?:-?[1-9]\d* )*0(?: l [^\x00]*)?\r?(?:\n|\z)`)
})

// gaveUp matches the line by which cadical says that it found no answer.
var gaveUp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^c UNKNOWN\s*$`)
})

// countLine matches a line in the header of a count of a part.
var countLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\Ac part: .*\nc part question: (projected )?count\r?\n`)
})

// kindOf returns the kind of a certificate: drat, lrat, cpog, parts, model or frat. The argument head is the
// beginning of the certificate, at most drat.HeadSize bytes. The argument clauses is the number of
// clauses of the formula, by which drat.IsLRAT tells LRAT from DRAT.
//
// If fratLine matches, or if a text with a zero byte begins with o, it is a proof in FRAT. A
// certificate for which drat.IsBinary holds is a binary proof. In a text, the first line decides
// that is neither empty nor a comment. If cpogLine matches it, the text is a CPOG certificate. If it
// begins with a digit, a minus or d, the text is a proof. Otherwise it is a model. If all lines of
// head are empty or comments, the text is a model if head has drat.HeadSize bytes, or if cadical
// wrote that it gave up. Otherwise it is a DRAT proof without steps.
func kindOf(head []byte, clauses int) string {
	if fratLine().Match(head) || len(head) > 0 && head[0] == 'o' && bytes.IndexByte(head, 0) >= 0 {
		return "frat"
	}
	if countLine().Match(head) {
		return "parts"
	}
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
