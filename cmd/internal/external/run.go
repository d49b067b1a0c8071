package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// Solve runs the solver on the formula with the assumptions. It returns the status and, if the
// status is Satisfiable, a model, which it has checked. A wrong or missing model is an error. If
// the way in which the solver ended casts doubt on an answer UNSATISFIABLE, Solve calls Doubt and
// returns Unknown, unless the command writes a proof, which the caller must check. When ctx ends,
// Solve kills the solver and returns the cause.
func (c Command) Solve(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) (*dimacs.Assignment, dimacs.Status, error) {
	r := &run{command: c, formula: f, assume: assume}
	if c.in || c.out {
		dir, remove, err := opened.From(ctx).MakeTemporaryDir("qsat-")
		if err != nil {
			return nil, dimacs.Unknown, err
		}
		defer remove()
		r.in, r.out = filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	}
	err := r.solve(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, dimacs.Unknown, context.Cause(ctx)
	case err != nil:
		return nil, dimacs.Unknown, err
	case r.Status == dimacs.Unsatisfiable && !c.Proves():
		if doubt := r.doubtRefutation(); doubt != nil {
			c.Doubt(fmt.Errorf("%s: %w", c.words[0], doubt))
			return nil, dimacs.Unknown, nil
		}
		return nil, r.Status, nil
	case r.Status != dimacs.Satisfiable:
		return nil, r.Status, nil
	}
	model := cmp.Or(r.Model, &dimacs.Assignment{})
	clause := r.falsified(model)
	switch {
	case clause == nil:
		return model, r.Status, nil
	case r.Model == nil:
		err = errors.New("it printed no model")
	default:
		err = fmt.Errorf("wrong model: it does not satisfy the clause %v", clause)
	}
	return nil, dimacs.Unknown, fmt.Errorf("%s: %w", c.words[0], err)
}

// A run is one run of a solver.
type run struct {
	*process
	command Command
	formula *dimacs.Formula
	assume  []dimacs.Lit
	in, out string // names of temporary files, or empty
}

// falsified returns a clause or an assumption that model does not satisfy, or nil.
func (r *run) falsified(model *dimacs.Assignment) []dimacs.Lit {
	for _, l := range r.assume {
		if !model.Holds(l) {
			return []dimacs.Lit{l}
		}
	}
	return r.formula.Falsified(model)
}

// solve runs the solver and reads its answer into r. It writes the formula to the file r.in if the
// command contains {in}, and otherwise to the standard input of the solver. The error says that the
// solver could not run or that it gave no answer.
func (r *run) solve(ctx context.Context) error {
	r.process = r.command.process(ctx, r.in, r.out, r.formula.Vars, io.Discard)
	defer r.output.Close()
	if r.command.in {
		if err := r.create(ctx, r.in); err != nil {
			return err
		}
	} else {
		stdin, formula := io.Pipe()
		defer stdin.Close()
		r.Stdin = stdin
		go func() { formula.CloseWithError(r.write(ctx, formula)) }()
	}
	if err := unlessEnded(complete(ctx, r.Cmd)); err != nil {
		return err
	}
	if err := r.finish(ctx); err != nil {
		return fmt.Errorf("%s: %w", r.Args[0], err)
	}
	return nil
}

// create writes a file with the formula and the assumptions.
func (r *run) create(ctx context.Context, name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(r.write(ctx, f), f.Close())
}

// write writes the formula, with the assumptions as unit clauses.
func (r *run) write(ctx context.Context, to io.Writer) error {
	w := dimacs.NewWriter(to)
	f := r.formula
	w.Header(f.Vars, int64(f.NumClauses()+len(r.assume)))
	if err := w.Clauses(ctx, f); err != nil {
		return err
	}
	for _, l := range r.assume {
		w.Clause(l)
	}
	return w.Flush()
}
