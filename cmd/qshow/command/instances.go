package command

import (
	"bufio"
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

// puzzleHead is how much of an instance is looked at to tell its language.
const puzzleHead = 64 << 10

// instances returns what --cnf tells, for each time it was given. The clauses are
// needed to check answers.
func (s *settings) instances(ctx context.Context, call *program.Invocation, clauses bool) ([]decode.Options, error) {
	if len(s.cnf) == 0 {
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

func (s *settings) options() decode.Options {
	return decode.Options{Size: s.size, NoVerify: s.noVerify || s.attacks}
}

func (s *settings) readInstance(ctx context.Context, call *program.Invocation, name string, clauses bool) (decode.Options, error) {
	o := s.options()
	call.Await(name, "an instance")
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return o, err
	}
	defer in.Close()
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
