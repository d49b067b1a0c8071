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

// An auxiliaryFinder finds auxiliary variables: variables whose elimination by resolution adds no
// clause of more than two literals. All resolvents of the long clauses on such a variable are
// tautologies, so these clauses are blocked. The variable of a definition such as x = (a or b) is
// auxiliary if no other definition uses it. The finder drops the blocked clauses, so that further
// definitions become unused, and so on. It also drops a binary clause (k, m) of an auxiliary
// variable if (-k, -m) is the only binary clause with -k, because (k, m) is then blocked, too.
//
// Source: M. Järvisalo, A. Biere and M. Heule, "Blocked Clause Elimination", TACAS 2010.
type auxiliaryFinder struct {
	*clause.Database
	clauses []clause.Ref // the unsatisfied clauses of more than two literals; 0 if dropped
	with    [][]int32    // indexed by literal: the indices in clauses of the clauses that contain it
	blocked []clause.Lit // indexed by literal: the other literal of the binary clause that it blocks, or 0
	marks   []int32      // indexed by literal: the last round whose clause contains its complement
	round   int32        // the number of calls of isBlocked
	steps   int          // the number of literals that may still be read
}

// dropAuxiliary returns the unsatisfied clauses of d with more than two literals, without the
// clauses of the auxiliary variables that it finds within its steps (see auxiliarySteps). The
// clauses of d must be watched.
func dropAuxiliary(d *clause.Database) []clause.Ref {
	f := &auxiliaryFinder{Database: d, steps: min(auxiliarySteps*d.Words(), maxSteps)}
	f.marks, f.blocked = make([]int32, d.NumLits()), make([]clause.Lit, d.NumLits())
	for c := range d.All {
		if !slices.ContainsFunc(d.Lits(c), func(l clause.Lit) bool { return d.Value(l) > 0 }) {
			f.clauses = append(f.clauses, c)
		}
	}
	f.with = make([][]int32, d.NumLits())
	for i, c := range f.clauses {
		for _, l := range d.Lits(c) {
			f.with[l] = append(f.with[l], int32(i))
		}
	}
	f.run()
	return slices.DeleteFunc(f.clauses, func(c clause.Ref) bool { return c == 0 })
}

// run drops the clauses of auxiliary variables until there are no further auxiliary variables, or
// the steps are used up. It sets their entries in f.clauses to 0, and drops binary clauses by
// f.blocked.
func (f *auxiliaryFinder) run() {
	var stack []clause.Lit // literals of variables whose clauses may have become blocked
	for v := f.Vars; v > 0; v-- {
		if l := clause.Positive(v); f.Value(l) == 0 {
			stack = append(stack, l)
		}
	}
	for len(stack) > 0 && f.steps > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !f.blocks(l) || !f.blocks(l.Not()) {
			continue
		}
		for _, i := range slices.Concat(f.with[l], f.with[l.Not()]) {
			if c := f.clauses[i]; c != 0 {
				f.clauses[i] = 0
				stack = append(stack, f.Lits(c)...)
			}
		}
		for _, k := range []clause.Lit{l, l.Not()} {
			m := f.only(k.Not()).Not()
			if m != 0 && f.blocked[k] == 0 && slices.Contains(f.Watching(k), clause.Binary(m, false)) {
				f.blocked[k] = m
				stack = append(stack, m)
			}
		}
	}
}

// only returns the other literal of the only binary clause with l for which isDropped does not hold.
// If there is no such clause or several, it returns 1, the complement of the literal 0. It spends
// f.steps.
func (f *auxiliaryFinder) only(l clause.Lit) clause.Lit {
	const none = 1
	only := clause.Lit(none)
	for _, w := range f.Watching(l) {
		if f.steps--; !w.IsBinary() || w.Lit() == only || f.isDropped(l, w.Lit()) {
			continue
		}
		if only != none {
			return none
		}
		only = w.Lit()
	}
	return only
}

// isDropped reports whether m satisfies the binary clause (l, m) or blocks it.
func (f *auxiliaryFinder) isDropped(l, m clause.Lit) bool {
	return f.blocked[m] == l || f.Value(m) > 0
}

// blocks reports whether isBlocked holds on l for all long clauses that contain l and are not
// dropped.
func (f *auxiliaryFinder) blocks(l clause.Lit) bool {
	for _, i := range f.with[l] {
		if c := f.clauses[i]; c != 0 && !f.isBlocked(c, l) {
			return false
		}
	}
	return true
}

// isBlocked reports whether every resolvent on l of c and another clause, binary or long, is a
// tautology. The clause c must contain l. Long clauses that are dropped or satisfied, and binary
// ones for which isDropped holds, do not count. It spends f.steps.
func (f *auxiliaryFinder) isBlocked(c clause.Ref, l clause.Lit) bool {
	f.round++
	for _, k := range f.Lits(c) {
		if k != l {
			f.marks[k.Not()] = f.round
		}
	}
	f.steps -= f.Size(c)
	marked := func(k clause.Lit) bool {
		f.steps--
		return f.marks[k] == f.round
	}
	for _, w := range f.Watching(l.Not()) {
		if w.IsBinary() && !marked(w.Lit()) && !f.isDropped(l.Not(), w.Lit()) {
			return false
		}
	}
	for _, i := range f.with[l.Not()] {
		if e := f.clauses[i]; e != 0 && !slices.ContainsFunc(f.Lits(e), marked) {
			return false
		}
	}
	return true
}
