package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// Solve runs the solver on the formula with the assumptions. It returns the status and, if the status is
// Satisfiable, a model, which c.Check has checked; otherwise the model is nil. Variables that the solver
// does not assign are false. A wrong or missing model is an error, as is an error of run, with the status
// Unknown. If the way in which the solver ended casts doubt on an answer UNSATISFIABLE, Solve calls Doubt
// and returns Unknown, unless the command writes a proof, which the caller must check. When ctx ends, Solve
// kills the solver and returns the cause.
func (c Command) Solve(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error) {
	f = f.WithUnits(assume)
	p, err := c.run(ctx, f)
	switch {
	case ctx.Err() != nil:
		return nil, dimacs.Unknown, context.Cause(ctx)
	case err != nil:
		return nil, dimacs.Unknown, err
	case p.Status == dimacs.Unsatisfiable && !c.Proves():
		if doubt := p.doubtRefutation(); doubt != nil {
			c.Doubt(fmt.Errorf("%s: %w", c.words[0], doubt))
			return nil, dimacs.Unknown, nil
		}
		return nil, p.Status, nil
	case p.Status != dimacs.Satisfiable:
		return nil, p.Status, nil
	}
	if err := c.Check(ctx, f, p.Answer); err != nil {
		return nil, dimacs.Unknown, fmt.Errorf("%s: %w", c.words[0], err)
	}
	var model dimacs.Assignment
	for _, l := range p.Model {
		model.SetLit(l)
	}
	return &model, p.Status, nil
}

// run runs the solver on a formula and reads its answer. It writes the formula to a temporary file if
// the command contains {in}, and otherwise to the standard input of the solver. The error says that
// the solver could not run or that its answer cannot be read. If ctx has ended, neither result counts.
func (c Command) run(ctx context.Context, f *dimacs.Formula) (*process, error) {
	var in, out string
	if c.in || c.out {
		dir, remove, err := opened.From(ctx).MakeTemporaryDir("qsat-")
		if err != nil {
			return nil, err
		}
		defer remove()
		in, out = filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	}
	p := c.process(ctx, in, out, f.Vars, io.Discard)
	defer p.output.Close()
	if c.in {
		if err := create(ctx, in, f); err != nil {
			return nil, err
		}
	} else {
		stdin, formula, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		defer stdin.Close()
		p.Stdin = stdin
		go func() { write(ctx, formula, f); formula.Close() }()
	}
	if _, _, err := execute(ctx, p.Cmd, nil); err != nil {
		return nil, err
	}
	if err := p.finish(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", c.words[0], err)
	}
	return p, nil
}

// create creates or replaces the file called name, with the header and the clauses of the formula. The error
// is an error of the file, or the cause of ctx.
func create(ctx context.Context, name string, f *dimacs.Formula) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(ctx, file, f), file.Close())
}

// write writes the header and the clauses of the formula. It returns a write error, or the cause of ctx.
func write(ctx context.Context, to io.Writer, f *dimacs.Formula) error {
	w := dimacs.NewWriter(to)
	w.Header(f.Vars, int64(f.NumClauses()))
	if err := w.Clauses(ctx, f); err != nil {
		return err
	}
	return w.Flush()
}
