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
// literals. Other clauses of two literals are edges. Variables that are in no longer
// clause are not there: they are auxiliary ones, eliminated by resolution, which among
// binary clauses is the closure of the implications. So a constraint is the same
// whatever it was encoded with.
type structure struct {
	symmetry.Graph
	clauses  *clause.Database
	literals []clause.Lit // by vertex
	vertex   []int32      // by literal: its vertex, or isAuxiliary
	long     [][]clause.Lit
	size     int // literals in pairs, and a quarter of those in longer clauses
}

const isAuxiliary = -1

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
	s := &structure{clauses: d, vertex: slices.Repeat([]int32{isAuxiliary}, len(d.Watches))}
	s.addLong()
	pairs := s.pairs(ctx)
	if pairs == nil {
		return nil
	}
	f := newCliqueFinder(pairs)
	f.run(ctx)
	n, clauses := len(s.literals), len(s.long)
	s.Kinds = slices.Repeat([]uint64{aLiteral}, n+clauses+len(f.cliques))
	s.join(func(join func(v, w int)) {
		for v := range s.literals {
			join(v, v^1)
			for _, w := range f.edges[v] {
				join(v, int(w))
			}
		}
		for i, c := range s.long {
			s.Kinds[n+i] = aClause
			for _, l := range c {
				join(int(s.vertex[l]), n+i)
				join(n+i, int(s.vertex[l]))
			}
		}
		for i, c := range f.cliques {
			s.Kinds[n+clauses+i] = aClique
			for _, v := range c {
				join(int(v), n+clauses+i)
				join(n+clauses+i, int(v))
			}
		}
	})
	return s
}

// join makes the lists of neighbours. Each calls join for both vertices of an edge.
func (s *structure) join(each func(join func(v, w int))) {
	counts, total := make([]int, len(s.Kinds)), 0
	each(func(v, _ int) {
		counts[v]++
		total++
	})
	list := make([]int32, 0, total)
	s.Neighbours = make([][]int32, len(s.Kinds))
	for v, n := range counts {
		s.Neighbours[v] = list[len(list) : len(list) : len(list)+n]
		list = list[:len(list)+n]
	}
	each(func(v, w int) { s.Neighbours[v] = append(s.Neighbours[v], int32(w)) })
}

// addLong collects the unsatisfied clauses of more than two literals, without their
// false ones, and numbers their literals.
func (s *structure) addLong() {
	d := s.clauses
	for _, c := range d.Clauses {
		lits := d.Lits(c)
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return d.Values[l] > 0 }) {
			continue
		}
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return d.Values[l] < 0 }) {
			lits = slices.DeleteFunc(slices.Clone(lits), func(l clause.Lit) bool { return d.Values[l] < 0 })
		}
		s.size += (len(lits) + 3) / 4
		s.long = append(s.long, lits)
		for _, l := range lits {
			if s.vertex[l] == isAuxiliary {
				n := int32(len(s.literals))
				s.vertex[l&^1], s.vertex[l|1] = n, n+1
				s.literals = append(s.literals, l&^1, l|1)
			}
		}
	}
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
				if marks[m] = l; s.vertex[m] == isAuxiliary {
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
