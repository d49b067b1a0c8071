package mus

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A rotation is the state of model rotation: a total assignment, and the number of clauses and
// groups that it falsifies. A group is falsified if one of its clauses is.
type rotation struct {
	lits      [][]clause.Lit // indexed by clause of the formula: its literals; nil if its group is not loaded
	occurs    [][]int32      // indexed by literal: the clauses that contain it
	fixed     []bool         // indexed by variable: assumed, so never flipped
	satisfied []int32        // indexed by clause: the number of its true literals
	in        []bool         // indexed by group: counts in broken and sum
	falsified []int          // indexed by group: the number of its falsified clauses
	broken    int            // the number of falsified groups
	sum       int            // the sum of the numbers of the falsified groups: the group if broken is 1
	flips     int64          // the number of flips since load
}

// load prepares r for the clauses of groups and of group 0. The variables of assume will not be
// flipped.
func (r *rotation) load(s *Session, groups []int, assume []dimacs.Lit) {
	n := s.cdcl.NumLits()
	*r = rotation{
		lits: make([][]clause.Lit, len(s.clauses)), occurs: make([][]int32, n), fixed: make([]bool, n/2),
		satisfied: make([]int32, len(s.clauses)), in: make([]bool, s.groups+1), falsified: make([]int, s.groups+1),
	}
	for _, l := range assume {
		r.fixed[s.cdcl.Lit(l).Var()] = true
	}
	for _, g := range append([]int{0}, groups...) {
		r.in[g] = true
		for _, i := range s.members[g] {
			r.lits[i] = make([]clause.Lit, len(s.clauses[i]))
			for j, l := range s.clauses[i] {
				k := s.cdcl.Lit(l)
				r.lits[i][j] = k
				r.occurs[k] = append(r.occurs[k], int32(i))
			}
		}
	}
}

// remove excludes group g from broken and sum, which are valid again after the next call of set.
func (r *rotation) remove(g int) {
	if len(r.in) > 0 {
		r.in[g] = false
	}
}

// set replaces the assignment by the model that the last call of the cdcl session found.
func (r *rotation) set(s *Session) {
	clear(r.satisfied)
	clear(r.falsified)
	r.broken, r.sum = 0, 0
	a := s.cdcl.Model(nil)
	for v := 1; v < len(r.fixed); v++ {
		l := clause.Positive(v)
		if !a.Holds(s.cdcl.Name(l)) {
			l = l.Not()
		}
		for _, i := range r.occurs[l] {
			r.satisfied[i]++
		}
	}
	for i, lits := range r.lits {
		if lits != nil && r.satisfied[i] == 0 {
			r.change(s.group[i], 1)
		}
	}
}

// change adds n, which is 1 or -1, to the number of falsified clauses of group g.
func (r *rotation) change(g, n int) {
	before := r.falsified[g]
	if r.falsified[g] += n; r.in[g] && min(before, r.falsified[g]) == 0 {
		r.broken += n
		r.sum += n * g
	}
}

// flip makes the false literal l true.
func (r *rotation) flip(s *Session, l clause.Lit) {
	r.flips++
	for _, i := range r.occurs[l] {
		if r.satisfied[i]++; r.satisfied[i] == 1 {
			r.change(s.group[i], -1)
		}
	}
	for _, i := range r.occurs[l.Not()] {
		if r.satisfied[i]--; r.satisfied[i] == 0 {
			r.change(s.group[i], 1)
		}
	}
}

// rotate marks group g of the core as needed. The last call of the cdcl session must have found a
// model of all other groups of the core. Starting from this model, which falsifies only g, rotate
// flips each variable of the falsified clauses in turn. If the new assignment falsifies exactly
// one group h, then h is needed as well, and rotate continues from there. Otherwise it undoes the
// flip. It returns errWrong if the model does not falsify exactly g, and the cause of ctx.
func (m *minimizer) rotate(ctx context.Context, g int) error {
	r := &m.rotation
	r.set(m.Session)
	if r.broken != 1 || r.sum != g {
		return errWrong
	}
	m.need(g)
	polled := r.flips
	type visit struct {
		flipped clause.Lit   // the literal whose flip led here; 0 for the model itself
		try     []clause.Lit // the literals still to flip
	}
	stack := []visit{{0, m.candidates(g)}}
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
			stack = append(stack, visit{l, m.candidates(r.sum)})
		} else {
			r.flip(m.Session, l.Not())
		}
	}
	return nil
}

// candidates returns the literals to flip at group g: all literals of its falsified clauses, each
// once, except literals of assumed variables.
func (m *minimizer) candidates(g int) []clause.Lit {
	var list []clause.Lit
	for _, i := range m.members[g] {
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
