package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// An auxiliaryFinder finds auxiliary variables: variables whose elimination by resolution adds no
// clause of more than two literals. All resolvents of the long clauses on such a variable are
// tautologies, so these clauses are blocked. The variable of a definition such as x = (a or b) is
// auxiliary if no other definition uses it. The finder drops the blocked clauses, so that further
// definitions become unused, and so on. It also drops a binary clause (k, m) of an auxiliary
// variable if (-k, -m) is the only binary clause with -k, because (k, m) is then blocked, too.
//
// Source: M. Järvisalo, A. Biere and M. Heule, "Blocked Clause Elimination", TACAS 2010.
type auxiliaryFinder struct {
	*clause.Database
	clauses []clause.Ref // the unsatisfied clauses of more than two literals; 0 if dropped
	with    [][]int32    // indexed by literal: the indices in clauses of the clauses that contain it
	blocked []clause.Lit // indexed by literal: the other literal of the binary clause that it blocks, or 0
	marks   []int32      // indexed by literal: the last round whose clause contains its complement
	round   int32        // the number of calls of isBlocked
	steps   int          // the number of literals that may still be read
}

// dropAuxiliary returns the unsatisfied clauses of d with more than two literals, without the
// clauses of the auxiliary variables that it finds within its steps (see auxiliarySteps). The
// clauses of d must be watched.
func dropAuxiliary(d *clause.Database) []clause.Ref {
	f := &auxiliaryFinder{Database: d, steps: min(auxiliarySteps*d.Words(), maxSteps)}
	f.marks, f.blocked = make([]int32, d.NumLits()), make([]clause.Lit, d.NumLits())
	for c := range d.All {
		if !slices.ContainsFunc(d.Lits(c), func(l clause.Lit) bool { return d.Value(l) > 0 }) {
			f.clauses = append(f.clauses, c)
		}
	}
	f.with = make([][]int32, d.NumLits())
	for i, c := range f.clauses {
		for _, l := range d.Lits(c) {
			f.with[l] = append(f.with[l], int32(i))
		}
	}
	f.run()
	return slices.DeleteFunc(f.clauses, func(c clause.Ref) bool { return c == 0 })
}

// run drops the clauses of auxiliary variables until there are no further auxiliary variables, or
// the steps are used up. It sets their entries in f.clauses to 0, and drops binary clauses by
// f.blocked.
func (f *auxiliaryFinder) run() {
	var stack []clause.Lit // literals of variables whose clauses may have become blocked
	for v := f.Vars; v > 0; v-- {
		if l := clause.Positive(v); f.Value(l) == 0 {
			stack = append(stack, l)
		}
	}
	for len(stack) > 0 && f.steps > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !f.blocks(l) || !f.blocks(l.Not()) {
			continue
		}
		for _, i := range slices.Concat(f.with[l], f.with[l.Not()]) {
			if c := f.clauses[i]; c != 0 {
				f.clauses[i] = 0
				stack = append(stack, f.Lits(c)...)
			}
		}
		for _, k := range []clause.Lit{l, l.Not()} {
			m := f.only(k.Not()).Not()
			if m != 0 && f.blocked[k] == 0 && slices.Contains(f.Watching(k), clause.Binary(m, false)) {
				f.blocked[k] = m
				stack = append(stack, m)
			}
		}
	}
}

// only returns the other literal of the only binary clause with l for which isDropped does not hold.
// If there is no such clause or several, it returns 1, the complement of the literal 0. It spends
// f.steps.
func (f *auxiliaryFinder) only(l clause.Lit) clause.Lit {
	const none = 1
	only := clause.Lit(none)
	for _, w := range f.Watching(l) {
		if f.steps--; !w.IsBinary() || w.Lit() == only || f.isDropped(l, w.Lit()) {
			continue
		}
		if only != none {
			return none
		}
		only = w.Lit()
	}
	return only
}

// isDropped reports whether m satisfies the binary clause (l, m) or blocks it.
func (f *auxiliaryFinder) isDropped(l, m clause.Lit) bool {
	return f.blocked[m] == l || f.Value(m) > 0
}

// blocks reports whether isBlocked holds on l for all long clauses that contain l and are not
// dropped.
func (f *auxiliaryFinder) blocks(l clause.Lit) bool {
	for _, i := range f.with[l] {
		if c := f.clauses[i]; c != 0 && !f.isBlocked(c, l) {
			return false
		}
	}
	return true
}

// isBlocked reports whether every resolvent on l of c and another clause, binary or long, is a
// tautology. The clause c must contain l. Long clauses that are dropped or satisfied, and binary
// ones for which isDropped holds, do not count. It spends f.steps.
func (f *auxiliaryFinder) isBlocked(c clause.Ref, l clause.Lit) bool {
	f.round++
	for _, k := range f.Lits(c) {
		if k != l {
			f.marks[k.Not()] = f.round
		}
	}
	f.steps -= f.Size(c)
	marked := func(k clause.Lit) bool {
		f.steps--
		return f.marks[k] == f.round
	}
	for _, w := range f.Watching(l.Not()) {
		if w.IsBinary() && !marked(w.Lit()) && !f.isDropped(l.Not(), w.Lit()) {
			return false
		}
	}
	for _, i := range f.with[l.Not()] {
		if e := f.clauses[i]; e != 0 && !slices.ContainsFunc(f.Lits(e), marked) {
			return false
		}
	}
	return true
}
