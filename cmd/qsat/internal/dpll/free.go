package dpll

import "context"

// unconstrained returns what engine.Task.Unconstrained does, for the variables
// that are in no clause and no assumption.
func (s *Search) unconstrained(ctx context.Context) (first []int, n int) {
	constrained := 0
	if s.task.Project == nil {
		for v := 1; v <= s.src.Vars && (v%piece != 0 || ctx.Err() == nil); v++ {
			if s.binds(v) {
				constrained++
			}
		}
	}
	return s.task.Unconstrained(ctx, func(v int) bool { return s.binds(s.src.variable(v)) }, constrained)
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
