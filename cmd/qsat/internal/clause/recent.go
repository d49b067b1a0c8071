package clause

// recentClauses is how many of the clauses that were added before the derived one are looked at.
const recentClauses = 4

// SubsumeRecent drops those of the clauses learned last that the derived one, which has been
// added, subsumes: from one conflict to the next most literals stay the same.
//
// Source: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt, "CaDiCaL
// 2.0", CAV 2024.
func (a *Analysis) SubsumeRecent() {
	for _, l := range a.Derived {
		a.marks[l.Var()] = signMark(l)
	}
	for _, c := range a.clauses[max(0, len(a.clauses)-recentClauses-1):] {
		if !a.Has(c, Learned) || a.Has(c, Garbage) || a.Size(c) <= len(a.Derived) {
			continue
		}
		if a.hasMarked(c) && !a.isReason(c) {
			a.RemoveWatched(c)
		}
	}
	for _, l := range a.Derived {
		a.marks[l.Var()] = 0
	}
}

// signMark returns the mark of a literal's variable that tells it from its complement.
func signMark(l Lit) uint8 { return uint8(1 + l&1) }

// hasMarked reports whether a clause has all literals that are marked.
func (a *Analysis) hasMarked(c Ref) bool {
	missing, left := len(a.Derived), a.Size(c)
	for _, l := range a.Lits(c) {
		if a.marks[l.Var()] == signMark(l) {
			missing--
		}
		if left--; missing == 0 || missing > left {
			break
		}
	}
	return missing == 0
}
