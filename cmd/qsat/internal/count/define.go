package count

import (
	"context"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// extend adds to the projection variables that are functions of it, so that the count branches on
// them, too. That does not change the number of models. The slice projected is indexed by variable.
// To test a variable, extend takes a second copy of the clauses, where only the variables of the
// projection are the same, and searches for a model in which the variable is true and its copy
// false. It stops after extendTicks.
//
// Sources: A. Padoa, 1901, for the two copies; M. Soos and K. S. Meel, "Arjun: An Efficient
// Independent Support Computation Technique and its Applications to Counting and Sampling", ICCAD
// 2022, for the search with selectors, here for variables outside of the projection.
func extend(ctx context.Context, clauses [][]clause.Lit, projected []bool) error {
	n := dimacs.Lit(len(projected))
	f, isCopied := &dimacs.Formula{}, make([]bool, n)
	var outside, assume []dimacs.Lit
	for _, c := range clauses {
		var lits, copies []dimacs.Lit
		for _, l := range c {
			v, sign := dimacs.Lit(l.Var()), dimacs.Lit(l.Sign())
			lits = append(lits, sign*v)
			if !projected[v] {
				if !isCopied[v] {
					isCopied[v], outside = true, append(outside, v)
				}
				v += n
			}
			copies = append(copies, sign*v)
		}
		f.Add(lits...)
		f.Add(copies...)
	}
	for _, v := range outside {
		f.Add(-v-2*n, -v, v+n) // v+2n selects: v equals its copy
		f.Add(-v-2*n, v, -v-n)
		assume = append(assume, v, -v-n, v+2*n)
	}
	s, err := cdcl.NewSession(&engine.Task{Formula: f, Assume: assume, Threads: 1})
	if err != nil {
		return err
	}
	defer s.Close()
	var equal []dimacs.Lit // the selectors of the added variables
	for _, v := range outside {
		if s.Ticks > extendTicks {
			break
		}
		if _, defined, _ := s.Solve(ctx, append(equal, v, -v-n), functionTicks); defined {
			projected[v], equal = true, append(equal, v+2*n)
		}
	}
	return nil
}
