package command

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/format"
)

// fileName returns the canonical name of the file, such as
//
//	queens-0032-torus-min-k0033-sym-p003-b005-d002-shuf-s0001-sequential.cnf
//
// The name contains the parameters in this order, without default values. Only the family, the size
// and the encoding of a CNF or WCNF file are always there.
//
//	queens, 0032              family and size N, or 0008x0005 for 8 rows and 5 columns
//	knight, queen5-knight3    the piece, or the kinds of a mixture with their numbers
//	same                      pieces of the same kind may attack each other
//	ind, torus, min           independent queens, the variant, the minimal form
//	k0033, c0007              numbers of queens and of colours
//	minimum, maximum          the aim
//	stars02, sym              number of stars, broken symmetries
//	p003, b005, d002          numbers of placed queens, blocked squares and blocked diagonals
//	g5f3a9c21                 a hash of the arguments that listed returns
//	unique, repair, easy, ... the kind of the puzzle
//	shuf, s0001               a shuffle, the seed
//	sequential, xor2          the encoding, the transform
//	annotated                 comments of --annotate
//
// Numbers are padded so that names sort by size. The ending of the format follows, and then a dot and
// the compression, unless it is "".
func fileName(f format.File, compression string) string {
	in := f.Instance
	list := words{in.Family.String(), fmt.Sprintf("%04d", in.N)}
	if in.Columns > 0 {
		list[1] += fmt.Sprintf("x%04d", in.Columns)
	}
	list.add(in.Pieces != nil, "%s", strings.NewReplacer("rider ", "rider", "leaper ", "leaper", ",", "_", " ", "-", "*", "").Replace(in.PieceText()))
	list.add(in.AllowSame, "same")
	list.add(in.Independent, "ind")
	list.add(in.Variant == board.Torus, "torus")
	list.add(in.Minimal, "min")
	list.add(hasQueens(f), "k%04d", in.QueenCount())
	list.add(hasColours(in), "c%04d", in.ColourCount())
	list.add(in.Aim != "", "%s", in.Aim)
	list.add(in.Stars > 1, "stars%02d", in.Stars)
	list.add(in.SymmetryBroken, "sym")
	list.add(len(in.Placed) > 0, "p%03d", len(in.Placed))
	list.add(in.Blocked.Len() > 0, "b%03d", in.Blocked.Len())
	list.add(len(in.BlockedDiagonals) > 0, "d%03d", len(in.BlockedDiagonals))
	if lists := listed(f.Arguments); len(lists) > 0 {
		hash := fnv.New32a()
		hash.Write([]byte(strings.Join(lists, " ")))
		list.add(true, "g%08x", hash.Sum32())
	}
	list.add(in.Puzzle != "", "%s", in.Puzzle)
	list.add(slices.Contains(f.Arguments, "repair"), "repair")
	list.add(in.Shuffle != nil, "shuf")
	if seed := cmp.Or(in.Seed, in.Shuffle); seed != nil {
		list.add(true, "s%04d", *seed)
	}
	list.add(in.Encoding != "", "%s", in.Encoding)
	if in.Transform != nil {
		list.add(true, "%s", strings.Replace(in.Transform.String(), ":", "", 1))
	}
	list.add(f.Annotate, "annotated")
	format, _ := format.FormatByName(f.Format) // Check has accepted it
	name := strings.Join(list, "-") + format.Suffix
	if compression != "" {
		name += "." + compression
	}
	return name
}

// words is a list of parameters.
type words []string

// add appends a formatted word if present is true.
func (w *words) add(present bool, format string, value ...any) {
	if present {
		*w = append(*w, fmt.Sprintf(format, value...))
	}
}

// hasQueens reports whether the number of queens is a parameter of the file. With an aim, it is not. Otherwise it is
// if the instance must give a number, or if the number was given and is not the default or the format is lp.
func hasQueens(f format.File) bool {
	in := f.Instance
	needed := f.Format == "lp" || in.Regions != nil && in.Columns > 0
	return in.Aim == "" && (noDefault(in) != "" || in.Queens != nil && (needed || *in.Queens != in.Board().Side()))
}

// hasColours reports whether the number of colours is a parameter of the file: there is no aim, and the number is not
// the default.
func hasColours(in encode.Instance) bool {
	return in.Aim == "" && in.ColourCount() != in.Board().LongSide()
}

// listed returns the arguments that the name of the file contains only as a hash: lists of squares and
// diagonals, the regions, and the balance.
func listed(arguments []string) []string {
	return slices.DeleteFunc(slices.Clone(arguments), func(word string) bool {
		name, _, _ := strings.Cut(word, "=")
		return name != "place" && name != "block" && name != "block-diagonals" && name != "regions" && name != "balance"
	})
}

// arguments returns the arguments of qgen that reproduce the file f of the member, in a fixed order
// and without default values, except a seed: FLAG or FLAG=VALUE without dashes, and at the end the
// size. given is the instance before the random choices.
func (m member) arguments(f format.File, given encode.Instance) []string {
	in, list := f.Instance, words{}
	list.add(f.Format != format.DefaultFormat, "format=%s", f.Format)
	list = append(list, BoardArguments(f, given)...)
	list.add(m.balance != 0, "balance=%s", strings.Replace(fmt.Sprint(m.balance), "+Inf", "none", 1))
	list.add(m.sample.Placed > 0 || in.Puzzle == encode.Solvable, "random-place=%d", m.sample.Placed)
	list.add(m.sample.Blocked > 0, "random-block=%d", m.sample.Blocked)
	list.add(m.sample.Diagonals > 0, "random-diagonals=%d", m.sample.Diagonals)
	isFlag := in.Puzzle == encode.Solvable || in.Puzzle == encode.Unique
	list.add(isFlag, "%s", in.Puzzle)
	list.add(m.repair, "repair")
	list.add(in.Puzzle != "" && !isFlag, "difficulty=%s", in.Puzzle)
	list.add(given.Conflict() != nil || in.Aim == "" && len(in.Placed) > in.QueenCount(), "allow-conflict")
	list.add(in.SymmetryBroken, "break-symmetry")
	list.add(in.Transform != nil, "transform=%v", in.Transform)
	list.add(in.Shuffle != nil, "shuffle")
	list.add(in.Seed != nil || in.Shuffle != nil, "seed=%d", m.sample.Seed)
	list.add(f.Annotate, "annotate")
	return append(list, in.Board().Size())
}

// BoardArguments returns the arguments of qgen for the problem and the given squares of an instance:
// the family, the pieces, the encoding, the variant, minimal, the numbers of queens, colours and stars, the aim,
// independent, the regions, and the placed and blocked squares and diagonals, without default values.
// The form is FLAG or FLAG=VALUE without dashes. The regions, squares and diagonals are from given,
// and all other arguments from f.
func BoardArguments(f format.File, given encode.Instance) []string {
	in, list := f.Instance, words{}
	list.add(in.Family != encode.DefaultFamily, "family=%v", in.Family)
	pieces := strings.ReplaceAll(in.PieceText(), " ", "+")
	list.add(pieces != "" && !in.Mixed(), "piece=%s", pieces)
	list.add(in.Mixed(), "pieces=%s", pieces)
	list.add(in.AllowSame, "allow-same")
	list.add(in.Encoding != "" && in.Encoding != atmostone.Default, "encoding=%s", in.Encoding)
	list.add(in.Variant != board.Regular, "variant=%v", in.Variant)
	list.add(in.Minimal, "minimal")
	list.add(hasQueens(f), "queens=%d", in.QueenCount())
	list.add(hasColours(in), "colours=%d", in.ColourCount())
	list.add(in.Aim != "", "%s", in.Aim)
	list.add(in.Independent, "independent")
	list.add(given.Regions != nil, "regions=%v", given.Regions)
	list.add(in.Stars > 0, "stars=%d", in.Stars)
	list.add(len(given.Placed) > 0, "place=%s", join(given.Placed))
	list.add(given.Blocked.Len() > 0, "block=%s", join(slices.Collect(given.Blocked.All())))
	list.add(len(given.BlockedDiagonals) > 0, "block-diagonals=%s", join(given.BlockedDiagonals))
	return list
}

func join[T fmt.Stringer](items []T) string {
	var list []string
	for _, item := range items {
		list = append(list, item.String())
	}
	return strings.Join(list, ",")
}

// parameters returns the arguments of a file as a user types them, joined by blanks: NAME=VALUE
// becomes --NAME VALUE, and NAME becomes --NAME. The last argument is the board size, which must be
// there and stays.
func parameters(arguments []string) string {
	list := slices.Clone(arguments)
	for i, word := range list[:len(list)-1] {
		list[i] = "--" + strings.Replace(word, "=", " ", 1)
	}
	return strings.Join(list, " ")
}
