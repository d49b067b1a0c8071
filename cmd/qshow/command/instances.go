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
	puzzleHead  = 64 << 10 // bytes of an instance that decide about its language
	maxComments = 16 << 20 // largest number of bytes that decide whether an input is an instance
)

// instances returns the instances of --cnf, in order. If clauses is true, it reads their
// clauses, to check answers against them. Without --cnf, it returns no instance if the inputs
// contain the instances (aboutInstances), and otherwise one that only has the options of flags.
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

// aboutInstances reports whether qshow shows instances, with --puzzle or as a lesson. Then the
// inputs besides --cnf may be instances; otherwise they are answers.
func (s *settings) aboutInstances() bool { return s.puzzle || s.isLesson() }

// puzzles divides the inputs into instances and answers by their content. It appends the
// instances to known, which holds the instances of --cnf, and returns both lists. Answer i
// belongs to instance i, or to the only instance. It is an error if there is no instance, if a
// lesson has several, or if answers remain without an instance. If all instances come from
// --cnf, one instance may have several answers.
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
		return nil, nil, fmt.Errorf("a lesson needs exactly one formula, found %d, such as %s and %s", n, known[0].FormulaName, known[1].FormulaName)
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

// isInstance reports whether an input is an instance, as decode.IsInstance does for its first
// maxComments bytes. Afterwards the input is at its start again. The next reader gets any error
// of reading; isInstance itself returns only an error of seeking in a file.
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

// readOpened returns the description of each instance in an input. It expects one instance,
// or at least one if qshow shows instances (aboutInstances).
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

// readOne reads one instance. If it is a CNF and clauses is true, readOne returns its clauses
// and comments in Options.Formula. Otherwise it returns only its comments, in Options.Puzzle. It
// is an error if there are none, except for a CNF with --size.
func (s *settings) readOne(ctx context.Context, in io.Reader, name string, clauses bool) (decode.Options, error) {
	o := s.options()
	o.FormulaName = name
	head, text, err := peek(in)
	if err != nil {
		return o, err
	}
	isCNF := decode.IsClauses(head)
	if isCNF && clauses {
		o.Formula, err = dimacs.ReadFormula(ctx, text, dimacs.Options{Name: name, Keys: encode.Keys, Soft: true, DeferProjection: true})
		return o, err
	}
	o.Puzzle, err = decode.ReadPuzzle(text, name)
	if err == nil && len(o.Puzzle) == 0 && (s.size == 0 || !isCNF) {
		err = fmt.Errorf("%s: expected comments that describe the board, found none", name)
	}
	return o, err
}

// peek returns the first bytes of an instance, at most puzzleHead, and a reader of the whole
// instance. For an *os.File this reader is the file, because peek does not move its position. The
// next reader gets any error of reading; peek itself returns only an error of seeking.
func peek(in io.Reader) (head []byte, whole io.Reader, err error) {
	if f, ok := in.(*input.File); ok {
		in = f.Reader
	}
	file, ok := in.(*os.File)
	if !ok {
		text := bufio.NewReaderSize(in, puzzleHead)
		head, _ = text.Peek(puzzleHead) // the next reader returns the error
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
