package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// split writes the formula with cubes that split the search for its models.
func (s *settings) split(ctx context.Context, call *program.Invocation, name string, out io.Writer) error {
	t, err := s.readTask(ctx, call, name)
	if err != nil {
		return err
	}
	if t.Formula.Incremental && len(t.Formula.Cubes) > 0 {
		return fmt.Errorf("%s: the formula has cubes already", shown(name))
	}
	cubes, err := dpll.Split(ctx, t, s.cubes)
	if err != nil {
		return err
	}
	switch {
	case len(cubes) == 0:
		call.Notice("unit propagation refutes the formula: there is only one cube")
		cubes = [][]dimacs.Lit{s.Assume}
	case len(cubes) < s.cubes:
		call.Notice("there are only %d cubes: under each of them nothing is left to decide", len(cubes))
	}
	return writeCubes(ctx, out, t, cubes)
}

// writeCubes writes a formula and cubes.
func writeCubes(ctx context.Context, out io.Writer, t *engine.Task, cubes [][]dimacs.Lit) error {
	w := dimacs.NewWriter(out)
	for _, c := range boardComments(t) {
		w.Comment(c.Key, c.Value)
	}
	w.IncrementalHeader()
	// This header does not say how many variables there are, and those in no
	// clause double the number of models.
	if t.Project != nil || t.Formula.Vars > largest(t.Formula) {
		w.Projection(projected(ctx, t))
	}
	if err := w.Clauses(ctx, t.Formula); err != nil {
		return err
	}
	for i, c := range cubes {
		if i&0xfff == 0 && (ctx.Err() != nil || w.Err() != nil) {
			return cmp.Or(context.Cause(ctx), w.Err())
		}
		w.Cube(c...)
	}
	return w.Flush()
}

// projected yields the variables of the projection, as long as ctx lasts.
func projected(ctx context.Context, t *engine.Task) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for i := range t.NumProjected() {
			if i&0xfff == 0 && ctx.Err() != nil || !yield(dimacs.Lit(t.Projected(i))) {
				return
			}
		}
	}
}

// largest returns the largest variable in a clause.
func largest(f *dimacs.Formula) int {
	v := 0
	for c := range f.Clauses() {
		for _, l := range c {
			v = max(v, l.Var())
		}
	}
	return v
}
