package symmetry

import (
	"slices"

	"queens/dimacs"
)

// A quotient is the formula of a structure in which the literals of an orbit are one.
type quotient struct {
	*dimacs.Formula
	orbit    []dimacs.Lit // by vertex of a literal
	literals int          // in all clauses
}

// newQuotient returns the quotient by a symmetry, nil if that maps a literal to its
// complement. It has all clauses: each is mapped to one with the first literal of an
// orbit, or to the first of its own orbit, and means the same.
func (s *structure) newQuotient(p Permutation) *quotient {
	q := &quotient{Formula: &dimacs.Formula{}, orbit: make([]dimacs.Lit, len(s.literals))}
	var firsts, clauses []int32 // of the orbits
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

// addPairs adds the clauses of two literals.
func (q *quotient) addPairs(s *structure, firsts []int32) {
	added := make([]int32, 2*q.Vars+1) // by literal: the last one that has a clause with it, plus 1
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

// addLong adds the other clauses.
func (q *quotient) addLong(s *structure, clauses []int32) {
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
