package simplify

import (
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Bounds bound the elimination of variables. A bound of 0 is none, but for Growth.
type Bounds struct {
	Ticks int64
	// Growth is by how many the number of clauses may grow with a variable; -1 stands
	// for any number, and for all resolvents where a gate would save some.
	Growth int
	// Defined restricts elimination to variables that their clauses define by others, which
	// leaves the number of models as it is, and with which no clauses of more than two
	// literals grow: what is left of exactly one of some variables is worse than before.
	Defined     bool
	Occurrences int // of a literal
	Pairs       int // of clauses to be resolved for a variable
	Width       int // of a resolvent
	Literals    int // in all clauses
	Long        int // by how many those in clauses of more than two may grow
	// Keep reports whether a variable is not to be eliminated this time.
	Keep func(v uint32) bool
}

// Eliminate removes variables by resolution: the clauses of a variable give way
// to all their resolvents on it, which leaves the models over the other variables
// as they are. The cheapest come first; those that fail within the bounds are
// tried again once a clause of them was dropped, and all of them as the growth is
// raised. It returns the cause when ctx ends.
//
// Sources: M. Davis and H. Putnam, "A Computing Procedure for Quantification
// Theory", Journal of the ACM 7, 1960; N. Eén and A. Biere, "Effective
// Preprocessing in SAT Through Variable and Clause Elimination", SAT 2005, for the
// bound; A. Biere, "CaDiCaL, Lingeling, Plingeling, Treengeling and YalSAT Entering
// the SAT Competition 2018", for raising it.
func (s *Simplifier) Eliminate(ctx context.Context, b Bounds) error {
	if b.Ticks == 0 {
		b.Ticks = 1 << 60
	}
	if !s.begin(ctx, b.Ticks) {
		return s.err()
	}
	s.bounds, s.long = b, 0
	s.touchAdded()
	if s.connect() {
		s.eliminateAll()
		s.finish()
	}
	return s.err()
}

// eliminateAll eliminates variables in rounds.
func (s *Simplifier) eliminateAll() {
	h := clause.NewHeap[int64](s.Vars)
	for s.schedule = &h; ; {
		s.subsume()
		before := s.Stats.Eliminated
		for v := range s.Variables {
			if s.stops() {
				break
			}
			s.reschedule(v)
		}
		for h.Len() > 0 && !s.stops() {
			v := h.Pop()
			s.flags[v] &^= candidate
			if s.try(v); s.stops() {
				s.flags[v] |= candidate
			}
		}
		if s.stops() || !s.retry(s.Stats.Eliminated > before) {
			break
		}
	}
	s.schedule = nil
}

// retry makes variables that have failed candidates again, and reports whether
// the bounds give reason to: growth that may be raised, or a bound on all literals
// that may have gained room.
func (s *Simplifier) retry(progress bool) bool {
	if s.growth < s.bounds.Growth {
		s.growth = max(1, 2*s.growth)
	} else if s.bounds.Literals == 0 || !progress {
		return false
	}
	for v := range s.flags {
		s.flags[v] |= candidate
	}
	return true
}

// reschedule puts a variable on the schedule if it is to be tried, or where it
// belongs now.
func (s *Simplifier) reschedule(v uint32) {
	if s.schedule == nil {
		return
	}
	s.schedule.Update(v, -int64(s.occurrences[clause.Positive(v)])*int64(s.occurrences[clause.Negative(v)])) // pairs to be resolved
	if s.flags[v]&(candidate|frozen) == candidate && s.Active(v) && (s.bounds.Keep == nil || !s.bounds.Keep(v)) {
		s.schedule.Push(v)
		s.Stats.Ticks++
	}
}

// try eliminates a variable if that keeps within the bounds.
func (s *Simplifier) try(v uint32) {
	l := clause.Positive(v)
	p, n, b := int(s.occurrences[l]), int(s.occurrences[l.Not()]), &s.bounds
	if s.Value(l) != 0 || exceeds(max(p, n), b.Occurrences) || b.Pairs > 0 && int64(p)*int64(n) > int64(b.Pairs) {
		return
	}
	s.countList(l)
	s.countList(l.Not())
	s.positive = append(s.positive[:0], s.Occurrences(l)...)
	s.negative = append(s.negative[:0], s.Occurrences(l.Not())...)
	most := p + n + s.growth
	if s.gate = (gate{}); b.Growth < 0 {
		most = math.MaxInt
	} else {
		s.findGate(l)
	}
	if (!b.Defined || s.isDefined(l)) && s.resolve(l, most) {
		s.eliminate(l)
	}
}

// exceeds reports whether n is above a bound, of which 0 is none.
func exceeds(n, bound int) bool { return bound > 0 && n > bound }

// A gate is a set of clauses that define a variable by others: so many of those of
// the positive literal, and of the negative one. Then no resolvents are needed but
// those of its clauses with others, which imply the resolvents of these.
//
// Source: N. Eén and A. Biere, SAT 2005, section 3.2; see Eliminate.
type gate struct{ positive, negative int }

// findGate finds a conjunction that equals l or its complement, and puts its clauses
// first in their lists. Other gates are not worth it: they save neither conflicts
// nor propagations.
func (s *Simplifier) findGate(l clause.Lit) {
	if n := s.findAnd(l, s.positive, s.negative); n > 0 {
		s.gate = gate{1, n}
	} else if n = s.findAnd(l.Not(), s.negative, s.positive); n > 0 {
		s.gate = gate{n, 1}
	}
}

// findAnd finds, among the clauses of l, one that makes it true if all of the
// literals are that binary clauses of its complement imply, puts them first in
// their lists and returns the number of the binary clauses.
func (s *Simplifier) findAnd(l clause.Lit, with, without []clause.Watch) (n int) {
	s.round++
	for _, w := range without {
		s.marks[s.other(l.Not(), w)] = s.round
	}
	i := slices.IndexFunc(with, func(w clause.Watch) bool {
		s.Stats.Ticks++
		return !slices.ContainsFunc(s.Lits(w.Ref()), func(k clause.Lit) bool { return k != l && s.marks[k.Not()] != s.round })
	})
	if i < 0 {
		return 0
	}
	with[0], with[i] = with[i], with[0]
	s.mark(s.Lits(with[0].Ref()))
	for j, w := range without {
		if k := s.other(l.Not(), w); k != 0 && s.marks[k.Not()] == s.round {
			without[n], without[j] = w, without[n]
			n++
		}
	}
	return n
}

// mostDefining bounds the clauses of a variable to look for a definition in, and
// definingTicks the search for it.
const (
	mostDefining  = 24
	definingTicks = 1 << 14
)

// isDefined reports whether the clauses of a variable define it by others: whatever these
// are, a clause of one of its literals needs it.
//
// Source: J.-M. Lagniez and P. Marquis, "Preprocessing for Propositional Model Counting",
// AAAI 2014, for what a definition is good for.
func (s *Simplifier) isDefined(l clause.Lit) bool {
	if s.gate.positive > 0 {
		return true
	}
	list := slices.Concat(s.positive, s.negative)
	return len(list) <= mostDefining && !s.satisfiableWithout(l, list, s.Stats.Ticks+definingTicks)
}

// satisfiableWithout reports whether other literals can satisfy all of some clauses of l
// and its complement, or that is not known by the limit of ticks.
func (s *Simplifier) satisfiableWithout(l clause.Lit, list []clause.Watch, limit int64) bool {
	s.Stats.Ticks += int64(len(list))
	i := slices.IndexFunc(list, func(w clause.Watch) bool {
		return !slices.ContainsFunc(s.Lits(w.Ref()), func(k clause.Lit) bool { return s.Value(k) > 0 })
	})
	if i < 0 || s.Stats.Ticks > limit {
		return true
	}
	lits := slices.DeleteFunc(slices.Clone(s.Lits(list[i].Ref())), func(k clause.Lit) bool { return k.Var() == l.Var() || s.Value(k) != 0 })
	level := s.Level()
	s.BeginLevel()
	found := slices.ContainsFunc(lits, func(k clause.Lit) bool {
		s.Decide(k)
		found := s.satisfiableWithout(l, list[i+1:], limit)
		s.Backtrack(level + 1)
		s.Assign(k.Not(), 0)
		return found
	})
	s.Backtrack(level)
	return found
}

// other returns the other literal of a binary clause of l, 0 for another clause.
func (s *Simplifier) other(l clause.Lit, w clause.Watch) clause.Lit {
	if !w.IsBinary() || s.Has(w.Ref(), clause.Garbage) {
		return 0
	}
	lits := s.Lits(w.Ref())
	return lits[0] ^ lits[1] ^ l
}

// resolve computes the resolvents on l. It returns false if they are more than
// most, or exceed the bounds.
func (s *Simplifier) resolve(l clause.Lit, most int) bool {
	s.resolvents = s.resolvents[:0]
	count, literals, long := 0, s.literals, s.long
	for _, side := range [][]clause.Watch{s.positive, s.negative} {
		for _, w := range side {
			if !w.IsBinary() {
				long -= s.Size(w.Ref())
			}
		}
	}
	for i, p := range s.positive {
		s.mark(s.Lits(p.Ref()))
		for j, n := range s.negative {
			if s.gate.positive > 0 && (i < s.gate.positive) == (j < s.gate.negative) {
				continue
			}
			size, ok := s.appendResolvent(l, p, n)
			if !ok {
				continue
			}
			count++
			if literals += size; size > 2 {
				long += size
			}
			if count > most || exceeds(size, s.bounds.Width) || exceeds(literals, s.bounds.Literals) || exceeds(long, s.bounds.Long) || s.bounds.Defined && long > s.long || s.stops() {
				return false
			}
		}
	}
	if s.Room() <= len(s.resolvents)+2*count {
		return false
	}
	if !s.bounds.Defined {
		s.long = long
	}
	return true
}

// appendResolvent appends the resolvent on l of p, whose literals are marked, and n,
// behind its size. It returns false if that is a tautology.
func (s *Simplifier) appendResolvent(l clause.Lit, p, n clause.Watch) (size int, ok bool) {
	lits := s.Lits(n.Ref())
	s.Stats.Ticks += 1 + int64(len(lits))>>4
	resolvent := append(s.resolvents, 0)
	for _, k := range lits {
		switch {
		case k == l.Not() || s.marks[k] == s.round:
		case s.marks[k.Not()] == s.round:
			return 0, false
		default:
			resolvent = append(resolvent, k)
		}
	}
	for _, k := range s.Lits(p.Ref()) {
		if k != l {
			resolvent = append(resolvent, k)
		}
	}
	size = len(resolvent) - len(s.resolvents) - 1
	resolvent[len(s.resolvents)] = clause.Lit(size)
	s.resolvents = resolvent
	return size, true
}

// eliminate puts the resolvents in the place of the clauses of a variable.
func (s *Simplifier) eliminate(l clause.Lit) {
	for r := s.resolvents; len(r) > 0; r = r[1+r[0]:] {
		s.derive(r[1 : 1+r[0]])
	}
	few, many := l, l.Not()
	if s.occurrences[few] > s.occurrences[many] {
		few, many = many, few
	}
	s.flags[l.Var()] |= eliminated
	s.Stats.Eliminated++
	s.dropClauses(few, true)
	s.dropClauses(many, false)
	s.push(many, nil) // unless a clause of few needs it
	s.propagate()
	s.drain()
}

// dropClauses drops the clauses of a literal, and pushes them for the extension of
// models if that is wanted.
func (s *Simplifier) dropClauses(l clause.Lit, push bool) {
	for _, w := range s.Disconnect(l) {
		if push {
			s.push(l, s.Lits(w.Ref()))
		}
		s.remove(w.Ref())
	}
}
