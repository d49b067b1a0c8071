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
	if len(s.cnf) == 0 && !s.aboutInstances() {
		return []decode.Options{s.options()}, nil
	}
	var known []decode.Options
	for _, name := range s.cnf {
		read, err := s.readInstance(ctx, call, name, clauses)
		if err != nil {
			return nil, err
		}
		known = append(known, read...)
	}
	return known, nil
}

// aboutInstances reports whether instances may stand among the inputs besides --cnf.
func (s *settings) aboutInstances() bool { return s.puzzle || s.isLesson() }

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
	for _, in := range formulas {
		read, err := s.readOpened(ctx, in, len(answers) > 0 || s.isLesson())
		if err != nil {
			return nil, nil, err
		}
		known = append(known, read...)
	}
	switch n := len(known); {
	case n == 0 && s.isLesson():
		return nil, nil, errNoLesson
	case n == 0:
		return nil, nil, errNoPuzzle
	case n > 1 && s.isLesson():
		return nil, nil, fmt.Errorf("a lesson is about one formula, found %d: %s and %s", n, known[0].FormulaName, known[1].FormulaName)
	case len(formulas) == 0:
		return known, answers, checkAnswers(n, len(answers))
	case len(answers) > n:
		return nil, nil, fmt.Errorf("%s: expected no more answers than puzzles, found %d for %d", answers[n].Name, len(answers), n)
	}
	return known, answers, nil
}

var (
	errNoPuzzle = program.Usagef("--puzzle needs a formula: FILE, --cnf FILE or standard input")
	errNoLesson = program.Usagef("a lesson needs a formula: FILE, --cnf FILE or standard input")
)

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

func (s *settings) readInstance(ctx context.Context, call *program.Invocation, name string, clauses bool) ([]decode.Options, error) {
	call.Await(name, "an instance")
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return s.readOpened(ctx, in, clauses)
}

// readOpened returns the board of each instance in an input. If instances are not shown, the input
// is a single one.
func (s *settings) readOpened(ctx context.Context, in *input.File, clauses bool) ([]decode.Options, error) {
	if !s.aboutInstances() {
		o, err := s.readOne(ctx, in, in.Name, clauses)
		return []decode.Options{o}, err
	}
	var known []decode.Options
	all := decode.NewInstances(in.Reader, in.Name)
	for more := true; more; {
		name := in.Name
		if len(known) > 0 {
			name += fmt.Sprintf(", formula %d", len(known)+1)
		}
		o, err := s.readOne(ctx, all, name, clauses)
		if err != nil {
			return nil, err
		}
		known = append(known, o)
		if more, err = all.Next(); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// readOne returns the board of one instance.
func (s *settings) readOne(ctx context.Context, in io.Reader, name string, clauses bool) (decode.Options, error) {
	o := s.options()
	o.FormulaName = name
	head, text, err := peek(in)
	if err != nil {
		return o, err
	}
	isCNF := decode.IsClauses(head)
	if isCNF && clauses {
		o.Formula, err = dimacs.ReadFormula(ctx, text, dimacs.Options{Name: name, Keys: encode.Keys})
		return o, err
	}
	o.Puzzle, err = decode.ReadPuzzle(text, name)
	if err == nil && len(o.Puzzle) == 0 && (s.size == 0 || !isCNF) {
		err = fmt.Errorf("%s: expected comments that describe the board, found none", name)
	}
	return o, err
}

// peek returns the beginning of an instance, and a reader of the whole. A file
// stays a file: of those, clauses are read on several processors.
func peek(in io.Reader) (head []byte, whole io.Reader, err error) {
	if f, ok := in.(*input.File); ok {
		in = f.Reader
	}
	file, ok := in.(*os.File)
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
