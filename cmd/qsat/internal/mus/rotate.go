package mus

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A rotation is the state of model rotation: the clauses and groups that a total assignment falsifies. A
// group of the core, or group 0, is falsified if one of its clauses is.
type rotation struct {
	occurs    [][]int32 // indexed by literal: the clauses that contain it, of the core at load and of group 0
	fixed     []bool    // indexed by variable: assumed, so never flipped
	satisfied []int32   // indexed by clause: the number of its true literals
	falsified []int     // indexed by group: the number of its falsified clauses
	broken    int       // the number of falsified groups
	sum       int       // the sum of the numbers of the falsified groups: the group if broken is 1
	flips     int64     // the number of flips since load
}

// load prepares rotations for the clauses of the core and of group 0, and sets m.in[0]. Rotations will not
// flip the variables of Query.Assume.
func (m *minimizer) load() {
	n := m.cdcl.NumLits()
	m.rotation = rotation{
		occurs: make([][]int32, n), fixed: make([]bool, n/2),
		satisfied: make([]int32, len(m.clauses)), falsified: make([]int, m.groups+1),
	}
	for _, l := range m.query.Assume {
		m.fixed[m.cdcl.Lit(l).Var()] = true
	}
	m.in[0] = true
	for _, g := range append([]int{0}, m.core...) {
		for _, i := range m.members[g] {
			for _, l := range m.clauses[i] {
				k := m.cdcl.Lit(l)
				m.occurs[k] = append(m.occurs[k], int32(i))
			}
		}
	}
}

// set replaces the assignment by the model that the last call of refuted found.
func (m *minimizer) set() {
	clear(m.satisfied)
	clear(m.falsified)
	m.broken, m.sum = 0, 0
	a := m.cdcl.Model(nil)
	for v := 1; v < len(m.fixed); v++ {
		l := clause.Positive(v)
		if !a.Holds(m.cdcl.Name(l)) {
			l = l.Not()
		}
		for _, i := range m.occurs[l] {
			m.satisfied[i]++
		}
	}
	for i, g := range m.group {
		if m.in[g] && m.satisfied[i] == 0 {
			m.change(g, 1)
		}
	}
}

// change adds n, which is 1 or -1, to the number of falsified clauses of group g, and updates m.broken
// and m.sum if g is in the core or 0.
func (m *minimizer) change(g, n int) {
	before := m.falsified[g]
	if m.falsified[g] += n; m.in[g] && min(before, m.falsified[g]) == 0 {
		m.broken += n
		m.sum += n * g
	}
}

// flip makes the false literal l true in the assignment.
func (m *minimizer) flip(l clause.Lit) {
	m.flips++
	for _, i := range m.occurs[l] {
		if m.satisfied[i]++; m.satisfied[i] == 1 {
			m.change(m.group[i], -1)
		}
	}
	for _, i := range m.occurs[l.Not()] {
		if m.satisfied[i]--; m.satisfied[i] == 0 {
			m.change(m.group[i], 1)
		}
	}
}

// rotate marks group g of the core as needed. The last call of refuted must have found a model of all
// other groups of the core. Starting from this model, which falsifies only g, rotate flips each variable
// of the falsified clauses in turn, except variables of Query.Assume. If the new assignment falsifies
// exactly one group h, which is not 0 and not yet marked, then h is needed as well: rotate marks it and
// continues from there. Otherwise it undoes the flip. It returns errWrong if the model does not falsify
// exactly g, or the cause if ctx ends.
func (m *minimizer) rotate(ctx context.Context, g int) error {
	m.set()
	if m.broken != 1 || m.sum != g {
		return errWrong
	}
	m.need(g)
	polled := m.flips
	type visit struct {
		flipped clause.Lit   // the literal whose flip led here; 0 for the model itself
		try     []clause.Lit // the literals still to flip
	}
	stack := []visit{{0, m.candidates(g)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.try) == 0 {
			if top.flipped != 0 {
				m.flip(top.flipped.Not())
			}
			stack = stack[:len(stack)-1]
			continue
		}
		if m.flips-polled > 1<<10 {
			if polled = m.flips; ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
		l := top.try[0]
		top.try = top.try[1:]
		if m.flip(l); m.broken == 1 && m.sum > 0 && !m.needed[m.sum] {
			m.need(m.sum)
			stack = append(stack, visit{l, m.candidates(m.sum)})
		} else {
			m.flip(l.Not())
		}
	}
	return nil
}

// candidates returns the literals to flip at group g: all literals of its falsified clauses, each
// once, except literals of assumed variables.
func (m *minimizer) candidates(g int) []clause.Lit {
	var list []clause.Lit
	for _, i := range m.members[g] {
		if m.satisfied[i] == 0 {
			for _, l := range m.clauses[i] {
				if k := m.cdcl.Lit(l); !m.fixed[k.Var()] {
					list = append(list, k)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
