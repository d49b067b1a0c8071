package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

const (
	puzzleHead  = 64 << 10 // how much of an instance is looked at to tell its language
	maxComments = 16 << 20 // and of an input, to tell an instance from an answer
)

// instances returns what --cnf tells, for each time it was given. The clauses are
// needed to check answers.
func (s *settings) instances(ctx context.Context, call *program.Invocation, clauses bool) ([]decode.Options, error) {
	if len(s.cnf) == 0 && !s.puzzle {
		return []decode.Options{s.options()}, nil
	}
	var known []decode.Options
	for _, name := range s.cnf {
		o, err := s.readInstance(ctx, call, name, clauses)
		if err != nil {
			return nil, err
		}
		known = append(known, o)
	}
	return known, nil
}

// puzzles tells formulas from answers by what is in them. The formulas follow those known
// from --cnf, and the answers belong to all of them in the same order.
func (s *settings) puzzles(ctx context.Context, known []decode.Options, all inputs) ([]decode.Options, inputs, error) {
	var formulas, answers inputs
	for _, in := range all {
		is, err := isInstance(in)
		switch {
		case err != nil:
			return nil, nil, err
		case is:
			formulas = append(formulas, in)
		default:
			answers = append(answers, in)
		}
	}
	if len(formulas) == 0 {
		if len(known) == 0 {
			return nil, nil, errNoPuzzle
		}
		return known, answers, s.checkAnswers(len(answers))
	}
	if n := len(known) + len(formulas); len(answers) > n {
		return nil, nil, fmt.Errorf("%s: expected no more answers than puzzles, found %d for %d", answers[n].Name, len(answers), n)
	}
	for _, in := range formulas {
		o, err := s.readOpened(ctx, in, len(answers) > 0)
		if err != nil {
			return nil, nil, err
		}
		known = append(known, o)
	}
	return known, answers, nil
}

var errNoPuzzle = program.Usagef("--puzzle needs a formula: FILE or --cnf FILE")

// isInstance reports whether an input is an instance, and leaves it as it was. Errors of
// reading it are left for the next reader to meet.
func isInstance(in *input.File) (bool, error) {
	file, ok := in.Reader.(*os.File)
	if !ok {
		var seen bytes.Buffer
		is := decode.IsInstance(io.TeeReader(io.LimitReader(in.Reader, maxComments), &seen))
		in.Reader = io.MultiReader(&seen, in.Reader)
		return is, nil
	}
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return false, err
	}
	is := decode.IsInstance(io.LimitReader(file, maxComments))
	_, err = file.Seek(start, io.SeekStart)
	return is, err
}

func (s *settings) options() decode.Options {
	return decode.Options{Size: s.size, NoVerify: s.noVerify || s.attacks}
}

func (s *settings) readInstance(ctx context.Context, call *program.Invocation, name string, clauses bool) (decode.Options, error) {
	call.Await(name, "an instance")
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return decode.Options{}, err
	}
	defer in.Close()
	return s.readOpened(ctx, in, clauses)
}

// readOpened returns what an instance tells.
func (s *settings) readOpened(ctx context.Context, in *input.File, clauses bool) (decode.Options, error) {
	o := s.options()
	o.FormulaName = in.Name
	head, text, err := peek(in)
	if err != nil {
		return o, err
	}
	isCNF := decode.IsClauses(head)
	if isCNF && clauses {
		o.Formula, err = dimacs.ReadFormula(ctx, text, dimacs.Options{Name: in.Name, Keys: encode.Keys})
		return o, err
	}
	o.Puzzle, err = decode.ReadPuzzle(text, in.Name)
	if err == nil && len(o.Puzzle) == 0 && (s.size == 0 || !isCNF) {
		err = fmt.Errorf("%s: expected comments that describe the board, found none", in.Name)
	}
	return o, err
}

// peek returns the beginning of an instance, and a reader of the whole. A file
// stays a file: of those, clauses are read on several processors.
func peek(in *input.File) (head []byte, whole io.Reader, err error) {
	file, ok := in.Reader.(*os.File)
	if !ok {
		text := bufio.NewReaderSize(in, puzzleHead)
		head, _ = text.Peek(puzzleHead) // the next reader meets the error
		return head, text, nil
	}
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, nil, err
	}
	head = make([]byte, puzzleHead)
	n, _ := file.ReadAt(head, start)
	return head[:n], file, nil
}
