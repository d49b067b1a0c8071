package cdcl

import (
	"cmp"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// sums holds linear constraints that the search propagates without clauses for them. A sum says that the
// weights of its true literals have a sum of at least some bound. Its slack is the sum of the weights of the
// literals that are not false, minus the bound. If the slack is negative, the sum is violated. An unassigned
// literal whose weight exceeds the slack must be true. In both cases, false literals explain this, and the
// search adds the explanation as a learned clause.
//
// For example, 3a + 2b + 2c >= 4 has the slack 3. If a becomes false, the slack becomes 0, so b and c must be
// true, by the clauses "a or b" and "a or c".
//
// Source: F. Aloul, A. Ramani, I. Markov and K. Sakallah, "PBS: A Backtrack-Search Pseudo-Boolean Solver and
// Optimizer", SAT 2002.
type sums struct {
	list      []sum
	places    [][]place    // indexed by literal: its occurrences in the sums; nil without sums
	counted   int          // the number of literals on the trail that the slacks take into account
	changed   []int        // the sums whose slack has fallen since they were propagated
	explained int64        // the number of explanations
	reason    []clause.Lit // buffer of explain
}

type sum struct {
	terms          []term // the heaviest first
	initial, slack int64  // the slack without assignments, and the current one
}

type term struct {
	lit    clause.Lit
	weight int64 // at least 0
}

// A place is an occurrence of a literal in a sum.
type place struct {
	sum    int
	weight int64
}

const (
	sumTicks    = 8  // number of terms of a sum, or of places, that take a tick
	reasonShare = 16 // number of explanations that bring the next reduction of learned clauses nearer by a conflict
)

// Linear returns a session on the formula of t in which sums replace the clauses of its linear constraints. The
// caller must close it. Its models lack the variables above Named, which occur only in these clauses. The session
// accepts Add and Between before its first search, and Raise, but no assumptions; the assumptions of t are units. It
// has one thread, and does not simplify, because the techniques do not know the sums. Linear declines a formula with
// XORs. The only other error is clause.ErrTooLarge.
func (e *Engine) Linear(t *engine.Task) (*Session, error) {
	f, inputs := t.Formula, t.Formula.Inputs()+len(t.Formula.Definitions)
	if slices.ContainsFunc(f.Linear, func(c dimacs.Linear) bool { return c.Odd }) {
		return nil, &engine.DeclinedError{Engine: Name, Reason: "it has XORs"}
	}
	g := f.WithoutClauses()
	for c := range f.Clauses() {
		if !slices.ContainsFunc(c, func(l dimacs.Lit) bool { return l.Var() > inputs }) {
			g.Add(c...)
		}
	}
	o, u := e.options, t.About(g)
	o.techniques, o.walk, u.Threads, u.Pause = nil, false, 1, nil
	s, err := newSession(u, t.Assume, o)
	if err != nil {
		return nil, err
	}
	s.Named = inputs
	for _, c := range f.Linear {
		s.Between(c)
	}
	for _, d := range f.Definitions { // the sum is at least d.Low, or at least its least value if v is false
		c, least, most := dimacs.Linear{Lits: append(slices.Clip(d.Lits), dimacs.Lit(d.Var))}, int64(0), int64(0)
		for i := range d.Lits {
			w := d.Coef(i)
			c.Coefs, least, most = append(c.Coefs, w), least+min(0, w), most+max(0, w)
		}
		coefs, low := slices.Clip(c.Coefs), min(max(d.Low, least), most+1)
		c.Coefs, c.Low, c.High = append(coefs, least-low), least, math.MaxInt64
		s.Between(c)
		c.Coefs, c.Low, c.High = append(coefs, low-1-most), math.MinInt64, low-1
		s.Between(c)
	}
	return s, nil
}

// Checked is Model for a session of Linear. The error is the result of engine.Check, for the formula without the
// clauses that sums replace.
func (s *Session) Checked() (*dimacs.Assignment, error) {
	a := s.Model(nil)
	return a, engine.Check(s.task, a)
}

// Between adds a sum for each bound of c to a session of Linear that has not searched yet. It returns the number of
// the last sum, for Raise.
func (s *Session) Between(c dimacs.Linear) int {
	s.importAdded(0)
	lits := lists.Map(c.Lits, clause.Of)
	s.number(lits)
	u := &s.sums
	u.places = clause.Grown(u.places, s.NumLits())
	for _, b := range []struct{ sign, low int64 }{{1, c.Low}, {-1, -c.High}} {
		if b.low == math.MinInt64 || b.sign < 0 && c.High == math.MaxInt64 {
			continue
		}
		x := sum{initial: -b.low}
		for i, l := range lits {
			w := b.sign * c.Coef(i)
			if x.initial += max(0, w); w < 0 { // w*l = w + -w*(not l)
				l, w = l.Not(), -w
			}
			x.terms = append(x.terms, term{l, w})
			u.places[l] = append(u.places[l], place{len(u.list), w})
		}
		slices.SortStableFunc(x.terms, func(a, b term) int { return cmp.Compare(b.weight, a.weight) })
		x.slack = x.initial
		u.changed, u.list = append(u.changed, len(u.list)), append(u.list, x)
	}
	return len(u.list) - 1
}

// Raise goes to level 0, and raises the bound of sum n by the given number.
func (s *Session) Raise(n int, by int64) {
	s.backtrack(0)
	x := &s.sums.list[n]
	x.initial, x.slack, s.sums.changed = x.initial-by, x.slack-by, append(s.sums.changed, n)
}

// propagateSums propagates the sums until one of them is violated or implies literals. For a violated sum, it returns
// a falsified clause, as Propagate does. It returns more if it has refuted the clauses, or has assigned literals: then
// Propagate must run again.
func (s *solver) propagateSums() (falsified []clause.Lit, more bool) {
	u := &s.sums
	for ; u.counted < len(s.Trail); u.counted++ {
		places := u.places[s.Trail[u.counted].Not()]
		s.Ticks += int64(len(places)) / sumTicks
		for _, p := range places {
			u.list[p.sum].slack -= p.weight
			u.changed = append(u.changed, p.sum)
		}
	}
	for last := len(u.changed) - 1; last >= 0 && !more; last-- {
		x := &u.list[u.changed[last]]
		if u.changed = u.changed[:last]; x.slack < 0 {
			if falsified = s.explain(x, x.initial); len(falsified) == 0 {
				s.Refute()
			} else if s.Falsified = 0; len(falsified) > 2 {
				s.Falsified = s.addReason(falsified).Ref()
			}
			return falsified, true
		}
		for i := 0; i < len(x.terms) && x.terms[i].weight > x.slack; i++ {
			if t := x.terms[i]; s.Value(t.lit) == 0 {
				more = true
				if c := s.explain(x, x.initial-t.weight, t.lit); len(c) == 1 {
					s.AddUnit(t.lit)
				} else {
					s.Assign(t.lit, s.addReason(c))
				}
			}
		}
	}
	return nil, more
}

// explain returns a clause that is valid until the next call. It consists of the literals first, and of false literals
// of x whose weights exceed slack, except literals of level 0. The false ones are in descending order of their
// levels, because the first two literals of a clause are watched.
func (s *solver) explain(x *sum, slack int64, first ...clause.Lit) []clause.Lit {
	c := append(s.sums.reason[:0], first...)
	for i := 0; slack >= 0; i++ {
		if t := x.terms[i]; s.Value(t.lit) < 0 {
			if slack -= t.weight; s.LevelOf(t.lit) > 0 {
				c = append(c, t.lit)
			}
		}
	}
	slices.SortFunc(c[len(first):], func(a, b clause.Lit) int { return s.LevelOf(b) - s.LevelOf(a) })
	s.Ticks += int64(len(x.terms)) / sumTicks
	s.sums.reason = c
	return c
}

// addReason adds an explanation as a learned clause.
func (s *solver) addReason(c []clause.Lit) clause.Reason {
	if s.sums.explained++; s.sums.explained%reasonShare == 0 {
		s.limits.reduce--
	}
	return s.AddWatched(c, len(c))
}

// uncount restores the slacks before the literals of the trail from index start on are undone.
func (u *sums) uncount(trail []clause.Lit, start int) {
	for ; u.counted > start; u.counted-- {
		for _, p := range u.places[trail[u.counted-1].Not()] {
			u.list[p.sum].slack += p.weight
		}
	}
	u.changed = u.changed[:0]
}
