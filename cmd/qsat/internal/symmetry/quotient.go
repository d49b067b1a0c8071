package symmetry

import (
	"slices"

	"queens/dimacs"
)

// A quotient is the formula that arises if all literals of an orbit become one literal.
type quotient struct {
	*dimacs.Formula
	orbit    []dimacs.Lit // indexed by the vertex of a literal: the literal of the quotient
	literals int          // total length of the clauses
}

// newQuotient returns the quotient of the formula by p, or nil if an orbit contains a literal
// and its complement. One clause per orbit of clauses suffices: addPairs takes the binary
// clauses with the first literal of an orbit, and addLong takes the first clause of an orbit.
func (s *reducedGraph) newQuotient(p Permutation) *quotient {
	q := &quotient{Formula: &dimacs.Formula{}, orbit: make([]dimacs.Lit, len(s.literals))}
	var firsts, clauses []int32 // first literals and first long clauses of orbits
	for cycle := range p.cycles {
		v := cycle[0]
		if s.kinds[v] == aClause {
			clauses = append(clauses, v)
		}
		if s.kinds[v] != aLiteral || q.orbit[v] != 0 {
			continue
		}
		q.Vars++
		firsts = append(firsts, v, v^1)
		for _, w := range cycle {
			if q.orbit[w] != 0 {
				return nil
			}
			q.orbit[w], q.orbit[w^1] = dimacs.Lit(q.Vars), -dimacs.Lit(q.Vars)
		}
	}
	q.addPairs(s, firsts)
	q.addLong(s, clauses)
	return q
}

// addPairs adds the quotients of the binary clauses with a literal of firsts, without
// duplicates and tautologies.
func (q *quotient) addPairs(s *reducedGraph, firsts []int32) {
	added := make([]int32, 2*q.Vars+1) // indexed by literal: 1 + the last vertex for which it was added
	for _, v := range firsts {
		for w := range s.partners(v) {
			a, b := q.orbit[v], q.orbit[w]
			mark := &added[int(b)+q.Vars]
			if a > b || a == -b || *mark == v+1 {
				continue
			}
			*mark = v + 1
			q.Add(slices.Compact([]dimacs.Lit{a, b})...)
			q.literals += 2
		}
	}
}

// addLong adds the quotients of the long clauses, given as vertices of s, without tautologies and
// repeated literals. It adds their lengths to q.literals.
func (q *quotient) addLong(s *reducedGraph, clauses []int32) {
	for _, c := range clauses {
		var lits []dimacs.Lit
		for _, v := range s.neighbours[c] {
			lits = append(lits, q.orbit[v])
		}
		slices.Sort(lits)
		lits = slices.Compact(lits)
		if !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { _, in := slices.BinarySearch(lits, -l); return in }) {
			q.Add(lits...)
			q.literals += len(lits)
		}
	}
}
