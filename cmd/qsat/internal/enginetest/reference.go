package enginetest

import (
	"slices"

	"queens/dimacs"
)

// A reference is a search for all models that is too simple to be wrong: it
// takes the first clause that no literal satisfies yet and tries its literals
// one after the other, each with those before it false.
type reference struct {
	clauses [][]dimacs.Lit
	vars    int
	value   []int8 // of a literal at vars plus it
	nodes   int
	found   func() bool // false ends the search
}

// solve finds the models of s. It reports false if there are too many.
func (s *structured) solve() bool {
	s.models = map[string]bool{}
	return s.visit(func(a *dimacs.Assignment) bool {
		s.models[s.image(a)] = true
		return len(s.models) <= mostModels
	})
}

// visit calls found with every model until it returns false, and reports
// whether that was all of them.
func (s *structured) visit(found func(*dimacs.Assignment) bool) bool {
	vars := s.task.Formula.Vars
	r := &reference{vars: vars, value: make([]int8, 2*vars+1)}
	r.clauses = slices.Clone(s.clauses)
	for i := range s.task.Assume {
		r.clauses = append(r.clauses, s.task.Assume[i:i+1])
	}
	visited := 0
	r.found = func() bool {
		return expand(r.value[vars:], 1, func(a *dimacs.Assignment) bool {
			visited++
			return visited <= mostVisited && found(a)
		})
	}
	return r.search()
}

// expand calls found with the assignments that agree with the values of the
// variables that have one, from the first on.
func expand(value []int8, first int, found func(*dimacs.Assignment) bool) bool {
	for v := first; v < len(value); v++ {
		if value[v] != 0 {
			continue
		}
		for _, x := range []int8{1, -1} {
			value[v] = x
			if !expand(value, v+1, found) {
				return false
			}
		}
		value[v] = 0
		return true
	}
	a := &dimacs.Assignment{}
	for v := 1; v < len(value); v++ {
		a.Set(v, value[v] > 0)
	}
	return found(a)
}

func (r *reference) holds(l dimacs.Lit) int8 { return r.value[r.vars+int(l)] }

func (r *reference) set(l dimacs.Lit, x int8) {
	r.value[r.vars+int(l)], r.value[r.vars-int(l)] = x, -x
}

// search finds the models that agree with the values so far.
func (r *reference) search() bool {
	if r.nodes++; r.nodes > mostReferenceNodes {
		return false
	}
	unassigned, conflict := r.shortest()
	switch {
	case conflict:
		return true
	case unassigned == nil:
		return r.found()
	}
	complete := true
	for i, l := range unassigned {
		r.set(l, 1)
		complete = r.search()
		if r.set(l, -1); !complete {
			unassigned = unassigned[:i+1]
			break
		}
	}
	for _, l := range unassigned {
		r.set(l, 0)
	}
	return complete
}

// shortest returns the unassigned literals of an unsatisfied clause with the
// fewest of them, nil if every clause is satisfied, and whether one is falsified.
func (r *reference) shortest() (unassigned []dimacs.Lit, conflict bool) {
	var best []dimacs.Lit
	least := satisfied
	for _, c := range r.clauses {
		switch n := r.unassigned(c); {
		case n == 0:
			return nil, true
		case n < least:
			best, least = c, n
		}
	}
	for _, l := range best {
		if r.holds(l) == 0 && !slices.Contains(unassigned, l) {
			unassigned = append(unassigned, l)
		}
	}
	return unassigned, false
}

// satisfied is more than the literals of any clause.
const satisfied = 1 << 30

// unassigned counts the unassigned literals of a clause that no literal satisfies.
func (r *reference) unassigned(c []dimacs.Lit) (n int) {
	for _, l := range c {
		switch r.holds(l) {
		case 1:
			return satisfied
		case 0:
			n++
		}
	}
	return n
}
