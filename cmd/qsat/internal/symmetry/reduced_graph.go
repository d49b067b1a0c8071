package symmetry

import (
	"iter"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A reducedGraph is the graph of a formula without its auxiliary variables. These occur only in
// binary clauses and in clauses that dropAuxiliary drops. They are eliminated by resolution; for
// binary clauses this computes the closure of the implications. So a constraint has nearly the same
// graph in every encoding. Cliques replace most of the remaining binary clauses.
//
// The first vertices are the literals, then there is a vertex for each long clause and for each
// clique. An edge joins two literals of a binary clause that share no clique, a literal and its
// complement, or a long clause or clique and its literals.
type reducedGraph struct {
	Graph
	clauses  *clause.Database
	literals []clause.Lit // indexed by the vertex of a literal: the literal
	vertex   []int32      // indexed by literal: its vertex, or noVertex
	size     int          // the number of entries of pairs, plus a quarter of the length of each long clause, rounded up
}

// noVertex marks literals of auxiliary variables.
const noVertex = -1

// newReducedGraph returns the reduced graph of the clauses in d, or nil if pairs takes more than
// stepsPerEntry or maxSteps allow. It keeps d, whose clauses must be watched.
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

// number gives two consecutive vertices to each unassigned variable of the clauses, the positive
// literal first, in the order in which the variables first occur. The clauses must be unsatisfied.
// It sets vertex and literals, and adds to size a quarter of the number of unassigned literals of
// each clause, rounded up. For each clause, it returns the vertices of these literals.
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

// pairs returns, indexed by the vertex of a literal, the vertices of the literals of other
// variables that form a binary clause with it. The clause may follow from others by resolution on
// auxiliary variables. It adds the number of these vertices to s.size. It returns nil if it takes
// too many steps; see stepsPerEntry. The method number must have been called.
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

// partners yields the vertices of the literals of other variables that form a binary clause with
// the literal of vertex v, some more than once.
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
