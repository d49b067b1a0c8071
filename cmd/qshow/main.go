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
	"strings"

	"queens/cmd/internal/program"
	"queens/encode"
)

// exitUnsatisfiable is the exit code when there is no solution to show.
const exitUnsatisfiable = program.ExitCode(20)

func main() {
	os.Exit(program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// settings are what the flags say.
type settings struct {
	size       int
	cnf        string
	format     string
	color      string
	model      int64
	unique     bool
	count      bool
	attacks    bool
	verifyOnly bool
	noVerify   bool
}

func newProgram() program.Program {
	s := settings{format: formats[0].Name, color: colorAuto}
	return program.Program{
		Name:    "qshow",
		Summary: "show the boards in what a SAT solver answers",
		Args:    "[FILE]",
		Description: "Reads the result of any SAT solver: s and v lines in either order, the result file of minisat, " +
			"bare literals, enumerations of many models, one result after the other. Reads solution files of CBC and GLPK and the output of MiniZinc, too. " +
			"Every board is checked before it is shown; two queens that attack each other are an error.\n\n" +
			"The size of the board and the puzzle are those that the comments of the result tell, " +
			"or else the instance given with --cnf, or --size. Without any of them, N*N values are a board " +
			"only if exactly N of them are queens that do not attack each other.",
		Flags: []program.Flag{
			{Name: "size", Short: "n", Arg: "N", Usage: "the size of the board, if nothing else tells it",
				Value: program.Integer(&s.size, 1, encode.MaxN)},
			{Name: "cnf", Arg: "FILE", Usage: "read the puzzle from this instance, and check every model against its clauses if it is a CNF",
				Value: program.FileName(&s.cnf)},
			{Name: "format", Short: "f", Usage: "how to show a board, if the ending of the output's name does not choose it; see below",
				Value: program.OneOf(&s.format, formatNames()...)},
			{Name: "model", Short: "m", Arg: "K", Usage: "show the K-th model only; the default is every model",
				Value: program.Integer(&s.model, 1, math.MaxInt64)},
			{Name: "unique", Short: "u", Usage: "show one board only of those that are rotations or reflections of each other",
				Value: program.Bool(&s.unique)},
			{Name: "count", Short: "c", Usage: "print the number of boards instead of the boards",
				Value: program.Bool(&s.count)},
			{Name: "attacks", Usage: "show a board even if queens attack each other, and mark them in pictures and in colours",
				Value: program.Bool(&s.attacks)},
			{Name: "color", Arg: "WHEN", Usage: "use colours: auto means on a terminal, unless NO_COLOR is set",
				Value: program.OneOf(&s.color, colorAuto, colorAlways, colorNever)},
			{Name: "verify-only", Usage: "check every board and show none",
				Value: program.Bool(&s.verifyOnly)},
			{Name: "no-verify", Usage: "show a board even if it is no solution",
				Value: program.Bool(&s.noVerify)},
		},
		Examples: []program.Example{
			{Command: "qgen 8 | qsat | qshow", Text: "draw a solution of the classic problem"},
			{Command: "qgen 6 | qsat --all | qshow -f list", Text: "all solutions, one on each line"},
			{Command: "qgen 8 | qsat --all | qshow --unique --count", Text: "how many there are up to symmetry"},
			{Command: "qgen 8 | qsat --all | qshow --unique -o queens.html", Text: "a page to look through them"},
			{Command: "qgen 8 | qsat | qshow -o queens.svg", Text: "a picture; the ending of the name chooses the format"},
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

// formatTexts lists the formats for the help.
func formatTexts() string {
	var b strings.Builder
	for _, f := range formats {
		fmt.Fprintf(&b, "%-9s %s\n", f.Name, f.Summary)
	}
	return b.String()
}

// check returns an error if flags contradict each other.
func (s *settings) check() error {
	exclusive := []struct {
		a, b  bool
		names string
	}{
		{s.verifyOnly, s.noVerify, "--verify-only and --no-verify"},
		{s.verifyOnly, s.attacks, "--verify-only and --attacks"},
		{s.verifyOnly, s.count, "--verify-only and --count"},
		{s.count, s.model > 0, "--count and --model"},
	}
	for _, e := range exclusive {
		if e.a && e.b {
			return program.Usagef("%s contradict each other", e.names)
		}
	}
	return nil
}
