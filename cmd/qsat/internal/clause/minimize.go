package clause

import "slices"

// Needed returns those of some false literals that the others do not imply, the one
// assigned last first. They are valid until the next analysis.
func (a *Analysis) Needed(lits []Lit) []Lit {
	a.round++
	a.Derived = a.Derived[:0]
	for _, l := range lits {
		a.visit(l, -1)
	}
	a.minimize(0)
	a.Unmark()
	return a.Derived
}

// minimize drops those literals of the clause from a place on that others of it imply, and puts
// the one assigned last first.
func (a *Analysis) minimize(from int) {
	lits := slices.DeleteFunc(a.Derived[from:], func(l Lit) bool { return a.implied(l, 0) })
	a.Derived = a.Derived[:from+len(lits)]
	for i, l := range lits {
		if a.states[l.Var()].position > a.states[lits[0].Var()].position {
			lits[0], lits[i] = l, lits[0]
		}
	}
}

const minimizeDepth = 1000

// implied reports whether a false literal of the clause, or of a reason, is
// implied by other literals of the clause.
//
// Source: N. Sörensson and A. Biere, "Minimizing Learned Clauses", SAT 2009.
func (a *Analysis) implied(l Lit, depth int) bool {
	v := l.Var()
	state := &a.states[v]
	mark := a.marks[v]
	switch {
	case state.level == 0 || mark&removable != 0 || mark&seen != 0 && depth > 0:
		return true
	case state.reason == 0 || mark&poison != 0 || depth > minimizeDepth:
		return false
	}
	m := &a.levelMarks[state.level]
	if m.round != a.round || depth == 0 && m.number < 2 || state.position <= m.first {
		return false
	}
	mark = removable
	for _, k := range a.Reasons(state.reason) {
		if k != l.Not() && !a.implied(k, depth+1) {
			mark = poison
			break
		}
	}
	a.marks[v] |= mark
	a.minimized = append(a.minimized, uint32(v))
	return mark == removable
}
