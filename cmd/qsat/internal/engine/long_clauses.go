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
	// mostLongClauses is the largest number of clauses to remove. CountModels then counts
	// 2^mostLongClauses times.
	mostLongClauses = 3
)

// CountModels calls e for the number of models. It declines if e is not a Counter.
//
// CountModels removes long clauses by inclusion and exclusion. Let f be the other clauses, and
// let f|C be f with all literals of C false. A model of f violates C if it is a model of f|C. So
// f and C have count(f) - count(f|C) models. For several long clauses, CountModels adds
// count(f|S) for each set S of an even number of them, and subtracts it for the others. It calls
// e for the whole formula if there are more than mostLongClauses. If ctx ends between, the
// result is 0, because a partial sum is no lower bound.
//
// This is no method of a schedule of auto, because it helps every counter, and calls it several times.
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
	u.Found = nil
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

// withoutLong returns the formula without its long clauses, and these. A clause is long if it
// has at least longLength literals after unit propagation. It is not long if a variable is
// outside the projection, or if the first of these literals implies that half of the others are
// false: then it is a choice, such as a row of a board, and few branches are open. The error is
// clause.ErrTooLarge.
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
