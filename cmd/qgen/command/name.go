package command

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"queens/encode"
)

// fileName returns the canonical name of the file: the parameters in a fixed
// order, padded so that names sort by size, without those that are absent.
//
//	queens-0032-torus-min-k0033-sym-p003-b005-d002-shuf-s0001-sequential.cnf
//
// are the size, the variant, the minimal form, the number of queens, one board
// of each symmetry class, the numbers of placed queens, blocked squares and
// blocked diagonals, shuffled, the seed, and the encoding. Squares and diagonals
// that the user listed are told apart by a hash, as in g5f3a9c21, and files with
// comments for learners end in -annotated.
func (s *settings) fileName(f encode.File) string {
	in := f.Instance
	parts := []string{"queens", fmt.Sprintf("%04d", in.N)}
	add := func(present bool, format string, value ...any) {
		if present {
			parts = append(parts, fmt.Sprintf(format, value...))
		}
	}
	random := in.Seed != nil || in.Shuffle != nil
	add(in.Variant == encode.Torus, "torus")
	add(in.Minimal, "min")
	add(in.QueenCount() != in.N || in.Queens != nil && f.Format == "lp", "k%04d", in.QueenCount())
	add(in.SymmetryBroken, "sym")
	add(len(in.Placed) > 0, "p%03d", len(in.Placed))
	add(len(in.Blocked) > 0, "b%03d", len(in.Blocked))
	add(len(in.BlockedDiagonals) > 0, "d%03d", len(in.BlockedDiagonals))
	if lists := s.lists(); len(lists) > 0 {
		hash := fnv.New32a()
		hash.Write([]byte(strings.Join(lists, " ")))
		add(true, "g%08x", hash.Sum32())
	}
	add(in.Shuffle != nil, "shuf")
	add(random, "s%04d", s.seed)
	add(in.Encoding != "", "%s", in.Encoding)
	add(f.Annotate, "annotated")
	name := strings.Join(parts, "-") + suffix(f)
	if s.compress != "" {
		name += "." + s.compress
	}
	return name
}

func suffix(f encode.File) string {
	format, _ := encode.FormatByName(f.Format) // Check knows it
	return format.Suffix
}

// lists returns the squares and diagonals that the user listed, as flags.
func (s *settings) lists() []string {
	var all []string
	for _, l := range []struct {
		flag   string
		values []string
	}{{"--place", s.place}, {"--block", s.block}, {"--block-diagonals", s.diagonals}} {
		if len(l.values) > 0 {
			all = append(all, l.flag, strings.ReplaceAll(strings.Join(l.values, ","), " ", ""))
		}
	}
	return all
}

// parameters returns the arguments that make the file, in a fixed order and
// without those that are the default.
func (s *settings) parameters(f encode.File) string {
	in := f.Instance
	words := []string{}
	add := func(present bool, more ...string) {
		if present {
			words = append(words, more...)
		}
	}
	add(f.Format != encode.DefaultFormat, "--format", f.Format)
	add(in.Encoding != "" && in.Encoding != encode.DefaultEncoding, "--encoding", in.Encoding)
	add(in.Variant != encode.Regular, "--variant", in.Variant.String())
	add(in.Minimal, "--minimal")
	add(in.Queens != nil, "--queens", strconv.Itoa(in.QueenCount()))
	add(true, s.lists()...)
	add(s.randomPlace > 0, "--random-place", strconv.Itoa(s.randomPlace))
	add(s.randomBlock > 0, "--random-block", strconv.Itoa(s.randomBlock))
	add(s.randomDiagonals > 0, "--random-diagonals", strconv.Itoa(s.randomDiagonals))
	add(s.allowConflict, "--allow-conflict")
	add(in.SymmetryBroken, "--break-symmetry")
	add(in.Shuffle != nil, "--shuffle")
	add(in.Seed != nil || in.Shuffle != nil, "--seed", strconv.FormatInt(s.seed, 10))
	add(f.Annotate, "--annotate")
	return strings.Join(append(words, strconv.Itoa(in.N)), " ")
}
