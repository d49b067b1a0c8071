package simplify

import (
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A gate is a set of clauses that define a variable by others. Then no resolvents
// are needed but those of its clauses with the rest, which imply all others.
//
// Source: N. Eén and A. Biere, "Effective Preprocessing in SAT Through Variable and
// Clause Elimination", SAT 2005, section 3.2.
type gate struct {
	with, without int // so many of the clauses of the variable, and of its negation, are in it
}

const (
	xorWidth   = 5    // of the clauses of an exclusive or
	gateChecks = 2000 // pairs of clauses that are compared for an if-then-else
)

// findGate finds a gate with the output l and puts its clauses first in s.with and
// s.without.
func (s *Simplifier) findGate(l clause.Lit) {
	s.gate = gate{}
	if s.findAnd(l, &s.gate.with, &s.gate.without, s.with, s.without) ||
		s.findAnd(l^1, &s.gate.without, &s.gate.with, s.without, s.with) ||
		s.findXor(l) || s.findChoice(l) {
		s.Stats.Gates++
	}
}

// findAnd finds a conjunction that equals l, from the clauses of l and its
// negation, or another literal that does.
func (s *Simplifier) findAnd(l clause.Lit, nWith, nWithout *int, with, without []clause.Watch) bool {
	s.round++
	inputs := 0
	for _, w := range without {
		if w.IsBinary() {
			s.marks[w.Lit()] = s.round
			inputs++
		}
	}
	if inputs == 0 {
		return false
	}
	for i, w := range with {
		lits := s.lits(l, w)
		if s.Stats.Ticks++; len(lits) > inputs+1 || slices.ContainsFunc(lits, func(k clause.Lit) bool { return k != l && s.marks[k^1] != s.round }) {
			continue
		}
		s.round++
		for _, k := range lits {
			s.marks[k] = s.round
		}
		with[0], with[i] = w, with[0]
		*nWith = 1
		for j, w := range without {
			if w.IsBinary() && s.marks[w.Lit()^1] == s.round {
				without[*nWithout], without[j] = w, without[*nWithout]
				*nWithout++
			}
		}
		return true
	}
	return false
}

// findXor finds an exclusive or, of which there are all clauses with as many
// negations, modulo 2.
func (s *Simplifier) findXor(l clause.Lit) bool {
	for i, w := range s.with {
		if w.IsBinary() || s.Size(w.Ref()) > xorWidth {
			continue
		}
		half := 1 << (s.Size(w.Ref()) - 2)
		if len(s.with)-i < half || len(s.without) < half {
			return false
		}
		base := s.Lits(w.Ref())
		s.gate.with = s.parities(base, s.with)
		if s.gate.with == half {
			if s.gate.without = s.parities(base, s.without); s.gate.without == half {
				return true
			}
		}
		s.gate = gate{}
	}
	return false
}

// parities puts first the clauses in the variables of base that differ from it in
// an even number of signs, and returns how many there are.
func (s *Simplifier) parities(base []clause.Lit, list []clause.Watch) int {
	n := 0
	seen := uint32(0)
	for i, w := range list {
		if w.IsBinary() || s.Size(w.Ref()) != len(base) {
			continue
		}
		s.Stats.Ticks++
		signs := uint32(0)
		same := true
		for _, k := range s.Lits(w.Ref()) {
			at := slices.IndexFunc(base, func(b clause.Lit) bool { return b>>1 == k>>1 })
			if same = at >= 0; !same {
				break
			}
			signs |= uint32(k^base[at]) << at
		}
		if same && bits.OnesCount32(signs)&1 == 0 && seen>>signs&1 == 0 {
			seen |= 1 << signs
			list[n], list[i] = w, list[n]
			n++
		}
	}
	return n
}

// A branch is a pair of clauses of three literals: unless the condition is true,
// the output and the value differ.
type branch struct {
	condition, value clause.Lit
	with, without    clause.Watch
}

// findChoice finds an if-then-else.
func (s *Simplifier) findChoice(l clause.Lit) bool {
	if s.cost(uint32(l>>1)) > gateChecks {
		return false
	}
	s.ternary = s.ternary[:0]
	for _, w := range s.without {
		s.ternary = append(s.ternary, s.others(l^1, w))
	}
	s.branches = s.branches[:0]
	for _, w := range s.with {
		p := s.others(l, w)
		for i, n := range s.ternary {
			if p[0] == 0 || n[0] == 0 {
				continue
			}
			if p[0] == n[0] && p[1] == n[1]^1 || p[0] == n[1] && p[1] == n[0]^1 {
				s.branches = append(s.branches, branch{p[0], p[1], w, s.without[i]})
			}
			if p[1] == n[1] && p[0] == n[0]^1 || p[1] == n[0] && p[0] == n[1]^1 {
				s.branches = append(s.branches, branch{p[1], p[0], w, s.without[i]})
			}
		}
	}
	return s.joinBranches()
}

// joinBranches makes a gate of two branches with opposite conditions.
func (s *Simplifier) joinBranches() bool {
	for i, x := range s.branches {
		for _, y := range s.branches[:i] {
			if x.condition == y.condition^1 {
				s.gate = gate{2, 2}
				front(s.with, x.with, y.with)
				front(s.without, x.without, y.without)
				return true
			}
		}
	}
	return false
}

// others returns the other literals of a clause of three, else zeros.
func (s *Simplifier) others(l clause.Lit, w clause.Watch) [2]clause.Lit {
	if w.IsBinary() || s.Size(w.Ref()) != 3 {
		return [2]clause.Lit{}
	}
	s.Stats.Ticks++
	lits := s.Lits(w.Ref())
	switch l {
	case lits[0]:
		return [2]clause.Lit{lits[1], lits[2]}
	case lits[1]:
		return [2]clause.Lit{lits[0], lits[2]}
	}
	return [2]clause.Lit{lits[0], lits[1]}
}

// front puts two elements first.
func front(list []clause.Watch, a, b clause.Watch) {
	i := slices.Index(list, a)
	list[0], list[i] = list[i], list[0]
	i = slices.Index(list, b)
	list[1], list[i] = list[i], list[1]
}
