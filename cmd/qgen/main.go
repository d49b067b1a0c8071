// Command qgen writes N-Queens as a SAT problem, in DIMACS CNF or in the
// languages of other solvers.
//
//	qgen 8 | qsat | qshow
//
// See `qgen --help`.
package main

import (
	"context"
	_ "embed"
	"os"

	"queens/cmd/internal/program"
	"queens/encode"
)

//go:embed manual.md
var manual string

func main() {
	os.Exit(program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

func newProgram() program.Program {
	s := settings{encoding: encode.DefaultEncoding, format: encode.DefaultFormat, variant: encode.Regular.String(), seed: 1}
	return program.Program{
		Name:    "qgen",
		Summary: "write N-Queens as a SAT problem",
		Args:    "N | --out-dir DIR N|LO..HI ..",
		Manual:  manual,
		Flags:   s.flags(),
		Action: func(ctx context.Context, call *program.Invocation) error {
			if s.outDir != "" {
				return s.writeSet(ctx, call)
			}
			return s.writeOne(ctx, call)
		},
	}
}
