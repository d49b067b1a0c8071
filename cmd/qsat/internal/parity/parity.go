// Package parity refutes and simplifies formulas by Gaussian elimination modulo 2. It works in
// four steps:
//
//  1. Find equations. An equation states whether the number of true variables in a set is odd
//     or even. In a formula, 2^(n-1) clauses state an equation of n variables: each clause
//     excludes one assignment with the wrong parity.
//  2. Add equations so that variables cancel. If the sum is 0 = 1, the formula has no model. A
//     sum of one variable is a unit, and a sum of two variables is an equivalence.
//  3. Collect the equations and additions that the conclusion needs in an argument.Argument,
//     and let package checker check it.
//  4. Let package derive write the proof. Its new variables are partial sums of equations. The
//     number of its lines is proportional to the lengths of the equations.
//
// For example, the clauses (x, y) and (-x, -y) state x + y = 1. If other clauses state y + z = 1
// and x + z = 1, the sum of the three equations is 0 = 1.
//
// Resolution needs exponentially many steps to refute some systems of equations (A. Urquhart,
// "Hard Examples for Resolution", JACM 34, 1987).
//
// The package reads the clauses of a clause.Database and does not change them.
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

// Name is the name of the package in statistics.
const Name = "parity"

// Refute reports whether it finds a contradiction between equations that the clauses of a task
// state. It takes the assumptions of the task into account. A contradiction counts only if package
// checker accepts it. If the task has a proof, Refute writes the refutation to it. It also returns
// false if unit propagation alone refutes the task, or if the task has a proof but too few variable
// numbers are left for new variables.
//
// The number of steps limits the elimination: one step reads about one variable of an equation.
// Refute returns false if they do not suffice. The error is the cause if ctx ends, an error of the
// proof, or clause.ErrTooLarge; after an error, refuted is false.
func Refute(ctx context.Context, t *engine.Task, steps int) (refuted bool, err error) {
	_, refuted, err = eliminate(ctx, t, steps, false)
	return refuted, err
}

// Simplify searches for a contradiction as Refute does, with the same errors. If it finds none, it
// returns a copy of the task with additional clauses: the units and equivalences that the
// elimination derives. If the task has a proof, Simplify writes their proof to it, and the proof of
// u numbers its new variables after the variables used so far.
//
// Simplify returns t itself if the formula is refuted, if the elimination derives no unit or
// equivalence, if the checker rejects the argument, or after an error. It also returns t if the task
// has a proof and the estimate of the lines exceeds steps, or if the task has assumptions, because a
// derived clause might follow only under them.
func Simplify(ctx context.Context, t *engine.Task, steps int) (u *engine.Task, refuted bool, err error) {
	return eliminate(ctx, t, steps, len(t.Assume) == 0)
}

// eliminate is Refute or, if simplify is true, Simplify.
func eliminate(ctx context.Context, t *engine.Task, steps int, simplify bool) (u *engine.Task, refuted bool, err error) {
	d, err := t.Clauses()
	if err != nil || d.Unsat || !t.MayDefine() {
		return t, false, err
	}
	equations := find(d)
	if len(equations) < 2 {
		return t, false, context.Cause(ctx)
	}
	return conclude(ctx, t, d, equations, steps, simplify)
}

// conclude eliminates variables from equations that the clauses d of a task state. It returns the results
// of Refute or, if simplify is true, of Simplify. If the checker rejects the argument, conclude counts
// that in the statistics of the task and returns t and false.
func conclude(ctx context.Context, t *engine.Task, d *clause.Database, equations []argument.Equation, steps int, simplify bool) (u *engine.Task, refuted bool, err error) {
	meter := t.Meter(Name)
	defer meter.Done()
	c := &Contradiction{elimination: newElimination(equations, d.Vars), equations: equations}
	if simplify {
		c.outer = outer(d, equations)
	}
	contradicts := c.run(ctx, steps)
	if ctx.Err() != nil {
		return t, false, context.Cause(ctx)
	}
	var numbers []int32 // of the equations to use
	if contradicts {
		numbers = append(numbers, c.last())
	} else if simplify {
		numbers = c.short
	}
	if len(numbers) == 0 {
		return t, false, nil
	}
	switch c.need(numbers...); {
	case contradicts && t.Proof != nil:
		c.Shorten(ctx)
		numbers[0] = c.last()
	case t.Proof != nil && c.Lines() > steps:
		return t, false, nil
	}
	a := &argument.Argument{}
	renumbered := c.Append(a)
	for i, n := range numbers {
		numbers[i] = renumbered[n]
	}
	check := checker.New(d)
	err = check.Check(ctx, a)
	switch {
	case ctx.Err() != nil:
		return t, false, context.Cause(ctx)
	case err != nil || contradicts && !check.Refuted:
		meter.Rejected++
		return t, false, nil
	case !contradicts:
		u, err = simplified(ctx, t, check, a, c.rank, numbers)
		return u, false, err
	case t.Proof != nil:
		_, err = derive.Equations(ctx, t.Proof, check, a, c.rank, dimacs.Lit(t.Formula.Vars))
	}
	return t, err == nil, err
}

// simplified returns a copy of the task with the clauses of equations of the argument a, which c has
// accepted. It writes their proof if the task has a proof. The equations have one or two variables,
// and numbers holds their numbers; rank is the hint for derive.Equations. The proof of the new task
// numbers its new variables after the variables used so far. The error is from the proof, or the
// cause if ctx ends; simplified then returns t.
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
