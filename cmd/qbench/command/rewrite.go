package command

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/internal/formula"
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

var rewriteRules = []program.Rule{formula.OneSyntax}

func (w *rewriting) flags() []cli.Flag {
	return append(w.formula.Syntax(),
		&cli.BoolFlag{Name: "drop-board", Usage: "leave out the comments that describe a board, so that qshow does not draw it", Destination: &w.dropBoard})
}

// read reads the formula that the arguments name, and also returns the name for messages. It returns an
// error if the formula has cubes.
func (w *rewriting) read(ctx context.Context, call *program.Invocation) (f *dimacs.Formula, name string, err error) {
	if name, err = call.AtMostOne("formula"); err != nil {
		return nil, "", err
	}
	f, name, err = w.formula.Read(ctx, call, name, dimacs.Options{Soft: w.soft})
	switch {
	case err != nil:
		return nil, "", err
	case f.Incremental:
		return nil, "", fmt.Errorf("%s: expected a formula without cubes, found the header `p inccnf`", name)
	}
	return f, name, f.ProjectionError
}

// stale lists the keys of comments that say how the formula was made. A changed formula does not get
// these comments.
var stale = []string{"generator", "arguments"}

// comments returns the comments of the changed formula. If the comments of f describe a board, comments
// calls change to add the change to this instance. If change fails because comments cannot describe
// the result, the error recommends --drop-board. If there is no board, comments appends extra. The
// argument name is the name of f for messages.
func (w *rewriting) comments(f *dimacs.Formula, name string, extra dimacs.Comment, change func(*encode.Instance) error) ([]dimacs.Comment, error) {
	old := slices.DeleteFunc(slices.Clone(f.Comments), func(c dimacs.Comment) bool {
		return slices.Contains(stale, c.Key) || w.dropBoard && slices.Contains(encode.Keys, c.Key)
	})
	in, err := encode.ParseComments(old)
	if e, is := errors.AsType[*dimacs.SyntaxError](err); is {
		e.Name = name
	}
	if err != nil {
		return nil, err
	}
	if in.N == 0 {
		return append(old, extra), nil
	}
	err = describes(in, f.Vars)
	if err == nil {
		if err = change(&in); err == nil {
			err = in.Check()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; add --drop-board if qshow need not draw the board", name, err)
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
	out, err := call.Create(ctx, output.Form{Name: call.Output, Default: format})
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
