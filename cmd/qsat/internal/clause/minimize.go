package clause

import (
	"slices"
)

// minimize drops literals that follow from the others, level by level from the
// highest: the literals of a level give way to the one that implies them all,
// together with literals of lower levels that are there, or if there is none, only
// those go that the others imply.
//
// Source: M. Fleury and A. Biere, "Efficient All-UIP Learned Clause Minimization",
// SAT 2021.
func (a *Analysis) minimize() {
	a.SortByPosition(a.Learned[1:])
	minimized := a.Learned[:1]
	for lits := a.Learned[1:]; len(lits) > 0; {
		level := a.States[lits[0]>>1].Level
		n := 1
		for n < len(lits) && a.States[lits[n]>>1].Level == level {
			n++
		}
		if uip := a.shrink(lits[:n], level); uip != 0 {
			minimized = append(minimized, uip)
		} else {
			minimized = a.appendNeeded(minimized, lits[:n])
		}
		lits = lits[n:]
	}
	a.Learned = minimized
}

// SortByPosition sorts literals that have values, the one assigned last first.
func (a *Analysis) SortByPosition(lits []Lit) {
	slices.SortFunc(lits, func(k, l Lit) int { return int(a.States[l>>1].Position - a.States[k>>1].Position) })
}

// Needed returns those of some false literals that the others do not imply.
func (a *Analysis) Needed(lits []Lit) []Lit {
	a.round++
	a.Learned = a.Learned[:0]
	for _, l := range lits {
		a.visit(l, -1)
	}
	needed := a.appendNeeded(nil, a.Learned)
	a.Unmark()
	return needed
}

// appendNeeded appends those of some literals of the clause that the others do
// not imply.
func (a *Analysis) appendNeeded(to, lits []Lit) []Lit {
	for _, l := range lits {
		if a.States[l>>1].Reason == 0 || !a.implied(l, 0) {
			to = append(to, l)
		}
	}
	return to
}

// shrink returns the false literal of a level that implies all of a block of it,
// which is sorted by falling position, or 0.
func (a *Analysis) shrink(block []Lit, level int32) Lit {
	if len(block) < 2 {
		return 0
	}
	a.block = a.block[:0]
	for _, l := range block {
		a.marks[l>>1] |= shrunken
		a.block = append(a.block, uint32(l>>1))
	}
	unresolved := len(block)
	var uip Lit
	for at := a.States[block[0]>>1].Position; ; at-- {
		l := a.Trail[at]
		if a.marks[l>>1]&shrunken == 0 {
			continue
		}
		if unresolved--; unresolved == 0 {
			uip = l ^ 1
			break
		}
		added, ok := a.shrinkReason(l, level)
		if !ok {
			break
		}
		unresolved += added
	}
	for _, v := range a.block {
		a.marks[v] &^= shrunken
		if uip != 0 {
			a.marks[v] |= removable
			a.minimized = append(a.minimized, v)
		}
	}
	return uip
}

// shrinkReason marks the literals of a level in the reason of l, which is marked,
// and returns how many these are. It returns false if there are others that the
// clause does not imply.
func (a *Analysis) shrinkReason(l Lit, level int32) (added int, ok bool) {
	for _, k := range a.Reasons(a.States[l>>1].Reason) {
		v := k >> 1
		switch state := &a.States[v]; {
		case state.Level == 0 || a.marks[v]&shrunken != 0:
		case state.Level == level:
			a.marks[v] |= shrunken
			a.block = append(a.block, uint32(v))
			added++
		case !a.implied(k, 1):
			return added, false
		}
	}
	return added, true
}

const minimizeDepth = 1000

// implied reports whether a false literal of the clause, or of a reason, is
// implied by literals of the
func (a *Analysis) implied(l Lit, depth int) bool {
	v := l >> 1
	state := &a.States[v]
	mark := a.marks[v]
	switch {
	case state.Level == 0 || mark&removable != 0 || mark&seen != 0 && depth > 0:
		return true
	case state.Reason == 0 || mark&poison != 0 || depth > minimizeDepth:
		return false
	}
	m := &a.levelMarks[state.Level]
	if m.round != a.round || depth == 0 && m.number < 2 || state.Position <= m.first {
		return false
	}
	mark = removable
	for _, k := range a.Reasons(state.Reason) {
		if k != l^1 && !a.implied(k, depth+1) {
			mark = poison
			break
		}
	}
	a.marks[v] |= mark
	a.minimized = append(a.minimized, uint32(v))
	return mark == removable
}
