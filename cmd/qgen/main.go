// Command qgen writes N-Queens as a SAT problem, in DIMACS CNF or in the
// languages of other solvers.
//
//	qgen 8 | qsat | qshow
//
// See `qgen --help`.
package main

import (
	"context"
	"os"

	"queens/cmd/internal/program"
	"queens/encode"
)

func main() {
	os.Exit(program.Run(newProgram(), os.Args, os.Stdin, os.Stdout, os.Stderr))
}

func newProgram() program.Program {
	s := settings{encoding: encode.DefaultEncoding, format: encode.DefaultFormat, variant: encode.Regular.String(), seed: 1}
	return program.Program{
		Name:    "qgen",
		Summary: "write N-Queens as a SAT problem",
		Args:    "N | --out-dir DIR N|LO..HI ..",
		Description: `Each model of the formula is a way to put N queens on a board of N by N ` +
			`squares so that none attacks another. Variable (R-1)*N + C is true where ` +
			`the square in row R and column C holds a queen; both count from 1, row 1 on top. ` +
			`Auxiliary variables of an encoding follow, and a line "c p show" names those of the board.` + "\n\n" +
			`The clauses come line by line: rows from the top, columns from the left, ` +
			`falling diagonals (row - column is constant), rising diagonals ` +
			`(row + column is constant); then what else is asked for.` + "\n\n" +
			`LIST is one or more items separated by commas. A square is written R:C, as 3:5, or as chess ` +
			`players do, as e6 on a board of size 8; a diagonal as s7 where row + column = 7, or d-2 where ` +
			`row - column = -2. The output depends on the arguments alone.`,
		Flags: s.flags(),
		Examples: []program.Example{
			{Command: "qgen 8 | qsat | qshow", Text: "solve the classic problem and draw the board"},
			{Command: "qgen -o q20.cnf.xz 20", Text: "write a compressed file for any solver; it appears when it is complete"},
			{Command: "qgen --stats -e sequential 1000", Text: "how large the formula would be"},
			{Command: "qgen --variant torus -k 10 12", Text: "10 queens on a board whose diagonals wrap around; 11 do not fit"},
			{Command: "qgen --place a1,b5 --block 8:8 --annotate 8", Text: "complete a placement; comments say what each clause is for"},
			{Command: "qgen --random-place 20 --random-diagonals 30 --seed 7 100", Text: "a random completion problem, the same one for everybody"},
			{Command: "qgen --break-symmetry 8 | qsat --count", Text: "12 boards of 92 differ by more than rotation and reflection"},
			{Command: "qgen --shuffle --seed 3 20 | qsat | qshow", Text: "hide the board from the solver, but not from qshow"},
			{Command: "qgen -o q8.lp 8", Text: "an integer program, as the ending says: as many queens as fit"},
			{Command: "qgen --out-dir set --compress xz 8..12 20", Text: "six compressed files and a manifest"},
		},
		Action: func(ctx context.Context, call *program.Invocation) error {
			if s.outDir != "" {
				return s.writeSet(ctx, call)
			}
			return s.writeOne(ctx, call)
		},
	}
}
