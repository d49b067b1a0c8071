package engine

import (
	"context"
	"math/big"
	"slices"

	"queens/dimacs"
)

const (
	// longLength is the least length of a clause that CountModels removes. A counter that
	// branches on the literals of a clause takes 0.2 s for 4,000 literals and 3 s for 5,000.
	longLength = 512
	// mostLongClauses is the largest number of clauses to remove. To remove n clauses, CountModels
	// calls the engine 2^n times.
	mostLongClauses = 3
)

// CountModels returns the number of models that e counts; see Counter. It declines if e is not a
// Counter.
//
// If there are 1 to mostLongClauses long clauses, CountModels removes them by inclusion and exclusion.
// Let f be the other clauses, and let f|C be f with all literals of C false. A model of f violates C if
// it is a model of f|C. So f and C have count(f) - count(f|C) models. For several long clauses,
// CountModels adds count(f|S) for each set S of an even number of long clauses, and subtracts it for
// each set of an odd number. It does not call t.Counted meanwhile, and returns 0 with an error, because a
// partial sum is no lower bound.
//
// CountModels is not a method in package auto, because it calls an engine several times and helps
// every Counter.
func CountModels(ctx context.Context, e Engine, t *Task) (dimacs.Count, error) {
	c, is := e.(Counter)
	if !is {
		return dimacs.Count{M: new(big.Int)}, &DeclinedError{e.Name(), "it does not count"}
	}
	rest, long, err := t.withoutLong()
	if err != nil || len(long) == 0 || len(long) > mostLongClauses {
		return c.Count(ctx, t)
	}
	u := t.About(rest)
	u.Counted = nil
	total := dimacs.Count{M: new(big.Int)}
	for violated := range 1 << len(long) {
		sign := big.NewInt(1)
		u = u.Under(t.Assume)
		for i, lits := range long {
			if violated>>i&1 == 1 {
				sign.Neg(sign)
				u.Assume = slices.Concat(u.Assume, dimacs.Negated(lits))
			}
		}
		n, err := c.Count(ctx, u)
		if err != nil {
			return dimacs.Count{M: new(big.Int)}, err
		}
		n.M = sign.Mul(sign, n.M)
		total = total.Plus(n)
	}
	return total, nil
}

// withoutLong returns the long clauses of the formula, and a formula of the other clauses. A clause is
// long under these conditions:
//
//   - It is not satisfied at level 0, and at least longLength different literals are unassigned there.
//   - All its variables are in the projection.
//   - If its first unassigned literal is true, propagation leaves more than half of the unassigned
//     literals not false. Otherwise the clause is a choice, such as a row of a board, with few branches.
//
// If the formula is refuted or no clause has longLength literals, both results are nil. If more than
// mostLongClauses clauses are long, rest is incomplete. The only error is clause.ErrTooLarge.
func (t *Task) withoutLong() (rest *dimacs.Formula, long [][]dimacs.Lit, err error) {
	isLongText := func(lits []dimacs.Lit) bool { return len(lits) >= longLength }
	any := false
	for lits := range t.Formula.LongClauses() {
		any = any || isLongText(lits)
	}
	if !any {
		return nil, nil, nil
	}
	d, err := t.Clauses()
	if err != nil || d.Unsat {
		return nil, nil, err
	}
	d = d.Clone()
	value := func(l dimacs.Lit) int8 { return d.Value(d.Lit(l)) }
	isLong := func(lits []dimacs.Lit) bool {
		if !isLongText(lits) || slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return value(l) > 0 || !t.IsProjected(l.Var()) }) {
			return false
		}
		open := slices.DeleteFunc(Distinct(lits), func(l dimacs.Lit) bool { return value(l) < 0 })
		if len(open) < longLength {
			return false
		}
		d.Decide(d.Lit(open[0]))
		d.Propagate()
		left := slices.DeleteFunc(open, func(l dimacs.Lit) bool { return value(l) < 0 })
		d.Backtrack(0)
		return 2*len(left) > len(open)
	}
	rest = &dimacs.Formula{Vars: t.Formula.Vars}
	for lits := range t.Formula.Clauses() {
		if isLong(lits) {
			long = append(long, lits)
		} else if len(long) <= mostLongClauses {
			rest.Add(lits...)
		}
	}
	return rest, long, nil
}
