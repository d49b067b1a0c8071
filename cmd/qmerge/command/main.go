// Package command contains the program qmerge: its flags and what they do. It is separate from
// package main so that the tests of several programs can run it.
package command

import (
	"context"
	_ "embed"

	"github.com/urfave/cli/v2"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/dimacs/result"
)

// A settings value holds the values of the flags.
type settings struct {
	formula.Flags
	proof             string // the file of --proof, or empty
	noModel, exitZero bool
}

//go:embed manual.md
var manual string

// New returns the program qmerge.
func New() program.Program {
	s := &settings{}
	return program.Program{
		Name:    "qmerge",
		Summary: "join the results of qsat --part into one answer",
		Args:    "RESULT ..",
		Manual:  manual,
		Action:  s.run,
		Flags: append([]cli.Flag{
			&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "join the proofs of the parts, and write the result to `FILE`", Destination: &s.proof},
			&cli.BoolFlag{Name: "no-model", Usage: "print the status, but no model", Destination: &s.noModel},
			&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 instead of 10 or 20, for scripts that stop at failures", Destination: &s.exitZero},
		}, s.Limits()...),
	}
}

// run merges the results and writes the answer. Unless --exit-zero is given, it returns the exit code for
// the status as an error. If it writes a proof, the proof and the answer appear only if both are complete.
// It is an error if --proof names standard output as "-".
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if s.proof == "-" {
		return program.Usagef("--proof -: expected a file name, because a proof on standard output would mix with the answer; use /dev/stdout to mix them")
	}
	ctx, release := s.Within(ctx)
	defer release()
	out, err := call.Create(ctx, output.Form{Name: call.Output, Default: "an answer"})
	if err != nil {
		return err
	}
	defer out.Abort()
	var proof *output.File
	if s.proof != "" {
		if proof, err = call.Create(ctx, output.Form{Name: s.proof, Default: "a proof", Ending: "drat"}); err != nil {
			return err
		}
		defer proof.Abort()
	}
	m, err := read(ctx, call)
	if err != nil {
		return err
	}
	w := result.NewWriter(out)
	for _, c := range m.Comments {
		w.Comment(c.Key, c.Value)
	}
	status, err := s.report(ctx, call, m, w, proof)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && proof.IsComplete() {
		err = output.CommitAll(proof, out)
	}
	if err = out.CommitAfter(err); err != nil || s.exitZero {
		return err
	}
	if status == dimacs.Satisfiable {
		return program.ExitCode(program.ExitSatisfiable)
	}
	return program.ExitCode(program.ExitUnsatisfiable)
}
