package enginetest

import (
	"slices"

	"queens/dimacs"
)

// A reference is a search for all models that is simple enough to be obviously correct. It
// takes an unsatisfied clause with the fewest unassigned literals. It tries these literals
// one after the other, each with the literals before it false.
type reference struct {
	clauses [][]dimacs.Lit
	vars    int
	value   []int8 // value[vars+l] is 1, -1 or 0 if the literal l is true, false or unassigned
	nodes   int
	found   func() bool // called at every partial assignment that satisfies all clauses; false ends the search
}

// solve finds the models of s. It returns false if the search exceeds a limit.
func (s *structured) solve() bool {
	s.models = map[string]bool{}
	return s.visit(func(a *dimacs.Assignment) bool {
		s.models[s.image(a)] = true
		return len(s.models) <= mostModels
	})
}

// visit calls found with every model until found returns false. It returns true if it has
// visited all models, and false if found or a limit ended the search.
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

// expand calls found with all assignments that extend value, from variable first on. It
// returns false if found does.
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

// search finds the models that extend the current values. It returns false if the search
// has ended early.
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

// shortest returns the unassigned literals of an unsatisfied clause with the fewest of
// them, each once. It returns nil if every clause is satisfied. It reports a conflict if
// some clause is falsified.
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

// satisfied is the result of unassigned for a satisfied clause; it exceeds the number of
// literals of any clause.
const satisfied = 1 << 30

// unassigned returns the number of unassigned literals of c, or satisfied if a literal is
// true.
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
