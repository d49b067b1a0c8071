package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/external"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// A span is a range of variables.
type span struct{ first, last int }

// joined returns the ranges ascending, those that touch as one, and how many
// variables are in them.
func joined(spans []span) (list []span, variables int) {
	for _, p := range slices.SortedFunc(slices.Values(spans), func(a, b span) int { return a.first - b.first }) {
		if n := len(list); n > 0 && p.first <= list[n-1].last+1 {
			variables += max(p.last-list[n-1].last, 0)
			list[n-1].last = max(list[n-1].last, p.last)
			continue
		}
		list = append(list, p)
		variables += p.last - p.first + 1
	}
	return list, variables
}

// setSolver takes the value of --solver.
func (s *settings) setSolver(value string) error {
	c, err := external.Parse(value)
	s.external = &c
	return err
}

// setPart takes the value of --part, such as "7/50".
func (s *settings) setPart(value string) (err error) {
	s.part, err = parts.ParseShare(value)
	return err
}

// setProject takes the value of --project, ranges of variables such as
// "1-64,80".
func (s *settings) setProject(value string) error {
	s.project = nil
	for word := range strings.FieldsFuncSeq(value, isSeparator) {
		from, to, ranged := strings.Cut(word, "-")
		first, err := program.ParseInteger(from, 1, dimacs.MaxVar)
		if err != nil {
			return err
		}
		last := first
		if ranged {
			if last, err = program.ParseInteger(to, first, dimacs.MaxVar); err != nil {
				return err
			}
		}
		s.project = append(s.project, span{first, last})
	}
	if s.project == nil {
		return fmt.Errorf("expected variables such as 1-64,80, found %q", value)
	}
	return nil
}

// setAssume takes the value of --assume, literals with blanks or commas
// between them.
func (s *settings) setAssume(value string) error {
	for word := range strings.FieldsFuncSeq(value, isSeparator) {
		l, err := program.ParseInteger[dimacs.Lit](word, -dimacs.MaxVar, dimacs.MaxVar)
		if err == nil && l == 0 {
			err = fmt.Errorf("expected a literal, found 0")
		}
		if err != nil {
			return err
		}
		s.assume = append(s.assume, l)
	}
	return nil
}

// setMemory takes the value of --memory, a whole number of bytes or with a unit:
// K, M, G or T, powers of 1024.
func (s *settings) setMemory(value string) error {
	number, unit := value, int64(1)
	if n := len(value); n > 0 {
		if i := strings.IndexByte("KMGT", value[n-1]&^0x20); i >= 0 {
			number, unit = value[:n-1], 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < leastMemory/unit || n > math.MaxInt64/unit || n*unit < leastMemory {
		return fmt.Errorf("expected a size such as 2G, of at least %dM, found %s", leastMemory>>20, program.Found(value))
	}
	s.memory = n * unit
	return nil
}

func isSeparator(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '\n' }
