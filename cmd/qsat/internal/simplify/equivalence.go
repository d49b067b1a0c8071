package simplify

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Substitute finds classes of equivalent literals, the strongly connected
// components of the implications that binary clauses are, and puts one variable of
// a class in the place of the others, in all clauses. Copies of binary clauses are
// dropped. It reports whether it was not interrupted.
//
// Source: R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal
// on Computing 1, 1972; R. I. Brafman, "A Simplifier for Propositional Formulas with
// Many Binary Clauses", IJCAI 2001, for the use.
func (s *Simplifier) Substitute(ctx context.Context) bool {
	if !s.begin(ctx, 1<<60) {
		return false
	}
	n := len(s.Watches)
	c := &components{Simplifier: s, number: make([]uint32, n), lowest: make([]uint32, n)}
	if !c.find() {
		return false
	}
	s.deduping = 1
	if len(c.equal) == 0 {
		s.dedupe()
		s.Unwatched = s.ended
		return !s.ended && s.PropagateUnits()
	}
	s.substitute(c.equal)
	return s.finish() == nil && !s.Unsat
}

// components finds the strongly connected components of more than one literal.
type components struct {
	*Simplifier
	number []uint32     // by literal: in the order of visits from 1, 0 if not visited
	lowest []uint32     // by literal: the least number of those on the stack that it is known to reach
	stack  []clause.Lit // those whose component is not complete
	work   []visit
	equal  [][2]clause.Lit // a literal and its representative, once for each variable
	count  uint32
}

// A visit is a literal that is to be visited, or to be left.
type visit struct {
	l     clause.Lit
	leave bool
}

// done is the lowest number of the literals in complete components.
const done = 1<<32 - 1

// find finds all components. It returns false if it was interrupted or the clauses
// are refuted.
func (c *components) find() bool {
	for l := clause.Positive(1); int(l) < len(c.Watches); l++ {
		if c.number[l] == 0 && c.Active(uint32(l>>1)) {
			c.work = append(c.work, visit{l, false})
		}
		for len(c.work) > 0 {
			v := c.work[len(c.work)-1]
			c.work = c.work[:len(c.work)-1]
			if v.leave {
				c.leave(v.l)
			} else if c.number[v.l] == 0 {
				c.enter(v.l)
			}
			if c.stops() {
				return false
			}
		}
	}
	return true
}

// enter visits a literal, and lets those that it implies be visited before it is
// left.
func (c *components) enter(l clause.Lit) {
	c.Stats.Ticks += 1 + int64(len(c.Watches[l^1]))>>3
	c.count++
	c.number[l], c.lowest[l] = c.count, c.count
	c.stack = append(c.stack, l)
	c.work = append(c.work, visit{l, true})
	for _, w := range c.Watches[l^1] {
		if k := w.Lit(); w.IsBinary() && c.Values[k] == 0 && c.number[k] == 0 {
			c.work = append(c.work, visit{k, false})
		}
	}
}

// leave completes the component that l was visited first of.
func (c *components) leave(l clause.Lit) {
	for _, w := range c.Watches[l^1] {
		if w.IsBinary() && c.Values[w.Lit()] == 0 {
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
	best := slices.MinFunc(c.stack[start:], func(a, b clause.Lit) int { return int(a>>1) - int(b>>1) })
	for _, k := range c.stack[start:] {
		if k == best^1 { // each implies the other
			c.AddUnit(best)
			c.PropagateUnits()
			return
		}
		if k != best && c.lowest[k^1] == done { // the complements are complete, too
			c.equal = append(c.equal, [2]clause.Lit{k, best})
		}
		c.lowest[k] = done
	}
	c.stack = c.stack[:start]
}

// substitute notes the representatives of literals, which finish puts in their
// place.
func (s *Simplifier) substitute(equal [][2]clause.Lit) {
	if s.representatives == nil {
		s.representatives = make([]clause.Lit, len(s.Watches))
	}
	for _, e := range equal {
		l, r := e[0], e[1]
		s.Stats.Substituted++
		s.representatives[l], s.representatives[l^1] = r, r^1
		s.flags[l>>1] |= substituted
		s.flags[r>>1] |= candidate | s.flags[l>>1]&frozen
		s.push(l, []clause.Lit{r ^ 1})
		s.push(l^1, nil)
	}
	s.Unwatched = true
	s.rewriting = true
}

// rewrite puts representatives in the place of other literals: in longer clauses
// first, while the binary clauses are there that a proof needs for that, then in
// these. Where the longer ones were interrupted it begins again.
func (s *Simplifier) rewrite() {
	if !s.rewriting {
		return
	}
	if s.Each(s.ctx, s.rewriteClause) != nil {
		s.ended = true
		return
	}
	s.rewriting = false
	s.eachPair(func(l clause.Lit, w clause.Watch) {
		switch a, b := s.Representative(l), s.Representative(w.Lit()); b {
		case a:
			s.AddUnit(a)
		case a ^ 1:
		default:
			s.ProveAdd(a, b)
			s.AddWatched([]clause.Lit{a, b}, w.IsLearned())
			s.flags[a>>1] |= touched
			s.flags[b>>1] |= touched
		}
	})
	s.eachPair(func(l clause.Lit, w clause.Watch) { s.ProveDelete(l, w.Lit()) })
	for l := range s.Watches {
		if s.flags[l>>1]&substituted != 0 {
			s.Watches[l] = nil
		}
	}
}

// eachPair calls do with the binary clauses of substituted literals, once with each.
func (s *Simplifier) eachPair(do func(l clause.Lit, w clause.Watch)) {
	for l, list := range s.Watches {
		if s.flags[l>>1]&substituted == 0 {
			continue
		}
		s.Stats.Ticks += 1 + int64(len(list))>>2
		for _, w := range list {
			if k := w.Lit(); w.IsBinary() && (s.flags[k>>1]&substituted == 0 || k > clause.Lit(l)) {
				do(clause.Lit(l), w)
			}
		}
	}
}

// rewriteClause rewrites a longer clause.
func (s *Simplifier) rewriteClause(c clause.Ref) {
	changed := false
	s.round++
	s.buffer = s.buffer[:0]
	for _, l := range s.Lits(c) {
		r := s.Representative(l)
		changed = changed || r != l
		if s.marks[r^1] == s.round {
			s.Remove(c)
			return
		}
		if s.marks[r] != s.round {
			s.marks[r] = s.round
			s.buffer = append(s.buffer, r)
		}
	}
	if !changed {
		return
	}
	if len(s.buffer) == 2 {
		s.flags[s.buffer[0]>>1] |= touched
		s.flags[s.buffer[1]>>1] |= touched
	}
	s.replace(c)
}
