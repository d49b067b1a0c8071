package command

import (
	"strings"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/encode"
	"queens/encode/atmostone"

	"github.com/urfave/cli/v2"
)

// settings holds the values of the flags.
type settings struct {
	sweep
	stats, dryRun                  bool
	outDir, verify, plan, compress string
}

// flags returns the flags of the program.
func (s *settings) flags() []cli.Flag {
	return append(s.sweep.flags(),
		&cli.BoolFlag{Name: "stats", Usage: "print how large the formula would be, and write none", Destination: &s.stats},
		&cli.GenericFlag{Name: "compress", Usage: "the `COMPRESSION` of the output, if the ending of its name does not choose it",
			Value: program.OneOf(&s.compress, program.Names(output.Compressions()...)...)},
		&cli.PathFlag{Name: "out-dir", Usage: "write a set into `DIR`: a file for each combination of what the flags and the arguments list, " +
			"under a name that tells its parameters, and DIR/MANIFEST.tsv",
			Destination: &s.outDir},
		&cli.PathFlag{Name: "plan", TakesFile: true, Usage: "with --out-dir, take the arguments from `FILE`, each line of which is a sweep or a single instance",
			Destination: &s.plan},
		&cli.BoolFlag{Name: "dry-run", Usage: "list what --out-dir would write, and write nothing", Destination: &s.dryRun},
		&cli.PathFlag{Name: "verify", Usage: "make the set in `DIR` again, and name each file that is not as it should be", Destination: &s.verify},
	)
}

// flags returns the flags that select the instances to write. The values of a list are
// separated by commas.
func (f *sweep) flags() []cli.Flag {
	f.families = []string{encode.DefaultFamily.String()}
	f.encodings, f.variants, f.formats = []string{atmostone.Default}, []string{encode.Regular.String()}, []string{encode.DefaultFormat}
	flags := []cli.Flag{
		&cli.GenericFlag{Name: "family", Usage: "the problem: `FAMILY`", Value: program.SomeOf(&f.families, families()...)},
		&cli.GenericFlag{Name: "encoding", Aliases: []string{"e"}, Usage: "say with this `ENCODING` that at most one square of a line holds a queen",
			Value: program.SomeOf(&f.encodings, encodings()...)},
		&cli.GenericFlag{Name: "variant", Usage: "the `VARIANT` of the board; on a torus diagonals wrap around, so that each has N squares",
			Value: program.SomeOf(&f.variants, program.Names(encode.Regular.String(), encode.Torus.String())...)},
		&cli.GenericFlag{Name: "queens", Aliases: []string{"k"}, Usage: "exactly `K` queens instead of N, or in each army; more than N queens that do not attack each other are an unsatisfiable benchmark",
			Value: f.queens.value("")},
		&cli.GenericFlag{Name: "colours", Usage: "colour the board with `K` colours instead of N", Value: f.colours.value("")},
		&cli.BoolFlag{Name: "independent", Usage: "queens that dominate the board do not attack each other", Destination: &f.independent},
		&cli.GenericFlag{Name: "place", Usage: "the squares of `LIST` hold a queen", Value: program.List(&f.place)},
		&cli.GenericFlag{Name: "block", Usage: "the squares of `LIST` stay empty", Value: program.List(&f.block)},
		&cli.GenericFlag{Name: "block-diagonals", Usage: "the diagonals of `LIST` stay empty", Value: program.List(&f.diagonals)},
		&cli.GenericFlag{Name: "random-place", Usage: "place `K` queens at random that do not attack each other", Value: f.randomPlace.value("")},
		&cli.GenericFlag{Name: "random-block", Usage: "block `K` squares at random", Value: f.randomBlock.value("")},
		&cli.GenericFlag{Name: "random-diagonals", Usage: "block `K` diagonals at random", Value: f.randomDiagonals.value("")},
		&cli.BoolFlag{Name: "solvable", Usage: "with --random-place, place queens of a random board, so that there is a solution", Destination: &f.solvable},
		&cli.BoolFlag{Name: "unique", Usage: "place queens at random so that there is one solution, and more than one without any of them", Destination: &f.unique},
		&cli.GenericFlag{Name: "difficulty", Usage: "place queens so, for a puzzle of this `DIFFICULTY`", Value: program.SomeOf(&f.difficulties, difficulties()...)},
		&cli.GenericFlag{Name: "seed", Usage: "the seed `K` of all that is random", Value: f.seeds.value("1")},
		&cli.BoolFlag{Name: "allow-conflict", Usage: "write the unsatisfiable instance if what is placed and blocked contradicts itself, instead of refusing it",
			Destination: &f.allowConflict},
		&cli.BoolFlag{Name: "minimal", Usage: "say only what is needed: at least one queen in each column, at most one in each row " +
			"and diagonal; the default, exactly one in each row and column, is redundant and easier to solve",
			Destination: &f.minimal},
		&cli.BoolFlag{Name: "break-symmetry", Usage: "keep one solution of each class under the rotations and reflections that map the instance to itself, at most 8",
			Destination: &f.breakSymmetry},
		&cli.BoolFlag{Name: "translations", Usage: "with --break-symmetry, those of a torus are symmetries, too", Destination: &f.translations},
		&cli.BoolFlag{Name: "shuffle", Usage: "rename variables, flip their signs, and put clauses and literals into random order",
			Destination: &f.shuffle},
		&cli.GenericFlag{Name: "transform", Usage: "put a function of new variables in place of each one: `FUNCTION` is xor:K, or:K, majority:K or flip",
			Value: program.Func(func(text string) error { return parseTransforms(text, &f.transforms) })},
		&cli.BoolFlag{Name: "annotate", Usage: "add comments that say what variables and clauses stand for", Destination: &f.annotate},
		&cli.GenericFlag{Name: "format", Aliases: []string{"f"}, Usage: "the `FORMAT` to write, if the ending of the output's name does not choose it",
			Value: program.SomeOf(&f.formats, formats()...)},
	}
	f.families, f.encodings, f.variants, f.formats = nil, nil, nil, nil // no values given
	return flags
}

func parseTransforms(text string, to *[]encode.Transform) error {
	*to = nil
	for word := range strings.SplitSeq(text, ",") {
		t, err := encode.ParseTransform(word)
		if err != nil {
			return err
		}
		*to = append(*to, t)
	}
	return nil
}

func families() []program.Choice {
	var list []program.Choice
	for _, f := range encode.Families() {
		list = append(list, program.Choice{Name: f.String(), About: f.About()})
	}
	return list
}

func difficulties() []program.Choice {
	return []program.Choice{
		{Name: string(encode.Easy), About: "solved by unit propagation alone"},
		{Name: string(encode.Medium), About: "solved with one literal tried and refuted at a time"},
		{Name: string(encode.Hard), About: "solved only by search"},
	}
}

func encodings() []program.Choice {
	var list []program.Choice
	for _, e := range atmostone.All() {
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
