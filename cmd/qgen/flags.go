package main

import (
	"math"

	"queens/cmd/internal/compress"
	"queens/cmd/internal/program"
	"queens/encode"
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

func (s *settings) flags() []program.Flag {
	return []program.Flag{
		{Name: "encoding", Short: "e", Usage: "how to say that at most one square of a line holds a queen",
			Value: program.OneOf(&s.encoding, encodingNames()...)},
		{Name: "variant", Usage: "how diagonals run: to the border, or around it, so that each has N squares",
			Value: program.OneOf(&s.variant, encode.Regular.String(), encode.Torus.String())},
		{Name: "queens", Short: "k", Arg: "K", Usage: "exactly K queens instead of N; more than N is a provably unsatisfiable benchmark",
			Value: program.Integer(&s.queens, 0, most)},
		{Name: "place", Arg: "LIST", Usage: "squares that hold a queen", Value: program.List(&s.place)},
		{Name: "block", Arg: "LIST", Usage: "squares that stay empty", Value: program.List(&s.block)},
		{Name: "block-diagonals", Arg: "LIST", Usage: "diagonals that stay empty", Value: program.List(&s.diagonals)},
		{Name: "random-place", Arg: "K", Usage: "place K queens at random that do not attack each other", Value: program.Integer(&s.randomPlace, 0, most)},
		{Name: "random-block", Arg: "K", Usage: "block K squares at random", Value: program.Integer(&s.randomBlock, 0, most)},
		{Name: "random-diagonals", Arg: "K", Usage: "block K diagonals at random", Value: program.Integer(&s.randomDiagonals, 0, most)},
		{Name: "seed", Arg: "K", Usage: "what is random is a function of this number", Value: program.Integer(&s.seed, 0, math.MaxInt64)},
		{Name: "allow-conflict", Usage: "write the unsatisfiable instance if what is placed and blocked contradicts itself, instead of refusing it",
			Value: program.Bool(&s.allowConflict)},
		{Name: "minimal", Usage: "say only what is needed: at least one queen in each column, at most one in each row " +
			"and diagonal; the default, exactly one in each row and column, is redundant and easier to solve",
			Value: program.Bool(&s.minimal)},
		{Name: "break-symmetry", Usage: "keep one solution of each class under those rotations and reflections that map the instance to itself",
			Value: program.Bool(&s.breakSymmetry)},
		{Name: "shuffle", Usage: "rename variables, flip their signs, and put clauses and literals into random order",
			Value: program.Bool(&s.shuffle)},
		{Name: "annotate", Usage: "add comments that say what variables and clauses stand for", Value: program.Bool(&s.annotate)},
		{Name: "format", Short: "f", Usage: "the language to write, if the ending of the output's name does not choose it: CNF, CNF with cardinality constraints in two dialects, " +
			"pseudo-Boolean constraints, an integer program that maximises the queens, or MiniZinc",
			Value: program.OneOf(&s.format, formatNames()...)},
		{Name: "stats", Usage: "print the numbers of variables and clauses, and write no formula", Value: program.Bool(&s.stats)},
		{Name: "compress", Usage: "compress the output, if the ending of its name does not choose how",
			Value: program.OneOf(&s.compress, compress.Formats()...)},
		{Name: "out-dir", Arg: "DIR", Usage: "write one file for each N of the arguments, which may be ranges LO..HI, " +
			"under a name that tells its parameters, and list them in DIR/MANIFEST.tsv",
			Value: program.FileName(&s.outDir)},
	}
}

func encodingNames() []string {
	var names []string
	for _, e := range encode.AtMostOnes() {
		names = append(names, e.Name)
	}
	return names
}

func formatNames() []string {
	var names []string
	for _, f := range encode.Formats() {
		names = append(names, f.Name)
	}
	return names
}
