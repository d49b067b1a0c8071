package sweep

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// findFacts looks for literals that are true in all models of the clauses, which it makes true at
// level 0, and for equivalent literals, which it appends to equal. It stops after a number of ticks
// or once ctx has ended, and misses a fact if the proof needs too many conflicts. If it finds that
// the clauses have no model, it sets Unsat. The clauses that it learns and those of the
// equivalences are added to the clauses and to lemmas.
//
// The facts are found from models. In the first model each variable has a true literal, which may
// be true in all models, and each two of these literals may be equivalent. So at first all
// variables are in backbone and in one class. A further model removes variables from backbone and
// splits the class. Many further models differ from a known one in the value of one variable, and
// are found without search. For each fact that remains, solve either proves the fact, finds another
// model, or gives up.
func (n *neighbourhood) findFacts(ctx context.Context, ticks int64) {
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

// isCandidate reports whether a fact about v may still be found: it is in a class and has no value
// at level 0.
func (n *neighbourhood) isCandidate(v int) bool {
	return n.class[v] != 0 && !n.IsAssigned(uint32(v))
}

// areEqual reports whether it proves that the literals in first of u and v, which are in one class,
// are equivalent. Otherwise they are in different classes afterwards, or v is in no class if the
// proof would take too many conflicts.
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

// solveAndSplit calls solve, and then split if there is a model. It returns the result of solve.
func (n *neighbourhood) solveAndSplit(assumptions ...clause.Lit) result {
	r := n.solve(assumptions...)
	if r == satisfiable {
		n.split()
	}
	return r
}

// split removes from backbone the variables whose value in the last model differs from the first
// model. It splits each class into the variables whose value differs and the other variables.
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

// flip reports whether the last model stays a model if v has the other value. If so, it changes the
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

// separate removes v from backbone and makes it a class of its own. After a flip it has the same
// result as split, because only v has a new value.
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

// equality returns the two clauses that make a and b equal.
func equality(a, b clause.Lit) [][]clause.Lit { return [][]clause.Lit{{a, b.Not()}, {a.Not(), b}} }
