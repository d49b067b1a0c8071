package clause

import "slices"

// minimize removes from Derived[1:] the literals whose complements follow from the complements of
// other literals of Derived, as far as implied finds that. It moves the literal assigned last to
// Derived[1].
func (a *Analysis) minimize() {
	lits := slices.DeleteFunc(a.Derived[1:], func(l Lit) bool { return a.implied(l, 0) })
	a.Derived = a.Derived[:1+len(lits)]
	for i, l := range lits {
		if a.states[l.Var()].position > a.states[lits[0].Var()].position {
			lits[0], lits[i] = l, lits[0]
		}
	}
}

// implied reports whether it finds that the complement of l, a false literal, follows from the
// complements of other literals of Derived. At depth 0, l is a literal of Derived; otherwise it
// belongs to a reason. implied looks for a derivation through reasons. It gives up beyond
// minimizeDepth, or if Derived has no literal of the same level assigned before l. The marks keep
// the result of reading a reason for later calls.
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
