package clause

import (
	"cmp"
	"slices"
)

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

// shrink replaces the literals of each level in Derived[1:] by a single literal where levelUIP
// finds one, and calls meet for the new literals. Afterwards Derived[1:] is ordered by level, the
// highest first. If shrink replaces a literal, it resets Subsumed.
//
// Source: M. Fleury and A. Biere, "Efficient All-UIP Learned Clause Minimization", SAT 2021.
func (a *Analysis) shrink() {
	lits := a.Derived[1:]
	if len(lits) < 2 {
		return
	}
	slices.SortFunc(lits, func(k, l Lit) int {
		return cmp.Or(cmp.Compare(a.LevelOf(l), a.LevelOf(k)), cmp.Compare(a.states[l.Var()].position, a.states[k.Var()].position))
	})
	kept := lits[:0]
	for i := 0; i < len(lits); {
		end := i + 1
		for end < len(lits) && a.LevelOf(lits[end]) == a.LevelOf(lits[i]) {
			end++
		}
		if l := a.levelUIP(lits[i:end]); l != 0 {
			a.meet(l)
			kept, a.Subsumed = append(kept, l), 0
		} else {
			kept = append(kept, lits[i:end]...)
		}
		i = end
	}
	a.Derived = a.Derived[:1+len(kept)]
}

// levelUIP returns a literal that can replace lits, or 0 if it finds no such literal or lits has
// fewer than two literals. The slice lits holds all literals of Derived at one level; the literal
// assigned last comes first.
//
// Like Derive, levelUIP resolves with the reasons of literals of the level until one literal of the
// level is left. The reasons also have literals of lower levels. If implied finds that the
// complement of each follows from the complements of Derived, they can be left out. Otherwise
// levelUIP returns 0.
func (a *Analysis) levelUIP(lits []Lit) (uip Lit) {
	if len(lits) < 2 {
		return 0
	}
	level := a.LevelOf(lits[0])
	a.shrinking = a.shrinking[:0]
	for _, l := range lits {
		a.marks[l.Var()] |= shrinkable
		a.shrinking = append(a.shrinking, l.Var())
	}
	at := int(a.states[lits[0].Var()].position)
search:
	for unresolved := len(lits); ; at-- {
		l := a.Trail[at]
		if a.marks[l.Var()]&shrinkable == 0 {
			continue
		}
		if unresolved == 1 {
			uip = l.Not()
			break
		}
		r := a.ReasonOf(l)
		if r == 0 {
			break
		}
		unresolved--
		for _, k := range a.Reasons(r) {
			v := k.Var()
			switch {
			case k == l || a.marks[v]&shrinkable != 0:
			case a.LevelOf(k) == level:
				a.marks[v] |= shrinkable
				a.shrinking = append(a.shrinking, v)
				unresolved++
			case !a.implied(k, 1):
				break search
			}
		}
	}
	for _, v := range a.shrinking {
		a.marks[v] &^= shrinkable
	}
	return uip
}
