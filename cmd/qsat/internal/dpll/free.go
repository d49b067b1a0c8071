package dpll

import "context"

// expandable is how many free variables an enumeration can go through.
const expandable = 62

// unbound returns the number of variables of the projection that are in no clause
// and no assumption, and the first of them; less once ctx has ended.
func (s *Search) unbound(ctx context.Context) (first []int, n int) {
	t := s.task
	if t.Project == nil && s.src.index != nil {
		return s.unboundSparse()
	}
	for i := range t.NumProjected() {
		if i%piece == 0 && ctx.Err() != nil {
			break
		}
		if name := t.Projected(i); !s.binds(s.src.variable(name)) {
			if n++; len(first) < expandable {
				first = append(first, name)
			}
		}
	}
	return first, n
}

// unboundSparse is unbound where there are too many variables to go through.
// Those of the source can be so, too, where all their clauses are tautologies.
func (s *Search) unboundSparse() (first []int, n int) {
	n = s.task.Formula.Vars
	for v := 1; v <= s.src.Vars; v++ {
		if s.binds(v) {
			n--
		}
	}
	for name := 1; name <= s.task.Formula.Vars && len(first) < expandable; name++ {
		if !s.binds(s.src.variable(name)) {
			first = append(first, name)
		}
	}
	return first, n
}

// binds reports whether variable v of the source is in a clause or has been
// assigned.
func (s *Search) binds(v int) bool {
	l := int32(2 * v)
	return v != 0 && (s.value.of(l) != isOpen || !s.unused(l) || !s.unused(l^1))
}

// freeHere returns the variables of the projection that are in a clause, but in
// no unsatisfied one at this leaf.
func (s *Search) freeHere() []int {
	list := make([]int, len(s.free))
	for i, v := range s.free {
		list[i] = s.src.name(int(v))
	}
	return list
}
