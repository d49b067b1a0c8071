package sweep

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A neighbourhood holds the clauses near a variable and searches them for facts. It numbers
// their variables from 1, in the order in which they are added.
type neighbourhood struct {
	solver
	variables []clause.Lit   // indexed by variable: the positive literal outside
	inside    []uint32       // indexed by variable outside: its number in the neighbourhood, or 0
	contains  [][]clause.Ref // indexed by literal: the clauses of three or more literals with it
	clauses   int            // number of clauses

	first []clause.Lit    // indexed by variable: its literal that is true in the first model
	fixed []bool          // indexed by variable: that literal is true in all models so far
	class []int           // indexed by variable: the first variable of its class, or 0; the literals in first of a class have the same value in every model so far
	equal [][2]clause.Lit // pairs of equivalent literals; the second of a pair is in no class

	buffer, renamed []clause.Lit
}

// newNeighbourhood returns an empty neighbourhood for clauses of variables up to vars.
func newNeighbourhood(vars int) *neighbourhood {
	n := &neighbourhood{solver: newSolver(), inside: make([]uint32, vars+1)}
	n.contains = make([][]clause.Ref, n.NumLits())
	n.variables = make([]clause.Lit, 1, maxVariables+1)
	n.first = make([]clause.Lit, maxVariables+1)
	n.fixed, n.class = make([]bool, maxVariables+1), make([]int, maxVariables+1)
	return n
}

// clear removes all variables, clauses and facts.
func (n *neighbourhood) clear() {
	n.solver.clear()
	for _, l := range n.variables[1:] {
		n.inside[l.Var()] = 0
	}
	for l := range n.contains {
		n.contains[l] = n.contains[l][:0]
	}
	n.variables, n.clauses, n.equal = n.variables[:1], 0, n.equal[:0]
}

// size returns the number of variables.
func (n *neighbourhood) size() int { return len(n.variables) - 1 }

// add returns the number of the variable v from outside. It adds v if it is new.
func (n *neighbourhood) add(v uint32) uint32 {
	if n.inside[v] == 0 {
		n.variables = append(n.variables, clause.Positive(v))
		n.inside[v] = uint32(n.size())
		n.solver.add(n.inside[v])
	}
	return n.inside[v]
}

// outside returns lits with the variables outside. The slice is valid until the next call.
func (n *neighbourhood) outside(lits ...clause.Lit) []clause.Lit {
	n.renamed = n.renamed[:0]
	for _, l := range lits {
		n.renamed = append(n.renamed, l.Rename(n.variables[l.Var()].Var()))
	}
	return n.renamed
}

// addClause adds a clause of different variables.
func (n *neighbourhood) addClause(lits []clause.Lit) {
	n.clauses++
	switch len(lits) {
	case 0:
		n.Refute()
	case 1:
		n.AddUnit(lits[0])
	default:
		if r := n.AddWatched(lits, 0); !r.IsBinary() {
			for _, l := range lits {
				n.contains[l] = append(n.contains[l], r.Ref())
			}
		}
	}
}

// search looks for literals that are true in all models of the clauses, which it makes
// true at level 0, and for equivalent literals, which it appends to equal. It misses those
// that need too many conflicts. If the clauses have no model, it sets Unsat.
func (n *neighbourhood) search(ctx context.Context) {
	if n.solve() != satisfiable {
		return
	}
	copy(n.first, n.model)
	for v := 1; v <= n.size(); v++ {
		n.fixed[v], n.class[v] = true, 1
	}
	for v := 1; v <= n.size() && ctx.Err() == nil; v++ {
		if l := n.first[v]; n.fixed[v] && n.isCandidate(v) && !n.flip(v) && n.solves(l.Not()) == unsatisfiable {
			n.addFact([]clause.Lit{l})
		}
	}
	for v := 2; v <= n.size(); v++ {
		if n.class[v] < v && n.isCandidate(v) {
			n.flip(v)
		}
	}
	for v := 2; v <= n.size() && ctx.Err() == nil; v++ {
		for u := 1; u < v && n.isCandidate(v); u++ {
			if n.class[u] == n.class[v] && n.isCandidate(u) && n.areEqual(u, v) {
				n.equal = append(n.equal, [2]clause.Lit{n.first[u], n.first[v]})
				n.addFact(equality(n.first[u], n.first[v])...)
				n.class[v] = 0
			}
		}
	}
}

// addFact adds clauses that were proved.
func (n *neighbourhood) addFact(clauses ...[]clause.Lit) {
	for _, c := range clauses {
		n.learn(c)
		n.addClause(c)
	}
	n.PropagateUnits()
}

// isCandidate reports whether v may be in a fact that is not known yet.
func (n *neighbourhood) isCandidate(v int) bool {
	return !n.Unsat && n.class[v] != 0 && !n.IsAssigned(uint32(v))
}

// areEqual reports whether the literals in first of u and v, which are in one class, are
// proved to be equivalent. Otherwise the two are in different classes afterwards.
func (n *neighbourhood) areEqual(u, v int) bool {
	if n.flip(v) || n.flip(u) {
		return false
	}
	for _, c := range equality(n.first[u], n.first[v]) {
		switch n.solves(c[0].Not(), c[1].Not()) {
		case satisfiable:
			return false
		case unknown:
			n.class[v] = 0
			return false
		}
	}
	return true
}

// solves is solve, and splits the classes if there is a model.
func (n *neighbourhood) solves(assumptions ...clause.Lit) result {
	r := n.solve(assumptions...)
	if r == satisfiable {
		n.split()
	}
	return r
}

// split updates fixed, and splits the classes by the values in the model.
func (n *neighbourhood) split() {
	var others [maxVariables + 1]int // indexed by class: the first variable of the class split off
	differs := func(v int) bool { return n.model[v] != n.first[v] }
	for v := 1; v <= n.size(); v++ {
		n.fixed[v] = n.fixed[v] && !differs(v)
		if c := n.class[v]; c != 0 && differs(v) != differs(c) {
			if others[c] == 0 {
				others[c] = v
			}
			n.class[v] = others[c]
		}
	}
}

// flip changes the value of v in the model and splits the classes, if the result is a model,
// too. It returns true if it is.
func (n *neighbourhood) flip(v int) bool {
	l := n.model[v]
	holds := func(k clause.Lit) bool { return k != l && n.model[k.Var()] == k }
	n.Ticks += int64(len(n.Watching(l)) + len(n.contains[l]))
	if slices.ContainsFunc(n.Watching(l), func(w clause.Watch) bool { return w.IsBinary() && !holds(w.Lit()) }) ||
		slices.ContainsFunc(n.contains[l], func(c clause.Ref) bool { return !slices.ContainsFunc(n.Lits(c), holds) }) {
		return false
	}
	n.model[v] = l.Not()
	n.split()
	return true
}
