package symmetric

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/symmetry"
)

// A structure is the graph of a formula. Its vertices are the literals, each before
// its complement, to which it is joined; then the clauses of more than two literals
// and cliques of literals of which each two are a clause, both joined to their
// literals. Other clauses of two literals are edges. Auxiliary variables, those in no
// longer clause but such as they block, are not there: they are eliminated by resolution,
// which among binary clauses is the closure of the implications. So a constraint is the
// same whatever it was encoded with.
type structure struct {
	symmetry.Graph
	clauses  *clause.Database
	literals []clause.Lit // by vertex
	vertex   []int32      // by literal: its vertex, or noVertex
	size     int          // literals in pairs, and a quarter of those in longer clauses
}

const noVertex = -1

// The kinds of vertices.
const (
	aLiteral = 1 + iota
	aClause
	aClique
)

const (
	// maxLiterals bounds the literals in long clauses. maxSteps bounds the implications
	// that are looked at, as stepsPerEntry does for each in a watch list.
	maxLiterals   = 1 << 21
	maxSteps      = 1 << 27
	stepsPerEntry = 128
)

// looksSymmetric reports whether at least half of the literals share what is around
// them, two clauses far, with others, and the clauses are not too large.
func looksSymmetric(ctx context.Context, d *clause.Database) bool {
	if len(d.Arena) > maxLiterals {
		return false
	}
	colours, around := make([]uint64, len(d.Watches)), make([]uint64, len(d.Watches))
	for l, value := range d.Values {
		colours[l] = uint64(value)
	}
	for range 2 {
		clear(around)
		for l, list := range d.Watches {
			if l%1024 == 0 && ctx.Err() != nil {
				return false
			}
			for _, w := range list {
				if w.IsBinary() {
					around[l] += colours[w.Lit()]
				}
			}
		}
		for _, c := range d.Clauses {
			sum := uint64(0)
			for _, l := range d.Lits(c) {
				sum += colours[l]
			}
			for _, l := range d.Lits(c) {
				around[l] += symmetry.Mix(sum)
			}
		}
		for l := range colours {
			colours[l] = symmetry.Mix(3*colours[l] + symmetry.Mix(around[l]+5*symmetry.Mix(around[l^1])))
		}
	}
	return 2*symmetry.Shared(colours[2:]) >= len(colours)
}

// newStructure returns the structure of clauses, nil if it is large or ctx has ended.
func newStructure(ctx context.Context, d *clause.Database) *structure {
	s := &structure{clauses: d, vertex: slices.Repeat([]int32{noVertex}, len(d.Watches))}
	long := s.number(dropAuxiliary(ctx, d))
	pairs := s.pairs(ctx)
	if pairs == nil {
		return nil
	}
	f := newCliqueFinder(pairs)
	f.run(ctx)
	s.Kinds, s.Neighbours = slices.Repeat([]uint64{aLiteral}, len(s.literals)), f.edges
	for v := int32(0); int(v) < len(s.literals); v += 2 {
		s.Join(v, v+1)
	}
	for _, c := range long {
		s.Add(aClause, c)
	}
	for _, c := range f.cliques {
		s.Add(aClique, c)
	}
	return s
}

// number numbers the literals of clauses of more than two, and returns the vertices of
// each of these, but those of false literals.
func (s *structure) number(clauses []clause.Ref) (long [][]int32) {
	d := s.clauses
	vertices := make([]int32, 0, len(d.Arena)) // in all of them
	for _, c := range clauses {
		first := len(vertices)
		for _, l := range d.Lits(c) {
			if d.Values[l] < 0 {
				continue
			}
			if s.vertex[l] == noVertex {
				n := int32(len(s.literals))
				s.vertex[l&^1], s.vertex[l|1] = n, n+1
				s.literals = append(s.literals, l&^1, l|1)
			}
			vertices = append(vertices, s.vertex[l])
		}
		s.size += (len(vertices) - first + 3) / 4
		long = append(long, vertices[first:len(vertices):len(vertices)])
	}
	return long
}

// pairs returns by vertex of a literal the others that it is with in a clause of two,
// also one that follows from such with auxiliary variables; nil if they are many or ctx
// has ended.
func (s *structure) pairs(ctx context.Context) [][]int32 {
	pairs, steps := make([][]int32, len(s.literals)), 0
	for _, list := range s.clauses.Watches {
		steps += stepsPerEntry * len(list)
	}
	steps = min(steps, maxSteps)
	marks := make([]clause.Lit, len(s.vertex)) // by literal: the last one for which it was seen
	var list []int32
	var stack []clause.Lit
	for v, l := range s.literals {
		if v%64 == 0 && ctx.Err() != nil || steps < 0 {
			return nil
		}
		list = list[:0]
		marks[l], marks[l^1] = l, l
		for stack = append(stack[:0], l); len(stack) > 0; {
			watches := s.clauses.Watches[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			steps -= len(watches)
			for _, w := range watches {
				m := w.Lit()
				if !w.IsBinary() || marks[m] == l || s.clauses.Values[m] != 0 {
					continue
				}
				if marks[m] = l; s.vertex[m] == noVertex {
					stack = append(stack, m^1)
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

// isConsistent reports whether a symmetry of literals maps complements to complements.
func isConsistent(p symmetry.Permutation) bool {
	for v := range p {
		if p[v]^1 != p[v^1] {
			return false
		}
	}
	return true
}
