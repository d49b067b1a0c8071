package simplify

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// Substitute finds classes of equivalent literals and replaces all literals of a class by the
// literal of its smallest variable in all clauses. The classes are the strongly connected
// components of the implication graph of the binary clauses, learned ones included. If a class
// contains complementary literals, Substitute refutes the clauses. It has no budget, but stops once
// ctx has ended. If the arena is too small for the new clauses, it sets Err to clause.ErrTooLarge.
//
// Source: R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1,
// 1972; R. I. Brafman, "A Simplifier for Propositional Formulas with Many Binary Clauses", IJCAI
// 2001, for the use.
func (s *Simplifier) Substitute(ctx context.Context) {
	if !s.begin(ctx, Unlimited) {
		return
	}
	before := s.Stats.Substituted
	n := s.NumLits()
	c := &components{Simplifier: s, number: make([]uint32, n), lowest: make([]uint32, n)}
	c.find()
	if s.Stats.Substituted > before {
		s.rewrite()
	}
}

// components is the state of Tarjan's algorithm on the implication graph.
type components struct {
	*Simplifier
	visits uint32       // number of literals visited so far
	number []uint32     // indexed by literal: the number of its visit, from 1, or 0 if not visited
	lowest []uint32     // indexed by literal: smallest number of a literal on the stack that it is known to imply
	stack  []clause.Lit // visited literals of incomplete components
	work   []clause.Lit // literals to visit, or to leave if they are visited
}

// complete is the value of lowest for the literals of complete components.
const complete = 1<<32 - 1

// find finds all components and substitutes their literals. It stops early if the context
// ends or the clauses are refuted.
func (c *components) find() {
	for l := range c.Literals {
		if c.number[l] == 0 && c.Active(l.Var()) {
			c.work = append(c.work, l)
		}
		for len(c.work) > 0 {
			if k := c.work[len(c.work)-1]; c.number[k] == 0 {
				c.enter(k)
			} else if c.work = c.work[:len(c.work)-1]; c.lowest[k] != complete {
				c.leave(k)
			}
			if c.stops() {
				return
			}
		}
	}
}

// enter visits l, and puts the unvisited literals that it implies on the work stack, so
// that they are visited before l is left.
func (c *components) enter(l clause.Lit) {
	c.chargeList(l.Not())
	c.visits++
	c.number[l], c.lowest[l] = c.visits, c.visits
	c.stack = append(c.stack, l)
	for _, w := range c.Watching(l.Not()) {
		if k := w.Lit(); w.IsBinary() && c.Value(k) == 0 && c.number[k] == 0 {
			c.work = append(c.work, k)
		}
	}
}

// leave computes lowest for l, after the literals that l implies. If l is the first visited literal
// of its component, the component is complete, and leave removes it from the stack. If the
// component of the complements is complete, too, the literals are substituted by the literal of the
// smallest variable. If a component contains complementary literals, leave refutes the clauses.
func (c *components) leave(l clause.Lit) {
	for _, w := range c.Watching(l.Not()) {
		if w.IsBinary() && c.Value(w.Lit()) == 0 {
			c.lowest[l] = min(c.lowest[l], c.lowest[w.Lit()])
		}
	}
	if c.lowest[l] < c.number[l] {
		return
	}
	start := len(c.stack) - 1
	for c.stack[start] != l {
		start--
	}
	best := slices.MinFunc(c.stack[start:], func(a, b clause.Lit) int { return int(a.Var()) - int(b.Var()) })
	for _, k := range c.stack[start:] {
		if k == best.Not() { // the component contains complements: the clauses are refuted
			c.AddUnit(best)
			c.PropagateUnits()
			return
		}
		if k != best && c.lowest[k.Not()] == complete { // the component of the complements is complete, too
			c.substitute(k, best)
		}
		c.lowest[k] = complete
	}
	c.stack = c.stack[:start]
}

// substitute makes r the representative of l, counts the substitution, and pushes the equivalence
// on the reconstruction stack. Both literals must be representatives. It leaves the clauses to
// rewrite. The variable of r becomes a candidate for elimination, and is frozen if the variable of
// l is.
func (s *Simplifier) substitute(l, r clause.Lit) {
	s.Stats.Substituted++
	s.representatives.Merge(r, l)
	s.flags[l.Var()] |= substituted
	s.flags[r.Var()] |= candidate | s.flags[l.Var()]&frozen
	s.push(l, []clause.Lit{r.Not()})
	s.push(l.Not(), []clause.Lit{r})
}

// rewrite replaces substituted literals by their representatives in all clauses, and watches the
// clauses again. The old clauses are removed last, because the proof of each new clause needs some
// of them. If the arena is too small, rewrite sets Err to clause.ErrTooLarge, unless it is set.
// After an error it returns with clauses unwatched.
func (s *Simplifier) rewrite() {
	if s.Unwatch() == nil && s.Room() < s.Words() {
		s.Err = cmp.Or(s.Err, clause.ErrTooLarge)
	}
	if s.Err != nil {
		return
	}
	var rewritten []clause.Ref
	for c := range s.All {
		if slices.ContainsFunc(s.Lits(c), func(l clause.Lit) bool { return s.flags[l.Var()]&substituted != 0 }) {
			s.rewriteClause(c)
			rewritten = append(rewritten, c)
		}
	}
	for _, c := range rewritten {
		s.Remove(c)
	}
	s.finish()
}

// Rewritten returns a clause with each literal replaced by its representative, without repetitions,
// or nil if the result is a tautology. The slice is a buffer that other methods overwrite.
func (s *Simplifier) Rewritten(lits []clause.Lit) []clause.Lit {
	s.round++
	s.buffer = s.buffer[:0]
	for _, l := range lits {
		r := s.Representative(l)
		if s.marks[r.Not()] == s.round {
			return nil
		}
		if s.marks[r] != s.round {
			s.marks[r] = s.round
			s.buffer = append(s.buffer, r)
		}
	}
	return s.buffer
}

// rewriteClause adds the rewritten copy of c, with the flags of c, but with Added and without
// Vivified. If one literal remains, it adds a unit; if two remain, it touches their variables. If
// the copy is a tautology, it adds nothing. The caller removes c. Clauses must be unwatched.
func (s *Simplifier) rewriteClause(c clause.Ref) {
	switch len(s.Rewritten(s.Lits(c))) {
	case 0:
		return
	case 1:
		s.AddUnit(s.buffer[0])
		return
	}
	if len(s.buffer) == 2 {
		s.touch(s.buffer...)
	}
	s.ProveAdd(s.buffer...)
	n := s.Add(s.buffer, 0)
	s.Inherit(n, c)
	s.Set(n, clause.Added)
	s.Clear(n, clause.Vivified)
}

// Classes are classes of equivalent literals, as a union-find forest. The slice is indexed by
// literal, and holds an equivalent literal nearer to the representative of the class, or the
// literal itself if it is the representative.
type Classes []clause.Lit

// NewClasses returns classes of one literal each, for literals below n.
func NewClasses(n int) Classes { return lists.From(clause.Lit(0), n) }

// Find returns the representative of the class of l. It shortens the path to it.
func (c Classes) Find(l clause.Lit) clause.Lit {
	for c[l] != l {
		p := c[c[l]]
		c[l], c[l.Not()] = p, p.Not()
		l = p
	}
	return l
}

// Merge makes a the representative of the class of b, and the complement of a the representative of
// the class of the complement of b. Both a and b must be representatives, of different variables.
func (c Classes) Merge(a, b clause.Lit) { c[b], c[b.Not()] = a, a.Not() }

// ReduceTransitively removes binary clauses that follow from other binary clauses, within a budget
// of ticks: the implication graph loses its transitive edges. Learned clauses are ignored.
//
// Source: A. V. Aho, M. R. Garey and J. D. Ullman, "The Transitive Reduction of a Directed Graph",
// SIAM Journal on Computing 1, 1972.
func (s *Simplifier) ReduceTransitively(ctx context.Context, ticks int64) {
	if !s.begin(ctx, ticks) {
		return
	}
	for l := range s.Literals {
		if s.stops() {
			break
		}
		s.markIndirect(l, 0)
		s.snapshot = append(s.snapshot[:0], s.Watching(l.Not())...) // because RemoveBinary changes the list
		before := s.round
		for _, w := range s.snapshot {
			k := w.Lit()
			if !w.IsBinary() || w.IsLearned() || s.marks[k] < before {
				continue
			}
			if s.markIndirect(l, k); s.marks[k] == s.round {
				s.RemoveBinary(l.Not(), k)
			}
		}
	}
}

// markIndirect begins a new round and marks l, its complement, and all literals that l implies by
// two or more binary clauses, without the clause {-l, without}; a without of 0 excludes no clause.
// A path through the complement of l does not count, because it could use that clause.
func (s *Simplifier) markIndirect(l, without clause.Lit) {
	s.mark([]clause.Lit{l, l.Not()})
	s.buffer = append(s.buffer[:0], l)
	for i := 0; i < len(s.buffer); i++ {
		from := s.buffer[i]
		s.chargeList(from.Not())
		for _, w := range s.Watching(from.Not()) {
			k := w.Lit()
			if !w.IsBinary() || w.IsLearned() || s.Value(k) != 0 || from == l && k == without || s.marks[k] == s.round {
				continue
			}
			if from != l {
				s.marks[k] = s.round
			}
			s.buffer = append(s.buffer, k)
		}
	}
}
