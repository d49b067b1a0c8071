package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"queens/cmd/internal/program"
	"queens/encode"
)

// file returns what the flags ask for on a board of size n. Its errors are
// usage errors.
func (s *settings) file(call *program.Invocation, n int) (encode.File, error) {
	f, err := s.given(call, n)
	if err != nil {
		return f, program.Usagef("%w", err)
	}
	if f.Instance, err = s.sampled(f.Instance); err != nil {
		return f, program.Usagef("%w", err)
	}
	if _, err := f.Size(); err != nil {
		return f, program.Usagef("%w", err)
	}
	return f, nil
}

// sampled returns the instance with what is random. Contradictions among what is
// given are found before, so that they are told as such.
func (s *settings) sampled(in encode.Instance) (encode.Instance, error) {
	if err := in.Conflict(); err != nil && !s.allowConflict {
		return in, fmt.Errorf("%w (--allow-conflict writes the unsatisfiable instance)", err)
	}
	in, err := in.Sample(encode.Sample{Placed: s.randomPlace, Blocked: s.randomBlock, Diagonals: s.randomDiagonals, Seed: s.seed})
	if err != nil {
		return in, err
	}
	if k := in.QueenCount(); len(in.Placed) > k && !s.allowConflict {
		return in, fmt.Errorf("--random-place: %d queens would be placed, but the number of queens is %d", len(in.Placed), k)
	}
	return in, nil
}

// given returns the file without what is random.
func (s *settings) given(call *program.Invocation, n int) (encode.File, error) {
	f := encode.File{Instance: encode.Instance{N: n, Minimal: s.minimal, SymmetryBroken: s.breakSymmetry}, Format: s.format, Annotate: s.annotate}
	in := &f.Instance
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
		return f, fmt.Errorf("--variant: %w", err)
	}
	for _, err := range []error{
		parseList("--place", s.place, &in.Placed, encode.ParseSquare, n),
		parseList("--block", s.block, &in.Blocked, encode.ParseSquare, n),
		parseList("--block-diagonals", s.diagonals, &in.BlockedDiagonals, encode.ParseDiagonal, n),
		f.Check(),
	} {
		if err != nil {
			return f, err
		}
	}
	return f, nil
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
