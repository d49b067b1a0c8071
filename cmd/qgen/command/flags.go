package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/format"
)

// settings holds the values of the flags. The words are "" if the flag is not given.
type settings struct {
	sweep
	stats, dryRun          bool
	outDir, plan, compress string
}

// flags returns the flags of the program, which store their values in s.
func (s *settings) flags() []cli.Flag {
	return append(s.sweep.flags(),
		&cli.BoolFlag{Name: "stats", Usage: "print the numbers of variables and clauses, and do not write the formula", Destination: &s.stats},
		&cli.GenericFlag{Name: "compress", Usage: "choose the `COMPRESSION` of the output, or of the files of --out-dir, if the name of the output does not",
			Value: program.OneOf(&s.compress, program.Names(output.Compressions()...)...)},
		&cli.PathFlag{Name: "out-dir", Usage: "write a set of files into `DIR`: one for each combination of the values in the flags and " +
			"of the board sizes, named after its parameters; list the files in DIR/MANIFEST.tsv",
			Destination: &s.outDir},
		&cli.PathFlag{Name: "plan", TakesFile: true, Usage: "read the arguments from `FILE`; each line describes one instance or several",
			Destination: &s.plan},
		&cli.BoolFlag{Name: "dry-run", Usage: "print the manifest of the files that --out-dir would write, without hashes, and write none of them", Destination: &s.dryRun},
	)
}

// sweepRules returns the rules about the flags of a sweep: which flags exclude or need others, and why.
func sweepRules() []program.Rule {
	var divided []string // the families with regions
	for _, f := range encode.Families() {
		if f.Definition().Rule == encode.Divided {
			divided = append(divided, "family="+f.String())
		}
	}
	return []program.Rule{
		{Flags: "piece", Excludes: "pieces"},
		{Flags: "pieces", Excludes: "queens place random-place unique difficulty minimum maximum", Why: "it gives the number of pieces of each kind"},
		{Flags: "allow-same", Needs: "pieces"},
		{Flags: "minimum", Excludes: "maximum"},
		{Flags: "minimum maximum", Why: "it looks for the best number",
			Excludes: "queens colours minimal shuffle transform solvable unique difficulty"},
		{Flags: "solvable", Needs: "random-place"},
		{Flags: "unique difficulty", Excludes: "random-place", Why: "a puzzle gets as few queens as it needs"},
		{Flags: "difficulty", Excludes: "unique", Why: "a puzzle of any difficulty has one solution"},
		{Flags: "balance", Needs: strings.Join(divided, " ")},
		{Flags: "balance", Needs: "unique difficulty"},
		{Flags: "repair", Needs: "unique"},
		{Flags: "repair", Needs: "regions"},
		{Flags: "repair", Excludes: "queens random-block", Why: "it keeps N regions and the given squares"},
		{Flags: "balance", Excludes: "regions", Why: "it bounds regions that are drawn"},
		{Flags: "seed", Needs: "random-place random-block random-diagonals unique difficulty shuffle",
			Why: "nothing else depends on it"},
	}
}

// setRules are the rules about the other flags.
var setRules = []program.Rule{
	{Flags: "plan", Needs: "out-dir dry-run"},
	{Flags: "plan", Excludes: "N", Only: "out-dir dry-run compress output quiet",
		Why: "the plan contains the arguments of all instances"},
	{Flags: "out-dir dry-run", Excludes: "stats"},
	{Flags: "output", With: "out-dir", Needs: "dry-run", Why: "a set has names of its own"},
}

// flags returns the flags that select the instances to write. They store their values in f. If a flag
// is not given, its field keeps its zero value, even if the help shows a default; only seeds becomes 1.
func (f *sweep) flags() []cli.Flag {
	f.families = []string{encode.DefaultFamily.String()}
	f.encodings, f.variants, f.formats = []string{atmostone.Default}, []string{board.Regular.String()}, []string{format.DefaultFormat}
	flags := []cli.Flag{
		&cli.GenericFlag{Name: "family", Usage: "choose the `FAMILY` of the problem", Value: program.SomeOf(&f.families, families()...)},
		&cli.GenericFlag{Name: "piece", Usage: "use `PIECE` instead of queens, or steps such as 'rider 1,1 leaper 1,2'", Value: program.SomeOf(new([]string), program.Names(encode.PieceNames()...)...).ParsedBy(f.parsePiece)},
		&cli.GenericFlag{Name: "pieces", Usage: "place a `MIXTURE` such as 'queen*5 knight*3', so that no piece attacks another", Value: program.Func(f.parsePieces)},
		&cli.BoolFlag{Name: "allow-same", Usage: "allow pieces of the same kind to attack each other", Destination: &f.allowSame},
		&cli.GenericFlag{Name: "encoding", Aliases: []string{"e"}, Usage: "choose the `ENCODING` of the constraint that a line holds at most one queen",
			Value: program.SomeOf(&f.encodings, encodings()...)},
		&cli.GenericFlag{Name: "variant", Usage: "choose the `VARIANT` of the board; on a torus, diagonals wrap around, and have N squares each if it is square",
			Value: program.SomeOf(&f.variants, program.Names(board.Regular.String(), board.Torus.String())...)},
		&cli.GenericFlag{Name: "queens", Aliases: []string{"k"}, Usage: "ask for exactly `K` queens or other pieces, or K in each army or one in each of K regions; the default N is the smaller of the numbers of rows and columns; --family domination, and pieces that do not attack along rows, require it; with K > N the standard problem is unsatisfiable, and a hard benchmark",
			Value: f.queens.value("")},
		&cli.GenericFlag{Name: "colours", Usage: "with --family colouring: use `K` colours; the default is the larger of the numbers of rows and columns", Value: f.colours.value("")},
		&cli.PathFlag{Name: "regions", TakesFile: true, Usage: "with --family regions: read the board from `FILE`: a line for each row, and in it a letter or word for each square, which names its region; or give rows such as AAB/ABB/CCC, or a link of puzz.link; without --regions, --unique draws a board; with --queens K, a board may have K regions and need not be square",
			Destination: &f.regions},
		&cli.GenericFlag{Name: "stars", Usage: "with --family regions: put `S` queens in each row, column and region, instead of 1", Value: f.stars.value("")},
		&cli.GenericFlag{Name: "balance", Usage: "draw no region with more than `X` times N squares, and none with a single square; none permits all (default 2.2, and N*N/66 above N=12)",
			Value: program.Func(func(text string) error { return parseBalance(text, &f.balance) })},
		&cli.BoolFlag{Name: "independent", Usage: "with --family domination: forbid queens to attack each other", Destination: &f.independent},
		&cli.BoolFlag{Name: "minimum", Usage: "with --family domination or colouring: ask for the least number of queens or colours, as a MaxSAT problem for qsat", Destination: &f.minimum},
		&cli.BoolFlag{Name: "maximum", Usage: "ask for the greatest number of queens or other pieces that fit, for example on a torus, or for the largest armies, as a MaxSAT problem for qsat", Destination: &f.maximum},
		&cli.GenericFlag{Name: "place", Usage: "put a queen, or a piece of --piece, on each square of `LIST`, as in a1,b5", Value: program.List(&f.place)},
		&cli.GenericFlag{Name: "block", Usage: "keep each square of `LIST` empty", Value: program.List(&f.block)},
		&cli.GenericFlag{Name: "block-diagonals", Usage: "keep each diagonal of `LIST` empty, as in s7,d-2", Value: program.List(&f.diagonals)},
		&cli.GenericFlag{Name: "random-place", Usage: "place `K` queens, or pieces of --piece, at random so that they do not attack one another", Value: f.randomPlace.value("")},
		&cli.GenericFlag{Name: "random-block", Usage: "block `K` squares at random", Value: f.randomBlock.value("")},
		&cli.GenericFlag{Name: "random-diagonals", Usage: "block `K` diagonals at random", Value: f.randomDiagonals.value("")},
		&cli.BoolFlag{Name: "solvable", Usage: "choose the queens from a solution, so that the instance is satisfiable", Destination: &f.solvable},
		&cli.BoolFlag{Name: "unique", Usage: "make a puzzle with exactly one solution: place random queens, none of which can be left out; with --family regions, draw regions instead, unless --regions gives them", Destination: &f.unique},
		&cli.BoolFlag{Name: "repair", Usage: "with --unique and --regions: place no queens, but move as few squares as possible to other regions, so that one solution is left and the regions are connected", Destination: &f.repair},
		&cli.GenericFlag{Name: "difficulty", Usage: "make a puzzle as with --unique, of this `DIFFICULTY`", Value: program.SomeOf(&f.difficulties, difficulties()...)},
		&cli.GenericFlag{Name: "seed", Usage: "set the seed; `K` is 0 or more", Value: f.seeds.value("1")},
		&cli.BoolFlag{Name: "allow-conflict", Usage: "write the instance even if the placed queens attack one another or stand on blocked squares; the default is to refuse it",
			Destination: &f.allowConflict},
		&cli.BoolFlag{Name: "minimal", Usage: "leave out redundant clauses: require at least one queen in each column, and at most one in each row " +
			"and diagonal; the default, exactly one in each row and column, is easier to solve",
			Destination: &f.minimal},
		&cli.BoolFlag{Name: "break-symmetry", Usage: "keep exactly one of all solutions that are rotations or reflections of each other; rotations and reflections that change the set of placed queens, the blocked squares or the regions do not count",
			Destination: &f.breakSymmetry},
		&cli.BoolFlag{Name: "shuffle", Usage: "hide the structure from solvers: rename variables, flip signs, and order clauses and literals at random",
			Destination: &f.shuffle},
		&cli.GenericFlag{Name: "transform", Usage: "make the formula harder: replace each variable by a `FUNCTION` of K new variables: xor:K, or:K, majority:K, or flip, which negates",
			Value: program.Func(func(text string) error { return parseTransforms(text, &f.transforms) })},
		&cli.BoolFlag{Name: "annotate", Usage: "add comments that explain the variables and clauses to a reader, and name the groups for `qsat --mus --groups`", Destination: &f.annotate},
		&cli.GenericFlag{Name: "format", Aliases: []string{"f"}, Usage: "choose the `FORMAT`, if the ending of the output's name does not",
			Value: program.SomeOf(&f.formats, formats()...)},
	}
	f.families, f.encodings, f.variants, f.formats = nil, nil, nil, nil // no values given
	return flags
}

// parsePiece stores one kind of piece, or the kinds of a list of names with commas.
func (f *sweep) parsePiece(text string) error {
	list := []string{text}
	if !strings.ContainsAny(text, " +") {
		list = strings.Split(text, ",")
	}
	f.pieces = nil
	for _, word := range list {
		k, err := encode.ParsePiece(word)
		if err != nil {
			return err
		}
		f.pieces = append(f.pieces, []encode.Kind{k})
	}
	return nil
}

// parsePieces stores the mixtures of a list with commas.
func (f *sweep) parsePieces(text string) error {
	f.pieces = nil
	for word := range strings.SplitSeq(text, ",") {
		mixture, err := encode.ParsePieces(word)
		if err != nil {
			return err
		}
		f.pieces = append(f.pieces, mixture)
	}
	return nil
}

// parseBalance stores in *to a number from 1 to board.MaxN, or +Inf for "none". For other texts it
// returns an error, and *to has no meaning.
func parseBalance(text string, to *float64) (err error) {
	if *to = math.Inf(1); text == "none" {
		return nil
	}
	if *to, err = strconv.ParseFloat(text, 64); err != nil || !(*to >= 1 && *to <= board.MaxN) {
		return fmt.Errorf("expected a number from 1 to %d, or none, found %q", board.MaxN, text)
	}
	return nil
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

func families() []program.Keyword {
	return program.Keywords(encode.Families(), func(f encode.Family) program.Keyword {
		return program.Keyword{Name: f.String(), About: f.Definition().About, Also: f.Definition().Also}
	})
}

func difficulties() []program.Keyword {
	return []program.Keyword{
		{Name: string(encode.Easy), About: "one or two constraints at a time solve it"},
		{Name: string(encode.Medium), About: "it takes three constraints at a time"},
		{Name: string(encode.Hard), About: "it takes four or more constraints at a time"},
	}
}

func encodings() []program.Keyword {
	return program.Keywords(atmostone.All(), func(e atmostone.Encoding) program.Keyword {
		return program.Keyword{Name: e.Name}
	})
}

func formats() []program.Keyword {
	return program.Keywords(format.Formats(), func(f format.Format) program.Keyword {
		return program.Keyword{Name: f.Name, About: f.About}
	})
}
