package cdcl

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/simplify"
)

// vivifyShares divides the ticks of vivification among learned clauses of low glue,
// original clauses, and learned clauses of high glue.
var vivifyShares = []struct {
	effort   float64
	selected func(s *solver, c clause.Ref) bool
}{
	{0.60, func(s *solver, c clause.Ref) bool { return s.Has(c, clause.Learned) && s.Glue(c) <= clause.Tier2 }},
	{0.25, func(s *solver, c clause.Ref) bool { return !s.Has(c, clause.Learned) }},
	{0.15, func(s *solver, c clause.Ref) bool { return s.Has(c, clause.Learned) && s.Glue(c) > clause.Tier2 }},
}

// vivify shortens clauses, at level 0, for about the given ticks. For each clause, it makes the
// literals false one after the other. If unit propagation then finds a conflict, or a value of
// another literal, fewer literals may suffice. Example: for {a, b, c}, if -a implies c, the clause
// becomes {a, c}. If a learned clause does not become shorter, but a literal became true, the
// clause is dropped, because the other clauses imply it.
//
// Sources: C. Piette, Y. Hamadi and L. Saïs, "Vivifying Propositional Clausal Formulae", ECAI 2008;
// M. Luo, C.-M. Li, F. Xiao, F. Manyà and Z. Lü, "An Effective Learnt Clause Minimization Approach
// for CDCL SAT Solvers", IJCAI 2017.
func (s *solver) vivify(ticks int64) {
	for _, share := range vivifyShares {
		if s.Unsat || s.stops() {
			break
		}
		s.vivifySome(s.Ticks+int64(share.effort*float64(ticks)), share.selected)
	}
}

// A vivifier is the state of vivifySome.
type vivifier struct {
	*solver
	frequency []int32      // indexed by literal: number of candidates with it
	sorted    []clause.Lit // literals of the current clause, the most frequent first
	kept      []clause.Lit // literals of the current clause that suffice; see needed
	dropped   []clause.Ref // clauses to remove
}

// A candidate is a clause with its three most frequent literals. In the order of
// candidates, clauses that can share decisions are neighbours.
type candidate struct {
	clause   clause.Ref
	vivified clause.Lit    // clause.Vivified if it was vivified before, otherwise 0
	key      [3]clause.Lit // the most frequent literals; see vivifier.key
}

// vivifySome vivifies the clauses for which selected returns true, in the order of candidates,
// until Ticks reaches limit, the search must stop or the clauses are refuted. It sets
// clause.Vivified for each clause that it tries. Then it returns to level 0 and, unless the clauses
// are refuted, removes the clauses in v.dropped, the satisfied clauses and false literals, and
// collects garbage, so that every Ref becomes invalid.
func (s *solver) vivifySome(limit int64, selected func(*solver, clause.Ref) bool) {
	v := &vivifier{solver: s, frequency: make([]int32, s.NumLits())}
	for _, h := range v.candidates(selected) {
		if s.Ticks >= limit || s.Unsat || s.stops() {
			break
		}
		if c := h.clause; !s.Has(c, clause.Garbage) {
			s.Set(c, clause.Vivified)
			v.vivify(c)
		}
	}
	s.Ignored = 0
	s.Backtrack(0)
	if s.Unsat {
		return
	}
	for _, c := range v.dropped {
		s.Remove(c)
	}
	s.Clean()
	s.Collect()
}

// candidates returns the selected clauses in the order of vivification, and counts their literals
// in v.frequency. Clauses that were not vivified yet come first, then key decides, and among equal
// keys newer clauses come first. If every selected clause was vivified, it clears their flags, so
// that they are vivified again.
func (v *vivifier) candidates(selected func(*solver, clause.Ref) bool) (list []candidate) {
	var refs []clause.Ref
	fresh := false
	for c := range v.All {
		if !selected(v.solver, c) {
			continue
		}
		refs = append(refs, c)
		fresh = fresh || !v.Has(c, clause.Vivified)
		for _, l := range v.Lits(c) {
			v.frequency[l]++
		}
	}
	v.Ticks += int64(len(refs))
	for _, c := range refs {
		list = append(list, candidate{c, v.Flags(c) & clause.Vivified, v.key(c)})
		if !fresh {
			v.Clear(c, clause.Vivified)
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.vivified, b.vivified), slices.Compare(a.key[:], b.key[:]), cmp.Compare(b.clause, a.clause))
	})
	return list
}

// compare orders literals by v.frequency, the most frequent first, and literals of equal frequency
// by number. It returns a negative number if a comes before b, and 0 only if a == b.
func (v *vivifier) compare(a, b clause.Lit) int {
	return cmp.Or(cmp.Compare(v.frequency[b], v.frequency[a]), cmp.Compare(a, b))
}

// key returns the first three literals of c in the order of compare.
func (v *vivifier) key(c clause.Ref) (key [3]clause.Lit) {
	for _, l := range v.Lits(c) {
		for i := range key {
			if key[i] == 0 || v.compare(l, key[i]) < 0 {
				key[i], l = l, key[i]
			}
			if l == 0 {
				break
			}
		}
	}
	return key
}

// vivify vivifies clause c: it replaces c by a shorter clause, adds c to v.dropped, or keeps it. It
// drops a clause that is true at level 0. If a learned clause does not become shorter, vivify drops
// it when propagation makes a literal true after others were decided to be false. The decisions for
// the clause before stay on the trail as far as c needs the same ones; see reuse.
func (v *vivifier) vivify(c clause.Ref) {
	lits := v.Lits(c)
	v.sorted = v.sorted[:0]
	for _, l := range lits {
		if v.Fixed(l) > 0 {
			v.dropped = append(v.dropped, c)
			return
		}
		v.sorted = append(v.sorted, l)
	}
	slices.SortFunc(v.sorted, v.compare)
	v.reuse(c)
	v.Ignored = c
	var falsified []clause.Lit
	var implied clause.Lit
	for _, l := range v.sorted {
		if value := v.Value(l); value > 0 {
			implied = l
			break
		} else if value < 0 {
			continue
		}
		v.Decide(l.Not())
		if falsified = v.Propagate(); falsified != nil {
			break
		}
	}
	v.needed(falsified, implied)
	switch {
	case len(v.kept) < len(v.sorted):
		v.replace(c)
	case implied != 0 && v.Has(c, clause.Learned):
		v.dropped = append(v.dropped, c)
	case falsified != nil:
		v.Backtrack(v.Level() - 1)
	}
}

// reuse backtracks to the highest level at which the decisions are the complements of literals of
// v.sorted, in the same order, and c is not the reason of a true literal. Between the literals of
// two decisions, v.sorted may have literals that the decisions before make false.
func (v *vivifier) reuse(c clause.Ref) {
	level := 0
	for _, l := range v.sorted {
		if level == v.Level() {
			break
		}
		if v.Trail[v.LevelStart(level+1)] == l.Not() {
			level++
			continue
		}
		if v.Value(l) >= 0 || v.LevelOf(l) > level {
			break
		}
	}
	for _, l := range v.sorted {
		if v.Value(l) > 0 && v.ReasonOf(l) == clause.LongReason(c) {
			level = min(level, v.LevelOf(l)-1)
		}
	}
	v.Backtrack(level)
}

// needed sets v.kept to the literals of the clause that suffice. If there is a conflict (falsified
// is not nil) or an implied literal (not 0), these are the implied literal and the literals whose
// decisions lead to it or to the conflict. Otherwise they are all literals that were decided.
func (v *vivifier) needed(falsified []clause.Lit, implied clause.Lit) {
	v.kept = v.kept[:0]
	if falsified == nil && implied == 0 {
		for _, l := range v.sorted {
			if v.LevelOf(l) > 0 && v.ReasonOf(l) == 0 {
				v.kept = append(v.kept, l)
			}
		}
		return
	}
	if implied != 0 {
		v.kept = append(v.kept, implied)
		falsified = v.kept[:1:1]
	}
	v.kept = v.TraceDecisions(v.kept, falsified...)
}

// replace backtracks to level 0 and replaces clause c by the literals in v.kept, which are fewer.
// If v.kept is empty, the formula is refuted. A single literal becomes a unit and is propagated,
// and c is removed after the round. Two or more become a new clause, and c is removed at once. The
// new clause is shared if c was learned; if it has three or more literals, it gets the flags of c
// and counts as vivified.
func (v *vivifier) replace(c clause.Ref) {
	v.Backtrack(0)
	switch len(v.kept) {
	case 0:
		v.Refute()
	case 1:
		v.AddUnit(v.kept[0])
		v.Ignored = 0
		v.PropagateUnits()
		v.dropped = append(v.dropped, c)
	default:
		v.ProveAdd(v.kept...)
		if v.Has(c, clause.Learned) {
			v.share(v.kept, min(v.Glue(c), len(v.kept)-1))
		}
		if r := v.AddWatched(v.kept, v.Glue(c)); !r.IsBinary() {
			v.Inherit(r.Ref(), c)
			v.Set(r.Ref(), clause.Vivified|clause.Added)
		}
		v.Remove(c)
	}
}

// Vivify shortens the original clauses of p, which must be at level 0, for about the given ticks, or until ctx ends.
func Vivify(ctx context.Context, p *simplify.Simplifier, ticks int64) {
	if !p.PropagateUnits() || p.Err != nil {
		return
	}
	s := newSolver(p, 0, defaults)
	s.ctx = ctx
	s.vivifySome(s.Ticks+ticks, vivifyShares[1].selected)
}
