package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"queens/cmd/internal/program"
	"queens/encode"
)

// document returns what the flags ask for on a board of size n. Its errors are
// usage errors.
func (s *settings) document(call *program.Invocation, n int) (encode.Document, error) {
	d, err := s.given(call, n)
	if err != nil {
		return d, program.Usagef("%w", err)
	}
	if d.Instance, err = s.drawn(d.Instance); err != nil {
		return d, program.Usagef("%w", err)
	}
	if _, err := d.Size(); err != nil {
		return d, program.Usagef("%w", err)
	}
	return d, nil
}

// drawn returns the instance with what is random. Contradictions among what is
// given are found before, so that they are told as such.
func (s *settings) drawn(in encode.Instance) (encode.Instance, error) {
	if err := in.Conflict(); err != nil && !s.allowConflict {
		return in, fmt.Errorf("%w (--allow-conflict writes the unsatisfiable instance)", err)
	}
	in, err := in.Draw(encode.Draw{Placed: s.randomPlace, Blocked: s.randomBlock, Diagonals: s.randomDiagonals, Seed: s.seed})
	if err != nil {
		return in, err
	}
	if k := in.QueenCount(); len(in.Placed) > k && !s.allowConflict {
		return in, fmt.Errorf("--random-place: %d queens would be placed, but the number of queens is %d", len(in.Placed), k)
	}
	return in, nil
}

// given returns the document without what is random.
func (s *settings) given(call *program.Invocation, n int) (encode.Document, error) {
	d := encode.Document{Instance: encode.Instance{N: n, Minimal: s.minimal, SymmetryBroken: s.breakSymmetry}, Format: s.format, Annotate: s.annotate}
	in := &d.Instance
	if s.format == encode.DefaultFormat || call.Given("encoding") {
		in.Encoding = s.encoding
	}
	if call.Given("queens") {
		in.Queens = &s.queens
	}
	if s.shuffle {
		in.Shuffle = &s.seed
	}
	var err error
	if in.Variant, err = encode.ParseVariant(s.variant); err != nil {
		return d, fmt.Errorf("--variant: %w", err)
	}
	for _, err := range []error{
		parseList("--place", s.place, &in.Placed, encode.ParseSquare, n),
		parseList("--block", s.block, &in.Blocked, encode.ParseSquare, n),
		parseList("--block-diagonals", s.diagonals, &in.BlockedDiagonals, encode.ParseDiagonal, n),
		d.Check(),
	} {
		if err != nil {
			return d, err
		}
	}
	return d, nil
}

// parseList appends the items of all values of a flag, separated by commas.
func parseList[T any](flag string, values []string, to *[]T, parse func(string, int) (T, error), n int) error {
	for _, value := range values {
		for _, word := range strings.Split(value, ",") {
			item, err := parse(strings.TrimSpace(word), n)
			if err != nil {
				return fmt.Errorf("%s: %w", flag, err)
			}
			*to = append(*to, item)
		}
	}
	return nil
}

// parseSize reads a board size.
func parseSize(arg string) (int, error) {
	if n, err := strconv.ParseUint(arg, 10, 64); n > encode.MaxN && (err == nil || errors.Is(err, strconv.ErrRange)) {
		return 0, program.Usagef("board size %s is too large: expected at most %d, or there are more variables than the 2^28-1 that solvers accept",
			arg, encode.MaxN)
	}
	n, err := program.ParseInteger(arg, 1, encode.MaxN)
	if err != nil {
		return 0, program.Usagef("board size: %w", err)
	}
	return int(n), nil
}
