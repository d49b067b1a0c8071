package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

// A rewriting reads a formula and writes a changed formula with the comments of the first. It is
// common to the commands shuffle and transform.
type rewriting struct {
	formula   formula.Flags
	dropBoard bool
	soft      bool // the command takes a WCNF, too
}

func (w *rewriting) flags() []cli.Flag {
	return append(w.formula.Syntax(),
		&cli.BoolFlag{Name: "drop-board", Usage: "leave out the comments that describe a board, so that qshow does not draw it", Destination: &w.dropBoard})
}

// A source is a formula that can be read several times: a regular file, or a formula in memory.
type source struct {
	name   string // for messages
	mode   dimacs.Mode
	opened *input.File
	file   *os.File        // nil for a formula in memory
	start  int64           // the position in file at which the formula begins
	text   *dimacs.Formula // the formula in memory; nil for a file
	head   *dimacs.Formula // the formula without its clauses; set by scan
	count  int             // the number of clauses; set by scan
}

// open opens the formula that the arguments name. It reads compressed files, pipes and terminals into
// memory, because they can be read only once. If w.soft is set, it also reads files into memory that do
// not begin like a CNF.
func (w *rewriting) open(ctx context.Context, call *program.Invocation) (*source, error) {
	mode, err := w.formula.Mode()
	if err != nil {
		return nil, err
	}
	name, err := call.AtMostOne("formula")
	if err != nil {
		return nil, err
	}
	call.Await(name, "a formula in DIMACS CNF")
	f, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return nil, err
	}
	s := &source{name: f.Name, mode: mode, opened: f}
	if file, ok := f.Reader.(*os.File); ok {
		if s.start, err = file.Seek(0, io.SeekCurrent); err == nil {
			_, err = dimacs.NewReader(input.UntilDone(ctx, file), dimacs.Options{Name: s.name, Mode: mode}).Header()
			if err == nil || !w.soft {
				s.file = file
				return s, nil
			}
			if _, err := file.Seek(s.start, io.SeekStart); err != nil {
				f.Close()
				return nil, err
			}
		}
	}
	if s.text, err = dimacs.ReadFormula(ctx, f.Reader, dimacs.Options{Name: s.name, Mode: mode, Soft: w.soft}); err != nil {
		f.Close()
		return nil, formula.Hinted(err)
	}
	return s, nil
}

// each calls do with each clause until the first error, and returns the error. The clause is valid
// only during the call. each sets s.count and, after the last clause, s.head.
func (s *source) each(ctx context.Context, do func([]dimacs.Lit) error) error {
	s.head, s.count = s.text, 0
	if s.text != nil {
		for c := range s.text.Clauses() {
			if s.count++; s.count&0xffff == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := do(c); err != nil {
				return err
			}
		}
		return nil
	}
	if _, err := s.file.Seek(s.start, io.SeekStart); err != nil {
		return err
	}
	r := dimacs.NewReader(input.UntilDone(ctx, s.file), dimacs.Options{Name: s.name, Mode: s.mode})
	for {
		c, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			s.head = r.Formula()
			return nil
		case err != nil:
			return formula.Hinted(err)
		}
		s.count++
		if err := do(c); err != nil {
			return err
		}
	}
}

// scan reads the whole formula, calls do with each clause, and sets s.head and s.count. It returns an
// error if the formula has cubes.
func (s *source) scan(ctx context.Context, do func([]dimacs.Lit)) error {
	err := s.each(ctx, func(c []dimacs.Lit) error { do(c); return nil })
	if err == nil && s.head.Incremental {
		err = fmt.Errorf("%s: expected a formula without cubes, found the header `p inccnf`", s.name)
	}
	return err
}

// again reads the clauses once more after scan. It returns an error if their number has changed.
func (s *source) again(ctx context.Context, do func([]dimacs.Lit) error) error {
	count := s.count
	err := s.each(ctx, do)
	if err == nil && s.count != count {
		err = fmt.Errorf("%s: changed while it was read: expected %d clauses, found %d", s.name, count, s.count)
	}
	return err
}

// stale lists the keys of comments that say how the formula was made. A changed formula does not get
// these comments.
var stale = []string{"generator", "arguments"}

// comments returns the comments of the changed formula. If the comments of s describe a board, comments
// calls change to add the change to this instance. If change fails because comments cannot describe
// the result, the error recommends --drop-board. If there is no board, comments appends extra.
func (w *rewriting) comments(s *source, extra dimacs.Comment, change func(*encode.Instance) error) ([]dimacs.Comment, error) {
	old := slices.DeleteFunc(slices.Clone(s.head.Comments), func(c dimacs.Comment) bool {
		return slices.Contains(stale, c.Key) || w.dropBoard && slices.Contains(encode.Keys, c.Key)
	})
	in, err := encode.ParseComments(old)
	if e, is := errors.AsType[*dimacs.SyntaxError](err); is {
		e.Name = s.name
	}
	if err != nil {
		return nil, err
	}
	if in.N == 0 {
		return append(old, extra), nil
	}
	err = describes(in, s.head.Vars)
	if err == nil {
		if err = change(&in); err == nil {
			err = in.Check()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; add --drop-board if qshow need not draw the board", s.name, err)
	}
	var list []dimacs.Comment
	for _, c := range old {
		switch {
		case !slices.Contains(encode.Keys, c.Key):
			list = append(list, c)
		case in.N > 0:
			list = append(list, in.Comments()...)
			in.N = 0 // only once
		}
	}
	return list, nil
}

// describes returns an error unless the instance in the comments of a formula has vars variables, like
// the formula.
func describes(in encode.Instance, vars int) error {
	size, err := in.Size()
	if err == nil && size.Variables != vars {
		err = fmt.Errorf("its comments describe a board with %d variables, but it has %d", size.Variables, vars)
	}
	return err
}

// write writes a formula to the output of the call: head with its comments, and then the clauses that
// the function write passes to its argument. The number of clauses must be clauses.
func (w *rewriting) write(ctx context.Context, call *program.Invocation, head *dimacs.Formula, clauses int64, write func(*dimacs.Writer) error) error {
	format := "cnf"
	if head.Soft != nil {
		format = "wcnf"
	}
	out, err := call.Create(ctx, output.Choice{Name: call.Output, Default: format})
	if err != nil {
		return err
	}
	defer out.Abort()
	to := dimacs.NewWriter(out)
	to.Head(head, clauses)
	if err := write(to); err != nil {
		return err
	}
	return out.CommitAfter(to.Flush())
}
