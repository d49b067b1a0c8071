package command

import (
	"cmp"
	"context"
	"io"
	"iter"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// split writes the formula with cubes that split the search for its models.
func (s *settings) split(ctx context.Context, call *program.Invocation, name string, out io.Writer) error {
	q, err := s.read(ctx, call, name)
	if err != nil {
		return err
	}
	cubes, err := sat.Cubes(ctx, q.Problem, q.options, s.cubes)
	if err != nil {
		return q.located(err)
	}
	switch {
	case len(cubes) == 0:
		call.Notice("unit propagation refutes the formula: there is only one cube")
		cubes = [][]dimacs.Lit{s.Assume}
	case len(cubes) < s.cubes:
		call.Notice("there are only %d cubes: under each of them nothing is left to decide", len(cubes))
	}
	return writeCubes(ctx, out, q, cubes)
}

// writeCubes writes a formula and cubes.
func writeCubes(ctx context.Context, out io.Writer, q *question, cubes [][]dimacs.Lit) error {
	w := dimacs.NewWriter(out)
	for _, c := range boardComments(q.Formula) {
		w.Comment(c.Key, c.Value)
	}
	w.IncrementalHeader()
	// This header does not say how many variables there are, and those in no
	// clause double the number of models.
	if q.Project != nil || q.Formula.Vars > largest(q.Formula) {
		w.Projection(projected(ctx, q))
	}
	if err := w.Clauses(ctx, q.Formula); err != nil {
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
func projected(ctx context.Context, q *question) iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for i := range q.NumProjected() {
			if i&0xfff == 0 && ctx.Err() != nil || !yield(dimacs.Lit(q.Projected(i))) {
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
