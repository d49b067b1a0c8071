// Package symmetry makes use of the symmetries of a formula in two ways.
//
// A Search looks for models that a symmetry maps to themselves. Literals that it maps to
// each other have the same value then, so that the formula becomes a small one, its
// quotient, in which a literal stands for each orbit; another engine solves that. There
// may be no such model though there are others.
//
// Break makes symmetries do no harm to a search for any model: of literals that are
// interchangeable one is chosen.
//
// Symmetries are those of a Graph, whose vertices stand for literals and clauses, or for
// what else an engine has. That of a Search is made once: auxiliary variables of encodings
// are eliminated, and cliques stand for most clauses of two literals. That of Break is made
// anew after each decision: it keeps all variables, as a proof has to say what each of them
// is mapped to.
//
// To find a symmetry, colours are refined until vertices of one colour have neighbours of
// the same colours; one vertex in each of two copies of the graph gets a colour of its own,
// and so on, until each vertex in one copy has the colour of a single one in the other.
// That permutation is then checked. The search goes back on no choice: a symmetry may be
// missed, for lack of steps or by the wrong vertex, which costs time, not truth.
//
// Sources: C. Gomes and M. Sellmann, "Streamlined Constraint Reasoning", CP 2004.
// B. D. McKay, "Practical Graph Isomorphism", Congressus Numerantium 30, 1981.
package symmetry

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Name is what this is called in statistics.
const Name = "symmetry"

const (
	// workPerLiteral is how many neighbours a search without a budget may look at for each
	// literal in a pair, or four in longer clauses; half of a budget is to find symmetries.
	// startPerLiteral is the same for the first colours.
	workPerLiteral  = 16
	startPerLiteral = 64
	// generators is how many symmetries are looked for, and products how many products of
	// these are made, and their powers, if there is work left for that.
	generators = 4
	products   = 24
	// maxMisses is how many tries may find no symmetry, for each that has found one and one more.
	maxMisses = 8
	// pairsPerLong says of which formulas symmetries are looked for at once: they have so many
	// clauses of two literals for each longer one, as choices have. Others wait for workPerWord
	// for each word of the clauses and their watch lists.
	pairsPerLong = 3
	workPerWord  = 64
	// tryWork is that of a try, besides workPerLiteral for each literal in it and what
	// solve says.
	tryWork = 1 << 12
	// pcgStream tells the random numbers of this package from those of others.
	pcgStream = 0x7379_6d6d
)

// A Solver finds a model of a task, or nil if there is none, or else returns an error.
// It is given so much work, of four nanoseconds or so, and returns how much of that it
// has done.
type Solver func(ctx context.Context, t *engine.Task, work int) (a *dimacs.Assignment, done int, err error)

// A Search is for a symmetric model of one task. It keeps the symmetries that it has
// found.
type Search struct {
	task    *engine.Task
	solve   Solver
	random  *rand.Rand
	started bool
	due     int        // the work from which on that of a graph is worth it
	graph   *structure // nil if there are hardly any symmetries, or none known yet
	misses  int        // tries that have found none
	first   *colouring // of the graph, with a colour of its own for one vertex
	elements
}

// New returns a search that has quotients solved by solve. The clauses of the task, which are d,
// are loaded again where they were forgotten.
func New(t *engine.Task, d *clause.Database, solve Solver) *Search {
	long, _ := d.NumLong()
	watches := d.NumWatches()
	s := &Search{task: t, solve: solve, random: rand.New(rand.NewPCG(uint64(t.Seed), pcgStream))}
	if watches/2-long < pairsPerLong*long {
		s.due = workPerWord * (d.Words() + watches)
	}
	return s
}

// Solve returns a model that a symmetry maps to itself, nil if there is none or it is not
// found with so much work, 0 for as much as the size of the formula suggests; that depends
// on the formula and the seed alone. It may be called again, for other symmetries.
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
			s.graph, s.first = nil, nil // what they hold is of no use
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

// start builds the graph if symmetries seem to move most of it.
func (s *Search) start() error {
	d, err := s.task.Clauses()
	if err != nil || d.Unsat || !looksSymmetric(d) {
		return err
	}
	g := newStructure(d)
	if g == nil {
		return nil
	}
	g.Work = startPerLiteral * g.size
	colours := g.colour(maxOrbits(len(g.kinds))) // an orbit is of one colour
	if shared := colours.trim(); len(shared) >= max(len(g.kinds)/2, 1) && colours.different <= maxOrbits(len(g.kinds)) && g.Work > 0 {
		s.first = g.individualize(colours, shared[s.random.IntN(len(shared))])
		s.graph = g
	}
	return nil
}

// lift returns a model of the task in which literals have the values of their orbits in
// a model of the quotient. It has the values of auxiliary variables found. It returns
// nil if there is none.
func (s *Search) lift(ctx context.Context, q *quotient, m *dimacs.Assignment) *dimacs.Assignment {
	known, a := slices.Clone(s.graph.clauses.Trail), &dimacs.Assignment{}
	for v, l := range s.graph.literals {
		if m.Holds(q.orbit[v]) {
			known = append(known, l)
		}
	}
	lits := named(s.graph.clauses, known)
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
