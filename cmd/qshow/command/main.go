// Package command implements the program qshow. It is not package main, so that tests of
// several programs can run it.
package command

import (
	"context"
	_ "embed"
	"math"

	"github.com/urfave/cli/v2"

	"queens/cmd/internal/program"
	"queens/decode/draw"
	"queens/encode/board"
)

//go:embed manual.md
var manual string

// settings holds the values of the flags.
type settings struct {
	size          board.Board // the zero Board if it is not given
	cnf           []string
	puzzle        bool
	steps         bool
	hint          int        // the level, from 1; 0 for no hint
	answersTo     string     // the name of the file, "-" for the end of the output, or "" if --answers is not given
	answersFormat string     // set by chooseForms
	look          draw.Style // without the fields that the method style sets
	format        string
	color         string
	model         int64 // the number of the only model to show, from 1; 0 for all
	upToSymmetry  bool
	count         bool
	verifyOnly    bool
	noVerify      bool
	exitZero      bool
	theme         string
	symbol        string
	paper         string
	language      string
}

// New returns the program qshow, which the method run of settings executes.
func New() program.Program {
	s := settings{format: formats[0].Name, color: colorAuto}
	return program.Program{
		Name:    "qshow",
		Summary: "draw the boards in the answer of a SAT solver",
		Args:    "[FILE ..]",
		Manual:  manual,
		Flags:   s.flags(),
		Rules:   rules,
		Action:  func(ctx context.Context, call *program.Invocation) error { return s.run(ctx, call) },
	}
}

func (s *settings) flags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "size", Aliases: []string{"n"}, Usage: "set the size `N` of the board, or its rows and columns such as 8x5, if neither the result nor --cnf contains them",
			Value: program.Parsed(&s.size, board.ParseSize)},
		&cli.GenericFlag{Name: "cnf", TakesFile: true, Usage: "read the description of the board from the instance `FILE`, and if it is a CNF check every model against its clauses; " +
			"repeat the flag for several instances, and give one answer for each", Value: program.List(&s.cnf)},
		&cli.BoolFlag{Name: "puzzle", Usage: "show the puzzle of each formula unsolved, and then the answers; FILE may be a formula, an answer or a directory of formulas, and several puzzles make a worksheet",
			Destination: &s.puzzle},
		&cli.BoolFlag{Name: "steps", Usage: "explain how to solve the puzzle, with one board for each step; the formats json and html list the steps",
			Destination: &s.steps},
		&cli.GenericFlag{Name: "hint", Usage: "print only one hint: with `K` = 1 where to look, with 2 also why, with 3 also which squares follow",
			Value: program.Integer(&s.hint, 1, 3)},
		&cli.BoolFlag{Name: "play", Usage: "with the format html: make one page to play all puzzles; on paper, the page is a worksheet", Destination: &s.look.Play},
		&cli.StringFlag{Name: "answers", TakesFile: true, Usage: "write the answers to `FILE` in the format of its ending, or with - to the end of the worksheet; without answers, solve the puzzles",
			Destination: &s.answersTo},
		&cli.GenericFlag{Name: "format", Aliases: []string{"f"}, Usage: "choose the `FORMAT` of the boards, if the ending of the output's name does not; see below",
			Value: program.OneOf(&s.format, formatKeywords()...)},
		&cli.GenericFlag{Name: "model", Aliases: []string{"m"}, Usage: "show only the `K`-th model (default all models)",
			Value: program.Integer(&s.model, 1, math.MaxInt64)},
		&cli.BoolFlag{Name: "up-to-symmetry", Aliases: []string{"u"}, Usage: "show only one of the boards that are equal up to rotation and reflection; a symmetry must also map the instance to itself",
			Destination: &s.upToSymmetry},
		&cli.BoolFlag{Name: "count", Aliases: []string{"c"}, Usage: "print only the number of boards", Destination: &s.count},
		&cli.BoolFlag{Name: "attacks", Usage: "mark queens that attack each other, in pictures and coloured text; boards are not checked, as with --no-verify",
			Destination: &s.look.Attacks},
		&cli.BoolFlag{Name: "attacked", Usage: "mark the squares that are attacked by a queen", Destination: &s.look.Attacked},
		&cli.GenericFlag{Name: "color", Usage: "choose `WHEN` to use colours in text; auto means on a terminal, unless NO_COLOR is set",
			Value: program.OneOf(&s.color, program.Names(colorAuto, colorAlways, colorNever)...)},
		&cli.BoolFlag{Name: "numbers", Usage: "write on each square the number of its variable in the formula", Destination: &s.look.Numbers},
		&cli.BoolFlag{Name: "letters", Usage: "with --family regions of qgen: write on each square the name of its region", Destination: &s.look.Letters},
		&cli.GenericFlag{Name: "columns", Usage: "put `N` boards side by side, on worksheets as large as their columns, and with numbers in text formats (default on a terminal: as many as fit)",
			Value: program.Integer(&s.look.Columns, 1, 1000)},
		&cli.GenericFlag{Name: "pixels", Usage: "make pictures `N` pixels wide; without it, svg adapts to the width of its page", Value: program.Integer(&s.look.Pixels, 1, 1<<16)},
		&cli.GenericFlag{Name: "theme", Usage: "draw pictures in the colours of `THEME` (default wood, on worksheets print)", Value: program.OneOf(&s.theme, themes()...)},
		&cli.GenericFlag{Name: "symbol", Usage: "draw queens as `SYMBOL` (default queen)", Value: program.OneOf(&s.symbol, symbols()...)},
		&cli.GenericFlag{Name: "title", Usage: "give the page, worksheet or document the title `TEXT`", Value: program.Text(&s.look.Title)},
		&cli.GenericFlag{Name: "lang", Usage: "write pages, puzzles, explanations and lessons in `LANGUAGE`", DefaultText: "en", Value: program.OneOf(&s.language, languages()...)},
		&cli.GenericFlag{Name: "paper", Usage: "print worksheets on `PAPER`", DefaultText: "a4", Value: program.OneOf(&s.paper, program.Names(string(draw.A4), string(draw.Letter))...)},
		&cli.BoolFlag{Name: "verify-only", Usage: "check every board, but show none", Destination: &s.verifyOnly},
		&cli.BoolFlag{Name: "no-verify", Usage: "show boards without checking that they are solutions", Destination: &s.noVerify},
		&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 instead of 20 if there is no solution, for scripts that stop at failures", Destination: &s.exitZero},
	}
}

var rules = []program.Rule{
	{Flags: "steps hint play answers", Needs: "puzzle"},
	{Flags: "lang", Needs: "puzzle format=lesson format=html"},
	{Flags: "puzzle", Excludes: "count verify-only up-to-symmetry"},
	{Flags: "verify-only", Excludes: "no-verify attacks count up-to-symmetry"},
	{Flags: "hint", Excludes: "steps play answers"},
	{Flags: "count verify-only hint", Excludes: "model format attacks attacked color numbers letters columns pixels theme symbol title paper",
		Why: "no board is drawn"},
}
