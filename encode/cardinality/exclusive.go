package cardinality

import (
	"cmp"
	"fmt"
	"slices"

	"queens/dimacs"
)

// maxVisits is the largest number of literals in lists that all calls of parts visit together. Then parts finds
// no further parts of several literals. It is also the largest number of lists that read makes from clauses.
const maxVisits = 1 << 22

// An exclusive holds lists of literals. In every model of a formula, at most one literal of a list is true.
// The zero value has no lists.
type exclusive struct {
	formula *dimacs.Formula               // the source of the lists; nil after read, or without a source
	lists   map[dimacs.Lit][][]dimacs.Lit // indexed by literal: the lists that contain it
	merged  map[string]dimacs.Lit         // indexed by the text of the argument of any: its result
	visits  int                           // number of visits so far
}

// read makes lists from the clauses of two literals and from the linear constraints of x.formula that permit
// at most one true or one false literal. Longer lists come first in x.lists, because they make larger parts.
// read sets x.formula to nil.
func (x *exclusive) read() {
	var lists [][]dimacs.Lit
	for block := range x.formula.PairBlocks() {
		for _, p := range block[:min(len(block), maxVisits-len(lists))] {
			lists = append(lists, dimacs.Negated(p[:]))
		}
	}
	for _, c := range x.formula.Linear {
		if c.Odd {
			continue
		}
		low, high, _ := split(c)
		for _, s := range []*sum{low, high} {
			if n := len(s.lits); n > 1 && s.weights[0] == 1 && int(s.need) == n-1 {
				lists = append(lists, dimacs.Negated(s.lits))
			}
		}
	}
	slices.SortStableFunc(lists, func(a, b []dimacs.Lit) int { return cmp.Compare(len(b), len(a)) })
	x.formula, x.lists, x.merged = nil, map[dimacs.Lit][][]dimacs.Lit{}, map[string]dimacs.Lit{}
	for _, list := range lists {
		for _, l := range list {
			x.lists[l] = append(x.lists[l], list)
		}
	}
}

// parts divides lits, which must be distinct, into parts. Any two literals of a part are in a common list. So at
// most one literal of a part is true. Each part begins with the first literal that is in no part yet and grows
// greedily. After maxVisits visits, each remaining literal is a part of its own.
func (x *exclusive) parts(lits []dimacs.Lit) (parts [][]dimacs.Lit) {
	left := map[dimacs.Lit]int{} // literals in no part yet, with the number of their last visit
	for _, l := range lits {
		left[l] = 0
	}
	for _, l := range lits {
		if _, is := left[l]; !is {
			continue
		}
		var part []dimacs.Lit
		for next := []dimacs.Lit{l}; len(next) > 0; { // next: the literals that are in common lists with each literal of part
			l, before, near := next[0], x.visits, []dimacs.Lit{}
			delete(left, l)
			for _, list := range x.lists[l] {
				for i := 0; i < len(list) && x.visits < maxVisits; i++ {
					x.visits++
					if last, is := left[list[i]]; is && last <= before {
						left[list[i]] = x.visits
						near = append(near, list[i])
					}
				}
			}
			if part = append(part, l); len(part) > 1 {
				near = slices.DeleteFunc(next[1:], func(m dimacs.Lit) bool { return left[m] <= before })
			}
			next = near
		}
		parts = append(parts, part)
	}
	return parts
}

// merge replaces the literals of each part of s by the result of any, and then does the same with the complements
// of the literals. It changes s.need so that s still permits the same assignments, if all constraints of the
// formula hold. It leaves s unchanged if there is no formula or if the weights differ. It also does if at most one
// literal must be true or at most one may be false, because the lists come from such bounds, and a bound must not
// depend on itself.
func (e *encoder) merge(s *sum) {
	if e.formula == nil && e.lists == nil || !s.unweighted() || int(s.need) >= len(s.lits)-1 {
		return
	}
	if e.formula != nil {
		e.read()
	}
	for range 2 { // at least need of lits: at most len(lits)-need of their complements, and the reverse
		parts := e.parts(s.lits)
		s.lits, s.need = nil, int64(len(parts))-s.need
		for _, p := range parts {
			s.lits = append(s.lits, -e.any(p))
		}
	}
	s.weights = s.weights[:len(s.lits)]
}

// any returns a literal that is true if and only if some literal of lits is true. This is the only literal of lits,
// or a new variable with clauses that define it. For the same literals in the same order, any returns the same
// variable again, without new clauses.
func (e *encoder) any(lits []dimacs.Lit) dimacs.Lit {
	if len(lits) == 1 {
		return lits[0]
	}
	text := fmt.Sprint(lits)
	if e.merged[text] == 0 {
		v := e.fresh(1)[0]
		e.merged[text] = v
		for _, l := range lits {
			e.sink.Binary(v, -l)
		}
		e.sink.Clause(append(slices.Clone(lits), -v)...)
	}
	return e.merged[text]
}
