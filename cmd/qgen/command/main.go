// Package command implements the program qgen: its flags, and the instances, sets and
// manifests that they produce. It is a package so that tests can run the program in their
// own process.
package command

import (
	"context"
	_ "embed"
	"strings"

	"queens/cmd/internal/program"
)

//go:embed manual.md
var manual string

// New returns the program qgen. It writes a set of files with --out-dir, --plan or --dry-run, and one
// file otherwise.
func New() program.Program {
	var s settings
	return program.Program{
		Name:    "qgen",
		Summary: "write boards of queens and other pieces as a SAT problem",
		Args:    "N|RxC | --out-dir DIR N|RxC|LO..HI ..",
		Manual:  manual,
		Flags:   s.flags(),
		Rules:   append(sweepRules(), setRules...),
		Action: func(ctx context.Context, call *program.Invocation) error {
			s.given = call.Given
			if s.outDir != "" || s.plan != "" || s.dryRun {
				return s.writeSet(ctx, call)
			}
			return s.writeOne(ctx, call)
		},
		Unknown: misplacedSize,
	}
}

// misplacedSize returns a usage error for an unknown flag that is a number after a dash, that begins
// with -n, such as -n8, or that is --n or --size, with or without a value. It returns nil for other
// flags. The argument arg begins with a dash.
func misplacedSize(arg string) error {
	name, _, _ := strings.Cut(arg, "=")
	switch {
	case strings.Trim(arg[1:], "0123456789") == "":
		_, err := parseSizes([]string{arg})
		return err
	case arg[1] == 'n':
		name = "-n"
	case name != "--size" && name != "--n":
		return nil
	}
	return program.Usagef("unknown flag %s: the board size stands alone, as in 'qgen 8'", name)
}
