package sat

import (
	"context"
	"fmt"

	"queens/cmd/qsat/internal/simplify"
	"queens/dimacs"
)

// mostProjected is the largest number of literals in the clauses during Projection. Tests make it smaller.
var mostProjected = 1 << 25

// Projection returns a formula in whose clauses only variables of the projection of p occur. Values of these
// variables satisfy the formula if and only if they are part of a model of p. Projection eliminates the other
// variables by resolution. If the clauses then have more than 2^25 literals, the error is a *ProblemError. Other
// errors are the errors of Solve.
//
// Source: M. Davis and H. Putnam, "A Computing Procedure for Quantification Theory", Journal of the ACM 7,
// 1960.
func Projection(ctx context.Context, p Problem, o Options) (*dimacs.Formula, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*dimacs.Formula, error) {
		d, err := j.task.Load(j.task.Assume)
		if err != nil {
			return nil, err
		}
		isProjected := func(v uint32) bool { return j.task.IsProjected(int(d.Names[v])) }
		err = simplify.New(d).Eliminate(ctx, simplify.Unlimited, simplify.Bounds{Growth: -1, Literals: mostProjected, Keep: isProjected})
		f := &dimacs.Formula{Vars: p.Formula.Vars}
		if err != nil || d.Unsat {
			f.Add()
			return f, err
		}
		for _, l := range d.Trail {
			if isProjected(l.Var()) {
				f.Add(d.Name(l))
			}
		}
		left := 0 // a variable that was not eliminated
		for c := range d.Unsatisfied {
			var lits []dimacs.Lit
			for _, l := range c {
				if lits = append(lits, d.Name(l)); !isProjected(l.Var()) {
					left = lits[len(lits)-1].Var()
				}
			}
			f.Add(lits...)
		}
		if left > 0 {
			err = &ProblemError{Reason: fmt.Sprintf("variable %d is outside of the projection, and takes too many clauses to eliminate", left)}
		}
		return f, err
	})
}
