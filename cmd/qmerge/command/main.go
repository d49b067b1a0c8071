// Package command is the program qmerge: its flags, and what it calls for them. It is
// a package of its own so that tests of all programs together can run it.
package command

import (
	"context"
	_ "embed"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// settings are what the flags say.
type settings struct {
	proof             string
	noModel, exitZero bool
}

//go:embed manual.md
var manual string

// Main runs the program as a process and returns the exit code.
func Main() int { return program.Main(newProgram()) }

func newProgram() program.Program {
	s := &settings{}
	return program.Program{
		Name:    "qmerge",
		Summary: "make one answer of those of all parts",
		Args:    "RESULT ..",
		Manual:  manual,
		Action:  s.run,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "write the proof of the whole to `FILE`", Destination: &s.proof},
			&cli.BoolFlag{Name: "no-model", Usage: "print the status without a model", Destination: &s.noModel},
			&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 in place of 10 and 20", Destination: &s.exitZero},
		},
	}
}

// run merges the results and reports the answer.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if s.proof == "-" {
		return program.Usagef("a proof on standard output would mix with the answer; use /dev/stdout if you mean it")
	}
	_, compression, err := output.Choice{Name: call.Output, Default: "an answer"}.Make()
	if err != nil {
		return program.Usagef("%w", err)
	}
	out, err := output.Create(ctx, call.Output, call.Stdout, compression)
	if err != nil {
		return err
	}
	defer out.Abort()
	m, err := read(ctx, call)
	if err != nil {
		return err
	}
	w := dimacs.NewResultWriter(out)
	for _, c := range m.Comments {
		w.Comment(c.Key, c.Value)
	}
	code := exitSatisfiable
	satisfiable, err := s.report(ctx, call, m, w)
	if !satisfiable {
		code = exitUnsatisfiable
	}
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = out.Commit()
	}
	if err != nil || s.exitZero {
		return err
	}
	return program.ExitCode(code)
}

const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)
