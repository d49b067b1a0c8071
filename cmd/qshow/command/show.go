package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"queens/cmd/internal/input"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/decode"
	"queens/dimacs"
	"queens/encode"
)

const (
	// outputBlock is how much is written at a time.
	outputBlock = 128 << 10
	// puzzleHead is how much of an instance is looked at to tell its language.
	puzzleHead = 64 << 10
)

// run shows what the command line asks for.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	name, err := call.AtMostOne("result file")
	if err != nil {
		return err
	}
	if err := s.check(); err != nil {
		return err
	}
	compression, err := s.chooseForm(call)
	if err != nil {
		return err
	}
	if err := s.checkBinary(call); err != nil {
		return err
	}
	options, err := s.options(ctx, call, name)
	if err != nil {
		return err
	}
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	results := decode.NewResults(in, in.Name, s.size)
	boards, err := decode.NewReader(results, options)
	if err != nil {
		return err
	}
	out, err := output.Create(ctx, call.Output, call.Stdout, compression)
	if err != nil {
		return err
	}
	defer out.Abort()
	w := bufio.NewWriterSize(out, outputBlock)
	renderer := s.renderer(w, s.colored(call))
	err = s.show(ctx, boards, renderer)
	if err == nil {
		err = answer(call, results, boards.Models())
	}
	if err == nil || errors.Is(err, exitUnsatisfiable) {
		err = cmp.Or(renderer.Close(ctx), err)
	}
	// The boards before a failure are shown before it is reported.
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if err != nil {
		return hinted(err)
	}
	return out.Commit()
}

// options returns what else is known about the boards. It reads --cnf.
func (s *settings) options(ctx context.Context, call *program.Invocation, name string) (decode.Options, error) {
	o := decode.Options{Size: s.size, NoVerify: s.noVerify || s.attacks}
	if s.cnf == "" {
		return o, nil
	}
	if s.cnf == "-" && (name == "" || name == "-") {
		return o, program.Usagef("the result and the instance cannot both come from standard input")
	}
	in, err := input.Open(ctx, s.cnf, call.Stdin)
	if err != nil {
		return o, err
	}
	defer in.Close()
	o.FormulaName = in.Name
	head, text, err := peek(in)
	if err != nil {
		return o, err
	}
	if decode.IsClauses(head) {
		o.Formula, err = dimacs.ReadFormula(ctx, text, dimacs.Options{Name: in.Name, Keys: encode.Keys})
		return o, err
	}
	if o.Puzzle, err = decode.ReadPuzzle(text, in.Name); err == nil && len(o.Puzzle) == 0 {
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

// show renders the models, or the one asked for.
func (s *settings) show(ctx context.Context, boards *decode.Reader, renderer decode.Renderer) error {
	for number := int64(1); ; number++ {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if number < s.model {
			if err := boards.Skip(); err == io.EOF {
				return s.tooFew(boards.Models())
			} else if err != nil {
				return err
			}
			continue
		}
		p, err := boards.Read()
		switch {
		case err == io.EOF && s.model > 0:
			return s.tooFew(boards.Models())
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := renderer.Render(ctx, p); err != nil || number == s.model {
			return err
		}
	}
}

// tooFew is the error when there is no model of the number asked for. If there
// is none at all, the answer says why.
func (s *settings) tooFew(models int) error {
	if models == 0 {
		return nil
	}
	return fmt.Errorf("there is no model %d: the result has %d", s.model, models)
}

// answer reports a result without models.
func answer(call *program.Invocation, r decode.Results, models int) error {
	if models > 0 {
		return nil
	}
	if sat, ok := r.(*decode.SATResults); ok {
		if n := sat.Count(); n != nil && n.Sign() == 0 {
			call.Notice("no solution")
			return exitUnsatisfiable
		}
		if err := onlyCounted(sat.ResultReader); err != nil {
			return err
		}
	}
	switch r.Status() {
	case dimacs.Unsatisfiable:
		call.Notice("no solution")
		return exitUnsatisfiable
	case dimacs.Satisfiable:
		return fmt.Errorf("%s: there is a solution, but the result does not hold it (minisat writes it to the file named after the formula)", r.Name())
	}
	return fmt.Errorf("%s: the solver found no answer (UNKNOWN)", r.Name())
}

// onlyCounted is the error for a result that is a number of models.
func onlyCounted(r *dimacs.ResultReader) error {
	if r.Counted() && r.Status() != dimacs.Unsatisfiable {
		number := "a number of models"
		if n := r.Count(); n != nil && n.BitLen() < 200 {
			number = n.String() + " models"
		}
		return fmt.Errorf("%s: expected a model, found only a count (%s); run the solver without counting to see boards", r.Name(), number)
	}
	if n, _ := r.Announced(); n != nil && n.Sign() > 0 && r.Status() == dimacs.Unknown {
		return fmt.Errorf("%s: expected a model, found only a count that is not complete (%v+ models)", r.Name(), n)
	}
	return nil
}

// hinted adds how to get on from an error.
func hinted(err error) error {
	switch {
	case errors.Is(err, decode.ErrSizeUnknown):
		return fmt.Errorf("%w (give it with --size N, or the instance with --cnf FILE)", err)
	case errors.Is(err, decode.ErrSheetFull):
		return fmt.Errorf("%w (choose one with --model K, or show all with --format html)", err)
	}
	return err
}
