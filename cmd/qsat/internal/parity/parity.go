// Package parity refutes formulas by counting modulo 2. Clauses that leave of the
// assignments of some variables those with an odd number of true ones, or those with an
// even number, are an equation of their sum; equations add up, and where nothing is left
// on one side and 1 on the other there is no model. Resolution takes exponentially many
// steps for that (Urquhart, JACM 34, 1987); the proofs here have new variables for sums of
// a part of an equation, and are about as long as what is added.
//
// It owns the equations and what is made of them; the clauses are those of a
// clause.Database, which it does not change.
//
// Sources: M. Soos, K. Nohl and C. Castelluccia, "Extending SAT Solvers to Cryptographic
// Problems", SAT 2009, for the use of elimination; T. Philipp and A. Rebola-Pardo, "DRAT
// Proofs for XOR Reasoning", JELIA 2016, for sums in parts.
package parity

import (
	"context"

	"queens/cmd/qsat/internal/engine"
)

// Name is that of the technique in statistics.
const Name = "parity"

// Refute reports whether equations modulo 2 that the clauses of a task say contradict each
// other, as far as that can be found with so many steps: variables of equations that are
// looked at. If so, it writes a proof. It returns the cause when ctx ends, and errors of
// the proof.
func Refute(ctx context.Context, t *engine.Task, steps int) (refuted bool, err error) {
	d, err := t.Clauses(ctx)
	if err != nil || d.Unsat {
		return false, err
	}
	equations := find(ctx, d)
	if len(equations) < 2 {
		return false, context.Cause(ctx)
	}
	meter := t.Meter(Name)
	defer meter.Done()
	c := contradict(ctx, equations, d.Vars, steps)
	if c == nil {
		return false, context.Cause(ctx)
	}
	if t.Proof == nil {
		return true, nil
	}
	c.Shorten(ctx)
	p := newProof(t.Proof, c, d.Names, t.Formula.Vars)
	return true, p.write(ctx, func(n int32) *chain { return p.begin(c.equations[n]) })
}
