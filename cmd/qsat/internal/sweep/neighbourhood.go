package sweep

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A neighbourhood holds copies of the clauses near a variable and searches them for facts. It
// numbers their variables from 1, in the order of their addition.
//
// The facts are found from models. In the first model each variable has a true literal, which
// may be true in all models, and each two of these literals may be equivalent. So at first all
// variables are in backbone and in one class. A further model removes variables from backbone
// and splits the class. Many further models differ from a known one in the value of one
// variable, and are found without search. The solver tries to prove the facts that remain, which
// either succeeds or finds another model.
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

	ctx     context.Context
	limit   int64 // value of Ticks at which the search ends
	buffer  []clause.Lit
	renamed []clause.Lit
}

// newNeighbourhood returns an empty neighbourhood for a formula of the variables up to vars.
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

// number returns the number of variable v of the formula. It adds v if it is new.
func (n *neighbourhood) number(v uint32) uint32 {
	if n.inner[v] == 0 {
		n.outer = append(n.outer, clause.Positive(v))
		n.inner[v] = uint32(n.size())
		n.order, n.model[n.size()] = append(n.order, n.inner[v]), clause.Positive(n.inner[v])
	}
	return n.inner[v]
}

// original translates literals of the neighbourhood to literals of the formula. The slice is
// valid until the next call.
func (n *neighbourhood) original(lits ...clause.Lit) []clause.Lit {
	n.renamed = n.renamed[:0]
	for _, l := range lits {
		n.renamed = append(n.renamed, l.Rename(n.outer[l.Var()].Var()))
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
// true at level 0, and for equivalent literals, which it appends to equal. It stops after a
// number of ticks or once ctx has ended, and misses a fact if the proof needs too many
// conflicts. If the clauses have no model, it sets Unsat.
func (n *neighbourhood) search(ctx context.Context, ticks int64) {
	n.ctx, n.limit = ctx, n.Ticks+ticks
	if n.Unsat || n.solve() != satisfiable {
		return
	}
	copy(n.first, n.model)
	for v := 1; v <= n.size(); v++ {
		n.backbone[v], n.class[v] = true, 1
	}
	for v := 1; v <= n.size() && !n.stops(); v++ { // prove that a literal is true in all models
		if n.backbone[v] && n.isCandidate(v) && !n.flip(v) {
			n.solveAndSplit(n.first[v].Not()) // if there is no model, this makes the literal true at level 0
		}
	}
	for v := 1; v <= n.size(); v++ { // split classes without search
		if n.isCandidate(v) {
			n.flip(v)
		}
	}
	for v := 2; v <= n.size(); v++ { // prove that the literals of a class are equivalent
		for u := n.class[v]; u < v && n.isCandidate(v); u++ {
			if n.class[u] == n.class[v] && n.isCandidate(u) && !n.stops() && n.areEqual(u, v) {
				n.equal = append(n.equal, [2]clause.Lit{n.first[u], n.first[v]})
				for _, c := range equality(n.first[u], n.first[v]) {
					n.addLemma(c)
					n.addClause(c)
				}
				n.class[v] = 0
			}
		}
	}
}

// stops reports whether the search must end.
func (n *neighbourhood) stops() bool { return n.Ticks >= n.limit || n.ctx.Err() != nil }

// isCandidate reports whether a fact about v may still be found.
func (n *neighbourhood) isCandidate(v int) bool {
	return n.class[v] != 0 && !n.IsAssigned(uint32(v))
}

// areEqual reports whether the literals in first of u and v, which are in one class, are
// equivalent. Unless it proves this, the two are in different classes afterwards.
func (n *neighbourhood) areEqual(u, v int) bool {
	if n.flip(v) || n.flip(u) {
		return false
	}
	for _, c := range equality(n.first[u], n.first[v]) {
		switch n.solveAndSplit(c[0].Not(), c[1].Not()) {
		case satisfiable:
			return false
		case unknown:
			n.class[v] = 0
			return false
		}
	}
	return true
}

// solveAndSplit calls solve, and split if there is a model.
func (n *neighbourhood) solveAndSplit(assumptions ...clause.Lit) result {
	r := n.solve(assumptions...)
	if r == satisfiable {
		n.split()
	}
	return r
}

// split removes from backbone the variables with another value than in the first model, and
// splits the classes into the variables with the same value and those with another one.
func (n *neighbourhood) split() {
	var others [maxVariables + 1]int // indexed by class: the first variable of the new class
	differs := func(v int) bool { return n.model[v] != n.first[v] }
	for v := 1; v <= n.size(); v++ {
		n.backbone[v] = n.backbone[v] && !differs(v)
		if c := n.class[v]; c != 0 && differs(v) != differs(c) {
			if others[c] == 0 {
				others[c] = v
			}
			n.class[v] = others[c]
		}
	}
}

// flip reports whether the model stays a model if v has the other value. If so, it changes the
// value and separates v.
func (n *neighbourhood) flip(v int) bool {
	l := n.model[v]
	holds := func(k clause.Lit) bool { return k != l && n.model[k.Var()] == k }
	n.Ticks += int64(len(n.Watching(l)) + len(n.contains[l]))
	if slices.ContainsFunc(n.Watching(l), func(w clause.Watch) bool { return w.IsBinary() && !holds(w.Lit()) }) ||
		slices.ContainsFunc(n.contains[l], func(c clause.Ref) bool { return !slices.ContainsFunc(n.Lits(c), holds) }) {
		return false
	}
	n.model[v] = l.Not()
	n.separate(v)
	return true
}

// separate removes v from backbone and from its class. After a flip it has the same result as
// split, because only v has a new value.
func (n *neighbourhood) separate(v int) {
	n.backbone[v] = false
	if n.class[v] != v {
		n.class[v] = v
		return
	}
	rest := 0 // the first other variable of the class
	for u := v + 1; u <= n.size(); u++ {
		if n.class[u] == v {
			rest = cmp.Or(rest, u)
			n.class[u] = rest
		}
	}
}
