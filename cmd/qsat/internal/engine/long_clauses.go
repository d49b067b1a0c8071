package engine

import (
	"context"
	"math/big"
	"slices"

	"queens/dimacs"
)

const (
	// shortest is the length from which on a clause is long for CountModels. A counter that
	// branches on the literals of a clause takes time quadratic in its length: 0.03 s for 1,000
	// literals, 10 s for 5,000.
	shortest = 512
	// mostLong is the largest number of long clauses. CountModels counts up to 2^mostLong times.
	mostLong = 3
)

// CountModels calls e for the number of models. It declines if e is not a Counter.
//
// CountModels removes up to mostLong long clauses by inclusion and exclusion. Let f be the other
// clauses, and let f|C be f with all literals of C false. A model of f violates C if it is a
// model of f|C. So f and C have count(f) - count(f|C) models. All variables of C must be in the
// projection. If ctx ends, the result is 0, because a partial sum is no lower bound.
func CountModels(ctx context.Context, e Engine, t *Task) (dimacs.Count, error) {
	c, is := e.(Counter)
	if !is {
		return dimacs.Count{M: new(big.Int)}, &DeclinedError{e.Name(), "it does not count"}
	}
	long := t.longClauses()
	if len(long) == 0 || len(long) > mostLong {
		return c.Count(ctx, t)
	}
	rest := &dimacs.Formula{Vars: t.Formula.Vars}
	for lits := range t.Formula.Clauses() {
		if len(lits) < shortest {
			rest.Add(lits...)
		}
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

// longClauses returns the clauses of at least shortest literals, or nil if one of them has a
// variable outside the projection.
func (t *Task) longClauses() (long [][]dimacs.Lit) {
	for lits := range t.Formula.LongClauses() {
		if len(lits) < shortest {
			continue
		}
		if slices.ContainsFunc(lits, func(l dimacs.Lit) bool { return !t.IsProjected(l.Var()) }) {
			return nil
		}
		long = append(long, lits)
	}
	return long
}
