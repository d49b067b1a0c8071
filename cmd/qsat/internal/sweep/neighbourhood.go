package sweep

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// A neighbourhood holds copies of the clauses near a variable, and finds facts from them; see
// findFacts. It numbers their variables from 1, in the order of their addition.
type neighbourhood struct {
	solver
	outer    []clause.Lit   // indexed by variable: the positive literal of the formula
	inner    []uint32       // indexed by variable of the formula: its number here, or 0
	contains [][]clause.Ref // indexed by literal: the clauses of three or more literals with it
	clauses  int            // number of clauses

	first    []clause.Lit    // indexed by variable: its true literal in the first model
	backbone []bool          // indexed by variable: the literal in first is true in all models so far
	class    []int           // indexed by variable: the smallest variable of its class, or 0
	equal    [][2]clause.Lit // equivalent literals; the variable of the second is in no class

	ctx    context.Context
	limit  int64        // value of Ticks at which the search ends
	buffer []clause.Lit // of copyClause
}

// newNeighbourhood returns an empty neighbourhood for a formula with the variables from 1 to vars.
func newNeighbourhood(vars int) *neighbourhood {
	const n = maxVariables + 1
	d := clause.New(&clause.Numbering{Names: make([]int32, n)})
	return &neighbourhood{
		solver: solver{Analysis: clause.NewAnalysis(d), model: make([]clause.Lit, n)},
		outer:  make([]clause.Lit, 1, n), inner: make([]uint32, vars+1), contains: make([][]clause.Ref, d.NumLits()),
		first: make([]clause.Lit, n), backbone: make([]bool, n), class: make([]int, n),
	}
}

// size returns the number of variables.
func (n *neighbourhood) size() int { return len(n.outer) - 1 }

// number returns the number here of variable v of the formula. If v is new, number adds it: to
// outer and inner, at the end of order, and as true to model. There must be fewer than maxVariables
// variables then.
func (n *neighbourhood) number(v uint32) uint32 {
	if n.inner[v] == 0 {
		n.outer = append(n.outer, clause.Positive(v))
		n.inner[v] = uint32(n.size())
		n.order, n.model[n.size()] = append(n.order, n.inner[v]), clause.Positive(n.inner[v])
	}
	return n.inner[v]
}

// original translates literals of the neighbourhood to literals of the formula.
func (n *neighbourhood) original(lits ...clause.Lit) []clause.Lit {
	return lists.Map(lits, func(l clause.Lit) clause.Lit { return l.Rename(n.outer[l.Var()].Var()) })
}

// addClause adds a clause of different variables, at level 0, and counts it in n.clauses. An empty
// clause sets Unsat. A unit is assigned, but not propagated.
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

// collect makes s.near the neighbourhood of v: it copies the clauses near v, with literals replaced
// by their representatives. In each of depth rounds it copies the clauses of all variables of the
// neighbourhood. It stops at maxClauses clauses, or at the first clause that copyClause rejects.
func (s *Sweeper) collect(v uint32) {
	n := s.near
	for l := range n.contains[:2*len(n.outer)] {
		n.contains[l] = n.contains[l][:0]
	}
	for _, l := range n.outer[1:] {
		n.inner[l.Var()] = 0
	}
	n.Reset()
	n.order, n.lemmas, n.outer, n.clauses, n.equal = n.order[:0], n.lemmas[:0], n.outer[:1], 0, n.equal[:0]
	n.number(v)
	next := 1 // the first variable of the neighbourhood whose clauses are not copied
	for range depth {
		for end := n.size(); next <= end; next++ {
			for _, l := range [2]clause.Lit{n.outer[next], n.outer[next].Not()} {
				for _, w := range s.occurrences[l] {
					if n.clauses >= maxClauses || !s.copyClause(l, w, next) {
						return
					}
				}
			}
		}
	}
}

// copyClause copies the clause of w, an entry in the list of l, to the neighbourhood, with
// representatives and without false and repeated literals, and returns true. It also returns true
// if it skips the clause: if the clause is satisfied, is a tautology, or contains a variable with a
// number below next, because all clauses of that variable are already copied. It rejects the clause
// and returns false if the number of variables plus the number of its literals exceeds
// maxVariables, even if its variables are not new.
func (s *Sweeper) copyClause(l clause.Lit, w clause.Watch, next int) bool {
	n := s.near
	n.buffer = n.buffer[:0]
	lits := []clause.Lit{l, w.Lit()}
	if !w.IsBinary() {
		lits = s.Lits(w.Ref())
	}
	s.Stats.OwnTicks += 1 + int64(len(lits))>>3
	shortened := false
	for _, k := range lits {
		k = s.classes.Find(k)
		number := int(n.inner[k.Var()])
		switch {
		case s.Value(k) > 0 || 0 < number && number < next || slices.Contains(n.buffer, k.Not()):
			return true
		case s.Value(k) < 0:
		case slices.Contains(n.buffer, k):
			shortened = true
		default:
			n.buffer = append(n.buffer, k)
		}
	}
	if n.size()+len(n.buffer) > maxVariables {
		return false
	}
	for i, k := range n.buffer {
		n.buffer[i] = k.Rename(n.number(k.Var()))
	}
	if shortened { // propagation on the original, which has the literal twice, would not imply it
		n.addLemma(n.buffer)
	}
	n.addClause(n.buffer)
	return true
}
