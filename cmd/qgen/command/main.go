// Package command implements the program qgen: its flags, and the instances, sets and
// manifests that they produce. It is a package so that tests can run the program in their
// own process.
package command

import (
	"context"
	_ "embed"

	"queens/cmd/internal/program"
)

//go:embed manual.md
var manual string

// New returns the program.
func New() program.Program {
	var s settings
	return program.Program{
		Name:    "qgen",
		Summary: "write N-Queens as a SAT problem",
		Args:    "N | --out-dir DIR N|LO..HI .. | --verify DIR",
		Manual:  manual,
		Flags:   s.flags(),
		Action: func(ctx context.Context, call *program.Invocation) error {
			switch {
			case s.verify != "":
				return s.verifySet(ctx, call)
			case s.restore != "":
				return s.restoreSet(ctx, call)
			case s.outDir != "" || s.plan != "" || s.dryRun:
				return s.writeSet(ctx, call)
			}
			return s.writeOne(ctx, call)
		},
	}
}
