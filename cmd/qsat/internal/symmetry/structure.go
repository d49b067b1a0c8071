package symmetry

import (
	"iter"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A reducedGraph is the graph of a formula without its auxiliary variables. These occur only in
// binary clauses and in clauses that dropAuxiliary drops. They are eliminated by resolution;
// for binary clauses this computes the closure of the implications. So a constraint has nearly
// the same graph in every encoding. Cliques replace most of the remaining binary clauses.
type reducedGraph struct {
	Graph
	clauses  *clause.Database
	literals []clause.Lit // indexed by vertex
	vertex   []int32      // indexed by literal: its vertex, or noVertex
	size     int          // entries of pairs, plus a quarter of the literals in long clauses
}

const noVertex = -1

// newReducedGraph returns the reduced graph of the clauses in d, or nil if pairs takes more than
// stepsPerEntry or maxSteps allow.
func newReducedGraph(d *clause.Database) *reducedGraph {
	s := &reducedGraph{clauses: d, vertex: slices.Repeat([]int32{noVertex}, d.NumLits())}
	long := s.number(dropAuxiliary(d))
	pairs := s.pairs()
	if pairs == nil {
		return nil
	}
	f := findCliques(pairs)
	s.Graph = newGraph(len(s.literals))
	for v, list := range f.edges {
		s.neighbours[v] = append(s.neighbours[v], list...)
	}
	for _, c := range long {
		s.Add(aClause, c)
	}
	for _, c := range f.cliques {
		s.Add(aClique, c)
	}
	s.pair()
	return s
}

// number gives two consecutive vertices to each variable of the clauses, one per literal, in the
// order in which the variables first occur. It sets vertex and literals, and adds a quarter of
// the number of literals to size. It returns the vertices of each clause, without false literals.
func (s *reducedGraph) number(clauses []clause.Ref) (long [][]int32) {
	d := s.clauses
	vertices := make([]int32, 0, d.Words()) // of all clauses
	for _, c := range clauses {
		first := len(vertices)
		for _, l := range d.Lits(c) {
			if d.Value(l) < 0 {
				continue
			}
			if s.vertex[l] == noVertex {
				n := int32(len(s.literals))
				p := clause.Positive(l.Var())
				s.vertex[p], s.vertex[p.Not()] = n, n+1
				s.literals = append(s.literals, p, p.Not())
			}
			vertices = append(vertices, s.vertex[l])
		}
		s.size += (len(vertices) - first + 3) / 4
		long = append(long, vertices[first:len(vertices):len(vertices)])
	}
	return long
}

// pairs returns, indexed by vertex, the literals that form a binary clause with it. The clause
// may follow from others by resolution on auxiliary variables. It adds the number of these
// literals to s.size. It returns nil if it takes too many steps; see stepsPerEntry.
func (s *reducedGraph) pairs() [][]int32 {
	pairs, steps := make([][]int32, len(s.literals)), min(stepsPerEntry*s.clauses.NumWatches(), maxSteps)
	marks := make([]clause.Lit, len(s.vertex)) // indexed by literal: the last literal from which it was reached
	var list []int32
	var stack []clause.Lit
	for v, l := range s.literals {
		if steps < 0 {
			return nil
		}
		list = list[:0]
		marks[l], marks[l.Not()] = l, l
		for stack = append(stack[:0], l); len(stack) > 0; {
			watches := s.clauses.Watching(stack[len(stack)-1])
			stack = stack[:len(stack)-1]
			steps -= len(watches)
			for _, w := range watches {
				m := w.Lit()
				if !w.IsBinary() || marks[m] == l || s.clauses.Value(m) != 0 {
					continue
				}
				if marks[m] = l; s.vertex[m] == noVertex {
					stack = append(stack, m.Not())
				} else {
					list = append(list, s.vertex[m])
				}
			}
		}
		pairs[v] = slices.Clone(list)
		s.size += len(list)
	}
	return pairs
}

// partners yields the literals that form a binary clause with v, some more than once.
func (s *reducedGraph) partners(v int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, w := range s.neighbours[v] {
			list := []int32{w}
			if s.kinds[w] == aClique {
				list = s.neighbours[w]
			}
			for _, u := range list {
				if s.kinds[u] == aLiteral && u|1 != v|1 && !yield(u) {
					return
				}
			}
		}
	}
}

// named returns lits in the variables of the formula.
func named(d *clause.Database, lits []clause.Lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = d.Name(l)
	}
	return list
}

// A quotient is the formula that arises if all literals of an orbit become one literal.
type quotient struct {
	*dimacs.Formula
	orbit    []dimacs.Lit // indexed by the vertex of a literal: the literal of the quotient
	literals int          // total length of the clauses
}

// newQuotient returns the quotient of the formula by p, or nil if an orbit contains a literal
// and its complement. One clause per orbit of clauses suffices: addPairs takes the binary
// clauses with the first literal of an orbit, and addLong takes the first clause of an orbit.
func (s *reducedGraph) newQuotient(p Permutation) *quotient {
	q := &quotient{Formula: &dimacs.Formula{}, orbit: make([]dimacs.Lit, len(s.literals))}
	var firsts, clauses []int32 // first literals and first long clauses of orbits
	for cycle := range p.cycles {
		v := cycle[0]
		if s.kinds[v] == aClause {
			clauses = append(clauses, v)
		}
		if s.kinds[v] != aLiteral || q.orbit[v] != 0 {
			continue
		}
		q.Vars++
		firsts = append(firsts, v, v^1)
		for _, w := range cycle {
			if q.orbit[w] != 0 {
				return nil
			}
			q.orbit[w], q.orbit[w^1] = dimacs.Lit(q.Vars), -dimacs.Lit(q.Vars)
		}
	}
	q.addPairs(s, firsts)
	q.addLong(s, clauses)
	return q
}

// addPairs adds the quotients of the binary clauses with a literal of firsts, without
// duplicates and tautologies.
func (q *quotient) addPairs(s *reducedGraph, firsts []int32) {
	added := make([]int32, 2*q.Vars+1) // indexed by literal: 1 + the last vertex for which it was added
	for _, v := range firsts {
		for w := range s.partners(v) {
			a, b := q.orbit[v], q.orbit[w]
			mark := &added[int(b)+q.Vars]
			if a > b || a == -b || *mark == v+1 {
				continue
			}
			*mark = v + 1
			q.Add(slices.Compact([]dimacs.Lit{a, b})...)
			q.literals += 2
		}
	}
}

// addLong adds the quotients of the long clauses, given as vertices of s, without tautologies and
// repeated literals. It adds their lengths to q.literals.
func (q *quotient) addLong(s *reducedGraph, clauses []int32) {
	for _, c := range clauses {
		var lits []dimacs.Lit
		for _, v := range s.neighbours[c] {
			lits = append(lits, q.orbit[v])
		}
		slices.Sort(lits)
		lits = slices.Compact(lits)
		if !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { _, in := slices.BinarySearch(lits, -l); return in }) {
			q.Add(lits...)
			q.literals += len(lits)
		}
	}
}

// A cliqueFinder finds cliques: sets of literals with a binary clause for every pair, such as
// the squares of a line of a board. A vertex for the clique replaces the n(n-1)/2 edges of n
// literals by n edges. The finder starts a clique from an edge that no clique contains, and
// prefers vertices with many neighbours among the candidates. An edge that no clique covers
// stays an edge. So a missed clique may hide symmetries, but never adds a wrong one.
type cliqueFinder struct {
	pairs     [][]int32 // indexed by vertex: its neighbours
	edges     [][]int32 // indexed by vertex: its neighbours that share no clique with it
	cliques   [][]int32
	cliquesOf [][]int32 // indexed by vertex: indices into cliques
	covered   []int32   // indexed by vertex: 1 + the last vertex that shares a clique with it
	near      []int32   // indexed by vertex: 1 + the last vertex that is its neighbour
	degrees   []int32   // indexed by vertex: its number of neighbours in the set of addDegrees
	steps     int
}

// findCliques returns a finder whose cliques and edges cover all pairs. pairs is indexed by
// vertex and holds each vertex's neighbours.
func findCliques(pairs [][]int32) *cliqueFinder {
	n := len(pairs)
	f := &cliqueFinder{pairs: pairs, edges: make([][]int32, n), cliquesOf: make([][]int32, n)}
	f.covered, f.near, f.degrees = make([]int32, n), make([]int32, n), make([]int32, n)
	for _, list := range pairs {
		f.steps += cliqueSteps * len(list)
	}
	for v := range int32(len(f.pairs)) {
		for _, k := range f.cliquesOf[v] {
			f.cover(v, f.cliques[k])
		}
		for _, w := range f.pairs[v] {
			f.near[w] = v + 1
		}
		for _, w := range f.pairs[v] {
			if f.covered[w] == v+1 {
				continue
			}
			var clique []int32
			if w > v && f.steps > 0 {
				clique = f.grow(v, w)
			}
			if len(clique) < minClique {
				f.edges[v] = append(f.edges[v], w)
				continue
			}
			for _, u := range clique {
				f.cliquesOf[u] = append(f.cliquesOf[u], int32(len(f.cliques)))
			}
			f.cliques = append(f.cliques, clique)
			f.cover(v, clique)
		}
	}
	return f
}

func (f *cliqueFinder) cover(v int32, clique []int32) {
	for _, w := range clique {
		f.covered[w] = v + 1
	}
}

// grow returns a clique that contains v and w, or nil if v and w have too few common neighbours
// for minClique vertices. The clique may still be smaller than that. The vertices near v must be marked.
func (f *cliqueFinder) grow(v, w int32) []int32 {
	var common []int32
	for _, u := range f.pairs[w] {
		if f.near[u] == v+1 {
			common = append(common, u)
		}
	}
	f.steps -= len(f.pairs[w])
	if len(common)+2 < minClique {
		return nil
	}
	f.addDegrees(common, 1)
	slices.SortStableFunc(common, func(a, b int32) int { return int(f.degrees[b] - f.degrees[a]) })
	f.addDegrees(common, -1)
	clique := []int32{v, w}
	for i, u := range common {
		if f.degrees[u] == int32(len(clique)-2) {
			clique = append(clique, u)
			f.addDegrees(common[i:i+1], 1)
		}
	}
	f.addDegrees(clique[2:], -1)
	return clique
}

// addDegrees adds n to degrees[x] for every edge from a vertex of others to x.
func (f *cliqueFinder) addDegrees(others []int32, n int32) {
	for _, u := range others {
		f.steps -= len(f.pairs[u])
		for _, x := range f.pairs[u] {
			f.degrees[x] += n
		}
	}
}
