package checker

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// CheckCounters reports, for each counter, whether it is accepted, and whether it is wrong: some
// values of the labels that it allows have no model. A counter that is neither may be right, but
// does not follow by the lemma of bounds. A variable that is a sum of two counters of the list, or
// a sum and a label, makes them wrong. So does a sum of the projection, unless the labels are of the
// projection and the counter is Unique.
//
// Lemma: values of the variables that are no sums extend to a model of the formula if and only if
// they satisfy the clauses without sums and make at least Low and at most High labels of each
// counter true. They extend to at most one model if each counter is Unique.
//
// Proof: if the numbers are in the range, give each sum the value of its threshold. Then a clause
// with a sum holds by the lemma of violates, whatever the values of variables of other counters
// are. In each model the numbers are in the range by the lemma of bounds.
func (c *Checker) CheckCounters(
	ctx context.Context, list []argument.Counter, projected func(v uint32) bool,
) (accepted, wrong []bool) {
	uses, with, when := make([]int, c.Vars+1), make([][][]clause.Lit, c.NumLits()), make([]condition, c.NumLits())
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
		k, ok, determined, sums := counterCheck{counter, with, when}, true, counter.Unique, []clause.Lit(nil)
		for i, x := range k.Labels {
			ok = ok && c.areOpen(x) && when[x].to == 0 && uses[x.Var()] == 0
			determined = determined && projected(x.Var())
			when[x], when[x.Not()] = condition{i, i + 1, 1, 1, true}, condition{i, i + 1, 0, 0, true}
		}
		for _, s := range k.Sums {
			x, p, t := s.Lit, s.Prefix, s.AtLeast
			ok = ok && c.areOpen(x) && uses[x.Var()] == 1 && (determined || !projected(x.Var()))
			ok = ok && 1 <= p && p <= len(k.Labels) && 0 <= t && t <= p+1
			when[x], when[x.Not()] = condition{0, p, t, p, false}, condition{0, p, 0, t - 1, false}
			sums = append(sums, x, x.Not())
		}
		isViolated := func(l clause.Lit) bool { return slices.ContainsFunc(with[l], k.violates) }
		ok = ok && !slices.ContainsFunc(sums, isViolated)
		accepted, wrong = append(accepted, ok && k.bounds(slices.Clone(sums)) && ctx.Err() == nil), append(wrong, !ok)
		for _, l := range slices.Concat(k.Labels, sums) {
			when[l], when[l.Not()] = condition{}, condition{}
		}
	}
	return accepted, wrong
}

// A counterCheck is a counter while it is checked.
type counterCheck struct {
	argument.Counter
	with [][][]clause.Lit // indexed by literal: the clauses with it and with any sum
	when []condition      // indexed by literal: of labels and sums, and their complements
}

// A condition of a literal says that from low to high of the labels from:to are true. For a sum
// these are the first labels. For a label it is that label.
type condition struct {
	from, to, low, high int
	proven              bool // the literal is true in each model that meets the condition
}

// violates reports whether a clause may be false although at least Low and at most High labels are
// true and each label or sum is true exactly if it meets its condition. Other literals count as
// false.
//
// Lemma: let the literals be in the order of the ends of their labels. If the literals so far are
// false, then low <= c_p <= high, where p is the last end. So the clause holds if no c_p is left, or
// none that ends with a number from Low to High.
//
// Proof: c_0 = 0. A literal is false if its complement meets its condition. If that is about c_p, it
// bounds c_p. If it is about label p-1, it bounds c_p - c_(p-1). For other labels this is 0 or 1.
func (k *counterCheck) violates(lits []clause.Lit) bool {
	order := func(l clause.Lit) int { return 2*k.when[l].to - min(1, k.when[l].from) } // label p-1 before c_p
	lits = slices.SortedFunc(slices.Values(lits), func(a, b clause.Lit) int { return order(a) - order(b) })
	low, high, p := 0, 0, 0
	for _, l := range slices.Compact(lits) {
		w := k.when[l.Not()]
		if w.from > 0 {
			low, high = low+w.low, high+w.from-p+w.high
		} else {
			low, high = max(low, w.low), min(high+w.to-p, w.high)
		}
		if p = w.to; low > high {
			return false
		}
	}
	return max(low, k.Low) <= min(high+len(k.Labels)-p, k.High)
}

// bounds reports whether at least Low and at most High labels are true in each model of the clauses,
// and the labels determine the sums if the counter is Unique.
//
// Lemma: what is proven is true, and low <= c_p <= high before round p of the last loop.
//
// Proof: by induction. A condition on c_p is proven if the clauses force the literal for all c_p
// that meet it. If c_(p+1) = low, then c_p = low and label p is false. So c_(p+1) > low if the
// clauses force label p to be true for c_p = low; likewise for high.
func (k *counterCheck) bounds(sums []clause.Lit) bool {
	for n := -1; n != len(sums); {
		n = len(sums)
		sums = slices.DeleteFunc(sums, func(l clause.Lit) bool {
			w := &k.when[l]
			c := w.low
			for c <= w.high && k.forces(l, w.to, c) {
				c++
			}
			w.proven = c > w.high
			return w.proven
		})
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
	return k.Low <= low && high <= k.High && (len(sums) == 0 || !k.Unique)
}

// forces reports whether l is true in each model with c_p = c. For each possible c_(p-1), there must
// be a clause with l whose other literals are false because of proven conditions.
func (k *counterCheck) forces(l clause.Lit, p, c int) bool {
	for before := max(0, c-1); before <= min(c, p-1); before++ {
		isFalse := func(l clause.Lit) bool {
			w, last := &k.when[l.Not()], 0
			if w.to == p {
				last = c - before
			}
			size := min(w.to, p-1) - w.from // of the labels before label p-1, of which before are true
			low, high := max(0, before-(p-1-size)), min(before, size)
			return w.proven && w.to <= p && w.low <= low+last && high+last <= w.high
		}
		if !slices.ContainsFunc(k.with[l], func(lits []clause.Lit) bool {
			return !slices.ContainsFunc(lits, func(other clause.Lit) bool { return other != l && !isFalse(other) })
		}) {
			return false
		}
	}
	return true
}
