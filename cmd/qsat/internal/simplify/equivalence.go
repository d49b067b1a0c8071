package simplify

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Substitute finds classes of equivalent literals, the strongly connected
// components of the implications that binary clauses are, and puts one variable of
// a class in the place of the others, in all clauses.
//
// Source: R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal
// on Computing 1, 1972; R. I. Brafman, "A Simplifier for Propositional Formulas with
// Many Binary Clauses", IJCAI 2001, for the use.
func (s *Simplifier) Substitute(ctx context.Context) {
	if !s.begin(ctx, 1<<60) {
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

// components finds the strongly connected components of more than one literal.
type components struct {
	*Simplifier
	count  uint32
	number []uint32     // by literal: in the order of visits from 1, 0 if not visited
	lowest []uint32     // by literal: the least number of those on the stack that it is known to imply
	stack  []clause.Lit // those whose component is not complete
	work   []clause.Lit // to be visited, or if they are, to be left
}

// complete is the lowest number of the literals in complete components.
const complete = 1<<32 - 1

// find finds all components, and substitutes their literals, unless it is interrupted
// or the clauses are refuted.
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

// enter visits a literal, and lets those that it implies be visited before it is
// left.
func (c *components) enter(l clause.Lit) {
	c.countList(l.Not())
	c.count++
	c.number[l], c.lowest[l] = c.count, c.count
	c.stack = append(c.stack, l)
	for _, w := range c.Watching(l.Not()) {
		if k := w.Lit(); w.IsBinary() && c.Value(k) == 0 && c.number[k] == 0 {
			c.work = append(c.work, k)
		}
	}
}

// leave completes the component that l was visited first of.
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
		if k == best.Not() { // each implies the other
			c.AddUnit(best)
			c.PropagateUnits()
			return
		}
		if k != best && c.lowest[k.Not()] == complete { // the complements are complete, too
			c.substitute(k, best)
		}
		c.lowest[k] = complete
	}
	c.stack = c.stack[:start]
}

// substitute notes the representative of an equivalent literal, which rewrite puts
// in its place.
func (s *Simplifier) substitute(l, r clause.Lit) {
	s.Stats.Substituted++
	s.representatives[l], s.representatives[l.Not()] = r, r.Not()
	s.flags[l.Var()] |= substituted
	s.flags[r.Var()] |= candidate | s.flags[l.Var()]&frozen
	s.push(l, []clause.Lit{r.Not()})
	s.push(l.Not(), nil)
}

// rewrite puts representatives in the place of other literals. The clauses that had
// those go in the end, as a proof needs some of them for all.
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

// Rewritten returns a clause with representatives in the place of its literals, each once,
// or nil if that is a tautology. It is valid until the next call.
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

// rewriteClause adds what becomes of a clause, unless that is a tautology.
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
