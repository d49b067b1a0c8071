package command

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"queens/encode"
	"queens/encode/atmostone"
)

// fileName returns the canonical name of the file: its parameters in a fixed order, without
// the default values; only the encoding of a CNF file is always named. Numbers are padded
// so that names sort by size.
//
//	queens-0032-torus-min-k0033-sym-p003-b005-d002-shuf-s0001-sequential.cnf
//
// consists of the family, the size N, the variant, the minimal form, the number of queens, "sym"
// for broken symmetries ("symt" with translations), the numbers of placed queens, blocked squares
// and blocked diagonals, the shuffle, the seed, and the encoding. Further words are "ind" for
// independent queens (after N), c0007 for 7 colours (after the queens), a hash such as g5f3a9c21
// for the squares and diagonals that the user listed, and for a balance, and the kind of a puzzle
// (both before the shuffle), and the transform and "annotated" (at the end). The ending of the
// format follows, and then a dot and the compression, unless it is "".
func fileName(f encode.File, compression string) string {
	in := f.Instance
	words := []string{in.Family.String(), fmt.Sprintf("%04d", in.N)}
	add := func(present bool, format string, value ...any) {
		if present {
			words = append(words, fmt.Sprintf(format, value...))
		}
	}
	add(in.Independent, "ind")
	add(in.Variant == encode.Torus, "torus")
	add(in.Minimal, "min")
	add(hasQueens(f), "k%04d", in.QueenCount())
	add(in.ColourCount() != in.N && in.Aim == "", "c%04d", in.ColourCount())
	add(in.Aim != "", "%s", in.Aim)
	add(in.Stars > 1, "stars%02d", in.Stars)
	add(in.SymmetryBroken && !in.Translations, "sym")
	add(in.SymmetryBroken && in.Translations, "symt")
	add(len(in.Placed) > 0, "p%03d", len(in.Placed))
	add(in.Blocked.Len() > 0, "b%03d", in.Blocked.Len())
	add(len(in.BlockedDiagonals) > 0, "d%03d", len(in.BlockedDiagonals))
	if lists := listed(f.Arguments); len(lists) > 0 {
		hash := fnv.New32a()
		hash.Write([]byte(strings.Join(lists, " ")))
		add(true, "g%08x", hash.Sum32())
	}
	add(in.Puzzle != "", "%s", in.Puzzle)
	add(in.Shuffle != nil, "shuf")
	if seed := cmp.Or(in.Seed, in.Shuffle); seed != nil {
		add(true, "s%04d", *seed)
	}
	add(in.Encoding != "", "%s", in.Encoding)
	if t := in.Transform; t != nil {
		add(true, "%s", strings.Replace(t.String(), ":", "", 1))
	}
	add(f.Annotate, "annotated")
	format, _ := encode.FormatByName(f.Format) // Check has accepted it
	name := strings.Join(words, "-") + format.Suffix
	if compression != "" {
		name += "." + compression
	}
	return name
}

// hasQueens reports whether the number of queens is a parameter of the file.
func hasQueens(f encode.File) bool {
	in := f.Instance
	return in.Aim == "" && in.Queens != nil && (*in.Queens != in.N || f.Format == "lp" || in.Family.Definition().NoDefault != "")
}

// listed returns the arguments that the name of the file contains as a hash: lists of squares,
// diagonals and regions, and the balance.
func listed(arguments []string) []string {
	return slices.DeleteFunc(slices.Clone(arguments), func(word string) bool {
		name, _, _ := strings.Cut(word, "=")
		return name != "place" && name != "block" && name != "block-diagonals" && name != "regions" && name != "balance"
	})
}

// arguments returns the arguments that reproduce the file, in a fixed order and without
// default values: FLAG or FLAG=VALUE without dashes, and at the end the size. given is the
// instance without random choices.
func (m member) arguments(f encode.File, given encode.Instance) []string {
	in := f.Instance
	words := []string{}
	add := func(present bool, word string) {
		if present {
			words = append(words, word)
		}
	}
	number := func(flag string, k int) { add(k > 0, fmt.Sprintf("%s=%d", flag, k)) }
	add(f.Format != encode.DefaultFormat, "format="+f.Format)
	words = append(words, BoardArguments(f, given)...)
	add(m.balance != 0, "balance="+strings.Replace(fmt.Sprint(m.balance), "+Inf", "none", 1))
	add(m.sample.Placed > 0 || in.Puzzle == encode.Solvable, fmt.Sprintf("random-place=%d", m.sample.Placed))
	number("random-block", m.sample.Blocked)
	number("random-diagonals", m.sample.Diagonals)
	switch in.Puzzle {
	case encode.Solvable, encode.Unique:
		add(true, string(in.Puzzle))
	default:
		add(in.Puzzle != "", "difficulty="+string(in.Puzzle))
	}
	add(given.Conflict() != nil || in.Aim == "" && len(in.Placed) > in.QueenCount(), "allow-conflict")
	add(in.SymmetryBroken, "break-symmetry")
	add(in.Translations, "translations")
	if in.Transform != nil {
		add(true, "transform="+in.Transform.String())
	}
	add(in.Shuffle != nil, "shuffle")
	add(in.Seed != nil || in.Shuffle != nil, fmt.Sprintf("seed=%d", m.sample.Seed))
	add(f.Annotate, "annotate")
	return append(words, strconv.Itoa(in.N))
}

// BoardArguments returns the arguments for the problem and the given squares of an instance: those that
// follow the format and precede random choices.
func BoardArguments(f encode.File, given encode.Instance) (words []string) {
	in := f.Instance
	add := func(present bool, word string) {
		if present {
			words = append(words, word)
		}
	}
	add(in.Family != encode.DefaultFamily, "family="+in.Family.String())
	add(in.Encoding != "" && in.Encoding != atmostone.Default, "encoding="+in.Encoding)
	add(in.Variant != encode.Regular, "variant="+in.Variant.String())
	add(in.Minimal, "minimal")
	add(hasQueens(f), fmt.Sprintf("queens=%d", in.QueenCount()))
	add(in.ColourCount() != in.N && in.Aim == "", fmt.Sprintf("colours=%d", in.ColourCount()))
	add(in.Aim != "", string(in.Aim))
	add(in.Independent, "independent")
	if given.Regions != nil {
		add(true, "regions="+given.Regions.String())
	}
	add(in.Stars > 0, fmt.Sprintf("stars=%d", in.Stars))
	add(len(given.Placed) > 0, "place="+join(given.Placed))
	add(given.Blocked.Len() > 0, "block="+join(slices.Collect(given.Blocked.All())))
	add(len(given.BlockedDiagonals) > 0, "block-diagonals="+join(given.BlockedDiagonals))
	return words
}

func join[T fmt.Stringer](items []T) string {
	var words []string
	for _, item := range items {
		words = append(words, item.String())
	}
	return strings.Join(words, ",")
}

// parameters returns the arguments of a file as a user types them: NAME=VALUE becomes
// --NAME VALUE, and NAME becomes --NAME. The last argument is the board size, which stays.
func parameters(arguments []string) string {
	words := slices.Clone(arguments)
	for i, word := range words[:len(words)-1] {
		name, value, hasValue := strings.Cut(word, "=")
		words[i] = "--" + name
		if hasValue {
			words[i] += " " + value
		}
	}
	return strings.Join(words, " ")
}
