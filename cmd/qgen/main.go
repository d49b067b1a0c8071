// Command qgen writes N-Queens as a SAT problem in DIMACS CNF.
//
//	qgen 8 | qsat | qshow
//
// See `qgen --help`.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/encode"
)

func main() {
	os.Exit(program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// settings are what the flags say.
type settings struct {
	encoding string
	minimal  bool
	stats    bool
}

func newProgram() program.Program {
	s := settings{encoding: encode.DefaultEncoding}
	return program.Program{
		Name:    "qgen",
		Summary: "write N-Queens as a SAT problem in DIMACS CNF",
		Args:    "N",
		Description: `Each model of the formula is a way to put N queens on a board of N by N ` +
			`squares so that none attacks another. Variable (R-1)*N + C is true where ` +
			`the square in row R and column C holds a queen; both count from 1, row 1 on top.` + "\n\n" +
			`The clauses come line by line: rows from the top, columns from the left, ` +
			`falling diagonals (row - column is constant), rising diagonals ` +
			`(row + column is constant).`,
		Flags: []program.Flag{
			{Name: "encoding", Short: "e", Usage: "how to say that at most one square of a line holds a queen",
				Value: program.OneOf(&s.encoding, encodingNames()...)},
			{Name: "minimal", Usage: "say only what is needed: at least one queen in each column, at most one in each row " +
				"and diagonal; the default, exactly one in each row and column, is redundant and easier to solve",
				Value: program.Bool(&s.minimal)},
			{Name: "stats", Usage: "print the numbers of variables, clauses and bytes at once and write no formula",
				Value: program.Bool(&s.stats)},
		},
		Examples: []program.Example{
			{Command: "qgen 8 | qsat | qshow", Text: "solve the classic problem and draw the board"},
			{Command: "qgen -o q20.cnf 20", Text: "write a file for any solver; it appears when it is complete"},
			{Command: "qgen --minimal 8", Text: "the smaller form, 512 clauses instead of 744"},
			{Command: "qgen --stats 1000", Text: "how large the formula would be"},
		},
		Action: s.run,
	}
}

func encodingNames() []string {
	var names []string
	for _, e := range encode.AtMostOnes() {
		names = append(names, e.Name)
	}
	return names
}

// run writes what the command line asks for.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	in, err := s.instance(call)
	if err != nil {
		return err
	}
	out, err := output.Create(ctx, call.Output, call.Stdout)
	if err != nil {
		return err
	}
	defer out.Abort()
	if s.stats {
		err = writeStats(ctx, out, in)
	} else {
		err = in.Write(ctx, out)
	}
	if err != nil {
		return err
	}
	return out.Commit()
}

// instance returns what is to be written. Its errors are usage errors.
func (s *settings) instance(call *program.Invocation) (encode.Instance, error) {
	arg, err := call.ExactlyOne("board size N")
	if err != nil {
		return encode.Instance{}, err
	}
	if n, _ := strconv.ParseUint(arg, 10, 64); n > encode.MaxN { // the largest there is, if out of range
		return encode.Instance{}, program.Usagef("board size %s is too large: expected at most %d, or there are more variables than the 2^28-1 that solvers accept",
			arg, encode.MaxN)
	}
	n, err := program.ParseInteger(arg, 1, encode.MaxN)
	if err != nil {
		return encode.Instance{}, program.Usagef("board size: %w", err)
	}
	in := encode.Instance{N: int(n), Minimal: s.minimal, Encoding: s.encoding}
	if _, err := in.Size(); err != nil {
		return in, program.Usagef("%w", err)
	}
	return in, nil
}

// writeStats writes the size of the formula as comment lines.
func writeStats(ctx context.Context, out *output.File, in encode.Instance) error {
	size, err := in.Size()
	if err != nil {
		return err
	}
	bytes, err := in.Bytes(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "c variables: %d\nc clauses: %d\nc bytes: %d\n", size.Variables, size.Clauses, bytes)
	return err
}
