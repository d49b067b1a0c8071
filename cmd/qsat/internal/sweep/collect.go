package sweep

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// collect makes the neighbourhood of v: it copies the clauses near v, with literals replaced
// by their representatives. It stops at the first clause for which there is no room.
func (s *Sweeper) collect(v uint32) {
	n := s.near
	for l := range n.contains[:2*len(n.outer)] {
		n.contains[l] = n.contains[l][:0]
	}
	for _, l := range n.outer[1:] {
		n.inner[l.Var()] = 0
	}
	n.Reset()
	n.order, n.lemmas, n.outer, n.clauses, n.equal = n.order[:0], n.lemmas[:0], n.outer[:1], 0, n.equal[:0]
	n.number(v)
	next := 1 // the first variable of the neighbourhood whose clauses are not copied
	for range depth {
		for end := n.size(); next <= end; next++ {
			for _, l := range [2]clause.Lit{n.outer[next], n.outer[next].Not()} {
				for _, w := range s.occurrences[l] {
					if n.clauses >= maxClauses || !s.copyClause(l, w, next) {
						return
					}
				}
			}
		}
	}
}

// copyClause copies the clause of w, an entry in the list of l, to the neighbourhood. It skips a
// clause that is satisfied, is a tautology, or contains a variable with a number below next,
// because all clauses of that variable are already copied. It returns false if there is no room.
func (s *Sweeper) copyClause(l clause.Lit, w clause.Watch, next int) bool {
	n := s.near
	n.buffer = n.buffer[:0]
	lits := []clause.Lit{l, w.Lit()}
	if !w.IsBinary() {
		lits = s.Lits(w.Ref())
	}
	s.Stats.OwnTicks += 1 + int64(len(lits))>>3
	shortened := false
	for _, k := range lits {
		k = s.classes.Find(k)
		number := int(n.inner[k.Var()])
		switch {
		case s.Value(k) > 0 || 0 < number && number < next || slices.Contains(n.buffer, k.Not()):
			return true
		case s.Value(k) < 0:
		case slices.Contains(n.buffer, k):
			shortened = true
		default:
			n.buffer = append(n.buffer, k)
		}
	}
	if n.size()+len(n.buffer) > maxVariables {
		return false
	}
	for i, k := range n.buffer {
		n.buffer[i] = k.Rename(n.number(k.Var()))
	}
	if shortened { // propagation on the original, which has the literal twice, would not imply it
		n.addLemma(n.buffer)
	}
	n.addClause(n.buffer)
	return true
}
