package simplify

import (
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/priority"
)

// Bounds limit the elimination of variables. A bound of 0 means no limit, except for Growth.
type Bounds struct {
	// Growth is the number by which the elimination of a variable may increase the number of
	// clauses. With -1 there is no limit, and gates are not used to save resolvents.
	Growth int
	// Defined restricts elimination to variables that are functions of the other variables of
	// their clauses, so that the number of models stays the same. Moreover, the number of
	// literals in clauses of more than two must not grow: otherwise elimination would turn an
	// exactly-one constraint into worse clauses.
	Defined     bool
	Occurrences int // largest number of clauses with the variable, for each of its two literals
	Pairs       int // largest number of pairs of clauses to resolve for a variable
	Width       int // largest number of literals of a resolvent
	Literals    int // largest number of literals in all clauses, while both old clauses and resolvents exist
	Long        int // largest growth in one call of the number of literals in clauses of more than two
	// Keep, if not nil, reports whether v must not be eliminated in this call.
	Keep func(v uint32) bool
}

// Eliminate removes variables by resolution, with a budget of ticks. It replaces the clauses of a
// variable by their resolvents on it, which preserves the models over the other variables. It tries
// variables with the fewest pairs of clauses first. A variable that exceeds the bounds is tried
// again after one of its clauses is dropped; all variables are tried again when the growth is
// raised, from 0 to 1 and then by doubling, until it is at least b.Growth. Frozen variables and
// variables for which b.Keep returns true stay. Eliminate also removes clauses as Subsume does.
//
// Eliminate returns the error of the database, if there is one, or the cause of ctx if that has
// ended. The end of the budget is no error.
//
// Sources: M. Davis and H. Putnam, "A Computing Procedure for Quantification Theory", Journal of
// the ACM 7, 1960; N. Eén and A. Biere, "Effective Preprocessing in SAT Through Variable and Clause
// Elimination", SAT 2005, for the bound; A. Biere, "CaDiCaL, Lingeling, Plingeling, Treengeling and
// YalSAT Entering the SAT Competition 2018", for raising it.
func (s *Simplifier) Eliminate(ctx context.Context, ticks int64, b Bounds) error {
	if !s.begin(ctx, ticks) {
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

// eliminateAll eliminates candidates in rounds, each after a call of subsume. All variables become
// candidates before each round but the first. If s.growth is below its bound, the next round
// doubles it, from 0 to 1. Otherwise there is a further round only if the last one eliminated
// variables, and if there is a bound on all literals, because that bound may now have room. The end
// of the budget ends the rounds; variables that were not tried stay candidates.
func (s *Simplifier) eliminateAll() {
	h := priority.NewQueue[int64](s.Vars)
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
		raises := s.growth < s.bounds.Growth
		if s.stops() || !raises && (s.bounds.Literals == 0 || s.Stats.Eliminated == before) {
			break
		}
		if raises {
			s.growth = max(1, 2*s.growth)
		}
		for v := range s.flags {
			s.flags[v] |= candidate
		}
	}
	s.schedule = nil
}

// reschedule updates the priority of v in the schedule, and adds v if it is a candidate for
// elimination, active, not frozen, and not excluded by Bounds.Keep. It does nothing outside
// eliminateAll.
func (s *Simplifier) reschedule(v uint32) {
	if s.schedule == nil {
		return
	}
	s.schedule.Update(v, -int64(s.occurrences[clause.Positive(v)])*int64(s.occurrences[clause.Negative(v)])) // number of pairs to resolve
	if s.flags[v]&(candidate|frozen) == candidate && s.Active(v) && (s.bounds.Keep == nil || !s.bounds.Keep(v)) {
		s.schedule.Push(v)
		s.Stats.OwnTicks++
	}
}

// try eliminates v if it has no value and s.bounds and s.growth allow that. The clauses must be
// connected. If v has a value, or Bounds.Occurrences or Bounds.Pairs forbid the elimination, it
// changes nothing. Otherwise it charges ticks for the occurrence lists of v, and sets s.positive,
// s.negative and s.gate.
func (s *Simplifier) try(v uint32) {
	l := clause.Positive(v)
	p, n, b := int(s.occurrences[l]), int(s.occurrences[l.Not()]), &s.bounds
	if s.Value(l) != 0 || exceeds(max(p, n), b.Occurrences) || b.Pairs > 0 && int64(p)*int64(n) > int64(b.Pairs) {
		return
	}
	s.chargeList(l)
	s.chargeList(l.Not())
	s.positive = append(s.positive[:0], s.Occurrences(l)...)
	s.negative = append(s.negative[:0], s.Occurrences(l.Not())...)
	most := p + n + s.growth
	if s.gate = (gate{}); b.Growth < 0 {
		most = math.MaxInt
	} else if n := s.findAnd(l, s.positive, s.negative); n > 0 {
		s.gate = gate{1, n}
	} else if n = s.findAnd(l.Not(), s.negative, s.positive); n > 0 {
		s.gate = gate{n, 1}
	}
	if (!b.Defined || s.isDefined(l)) && s.resolve(l, most) {
		s.eliminate(l)
	}
}

// exceeds reports whether n > bound; a bound of 0 means no limit.
func exceeds(n, bound int) bool { return bound > 0 && n > bound }

// A gate is a set of clauses that define a variable by others: the first clauses of
// Simplifier.positive and the first clauses of Simplifier.negative, whose numbers it holds. It is a
// conjunction that equals the variable or its complement; gates of other kinds save neither
// conflicts nor propagations. Only resolvents of a clause of the gate and another clause are
// needed; they imply all other resolvents. Both numbers are 0 if there is no gate.
//
// Source: N. Eén and A. Biere, SAT 2005, section 3.2; see Eliminate.
type gate struct{ positive, negative int }

// findAnd looks for clauses that define l as a conjunction, such as {l, -a, -b}, {-l, a} and {-l,
// b}. The list with holds the clauses of l, and the list without holds the clauses of the
// complement of l. If findAnd succeeds, it moves the first clause of this kind to the front of with
// and the binary clauses to the front of without, and returns the number of binary clauses.
// Otherwise it returns 0.
func (s *Simplifier) findAnd(l clause.Lit, with, without []clause.Watch) (n int) {
	s.round++
	for _, w := range without {
		s.marks[s.other(l.Not(), w)] = s.round
	}
	i := slices.IndexFunc(with, func(w clause.Watch) bool {
		s.Stats.OwnTicks++
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

// isDefined reports whether the clauses of the variable of l define it: for all values of the other
// variables, they exclude at least one of its two values. If s.gate is set, the gate is the
// definition. Otherwise isDefined examines s.positive and s.negative, which must hold all clauses
// of the variable, and returns false if they are more than mostDefining or if definingTicks are
// used up.
//
// Source: J.-M. Lagniez and P. Marquis, "Preprocessing for Propositional Model Counting", AAAI
// 2014, for the use of definitions.
func (s *Simplifier) isDefined(l clause.Lit) bool {
	if s.gate.positive > 0 {
		return true
	}
	list := slices.Concat(s.positive, s.negative)
	return len(list) <= mostDefining && !s.satisfiableWithout(l, list, s.Stats.OwnTicks+definingTicks)
}

// satisfiableWithout reports whether literals of other variables can satisfy all clauses in list,
// which contain l or its complement. It decides and backtracks, but does not propagate. It also
// returns true once Stats.OwnTicks exceeds limit.
func (s *Simplifier) satisfiableWithout(l clause.Lit, list []clause.Watch, limit int64) bool {
	s.Stats.OwnTicks += int64(len(list))
	i := slices.IndexFunc(list, func(w clause.Watch) bool {
		return !slices.ContainsFunc(s.Lits(w.Ref()), func(k clause.Lit) bool { return s.Value(k) > 0 })
	})
	if i < 0 || s.Stats.OwnTicks > limit {
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

// other returns the other literal of the clause of w if it is binary, where w is in the list of l.
// It returns 0 if the clause is garbage or longer.
func (s *Simplifier) other(l clause.Lit, w clause.Watch) clause.Lit {
	if !w.IsBinary() || s.Has(w.Ref(), clause.Garbage) {
		return 0
	}
	lits := s.Lits(w.Ref())
	return lits[0] ^ lits[1] ^ l
}

// resolve stores in s.resolvents the resolvents on l of the clauses s.positive and s.negative,
// without tautologies; with a gate, only the resolvents that are needed. The size of each precedes
// its literals. It returns false if there are more than most, if they exceed the bounds or the room
// in the arena, or if the budget ends. If it returns true, it updates s.long, except with
// Bounds.Defined.
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

// appendResolvent appends to s.resolvents the size and the literals of the resolvent on l of p,
// which contains l, and n, which contains its complement. The literals of p must be marked. It
// returns the size and true; if the resolvent is a tautology, it appends nothing and returns 0,
// false.
func (s *Simplifier) appendResolvent(l clause.Lit, p, n clause.Watch) (size int, ok bool) {
	lits := s.Lits(n.Ref())
	s.Stats.OwnTicks += 1 + int64(len(lits))>>4
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

// eliminate adds the clauses of s.resolvents, and removes the clauses of the variable of l. It
// pushes the clauses of the rarer literal on the reconstruction stack, and then the other literal
// as a unit, or with s.Restores the clauses of that literal. It flags and counts the variable as
// eliminated. Finally it propagates units, and tests whether the new clauses subsume others.
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
	s.dropClauses(many, s.Restores)
	if !s.Restores {
		s.push(many, nil) // the value of the variable if no clause of few needs the other
	}
	s.propagate()
	s.drain()
}

// dropClauses removes the clauses of l and empties its list. If push is set, it first pushes each
// clause for Extend, with the witness l.
func (s *Simplifier) dropClauses(l clause.Lit, push bool) {
	for _, w := range s.Disconnect(l) {
		if push {
			s.push(l, s.Lits(w.Ref()))
		}
		s.remove(w.Ref())
	}
}
