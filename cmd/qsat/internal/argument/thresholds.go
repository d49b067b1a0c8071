package argument

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A Counter claims that the clauses with its sums say how many labels are true, and nothing else:
// values of the labels extend to a model of these clauses if and only if at least Low and at most
// High labels are true.
type Counter struct {
	Labels    []clause.Lit // of different variables
	Low, High int
	Sums      []Threshold
	Unique    bool // the labels determine the sums in each model
}

// A Threshold says that Lit can stand for "at least AtLeast of the first Prefix labels are true".
type Threshold struct {
	Lit             clause.Lit
	Prefix, AtLeast int
}

// CheckCounters reports, for each counter, whether it is accepted. A variable that is a sum of two
// counters of the list, or a sum and a label, rejects them.
//
// Lemma: values of the variables that are no sums extend to a model of the formula if and only if
// they satisfy the clauses without sums and make at least Low and at most High labels of each
// counter true. They extend to at most one model if each counter is Unique.
//
// Proof: if the numbers are in the range, give each sum the value of its threshold. Then a clause
// with a sum holds by the lemma of satisfies, whatever the values of variables of other counters
// are. In each model the numbers are in the range by the lemma of bounds.
func (c *Checker) CheckCounters(ctx context.Context, list []Counter) (accepted []bool) {
	with, uses := make([][][]clause.Lit, c.NumLits()), make([]int, c.Vars+1)
	for _, k := range list {
		for _, s := range k.Sums {
			uses[s.Lit.Var()]++
		}
	}
	for lits := range c.UnsatisfiedUntil(ctx) {
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return uses[l.Var()] > 0 }) {
			lits = slices.Clone(lits)
			for _, l := range lits {
				with[l] = append(with[l], lits)
			}
		}
	}
	for _, counter := range list {
		k, ok := counterCheck{counter, with, map[clause.Lit]condition{}, map[clause.Lit]bool{}}, true
		for i, x := range k.Labels {
			_, again := k.when[x]
			ok = ok && !again && uses[x.Var()] == 0
			k.when[x], k.when[x.Not()] = condition{2*i + 1, 1, 1, 1}, condition{2*i + 1, 1, 0, 0}
			k.proven[x], k.proven[x.Not()] = true, true
		}
		for _, s := range k.Sums {
			l, p, t := s.Lit, s.Prefix, s.AtLeast
			ok = ok && uses[l.Var()] == 1 && !c.IsAssigned(l.Var()) && 1 <= p && p <= len(k.Labels) && 0 <= t && t <= p+1
			k.when[l], k.when[l.Not()] = condition{2 * p, p, t, p}, condition{2 * p, p, 0, t - 1}
		}
		for _, s := range k.Sums {
			ok = ok && k.satisfies(with[s.Lit]) && k.satisfies(with[s.Lit.Not()])
		}
		accepted = append(accepted, ok && k.bounds() && ctx.Err() == nil)
	}
	return accepted
}

// A counterCheck is a counter while it is checked.
type counterCheck struct {
	Counter
	with   [][][]clause.Lit         // indexed by literal: the clauses with it and with any sum
	when   map[clause.Lit]condition // of labels and sums, and their complements
	proven map[clause.Lit]bool      // literals that are true in each model that meets their condition
}

// A condition of a literal says that from low to high of some labels are true. The place tells which
// labels: the first p if it is 2*p, and only label i if it is 2*i+1; size is the number of these.
type condition struct{ place, size, low, high int }

// satisfies reports whether clauses hold if at least Low and at most High labels are true and each
// label or sum is true exactly if it meets its condition. Other literals are taken as false.
//
// Lemma: if the literals of a clause are false up to a place, 2*p or 2*p-1, then low <= c_p <= high.
// So the clause holds if no c_p is left, or none that ends with a number from Low to High.
//
// Proof: c_0 = 0. A literal is false if its complement meets its condition. If that is about c_p, it
// bounds c_p. If it is about label p-1, it bounds c_p - c_(p-1). For other labels this is 0 or 1.
func (k *counterCheck) satisfies(clauses [][]clause.Lit) bool {
	return !slices.ContainsFunc(clauses, func(lits []clause.Lit) bool {
		lits = slices.SortedFunc(slices.Values(lits), func(a, b clause.Lit) int { return k.when[a].place - k.when[b].place })
		low, high, p := 0, 0, 0
		for _, l := range slices.Compact(lits) {
			w := k.when[l.Not()]
			if high += w.place/2 - p; w.place%2 > 0 {
				low, high = low+w.low, high+w.high
			} else {
				low, high = max(low, w.low), min(high, w.high)
			}
			if p = (w.place + 1) / 2; low > high {
				return false
			}
		}
		return max(low, k.Low) <= min(high+len(k.Labels)-p, k.High)
	})
}

// bounds reports whether at least Low and at most High labels are true in each model of the clauses,
// and the labels determine the sums if the counter is Unique.
//
// Lemma: what is proven is true, and low <= c_p <= high before round p of the last loop.
//
// Proof: by induction. A condition on c_p is proven if the clauses force the literal for all c_p
// that meet it. If c_(p+1) = low, then c_p = low and label p is false. So c_(p+1) > low if the
// clauses force label p to be true for c_p = low; likewise for high.
func (k *counterCheck) bounds() bool {
	for n := -1; n < len(k.proven); {
		n = len(k.proven)
		for _, s := range k.Sums {
			for _, l := range []clause.Lit{s.Lit, s.Lit.Not()} {
				c := k.when[l].low
				for c <= k.when[l].high && k.forces(l, s.Prefix, c) {
					c++
				}
				if c > k.when[l].high {
					k.proven[l] = true
				}
			}
		}
	}
	low, high := 0, min(1, len(k.Labels))
	for p := 1; p < len(k.Labels); p++ {
		if k.forces(k.Labels[p], p, low) {
			low++
		}
		if !k.forces(k.Labels[p].Not(), p, high) {
			high++
		}
	}
	return k.Low <= low && high <= k.High && (len(k.proven) == len(k.when) || !k.Unique)
}

// forces reports whether l is true in each model with c_p = c. For each possible c_(p-1), there must
// be a clause with l whose other literals are false because of proven conditions.
func (k *counterCheck) forces(l clause.Lit, p, c int) bool {
	for before := max(0, c-1); before <= min(c, p-1); before++ {
		isFalse := func(l clause.Lit) bool {
			w := k.when[l.Not()]
			low, high := max(0, before-(p-1-w.size)), min(before, w.size) // for any labels of the first p-1
			switch w.place {
			case 2*p - 1:
				low, high = c-before, c-before
			case 2 * p:
				low, high = c, c
			}
			return k.proven[l.Not()] && w.place <= 2*p && w.low <= low && high <= w.high
		}
		if !slices.ContainsFunc(k.with[l], func(lits []clause.Lit) bool {
			return !slices.ContainsFunc(lits, func(other clause.Lit) bool { return other != l && !isFalse(other) })
		}) {
			return false
		}
	}
	return true
}
