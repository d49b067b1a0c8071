package symmetry

import (
	"iter"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A structure is the graph of a formula without auxiliary variables, those in no clause of
// more than two literals but such as they block: they are eliminated by resolution, which
// among binary clauses is the closure of the implications. So a constraint is the same
// whatever it was encoded with. Cliques stand for most of the clauses of two literals that
// are left.
type structure struct {
	Graph
	clauses  *clause.Database
	literals []clause.Lit // by vertex
	vertex   []int32      // by literal: its vertex, or noVertex
	size     int          // literals in pairs, and a quarter of those in longer clauses
}

const noVertex = -1

const (
	// maxSteps bounds the implications that are looked at, as stepsPerEntry does for each
	// in a watch list.
	maxSteps      = 1 << 27
	stepsPerEntry = 128
)

// newStructure returns the structure of clauses, nil if it is large.
func newStructure(d *clause.Database) *structure {
	s := &structure{clauses: d, vertex: slices.Repeat([]int32{noVertex}, d.NumLits())}
	long := s.number(dropAuxiliary(d))
	pairs := s.pairs()
	if pairs == nil {
		return nil
	}
	f := findCliques(pairs)
	s.Graph = NewFormulaGraph(f.edges, long, f.cliques)
	return s
}

// number numbers the literals of clauses of more than two, and returns the vertices of
// each of these, but those of false literals.
func (s *structure) number(clauses []clause.Ref) (long [][]int32) {
	d := s.clauses
	vertices := make([]int32, 0, d.Words()) // in all of them
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

// pairs returns by vertex of a literal the others that it is with in a clause of two,
// also one that follows from such with auxiliary variables; nil if they are many.
func (s *structure) pairs() [][]int32 {
	pairs, steps := make([][]int32, len(s.literals)), min(stepsPerEntry*s.clauses.NumWatches(), maxSteps)
	marks := make([]clause.Lit, len(s.vertex)) // by literal: the last one for which it was seen
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

// partners yields the vertices of the literals that one is with in a clause of two, some
// more than once.
func (s *structure) partners(v int32) iter.Seq[int32] {
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

// named returns literals in the variables of the formula.
func named(d *clause.Database, lits []clause.Lit) []dimacs.Lit {
	list := make([]dimacs.Lit, len(lits))
	for i, l := range lits {
		list[i] = d.Name(l)
	}
	return list
}
