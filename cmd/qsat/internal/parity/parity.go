// Package parity refutes formulas by counting modulo 2. Clauses that leave of the
// assignments of some variables those with an odd number of true ones, or those with an
// even number, are an equation of their sum; equations add up, and where nothing is left
// on one side and 1 on the other there is no model. Resolution takes exponentially many
// steps for that (Urquhart, JACM 34, 1987). The proofs of package derive have new variables for
// partial sums of an equation; their length is in proportion to the lengths of the equations.
//
// The package finds arguments: it returns each as an argument.Argument, of the equations and
// additions that a conclusion needs. Package checker checks them before they are used, and
// package derive writes the proof. The clauses are those of a clause.Database, which does not
// change.
//
// Source: M. Soos, K. Nohl and C. Castelluccia, "Extending SAT Solvers to Cryptographic
// Problems", SAT 2009, for the use of elimination.
package parity

import (
	"context"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/derive"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/symmetry"
	"queens/dimacs"
)

// Name is that of the technique in statistics.
const Name = "parity"

// Refute reports whether equations modulo 2 that the clauses of a task say contradict each
// other, as far as that can be found with so many steps: variables of equations that are
// looked at. If so, it writes a proof. A contradiction counts only after package checker has
// checked it. Refute returns the cause when ctx ends, and errors of the proof.
func Refute(ctx context.Context, t *engine.Task, steps int) (refuted bool, err error) {
	_, refuted, err = eliminate(ctx, t, steps, false)
	return refuted, err
}

// Simplify does the same, and if there is no contradiction it returns the task with clauses for
// the units and equivalences that elimination leaves, which it proves as well: the task itself if
// there are none, if a proof of them has more lines than there are steps, or under assumptions,
// of which they may be consequences.
func Simplify(ctx context.Context, t *engine.Task, steps int) (u *engine.Task, refuted bool, err error) {
	return eliminate(ctx, t, steps, len(t.Assume) == 0)
}

func eliminate(ctx context.Context, t *engine.Task, steps int, simplify bool) (u *engine.Task, refuted bool, err error) {
	d, err := t.Clauses()
	if err != nil || d.Unsat || !t.MayDefine() {
		return t, false, err
	}
	equations, said := find(d)
	if len(equations) < 2 {
		return t, false, context.Cause(ctx)
	}
	return conclude(ctx, t, d, equations, said, steps, simplify)
}

// conclude searches equations that the clauses of a task say for a contradiction, or to simplify the
// task. It checks an argument for the conclusion before it uses the conclusion, and drops and counts
// a rejected argument.
func conclude(ctx context.Context, t *engine.Task, d *clause.Database, equations []equation, said []clause.Ref, steps int, simplify bool) (u *engine.Task, refuted bool, err error) {
	meter := t.Meter(Name)
	defer meter.Done()
	c := &Contradiction{elimination: newElimination(equations, d.Vars), equations: equations}
	if simplify {
		c.hold(outer(d, equations))
	}
	found := c.run(ctx, steps)
	if ctx.Err() != nil {
		return t, false, context.Cause(ctx)
	}
	var numbers []int32 // of the equations to use
	if found {
		numbers = append(numbers, c.last())
	} else if simplify {
		numbers = c.short
	}
	if len(numbers) == 0 {
		return t, false, nil
	}
	switch c.need(numbers...); {
	case found && t.Proof != nil:
		c.Shorten(ctx)
		numbers[0] = c.last()
	case t.Proof != nil && c.Lines() > steps:
		return t, false, nil
	}
	a := &argument.Argument{}
	renumbered := c.Append(a, func(place int) argument.Equation { return equations[place].reason(said) })
	for i, n := range numbers {
		numbers[i] = renumbered[n]
	}
	check := checker.New(d)
	err = check.Check(ctx, a)
	switch {
	case ctx.Err() != nil:
		return t, false, context.Cause(ctx)
	case err != nil || found && !check.Refuted:
		meter.Rejected++
		return t, false, nil
	case !found:
		u, err = simplified(ctx, t, check, a, c.rank, numbers)
		return u, false, err
	case t.Proof != nil:
		_, err = derive.Equations(ctx, t.Proof, check, a, c.rank, dimacs.Lit(t.Formula.Vars))
	}
	return t, err == nil, err
}

// simplified returns a task with clauses for accepted equations of one variable or two, and writes
// their proof. What is proved later has other new variables than this proof.
func simplified(ctx context.Context, t *engine.Task, c *checker.Checker, a *argument.Argument, rank, numbers []int32) (*engine.Task, error) {
	u := t.Under(nil)
	u.Formula = t.Formula.With(derive.Clauses(c, numbers...)...)
	if t.Proof == nil {
		return u, nil
	}
	last, err := derive.Equations(ctx, t.Proof, c, a, rank, dimacs.Lit(t.Formula.Vars), numbers...)
	if err != nil {
		return t, err
	}
	u.Proof = symmetry.Beyond(t.Proof, t.Formula.Vars, int(last))
	return u, nil
}
