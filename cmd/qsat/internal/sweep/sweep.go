// Package sweep finds equivalent literals, and literals that every model makes true. It
// searches small sets of clauses, each near one variable.
//
// The clauses near a variable often suffice to prove that two literals are equivalent,
// where unit propagation on all clauses does not show it. In a formula that asks whether two
// circuits compute the same, many pairs of literals are equivalent, and a search without
// these equivalences takes much longer.
//
// Source: A. Kuehlmann, V. Paruthi, F. Krohm and M. K. Ganai, "Robust Boolean Reasoning
// for Equivalence Checking and Functional Property Verification", IEEE Transactions on
// Computer-Aided Design 21, 2002, for circuits; A. Biere, K. Fazekas, M. Fleury and N.
// Froleyks, "Clausal Equivalence Sweeping", FMCAD 2024, for clauses.
package sweep

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/simplify"
)

// A Sweeper sweeps variables: it searches the clauses near each variable for facts. A fact is a
// unit or an equivalence of two literals. A call of Sweep continues with the next variable after
// the last call.
type Sweeper struct {
	*simplify.Simplifier
	near     *neighbourhood // of the variable swept last; nil before the first
	schedule []uint32       // variables to sweep, the next one last
	share    float64        // share of the ticks that the next call uses
	ticks    int64          // ticks left from calls that had too few
	delay    int            // number of calls to skip after the last call that found little
	skip     int            // number of calls still to skip
	merged   int            // number of equivalences found

	// The following fields are valid during a call.
	occurrences [][]clause.Watch // indexed by literal: the clauses with it and with literals merged into it; see entries
	classes     simplify.Classes // the equivalences found
}

// New returns a sweeper for the clauses of s.
func New(s *simplify.Simplifier) *Sweeper { return &Sweeper{Simplifier: s, share: minShare} }

// Sweep sweeps variables, adds the facts that it finds to the clauses, and substitutes equivalent
// literals. At first it uses about half of the given ticks. After each call that finds much it uses
// twice the share of the last call, up to maxShare; see factTicks. After a call that finds little,
// it uses half of the ticks again, and the next call does nothing; after further calls that find
// little, the next 3, 7 and so on. If the occurrence lists would take most of the ticks, it saves
// the ticks for the next call. It stops once ctx has ended, and does nothing if the clauses are
// unwatched or refuted, or if the database has an error. It must be called at level 0.
func (s *Sweeper) Sweep(ctx context.Context, ticks int64) {
	if s.skip > 0 {
		s.skip--
		return
	}
	if s.Unwatched || s.Err != nil || ctx.Err() != nil || !s.PropagateUnits() {
		return
	}
	s.ticks += int64(s.share * float64(ticks))
	cost := (int64(s.Words()) + int64(s.NumWatches())) / 4
	if s.ticks < 2*cost {
		return
	}
	start := s.Stats.OwnTicks
	limit := start + s.ticks
	s.ticks, s.Stats.OwnTicks = 0, start+cost
	s.index()
	if len(s.schedule) == 0 {
		s.scheduleAll()
	}
	if s.near == nil || len(s.near.inner) <= s.Vars { // variables were added
		s.near = newNeighbourhood(s.Vars)
	}
	facts, merged := 0, s.merged
	for len(s.schedule) > 0 && s.Stats.OwnTicks < limit && !s.Unsat && s.Err == nil && ctx.Err() == nil {
		v := s.schedule[len(s.schedule)-1]
		s.schedule = s.schedule[:len(s.schedule)-1]
		if l := clause.Positive(v); s.Active(v) && s.classes.Find(l) == l {
			facts += s.sweep(ctx, v, limit-s.Stats.OwnTicks)
		}
	}
	s.occurrences, s.classes = nil, nil
	if int64(facts)*factTicks > s.Stats.OwnTicks-start {
		s.share, s.delay = min(2*s.share, maxShare), 0
	} else {
		s.share, s.delay = minShare, 2*s.delay+1
	}
	s.skip = s.delay
	if s.merged > merged {
		s.Substitute(ctx)
	}
}

// index builds the occurrence lists, and classes of one literal each.
func (s *Sweeper) index() {
	counts := make([]int32, s.NumLits())
	s.entries(func(l clause.Lit, _ clause.Watch) { counts[l]++ })
	s.occurrences, s.classes = clause.Lists[clause.Watch](counts), simplify.NewClasses(s.NumLits())
	s.entries(func(l clause.Lit, w clause.Watch) { s.occurrences[l] = append(s.occurrences[l], w) })
}

// entries calls do for each literal of each binary clause, learned or not, and of each longer
// clause that was not learned and has at most maxSize literals. The entry of a binary clause holds
// its other literal, the entry of a longer one its Ref.
func (s *Sweeper) entries(do func(clause.Lit, clause.Watch)) {
	for l := range s.Literals {
		for _, w := range s.Watching(l) {
			if w.IsBinary() {
				do(l, w)
			}
		}
	}
	for c := range s.All {
		if !s.Has(c, clause.Learned) && s.Size(c) <= maxSize {
			for _, l := range s.Lits(c) {
				do(l, clause.Long(0, c))
			}
		}
	}
}

// scheduleAll fills the schedule, which must be empty, with the active variables that occur with
// both signs, with each in at most maxOccurrences clauses. Variables in the fewest clauses come
// last, to be swept first.
func (s *Sweeper) scheduleAll() {
	number := make([]int, s.Vars+1) // indexed by variable: number of clauses
	for v := range s.Variables {
		p, n := len(s.occurrences[clause.Positive(v)]), len(s.occurrences[clause.Negative(v)])
		number[v] = p + n
		if s.Active(v) && min(p, n) > 0 && max(p, n) <= maxOccurrences {
			s.schedule = append(s.schedule, v)
		}
	}
	slices.SortFunc(s.schedule, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(number[b], number[a]), cmp.Compare(b, a))
	})
}

// sweep searches the clauses near v for facts, for a number of ticks. It adds the facts to the
// clauses, propagates, and returns their number. If the clauses near v have no model, it refutes
// the clauses and returns 0. With a proof, it writes the clauses that it has learned before the
// facts, and deletes them afterwards, except units.
func (s *Sweeper) sweep(ctx context.Context, v uint32, ticks int64) (facts int) {
	s.collect(v)
	n, before := s.near, s.near.Ticks
	n.findFacts(ctx, ticks)
	s.Stats.OwnTicks += n.Ticks - before
	if facts = len(n.Trail) + len(n.equal); facts == 0 && !n.Unsat {
		return 0
	}
	for _, c := range n.lemmas {
		s.ProveAdd(n.original(c...)...)
	}
	if n.Unsat {
		s.Refute()
		return 0
	}
	for _, e := range n.equal {
		pair := n.original(e[:]...)
		s.merge(pair[0], pair[1])
	}
	for _, l := range n.Trail {
		s.AddUnit(n.original(l)[0])
	}
	s.PropagateUnits()
	for _, c := range n.lemmas {
		if len(c) > 1 {
			s.ProveDelete(n.original(c...)...)
		}
	}
	return facts
}

// merge adds the two clauses that make a and b equal, which must be representatives, and makes a
// the representative of b. It moves the occurrences of b and its complement to a and its
// complement, and schedules the variable of a, which has more clauses now.
func (s *Sweeper) merge(a, b clause.Lit) {
	for _, c := range equality(a, b) {
		s.ProveAdd(c...)
		s.AddWatched(c, 0)
	}
	s.merged++
	s.classes.Merge(a, b)
	for range 2 {
		s.occurrences[a] = append(s.occurrences[a], s.occurrences[b]...)
		s.occurrences[b] = nil
		a, b = a.Not(), b.Not()
	}
	s.schedule = append(s.schedule, a.Var())
}
