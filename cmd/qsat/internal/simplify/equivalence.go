package simplify

import (
	"context"

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
	c := newComponents(s)
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

// A component search finds the strongly connected components of more than one
// literal.
type components struct {
	*Simplifier
	number []uint32     // by literal: in the order of visits from 1, 0 if not visited
	lowest []uint32     // by literal: the number of the first literal on the stack it reaches
	stack  []clause.Lit // those whose component is not complete
	path   []visit
	equal  [][2]clause.Lit // a literal and its representative, once for each variable
	count  uint32
}

// A visit is a literal on the path of the search.
type visit struct {
	l  clause.Lit
	at int // in the watch list
}

// done is the number of the literals in complete components.
const done = 1<<32 - 1

func newComponents(s *Simplifier) *components {
	n := len(s.Watches)
	return &components{Simplifier: s, number: make([]uint32, n), lowest: make([]uint32, n)}
}

// find finds all components. It returns false if it was interrupted or the clauses
// are refuted.
func (c *components) find() bool {
	for l := clause.Positive(1); int(l) < len(c.Watches); l++ {
		if c.number[l] == 0 && c.Active(uint32(l>>1)) {
			c.enter(l)
			for len(c.path) > 0 {
				if c.step(); c.stops() {
					return false
				}
			}
		}
	}
	return true
}

// enter visits a literal.
func (c *components) enter(l clause.Lit) {
	c.Stats.Ticks += 1 + int64(len(c.Watches[l^1]))>>3
	c.count++
	c.number[l], c.lowest[l] = c.count, c.count
	c.stack = append(c.stack, l)
	c.path = append(c.path, visit{l, 0})
}

// step follows implications of the last literal of the path to one that was not
// visited, or goes back from it.
func (c *components) step() {
	v := &c.path[len(c.path)-1]
	list := c.Watches[v.l^1]
	for v.at < len(list) {
		w := list[v.at]
		v.at++
		k := w.Lit()
		if !w.IsBinary() || c.Values[k] != 0 {
			continue
		}
		if c.number[k] == 0 {
			c.enter(k)
			return
		}
		if c.number[k] != done {
			c.lowest[v.l] = min(c.lowest[v.l], c.number[k])
		}
	}
	l := v.l
	c.path = c.path[:len(c.path)-1]
	if n := len(c.path); n > 0 {
		p := c.path[n-1].l
		c.lowest[p] = min(c.lowest[p], c.lowest[l])
	}
	if c.lowest[l] == c.number[l] {
		c.complete(l)
	}
}

// complete takes the component that l was visited first of off the stack.
func (c *components) complete(l clause.Lit) {
	start := len(c.stack) - 1
	best := l
	for ; c.stack[start] != l; start-- {
		if c.stack[start]>>1 < best>>1 {
			best = c.stack[start]
		}
	}
	for _, k := range c.stack[start:] {
		switch {
		case k == best^1: // each implies the other
			c.AddUnit(best)
			c.PropagateUnits()
			return
		case k != best && c.number[k^1] == done: // the complements are complete, too
			c.equal = append(c.equal, [2]clause.Lit{k, best})
		}
		c.number[k] = done
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
	s.rewriting = 1
}

// rewrite puts representatives in the place of other literals: in longer clauses
// first, while the binary clauses are there that a proof needs for that. It goes
// on where it was interrupted.
func (s *Simplifier) rewrite() {
	if s.rewriting == 0 {
		return
	}
	if s.rewriting == 1 {
		if s.Each(s.ctx, s.rewriteClause) != nil {
			s.ended = true
			return
		}
		s.rewriting = 2
	}
	n := len(s.Watches)
	for ; s.rewriting < 2*n; s.rewriting++ {
		l := clause.Lit(s.rewriting % n)
		if s.flags[l>>1]&substituted == 0 {
			continue
		}
		s.Stats.Ticks += 1 + int64(len(s.Watches[l]))>>2
		if s.stops() {
			return
		}
		if s.rewriting < n {
			s.rewritePairs(l)
		} else {
			s.dropPairs(l)
		}
	}
	s.rewriting = 0
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
	s.change(c)
	if len(s.buffer) == 2 {
		s.flags[s.buffer[0]>>1] |= touched
		s.flags[s.buffer[1]>>1] |= touched
	}
	s.Replace(c, s.buffer)
}

// rewritePairs adds what becomes of the binary clauses of a literal.
func (s *Simplifier) rewritePairs(l clause.Lit) {
	a := s.Representative(l)
	for _, w := range s.Watches[l] {
		if !w.IsBinary() || s.isTwin(l, w) {
			continue
		}
		switch b := s.Representative(w.Lit()); b {
		case a:
			s.AddUnit(a)
		case a ^ 1:
		default:
			s.ProveAdd(a, b)
			s.AddWatched([]clause.Lit{a, b}, w.IsLearned())
			s.flags[a>>1] |= touched
			s.flags[b>>1] |= touched
		}
	}
}

// dropPairs drops the binary clauses of a literal.
func (s *Simplifier) dropPairs(l clause.Lit) {
	for _, w := range s.Watches[l] {
		if w.IsBinary() && !s.isTwin(l, w) {
			s.ProveDelete(l, w.Lit())
		}
	}
	s.Watches[l] = nil
}

// isTwin reports whether a binary clause of a substituted literal is met with the
// other one.
func (s *Simplifier) isTwin(l clause.Lit, w clause.Watch) bool {
	return s.flags[w.Lit()>>1]&substituted != 0 && w.Lit() < l
}
