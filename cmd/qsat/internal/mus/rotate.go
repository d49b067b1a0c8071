package mus

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A rotation holds an assignment to the clauses of some groups, and knows which clauses and
// groups it falsifies.
type rotation struct {
	lits      [][]clause.Lit // indexed by clause of the formula: its literals; nil if its group is not loaded
	occurs    [][]int32      // indexed by literal: the clauses that contain it
	fixed     []bool         // indexed by variable: an assumption
	holds     []bool         // indexed by literal
	satisfied []int32        // indexed by clause: the number of its true literals
	in        []bool         // indexed by group: it counts below
	falsified []int32        // indexed by group: the number of its falsified clauses
	broken    int            // the number of groups with falsified clauses
	sum       int            // the sum of their numbers: the group itself if broken is 1
	flips     int64
}

// load loads the clauses of groups and the clauses that always hold. The variables of
// assume will keep their values.
func (r *rotation) load(s *Session, groups []int, assume []dimacs.Lit) {
	n := s.cdcl.NumLits()
	*r = rotation{
		lits: make([][]clause.Lit, len(s.clauses)), occurs: make([][]int32, n), fixed: make([]bool, n/2), holds: make([]bool, n),
		satisfied: make([]int32, len(s.clauses)), in: make([]bool, s.groups+1), falsified: make([]int32, s.groups+1),
	}
	for _, l := range assume {
		r.fixed[s.literal(l).Var()] = true
	}
	for _, g := range append([]int{0}, groups...) {
		r.in[g] = true
		for _, i := range s.of(g) {
			r.lits[i] = make([]clause.Lit, len(s.clauses[i]))
			for j, l := range s.clauses[i] {
				k := s.literal(l)
				r.lits[i][j] = k
				r.occurs[k] = append(r.occurs[k], int32(i))
			}
		}
	}
}

// remove drops a group.
func (r *rotation) remove(g int) {
	if len(r.in) > 0 {
		r.in[g] = false
	}
}

// set replaces the assignment by the model of the last call of the cdcl session.
func (r *rotation) set(s *Session) {
	for l := range r.holds {
		r.holds[l] = false
	}
	clear(r.satisfied)
	clear(r.falsified)
	r.broken, r.sum = 0, 0
	a := s.cdcl.Model(nil)
	for v := 1; v < len(r.fixed); v++ {
		l := clause.Positive(v)
		if !a.Holds(s.cdcl.Name(l)) {
			l = l.Not()
		}
		r.holds[l] = true
		for _, i := range r.occurs[l] {
			r.satisfied[i]++
		}
	}
	for i, lits := range r.lits {
		if lits != nil && r.satisfied[i] == 0 {
			r.falsify(s.group[i])
		}
	}
}

// falsify notes that one more clause of group g is falsified.
func (r *rotation) falsify(g int) {
	if r.falsified[g]++; r.falsified[g] == 1 && r.in[g] {
		r.broken++
		r.sum += g
	}
}

// repair notes that one clause of group g less is falsified.
func (r *rotation) repair(g int) {
	if r.falsified[g]--; r.falsified[g] == 0 && r.in[g] {
		r.broken--
		r.sum -= g
	}
}

// flip makes l, which is false, true.
func (r *rotation) flip(s *Session, l clause.Lit) {
	r.flips++
	r.holds[l], r.holds[l.Not()] = true, false
	for _, i := range r.occurs[l] {
		if r.satisfied[i]++; r.satisfied[i] == 1 {
			r.repair(s.group[i])
		}
	}
	for _, i := range r.occurs[l.Not()] {
		if r.satisfied[i]--; r.satisfied[i] == 0 {
			r.falsify(s.group[i])
		}
	}
}

// rotate marks group g of the core as needed. The last call of the cdcl session has found a
// model of the other groups. Rotate changes one variable after the other of the clauses of
// g that the model falsifies. If the result falsifies exactly one group, this group is
// needed, too, and rotate goes on from there. It returns an error if the model is wrong,
// and the cause of ctx.
func (m *minimizer) rotate(ctx context.Context, g int) error {
	r := &m.rotation
	r.set(m.Session)
	if r.broken != 1 || r.sum != g {
		return errWrong
	}
	m.need(g)
	polled := r.flips
	type step struct {
		flipped clause.Lit   // the literal that led here; 0 at the beginning
		try     []clause.Lit // the literals to flip
	}
	stack := []step{{0, m.candidates(g)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.try) == 0 {
			if top.flipped != 0 {
				r.flip(m.Session, top.flipped.Not())
			}
			stack = stack[:len(stack)-1]
			continue
		}
		if r.flips-polled > 1<<10 {
			if polled = r.flips; ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
		l := top.try[0]
		top.try = top.try[1:]
		if r.flip(m.Session, l); r.broken == 1 && r.sum > 0 && !m.needed[r.sum] {
			m.need(r.sum)
			stack = append(stack, step{l, m.candidates(r.sum)})
		} else {
			r.flip(m.Session, l.Not())
		}
	}
	return nil
}

// candidates returns the literals of the falsified clauses of group g, each once, without
// assumptions.
func (m *minimizer) candidates(g int) []clause.Lit {
	var list []clause.Lit
	for _, i := range m.of(g) {
		if m.rotation.satisfied[i] == 0 {
			for _, l := range m.rotation.lits[i] {
				if !m.rotation.fixed[l.Var()] {
					list = append(list, l)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
