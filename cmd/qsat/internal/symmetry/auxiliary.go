package symmetry

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// An auxiliaryFinder finds variables whose elimination by resolution makes no clauses of
// those of more than two literals: all resolvents of these are tautologies, they are
// blocked by the variable. So it is with definitions, such as that of a variable as a
// disjunction, one after the other from those that no other definition uses. The clauses
// are dropped, and so is one of the two that make an auxiliary variable equal to another
// if that blocks it.
//
// Source: M. Järvisalo, A. Biere and M. Heule, "Blocked Clause Elimination", TACAS 2010.
type auxiliaryFinder struct {
	*clause.Database
	clauses     []clause.Ref // those of more than two literals, 0 once they are dropped
	occurrences []int32      // the indices of the clauses of each literal,
	first       []int32      // and by literal where in occurrences they begin; the next ones end them
	blocked     []clause.Lit // by literal: the other one of a clause of two that it blocks, or 0
	marks       []int32      // by literal: the last round in which its complement was in the clause
	round       int32
	steps       int // literals that may still be looked at
}

// auxiliarySteps bounds the literals looked at, for each in a longer clause.
const auxiliarySteps = 128

// dropAuxiliary returns the unsatisfied clauses of more than two literals, but for those
// that are blocked by auxiliary variables.
func dropAuxiliary(d *clause.Database) []clause.Ref {
	f := &auxiliaryFinder{Database: d, steps: min(auxiliarySteps*d.Words(), maxSteps)}
	f.marks, f.blocked = make([]int32, d.NumLits()), make([]clause.Lit, d.NumLits())
	for c := range d.All {
		if !slices.ContainsFunc(d.Lits(c), func(l clause.Lit) bool { return d.Value(l) > 0 }) {
			f.clauses = append(f.clauses, c)
		}
	}
	f.connect()
	f.run()
	return slices.DeleteFunc(f.clauses, func(c clause.Ref) bool { return c == 0 })
}

// connect notes the occurrences of literals.
func (f *auxiliaryFinder) connect() {
	f.first = make([]int32, f.NumLits()+1)
	next := f.first[1:]
	for _, c := range f.clauses {
		for _, l := range f.Lits(c) {
			next[l]++
		}
	}
	total := int32(0)
	for l := range next {
		total, next[l] = total+next[l], total
	}
	f.occurrences = make([]int32, total)
	for i, c := range f.clauses {
		for _, l := range f.Lits(c) {
			f.occurrences[next[l]] = int32(i)
			next[l]++
		}
	}
}

// with returns the indices of the clauses that l is in.
func (f *auxiliaryFinder) with(l clause.Lit) []int32 { return f.occurrences[f.first[l]:f.first[l+1]] }

// run drops clauses until no variable is an auxiliary one, or the steps are used up.
func (f *auxiliaryFinder) run() {
	var stack []clause.Lit // of variables whose clauses may be blocked now
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
		for _, i := range slices.Concat(f.with(l), f.with(l.Not())) {
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

// only returns the other literal of the clauses of two with l, the complement of none if
// there are several or none.
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

// isDropped reports whether a clause of two literals is blocked by m or satisfied by it.
func (f *auxiliaryFinder) isDropped(l, m clause.Lit) bool {
	return f.blocked[m] == l || f.Value(m) > 0
}

// blocks reports whether all resolvents of clauses of more than two literals with l are
// tautologies.
func (f *auxiliaryFinder) blocks(l clause.Lit) bool {
	for _, i := range f.with(l) {
		if c := f.clauses[i]; c != 0 && !f.isBlocked(c, l) {
			return false
		}
	}
	return true
}

// isBlocked reports whether all resolvents of a clause on its literal l are tautologies.
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
	for _, i := range f.with(l.Not()) {
		if e := f.clauses[i]; e != 0 && !slices.ContainsFunc(f.Lits(e), marked) {
			return false
		}
	}
	return true
}
