package command

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"sync"
)

// headSize is how much of a certificate is looked at.
const headSize = 1 << 20

// kind tells what a certificate is, drat, lrat, cpog or model, of a formula with so many clauses,
// and returns it to be read from its beginning.
func (s *settings) kind(r io.Reader, clauses int) (string, io.Reader, error) {
	if s.as != "" {
		return s.as, r, nil
	}
	head, err := io.ReadAll(io.LimitReader(r, headSize))
	return kindOf(head, clauses), io.MultiReader(bytes.NewReader(head), r), err
}

// lratLine is a line of LRAT: a lemma with its hints, or a deletion by numbers.
var lratLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([1-9]\d*)(?:(?: -?[1-9]\d*)* 0((?: -?[1-9]\d*)*)|( d)(?: [1-9]\d*)*) 0$`)
})

// cpogLine is a line of CPOG that no other kind has.
var cpogLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[1-9]\d* [aps]|r) -?\d+\b`)
})

// lratDeletion is the beginning of such a deletion, which may be very long.
var lratDeletion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[1-9]\d* d [ \d]*$`)
})

// gaveUp is how cadical says that it does not know.
var gaveUp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^c UNKNOWN\s*$`)
})

// kindOf tells what a certificate is by its beginning. A proof begins with a number or d, in
// the binary form of DRAT with a or d. It is LRAT if all its lines are, the first number is
// none of a clause of the formula, and some line has hints or deletes: no solver writes such
// lines in DRAT, which has one clause on each.
func kindOf(head []byte, clauses int) string {
	if len(head) > 0 && (head[0] == 'a' || head[0] == 'd' && bytes.IndexByte(head, 0) >= 0) {
		return "drat"
	}
	lines := bytes.Split(head, []byte("\n"))
	if len(head) == headSize && len(lines) > 1 {
		lines = lines[:len(lines)-1] // the last is cut
	}
	said, isLRAT, lemmas := 0, false, 0
	for i, line := range lines {
		line = bytes.Join(bytes.Fields(line), []byte(" "))
		if len(line) == 0 || line[0] == 'c' {
			continue
		}
		if said == 0 && cpogLine().Match(line) {
			return "cpog"
		}
		if c := line[0]; said == 0 && c != '-' && c != 'd' && c-'0' > 9 {
			return "model"
		}
		said++
		m := lratLine().FindSubmatch(line)
		switch {
		case m == nil && i == len(lines)-1 && (isLRAT || lratDeletion().Match(line)):
			return "lrat" // which was cut off
		case m == nil:
			return "drat"
		case m[3] != nil:
			isLRAT = true
			continue
		}
		if n, _ := strconv.Atoi(string(m[1])); lemmas == 0 && n <= clauses {
			return "drat"
		}
		lemmas++
		isLRAT = isLRAT || len(m[2]) > 0
	}
	switch {
	case said == 0 && (len(head) == headSize || gaveUp().Match(head)):
		return "model" // solvers begin with many comments
	case isLRAT:
		return "lrat"
	}
	return "drat"
}
