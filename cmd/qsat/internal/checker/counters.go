package checker

import (
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

// CheckCounters reports for each counter of the list whether it is accepted; accepted has the order of
// the list. The function projected reports whether a variable of the database is in the projection.
// CheckCounters rejects a counter if
//   - a label or a sum is assigned,
//   - two of its labels have the same variable,
//   - a label has the variable of a sum of a counter of the list,
//   - a sum has the variable of another sum of a counter of the list,
//   - a threshold is out of range,
//   - a sum is projected, and the counter is not Unique or has a label that is not projected,
//   - violates returns true for a clause with a sum of the counter, or
//   - bounds returns false.
//
// The list must contain only literals of the database.
//
// Lemma: let the sums be those of the accepted counters. Values of the other variables extend to a
// model of the formula if and only if they satisfy the clauses without sums and make at least Low
// and at most High labels of each accepted counter true. They extend to at most one model if each of
// these counters is Unique.
//
// Proof: if the numbers of true labels are in the ranges, give each sum the value of its threshold.
// A clause with a sum of some accepted counter then holds by the lemma of violates for this counter,
// whatever the values of its other literals are. Conversely, the numbers of true labels of a model
// are in the ranges by the lemma of bounds, which also gives uniqueness.
func (c *Checker) CheckCounters(list []argument.Counter, projected func(v uint32) bool) (accepted []bool) {
	uses, with, when := make([]int, c.Vars+1), make([][][]clause.Lit, c.NumLits()), make([]condition, c.NumLits())
	for _, k := range list {
		for _, s := range k.Sums {
			uses[s.Lit.Var()]++
		}
	}
	for lits := range c.Unsatisfied {
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
		ok = ok && !slices.ContainsFunc(sums, isViolated) && k.bounds(slices.Clone(sums))
		accepted = append(accepted, ok)
		for _, l := range slices.Concat(k.Labels, sums) {
			when[l], when[l.Not()] = condition{}, condition{}
		}
	}
	return accepted
}

// A counterCheck holds a counter and the data that its check needs.
type counterCheck struct {
	argument.Counter
	with [][][]clause.Lit // indexed by literal: the unsatisfied clauses that contain it and a sum of any counter, or the complement of a sum
	when []condition      // indexed by literal: the condition of a label, a sum or a complement; zero for other literals: 0 of Labels[0:0], always met
}

// A condition says that the number of true labels in Labels[from:to] is at least low and at most
// high. A label or its complement has a condition on this label alone: 1 or 0 true labels. A sum or
// its complement has a condition on a prefix, with from = 0. For example, a sum for "at least 2 of
// the first 5" has low = 2 and high = 5, and its complement low = 0 and high = 1.
type condition struct {
	from, to, low, high int
	proven              bool // the literal is true in every model that meets the condition
}

// violates returns false only if a clause holds for all values of the labels such that at least Low and
// at most High are true, where each sum has the value of its threshold. All literals of variables
// outside the counter count as false.
//
// Let c_p be the number of true labels among the first p. Each literal is false if and only if its
// complement meets its condition, which is about the labels up to an end p. The loop goes through the
// literals by ascending ends.
//
// Lemma: if all literals so far are false, then low <= c_p <= high, where p is the last end. So the
// clause holds if low > high, or if c_p cannot grow to a number from Low to High at the last label.
//
// Proof: c_0 = 0. From one end to the next, each label adds 0 or 1. A condition on a prefix of p
// labels bounds c_p. A condition on label p-1 gives c_p - c_(p-1), and the loop meets this literal
// before a condition on c_p.
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

// bounds returns true only if in each model of the clauses at least Low and at most High labels are
// true, and, for a Unique counter, the labels determine the sums. The parameter sums holds the sums and
// their complements; bounds overwrites it. It sets proven in k.when for the sums.
//
// Lemma: every proven literal is true in each model that meets its condition. In each model,
// low <= c_p <= high before round p of the last loop, where label p is Labels[p].
//
// Proof: by induction. A literal with a condition on c_p becomes proven only if the clauses and the
// literals proven before force it for every value of c_p that meets the condition. At the start of
// the last loop, c_1 is 0 or 1. In round p, c_(p+1) = low is possible only if c_p = low and label p
// is false. If the clauses force label p to be true for c_p = low, then c_(p+1) >= low+1. Likewise,
// c_(p+1) = high+1 is possible only if c_p = high and label p is true, so high stays if the clauses
// force label p to be false for c_p = high.
//
// If every sum and every complement is proven, the labels determine the sums, because each number of
// true labels meets the condition of the sum or of its complement.
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

// forces returns true only if l is true in each model with c_p = c, where p is at least 1. For each
// possible value of c_(p-1), which is c or c-1, there must be a clause with l whose other literals are
// all false. A literal is false if its complement is proven and c_(p-1) and c_p imply the complement's
// condition.
func (k *counterCheck) forces(l clause.Lit, p, c int) bool {
	for before := max(0, c-1); before <= min(c, p-1); before++ {
		isFalse := func(l clause.Lit) bool {
			w, last := &k.when[l.Not()], 0
			if w.to == p {
				last = c - before
			}
			size := min(w.to, p-1) - w.from // the number of labels of the condition among the first p-1
			// low to high of these labels are true
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
