package command

import (
	"cmp"
	"context"

	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findCubes finds the cubes of --split. If unit propagation refutes the formula, there is one cube,
// of the assumptions. A notice says if there are fewer cubes than wanted.
func (r *run) findCubes(ctx context.Context) (a answer, err error) {
	q := r.question
	cubes, err := sat.Cubes(ctx, q.Problem, q.options, r.cubes)
	switch {
	case err != nil:
	case len(cubes) == 0:
		r.call.Notice("unit propagation refutes the formula: there is only one cube")
		cubes = [][]dimacs.Lit{q.Assume}
	case len(cubes) == 1 && r.cubes > 1:
		r.call.Notice("there is only one cube: under it nothing is left to decide")
	case len(cubes) < r.cubes:
		r.call.Notice("there are only %d cubes: under each of them nothing is left to decide", len(cubes))
	}
	a.cubes = cubes
	return a, err
}

// reportSplit writes the formula and the cubes in the format of incremental solvers (icnf), and a
// projection if there is one or if the largest variable is in no clause. In JSON it writes the cubes
// only, and the status UNKNOWN. It stops with the cause of ctx when ctx ends, or with the error of the
// output. The exit code is 0.
func (r *reporter) reportSplit(ctx context.Context, q *question, a answer) (int, error) {
	if r.json {
		for i, c := range a.cubes {
			if i&0xfff == 0 && (ctx.Err() != nil || r.w.Err() != nil) {
				return 0, cmp.Or(context.Cause(ctx), r.w.Err())
			}
			r.w.List("cube", lists.Map(c, func(l dimacs.Lit) int { return int(l) }), nil)
		}
		r.w.Total("cubes", len(a.cubes), false)
		r.w.Status(dimacs.Unknown)
		return 0, nil
	}
	if err := r.w.Flush(); err != nil { // the comments about a board
		return 0, err
	}
	w := dimacs.NewWriter(r.out)
	w.IncrementalHeader()
	// The header of this format has no number of variables, and each variable in no clause
	// doubles the number of models.
	if q.Project != nil || q.Formula.Vars > largest(q.Formula) {
		w.Projection(func(yield func(int) bool) {
			for i := range q.NumProjected() {
				if i&0xfff == 0 && ctx.Err() != nil || !yield(q.Projected(i)) {
					return
				}
			}
		})
	}
	if err := w.Clauses(ctx, q.Formula); err != nil {
		return 0, err
	}
	for i, c := range a.cubes {
		if i&0xfff == 0 && (ctx.Err() != nil || w.Err() != nil) {
			return 0, cmp.Or(context.Cause(ctx), w.Err())
		}
		w.Cube(c...)
	}
	return 0, w.Flush()
}

// largest returns the largest variable in the clauses of f, or 0 if they have no literals.
func largest(f *dimacs.Formula) int {
	v := 0
	for c := range f.Clauses() {
		for _, l := range c {
			v = max(v, l.Var())
		}
	}
	return v
}
