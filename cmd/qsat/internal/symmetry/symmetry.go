// Package symmetry uses the symmetries of a formula in two ways. A symmetry is a permutation of
// the literals that maps complements to complements and the set of clauses to itself.
//
// A Search looks for models that a symmetry maps to themselves. In such a model all literals of
// an orbit have the same value. So the formula shrinks to its quotient, which has one literal
// per orbit, and another engine solves the quotient. For example, the symmetry that exchanges
// x1 with x2 turns the clauses (x1, x3), (x2, x3), (-x1, -x2) into the quotient (y1, x3),
// (-y1). A satisfiable formula may have no symmetric model, so a Search never proves that a
// formula is unsatisfiable.
//
// Break adds unit clauses that keep a formula satisfiable or unsatisfiable. If symmetries map
// the first literal of a clause to each of its literals, it may be assumed to be true.
//
// A Chain holds a group of symmetries, such as all permutations of 13 vertices, and finds the greatest
// image of a model.
//
// FindLeaders finds clauses of a formula that break symmetries already, so that a counter can
// count without them.
//
// Symmetries are found as automorphisms of a Graph, whose vertices represent literals and
// clauses, or other things in other packages. A Search builds its graph once, from clauses
// without auxiliary variables and with cliques for most binary clauses. Break builds a new
// graph after each decision. That graph has all variables, because a proof must give the image
// of each variable.
//
// The algorithm that finds a symmetry has these steps:
//
//  1. Refine the colours of the vertices until vertices of one colour have neighbours of the
//     same colours.
//  2. Take two copies of the graph. Give one vertex v of the first copy a new colour, and give
//     the same colour to a vertex w of the second copy that had the colour of v. Refine again.
//  3. Repeat step 2 until every vertex has a colour of its own in its copy.
//  4. Map each vertex of the first copy to the vertex of the second copy with the same colour.
//     Check that this permutation is a symmetry.
//
// For example, in the ring 1-2-3-4 all vertices have one colour at first. Choose v = 1 and w =
// 2. The opposite vertices, 3 in the first copy and 4 in the second, then get colours of their
// own. In the first copy 2 and 4 still share a colour, and in the second copy 1 and 3 do.
// Choose v = 2 and w = 3. The permutation is the rotation 1 to 2, 2 to 3, 3 to 4, 4 to 1.
//
// The search does not backtrack over its choices. So it may miss a symmetry, because of a wrong
// choice of w or for lack of work. That costs time but is never wrong.
//
// Sources: C. Gomes and M. Sellmann, "Streamlined Constraint Reasoning", CP 2004. B. D. McKay,
// "Practical Graph Isomorphism", Congressus Numerantium 30, 1981.
package symmetry

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// Name is the name of this technique in statistics.
const Name = "symmetry"

// A Solver looks for a model of t with at most work units of work, about four nanoseconds each.
// It returns a model or nil, and the work done. An error counts as no model.
type Solver func(ctx context.Context, t *engine.Task, work int) (a *dimacs.Assignment, done int, err error)

// A Search looks for symmetric models of one task. It keeps the symmetries found for the next
// call.
type Search struct {
	task    *engine.Task
	solve   Solver
	random  *rand.Rand
	started bool          // start was called
	due     int           // the smallest budget with which Solve builds the graph
	graph   *reducedGraph // nil before start, and if start or Solve gave up
	misses  int           // the number of failed attempts to find a symmetry
	first   *colouring    // colours of the graph in which one vertex has a colour of its own
	elements
}

// New returns a search that calls solve for quotients. The database d must hold the clauses of
// t; the search loads them again if t has forgotten them.
func New(t *engine.Task, d *clause.Database, solve Solver) *Search {
	long, _ := d.NumLong()
	watches := d.NumWatches()
	s := &Search{task: t, solve: solve, random: random.Symmetry.Rand(t.Seed)}
	if watches/2-long < pairsPerLong*long {
		s.due = workPerWord * (d.Words() + watches)
	}
	return s
}

// Solve returns a model that a symmetry maps to itself, auxiliary variables aside. It returns nil if
// it finds no such model within the budget work, in the unit of Solver; 0 means a budget that grows
// with the formula. Solve returns nil at once while the graph is not built and work is less than
// s.due, or if the search gave up for good. Another call continues with other symmetries. The result
// depends only on the task, s.solve, and the budgets of this call and the calls before. An error
// means that ctx has ended or that the clauses could not be loaded.
func (s *Search) Solve(ctx context.Context, work int) (*dimacs.Assignment, error) {
	if s.started && s.graph == nil || !s.started && work < s.due {
		return nil, nil
	}
	meter := s.task.Meter(Name)
	defer meter.Done()
	if !s.started {
		s.started = true
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	if s.graph == nil {
		return nil, context.Cause(ctx)
	}
	work = cmp.Or(work, workPerLiteral*s.graph.size)
	s.graph.Work = work / 2
	for s.graph.Work > 0 && len(s.generators) < generators && ctx.Err() == nil {
		p := s.graph.find(s.first, s.random)
		if p != nil {
			s.generators = append(s.generators, p)
		} else if s.misses++; s.misses > maxMisses*(1+len(s.generators)) {
			s.graph, s.first = nil, nil
			return nil, context.Cause(ctx)
		}
	}
	work = s.graph.Work + work/2
	list := s.sample(min(products, work/(64*len(s.graph.kinds))), s.random)
	meter.Built()
	for _, e := range list {
		q := s.graph.newQuotient(e.Permutation)
		if q == nil {
			continue
		}
		if work -= tryWork + workPerLiteral*q.literals; work < 0 || ctx.Err() != nil {
			break
		}
		meter.Decisions++
		quotient := &engine.Task{Formula: q.Formula, Seed: s.task.Seed, Threads: 1}
		m, done, err := s.solve(ctx, quotient, work)
		if work -= done; m != nil && err == nil {
			if m = s.lift(ctx, q, m); m != nil {
				return m, nil
			}
		}
	}
	return nil, context.Cause(ctx)
}

// start sets s.graph, and sets s.first by giving a random vertex, which shared its colour with
// others, a colour of its own. It leaves both nil if the clauses are refuted or do not look
// symmetric (see looksSymmetric), if fewer than half of the vertices share their colour, if there
// are more colours than maxOrbits, or if that takes too much work. The error is from loading the
// clauses.
func (s *Search) start() error {
	d, err := s.task.Clauses()
	if err != nil || d.Unsat || !looksSymmetric(d) {
		return err
	}
	g := newReducedGraph(d)
	if g == nil {
		return nil
	}
	g.Work = startPerLiteral * g.size
	colours := g.colour(maxOrbits(len(g.kinds))) // more colours than that mean more orbits
	if shared := colours.trim(); len(shared) >= max(len(g.kinds)/2, 1) && colours.different <= maxOrbits(len(g.kinds)) && g.Work > 0 {
		s.first = g.individualize(colours, shared[s.random.IntN(len(shared))])
		s.graph = g
	}
	return nil
}

// lift returns a model of the task in which each literal of the graph has the value of its orbit in
// m, a model of the quotient q. If these values are not yet a model, it calls s.solve for the values
// of the other variables, without a limit on the work. It returns nil if there is no such model or
// s.solve does not find it.
func (s *Search) lift(ctx context.Context, q *quotient, m *dimacs.Assignment) *dimacs.Assignment {
	known, a := slices.Clone(s.graph.clauses.Trail), &dimacs.Assignment{}
	for v, l := range s.graph.literals {
		if m.Holds(q.orbit[v]) {
			known = append(known, l)
		}
	}
	lits := lists.Map(known, s.graph.clauses.Name)
	for _, l := range lits {
		a.SetLit(l)
	}
	if engine.Check(s.task, a) == nil {
		return a
	}
	t := s.task.Under(lits)
	t.Stats = nil
	a, _, _ = s.solve(ctx, t, math.MaxInt32)
	return a
}

// A quotient is the formula that arises if all literals of an orbit become one literal.
type quotient struct {
	*dimacs.Formula
	orbit    []dimacs.Lit // indexed by the vertex of a literal: the literal of the quotient for its orbit
	literals int          // the total length of the clauses; a unit clause of addPairs counts as 2
}

// newQuotient returns the quotient of the formula of s by p, a symmetry of the graph. It returns nil
// if an orbit contains a literal and its complement. One clause per orbit of clauses suffices:
// addPairs takes the binary clauses with one literal of an orbit, and addLong takes the first long
// clause of an orbit.
func (s *reducedGraph) newQuotient(p Permutation) *quotient {
	q := &quotient{Formula: &dimacs.Formula{}, orbit: make([]dimacs.Lit, len(s.literals))}
	var firsts, clauses []int32 // one literal and the first long clause of each orbit
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

// addPairs adds to q the quotients of the binary clauses with a literal of firsts, which holds
// vertices of s: one literal of each orbit. It leaves out duplicates and tautologies. A clause of
// two equal literals becomes a unit clause. It adds 2 to q.literals for each clause.
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

// addLong adds to q the quotients of the long clauses, given as vertices of s, without
// tautologies and repeated literals. It adds their lengths to q.literals.
func (q *quotient) addLong(s *reducedGraph, clauses []int32) {
	for _, c := range clauses {
		lits := lists.Map(s.neighbours[c], func(v int32) dimacs.Lit { return q.orbit[v] })
		slices.Sort(lits)
		lits = slices.Compact(lits)
		if !slices.ContainsFunc(lits, func(l dimacs.Lit) bool { _, in := slices.BinarySearch(lits, -l); return in }) {
			q.Add(lits...)
			q.literals += len(lits)
		}
	}
}

// looksSymmetric reports whether d may have many symmetries: its long clauses take at most
// maxLiterals words, and after two rounds of refinement at least about half of the literals share
// their colour with another literal. It colours the literals without a graph, which takes a
// fraction of the time of building one. The first colour of a literal is its value. A new colour
// depends on the old one and on the colours in the clauses of the literal and of its complement.
// The clauses of d must be watched.
func looksSymmetric(d *clause.Database) bool {
	if d.Words() > maxLiterals {
		return false
	}
	colours := make([]uint64, d.NumLits())
	for l := range d.Literals {
		colours[l] = uint64(d.Value(l))
	}
	for range 2 {
		around := make([]uint64, len(colours))
		for l := range d.Literals {
			for _, w := range d.Watching(l) {
				if w.IsBinary() {
					around[l] += colours[w.Lit()]
				}
			}
		}
		for c := range d.All {
			sum := uint64(0)
			for _, l := range d.Lits(c) {
				sum += colours[l]
			}
			for _, l := range d.Lits(c) {
				around[l] += mix(sum)
			}
		}
		for l := range d.Literals {
			colours[l] = refined(colours[l], around[l]+5*mix(around[l.Not()]))
		}
	}
	var c cells
	for _, colour := range colours[2:] {
		c.add(colour)
	}
	shared := slices.DeleteFunc(colours[2:], func(colour uint64) bool { return c.size(colour) == 1 })
	return 2*len(shared) >= len(colours)
}
