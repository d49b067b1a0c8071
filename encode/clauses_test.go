package encode

import (
	"slices"

	"queens/dimacs"
)

// clauses are those of a formula.
type clauses [][]dimacs.Lit

// collected returns the clauses that a function adds to a Collector.
func collected(add func(c *Collector) error) (clauses, error) {
	var c Collector
	err := add(&c)
	return slices.Collect(c.Formula.Clauses()), err
}

// An assignment maps variables to true or false; absent ones are unassigned.
type assignment map[int]bool

// propagate extends a by unit propagation and reports whether no clause is
// falsified.
func (s clauses) propagate(a assignment) bool {
	for changed := true; changed; {
		changed = false
		for _, c := range s {
			var unit dimacs.Lit
			unassigned := 0
			satisfied := false
			for _, l := range c {
				value, known := a[l.Var()]
				if known && value == (l > 0) {
					satisfied = true
					break
				}
				if !known && l != unit {
					unit = l
					unassigned++
				}
			}
			if satisfied || unassigned > 1 {
				continue
			}
			if unassigned == 0 {
				return false
			}
			a[unit.Var()] = unit > 0
			changed = true
		}
	}
	return true
}

// satisfiable reports whether a can be extended to a model, assigning the
// variables from v to last.
func (s clauses) satisfiable(a assignment, v, last int) bool {
	return s.count(a, v, last, last, 1) > 0
}

// count returns the number of assignments of the variables from v to last that
// extend a to a model with some values of those from last+1 to end, stopping
// at most.
func (s clauses) count(a assignment, v, last, end, most int) int {
	b := assignment{}
	for v, value := range a {
		b[v] = value
	}
	if !s.propagate(b) {
		return 0
	}
	for v <= end {
		if _, known := b[v]; !known {
			break
		}
		v++
	}
	if v > end {
		return 1
	}
	n := 0
	for _, value := range []bool{true, false} {
		b[v] = value
		limit := most - n
		if v > last {
			limit = 1
		}
		n += s.count(b, v+1, last, end, limit)
		if n >= most || (v > last && n > 0) {
			return min(n, most)
		}
	}
	return n
}
