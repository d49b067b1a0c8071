package dnnf

import (
	"math/big"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// A Group is a set of literals of one clause whose variables occur once in the formula. In the
// graph and in its certificate, the first literal stands for the whole group: it is true if at
// least one literal of the group is true. So the graph of a long clause is small.
//
// For example, let the clause (1 2 3 4) be all of the formula, and its literals a group. In the
// graph, the clause is (1). The graph has one edge with the literal 1, which has 2^4 - 1 models.
type Group struct {
	Clause int // the index of the clause in the formula
	Lits   []dimacs.Lit
}

const (
	// longClause is the least length of a clause with a group, and the same as engine.longLength. The
	// certificate of a clause of 511 literals without a group takes 0.4 s, and the time grows with
	// the square of the length.
	longClause = 512
	fewestLits = 64 // the least size of a group
	ungrouped  = -1 // in Grouped: the variable belongs to no group
)

// Grouped returns the formula in which each group consists of its first literal only, and the
// groups. Only clauses of at least longClause literals have groups, and no tautologies. Variables
// for which keep is true belong to no group. Without groups, the result is f itself.
func Grouped(f *dimacs.Formula, keep func(v int) bool) (*dimacs.Formula, []Group) {
	owners := map[int]int{} // indexed by variable of a long clause: 1 + the index of its only clause, ungrouped, or 0 if not met yet
	for c := range f.LongClauses() {
		if len(c) >= longClause {
			for _, l := range c {
				owners[l.Var()] = 0
			}
		}
	}
	if len(owners) == 0 {
		return f, nil
	}
	i := 0
	for c := range f.Clauses() {
		i++
		for _, l := range c {
			switch owner, in := owners[l.Var()]; {
			case in && owner == 0 && !keep(l.Var()):
				owners[l.Var()] = i
			case in:
				owners[l.Var()] = ungrouped
			}
		}
	}
	g, groups := &dimacs.Formula{Vars: f.Vars}, []Group(nil)
	i = 0
	for c := range f.Clauses() {
		i++
		if len(c) >= longClause && clause.Complements(c) == nil {
			group := Group{i - 1, slices.DeleteFunc(slices.Clone(c), func(l dimacs.Lit) bool { return owners[l.Var()] != i })}
			if len(group.Lits) >= fewestLits {
				groups = append(groups, group)
				c = group.in(c)
			}
		}
		g.Add(c...)
	}
	if len(groups) == 0 {
		return f, nil
	}
	return g, groups
}

// HasGroups reports whether g has groups, in which case its edges do not have all variables.
func (g *Graph) HasGroups() bool { return len(g.groups) > 0 }

// in returns the literals of the clause of the group, of which the group keeps only its first one.
// The literals of the group must be in the order of the clause.
func (g Group) in(clause []dimacs.Lit) (lits []dimacs.Lit) {
	others := g.Lits[1:]
	return slices.DeleteFunc(slices.Clone(clause), func(l dimacs.Lit) bool {
		is := len(others) > 0 && l == others[0]
		if is {
			others = others[1:]
		}
		return is
	})
}

// weigh returns a function with the number of models for each literal of a group, and nil for
// other literals. It returns weight if there are no groups.
func (g *Graph) weigh(weight func(dimacs.Lit) *big.Int) func(dimacs.Lit) *big.Int {
	if len(g.groups) == 0 {
		return weight
	}
	weights := map[dimacs.Lit]*big.Int{}
	for _, group := range g.groups {
		n := new(big.Int).Lsh(one, uint(len(group.Lits)))
		weights[group.Lits[0]], weights[-group.Lits[0]] = n.Sub(n, one), one
	}
	return func(l dimacs.Lit) *big.Int { return weights[l] }
}

// drawGroup sets all literals of a group whose first literal has a value: all to false, or to
// random values such that at least one is true.
func drawGroup(d *random.Source, group Group, a *dimacs.Assignment) {
	some := a.Holds(group.Lits[0])
	for {
		found := false
		for _, l := range group.Lits {
			if some && d.Flip() {
				a.SetLit(l)
				found = true
			} else {
				a.SetLit(-l)
			}
		}
		if found == some {
			return
		}
	}
}
