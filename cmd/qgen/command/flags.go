package command

import (
	"math"

	"queens/cmd/internal/compress"
	"queens/cmd/internal/program"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

// settings are what the flags say.
type settings struct {
	encoding, variant, format                 string
	queens                                    int
	place, block, diagonals                   []string // lists
	randomPlace, randomBlock, randomDiagonals int      // numbers
	seed                                      int64
	allowConflict                             bool
	minimal, breakSymmetry, shuffle           bool
	annotate, stats                           bool
	outDir, compress                          string
}

// most is the largest number of things on a board.
const most = encode.MaxN * encode.MaxN

func (s *settings) flags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "encoding", Aliases: []string{"e"}, Usage: "say with this `ENCODING` that at most one square of a line holds a queen",
			Value: program.OneOf(&s.encoding, encodings()...)},
		&cli.GenericFlag{Name: "variant", Usage: "the `VARIANT` of the board; on a torus diagonals wrap around, so that each has N squares",
			Value: program.OneOf(&s.variant, program.Names(encode.Regular.String(), encode.Torus.String())...)},
		&cli.GenericFlag{Name: "queens", Aliases: []string{"k"}, Usage: "exactly `K` queens instead of N; more than N is a provably unsatisfiable benchmark",
			Value: program.Integer(&s.queens, 0, most)},
		&cli.GenericFlag{Name: "place", Usage: "the squares of `LIST` hold a queen", Value: program.List(&s.place)},
		&cli.GenericFlag{Name: "block", Usage: "the squares of `LIST` stay empty", Value: program.List(&s.block)},
		&cli.GenericFlag{Name: "block-diagonals", Usage: "the diagonals of `LIST` stay empty", Value: program.List(&s.diagonals)},
		&cli.GenericFlag{Name: "random-place", Usage: "place `K` queens at random that do not attack each other", Value: program.Integer(&s.randomPlace, 0, most)},
		&cli.GenericFlag{Name: "random-block", Usage: "block `K` squares at random", Value: program.Integer(&s.randomBlock, 0, most)},
		&cli.GenericFlag{Name: "random-diagonals", Usage: "block `K` diagonals at random", Value: program.Integer(&s.randomDiagonals, 0, most)},
		&cli.GenericFlag{Name: "seed", Usage: "what is random is a function of the number `K`", Value: program.Integer(&s.seed, 0, math.MaxInt64)},
		&cli.BoolFlag{Name: "allow-conflict", Usage: "write the unsatisfiable instance if what is placed and blocked contradicts itself, instead of refusing it",
			Destination: &s.allowConflict},
		&cli.BoolFlag{Name: "minimal", Usage: "say only what is needed: at least one queen in each column, at most one in each row " +
			"and diagonal; the default, exactly one in each row and column, is redundant and easier to solve",
			Destination: &s.minimal},
		&cli.BoolFlag{Name: "break-symmetry", Usage: "keep one solution of each class under those rotations and reflections that map the instance to itself",
			Destination: &s.breakSymmetry},
		&cli.BoolFlag{Name: "shuffle", Usage: "rename variables, flip their signs, and put clauses and literals into random order",
			Destination: &s.shuffle},
		&cli.BoolFlag{Name: "annotate", Usage: "add comments that say what variables and clauses stand for", Destination: &s.annotate},
		&cli.GenericFlag{Name: "format", Aliases: []string{"f"}, Usage: "the `FORMAT` to write, if the ending of the output's name does not choose it",
			Value: program.OneOf(&s.format, formats()...)},
		&cli.BoolFlag{Name: "stats", Usage: "print how large the formula would be, and write none", Destination: &s.stats},
		&cli.GenericFlag{Name: "compress", Usage: "the `COMPRESSION` of the output, if the ending of its name does not choose it",
			Value: program.OneOf(&s.compress, program.Names(compress.Formats()...)...)},
		&cli.PathFlag{Name: "out-dir", Usage: "write one file into `DIR` for each N of the arguments, which may be ranges LO..HI, " +
			"under a name that tells its parameters, and list them in DIR/MANIFEST.tsv",
			Destination: &s.outDir},
	}
}

func encodings() []program.Choice {
	var list []program.Choice
	for _, e := range encode.AtMostOnes() {
		list = append(list, program.Choice{Name: e.Name})
	}
	return list
}

func formats() []program.Choice {
	var list []program.Choice
	for _, f := range encode.Formats() {
		list = append(list, program.Choice{Name: f.Name, About: f.About})
	}
	return list
}
