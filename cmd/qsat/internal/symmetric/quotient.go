package symmetric

import (
	"slices"

	"queens/cmd/qsat/internal/symmetry"
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
func (s *structure) newQuotient(p symmetry.Permutation) *quotient {
	q := &quotient{Formula: &dimacs.Formula{}, orbit: make([]dimacs.Lit, len(s.literals))}
	var firsts []int32 // of the orbits
	for v := range s.literals {
		if q.orbit[v] != 0 {
			continue
		}
		q.Vars++
		firsts = append(firsts, int32(v), int32(v^1))
		w := int32(v)
		for ; q.orbit[w] == 0; w = p[w] {
			q.orbit[w], q.orbit[w^1] = dimacs.Lit(q.Vars), -dimacs.Lit(q.Vars)
		}
		if w != int32(v) {
			return nil
		}
	}
	q.addPairs(s, firsts)
	q.addLong(s, p)
	return q
}

// addPairs adds the clauses of two literals.
func (q *quotient) addPairs(s *structure, firsts []int32) {
	added := make([]int32, 2*q.Vars+1) // by literal: the last one that has a clause with it, plus 1
	add := func(v, w int32) {
		a, b := q.orbit[v], q.orbit[w]
		mark := &added[int(b)+q.Vars]
		if a > b || a == -b || *mark == v+1 {
			return
		}
		q.literals += 2
		if *mark = v + 1; a == b {
			q.Add(a)
		} else {
			q.Add(a, b)
		}
	}
	for _, v := range firsts {
		for _, w := range s.Neighbours[v] {
			switch s.Kinds[w] {
			case aLiteral:
				add(v, w)
			case aClique:
				for _, u := range s.Neighbours[w] {
					if u != v {
						add(v, u)
					}
				}
			}
		}
	}
}

// addLong adds the other clauses.
func (q *quotient) addLong(s *structure, p symmetry.Permutation) {
	done := make([]bool, len(p))
	for c := range p {
		if done[c] || s.Kinds[c] != aClause {
			continue
		}
		for d := int32(c); !done[d]; d = p[d] {
			done[d] = true
		}
		var lits []dimacs.Lit
		for _, v := range s.Neighbours[c] {
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
