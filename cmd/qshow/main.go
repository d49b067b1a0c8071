// Command qshow shows the boards in what a SAT solver answers.
//
//	qgen 8 | qsat | qshow
//
// See `qshow --help`.
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"queens/cmd/internal/program"
	"queens/cmd/qshow/internal/raster"
	"queens/decode"
	"queens/encode"
)

// exitUnsatisfiable is the exit code when there is no solution to show.
const exitUnsatisfiable = program.ExitCode(20)

func main() {
	os.Exit(program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// settings are what the flags say.
type settings struct {
	size     int
	cnf      string
	format   string
	model    int64
	noVerify bool
}

func newProgram() program.Program {
	s := settings{format: formats[0].Name}
	return program.Program{
		Name:    "qshow",
		Summary: "show the boards in what a SAT solver answers",
		Args:    "[FILE]",
		Description: "Reads the result of any solver: s and v lines in either order, the result file of minisat, " +
			"bare literals, enumerations of many models. Every board is checked before it is shown; " +
			"two queens that attack each other are an error.\n\n" +
			"The size of the board and the puzzle are those that the comments of the result tell, " +
			"or else the instance given with --cnf, or --size. Without any of them, N*N values are a board " +
			"only if exactly N of them are queens that do not attack each other.",
		Flags: []program.Flag{
			{Name: "size", Short: "n", Arg: "N", Usage: "the size of the board, if nothing else tells it",
				Value: program.Integer(&s.size, 1, encode.MaxN)},
			{Name: "cnf", Arg: "FILE", Usage: "read the puzzle from this instance, and check every model against its clauses",
				Value: program.FileName(&s.cnf)},
			{Name: "format", Short: "f", Usage: "how to show a board, see below",
				Value: program.OneOf(&s.format, formatNames()...)},
			{Name: "model", Short: "m", Arg: "K", Usage: "show the K-th model only; the default is every model",
				Value: program.Integer(&s.model, 1, math.MaxInt64)},
			{Name: "no-verify", Usage: "show a board even if it is no solution",
				Value: program.Bool(&s.noVerify)},
		},
		Examples: []program.Example{
			{Command: "qgen 8 | qsat | qshow", Text: "draw a solution of the classic problem"},
			{Command: "qgen 6 | qsat --all | qshow -f list", Text: "all solutions, one on each line"},
			{Command: "qgen -o q8.cnf 8; minisat q8.cnf m.txt; qshow m.txt", Text: "the result file of minisat"},
			{Command: "qgen -o q9.cnf 9; cadical q9.cnf | qshow --cnf q9.cnf", Text: "check every clause as well"},
		},
		Sections: []program.Section{
			{Title: "Formats", Text: formatTexts()},
			{Title: "Exit codes", Text: "0   boards were shown\n1   failure, such as an answer that is no solution\n" +
				"2   usage\n20  the solver says that there is no solution"},
		},
		Action: func(ctx context.Context, call *program.Invocation) error { return s.run(ctx, call) },
	}
}

// formats are those of package decode, and those that take more than the
// standard library.
var formats = append(slices.Clip(decode.Formats), raster.Format)

func formatByName(name string) decode.Format {
	i := slices.IndexFunc(formats, func(f decode.Format) bool { return f.Name == name })
	return formats[i]
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// formatTexts lists the formats for the help.
func formatTexts() string {
	var b strings.Builder
	for _, f := range formats {
		fmt.Fprintf(&b, "%-9s %s\n", f.Name, f.Summary)
	}
	return b.String()
}
