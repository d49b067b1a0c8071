package program

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// settings holds the values that the program under test reads from its command line.
type settings struct {
	Engine string
	Format string
	Models int64
	All    bool
	Assume []string
	Proof  string
	Solver string
	Dir    string

	Args   []string
	Output string
	Quiet  bool
}

const testManual = `Reads a formula.

Prints a model.

# Files

A *file* is a file.

# Examples

` + "`solver -n 2 q8.cnf`" + `
:   two models

` + "`solver x`" + `
:   one

# Exit codes

    10  satisfiable
    20  unsatisfiable
`

// solver returns a program with a flag of every kind that runs act.
func solver(s *settings, act func(context.Context, *Invocation) error) Program {
	s.Engine, s.Models = "auto", 1
	return Program{
		Name:    "solver",
		Summary: "solve a formula",
		Args:    "[FILE]",
		Manual:  testManual,
		Flags: []cli.Flag{
			&cli.GenericFlag{Name: "engine", Aliases: []string{"e"}, Usage: "let `NAME` solve", Value: OneOf(&s.Engine, Names("auto", "dpll", "cover")...)},
			&cli.GenericFlag{Name: "format", Usage: "write in this `FORMAT`", Value: OneOf(&s.Format, Keyword{Name: "text", About: "a grid: . Q"}, Keyword{Name: "fen", About: "for chess: 'Q1'"})},
			&cli.GenericFlag{Name: "models", Aliases: []string{"n"}, Usage: "stop after `K` models", Value: Integer(&s.Models, 0, math.MaxInt64)},
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "don't stop: [all] models", Destination: &s.All},
			&cli.GenericFlag{Name: "assume", Usage: "the literals of `LITS` hold, as in `1 -3`", Value: List(&s.Assume)},
			&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write a proof to `FILE`", Destination: &s.Proof},
			&cli.GenericFlag{Name: "solver", Aliases: []string{"x"}, Usage: "run the program `CMD`", Value: Func(func(text string) error { s.Solver = text; return nil })},
			&cli.PathFlag{Name: "out-dir", Usage: "write into `DIR`", Destination: &s.Dir},
		},
		Rules: []Rule{
			{Flags: "all", Excludes: "out-dir"},
			{Flags: "out-dir", Needs: "proof format=fen"},
			{Flags: "proof solver", With: "format=fen", Needs: "FILE", Why: "fen has no board"},
			{Flags: "assume", Only: "models quiet"},
			{Flags: "engine solver", Excludes: "engine solver output"},
		},
		Action: func(ctx context.Context, in *Invocation) error {
			s.Args, s.Output, s.Quiet = in.Args, in.Output, in.Quiet
			if act == nil {
				return nil
			}
			return act(ctx, in)
		},
	}
}

// run runs the program with these arguments and returns its exit code and output.
func run(p Program, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(p, append([]string{p.Name}, args...), strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func sorted(words []string) []string {
	return slices.Sorted(slices.Values(words))
}
