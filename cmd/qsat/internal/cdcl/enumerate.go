package cdcl

import (
	"cmp"
	"context"
	"math"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Enumerate finds models one by one.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return engine.Models(e.Models).Enumerate(ctx, t, found)
}

// Models is an engine.Models: of models that Enumerate finds and that differ on
// unconstrained variables alone, it finds one. Search backtracks from a model: the decisions
// of the first levels (base) are of the projection, and what follows from their complements
// is still to be searched. Above these levels it learns and restarts as ever, and as no
// clause excludes a model, what it learns follows from the formula. Both values of a
// decision will be searched, so that phases are not those that lead to a model, but to
// conflicts. Variables are eliminated where there is much search alone: with each model it
// takes longer to give them values than to propagate them.
//
// Sources: M. Gebser, B. Kaufmann, A. Neumann and T. Schaub, "Conflict-Driven Answer Set
// Enumeration", LPNMR 2007, and for projections M. Gebser, B. Kaufmann and T. Schaub,
// "Solution Enumeration for Projected Boolean Search Problems", CPAIOR 2009.
func (e *Engine) Models(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
	o := e.options
	o.techniques = slices.Clone(o.techniques)
	for i, k := range o.techniques { // none eliminates variables yet
		o.techniques[i].first = k.first && !k.rare
	}
	s, err := newSession(t, t.Assume, o)
	if err != nil {
		return err
	}
	defer s.Close()
	p := t.Projection(s.Database)
	for _, v := range p.Branch {
		s.simplifier.Freeze(v)
	}
	a, b, models := &dimacs.Assignment{}, branches{of: p.Branch}, int64(0)
	for {
		if satisfied, err := s.search(ctx); !satisfied {
			return cmp.Or(err, s.Err)
		}
		if s.constraining == nil {
			s.direct, s.constraining, s.WatchTrue = true, s.constrainingPhases(), true
		}
		if s.same == 0 {
			s.model(a, t.Assume)
		} else {
			s.change(a)
		}
		s.same = len(s.Trail)
		if models++; s.options.fewModels > 0 && models > max(s.options.fewModels, s.stats.Conflicts) {
			return ErrLimit
		}
		if err := found(a, p); err != nil {
			return err
		}
		free := b.leave(s.solver)
		if !s.retreat() {
			return nil
		}
		// With free decisions, those of the levels that are kept would come before them.
		if free && s.stats.Conflicts >= max(s.options.free*models, s.excluded*s.excluded/excludeSquare) {
			s.exclude()
		}
		s.limits.exclude = s.stats.Conflicts + s.options.exclude
	}
}

// excludeSquare bounds, for each conflict, the square of the number of clauses that exclude
// what was searched: so in a long search they are far fewer than conflicts.
const excludeSquare = 1 << 11

// constrainingPhases returns by variable the value that makes more clauses shorter, and
// those with few literals above all.
//
// Source: R. G. Jeroslow and J. Wang, "Solving Propositional Satisfiability Problems", Annals
// of Mathematics and Artificial Intelligence 1, 1990, for the weights.
func (s *solver) constrainingPhases() []int8 {
	weights := make([]float64, s.NumLits())
	for c := range s.All {
		for _, l := range s.Lits(c) {
			if !s.Has(c, clause.Learned) {
				weights[l] += math.Ldexp(1, -s.Size(c))
			}
		}
	}
	for l := range s.Literals {
		for _, w := range s.Watching(l) {
			if w.IsBinary() && !w.IsLearned() {
				weights[l] += 0.25
			}
		}
	}
	phases := make([]int8, s.Vars+1)
	for v := range s.Variables {
		if phases[v] = 1; weights[clause.Positive(v)] > weights[clause.Negative(v)] {
			phases[v] = -1
		}
	}
	return phases
}

// branches are the variables of the projection.
type branches struct {
	of          []uint32
	is          []bool // by variable: it represents one of them
	substituted int64  // variables, when that was found out
	model       []clause.Lit
}

// leave makes the levels of a model such as may be left one by one: all decisions are on the
// projection, which they determine. It reports whether there were others.
func (b *branches) leave(s *solver) (free bool) {
	if n := s.simplifier.Stats.Substituted; b.is == nil || n > b.substituted {
		b.is, b.substituted = make([]bool, s.Vars+1), n
		for _, v := range b.of {
			b.is[s.simplifier.Representative(clause.Positive(v)).Var()] = true
		}
	}
	for s.base < s.Level() && b.is[s.Trail[s.LevelStart(s.base+1)].Var()] {
		s.base++
	}
	if s.base == s.Level() {
		return false
	}
	b.model = b.model[:0]
	for _, l := range s.Trail[s.LevelStart(s.base+1):] {
		if b.is[l.Var()] {
			b.model = append(b.model, l)
		}
	}
	s.backtrack(s.base)
	for _, l := range b.model {
		if s.Value(l) == 0 {
			s.Decide(l)
			s.Propagate()
		}
	}
	s.base = s.Level()
	return true
}

// A late literal is one that a clause implies at a level below those that are kept.
type late struct {
	lit    clause.Lit
	level  int
	reason clause.Reason
}

// retreat leaves the last of the levels that are kept for the complement of its decision. It
// returns false if there is none: the search is complete.
func (s *solver) retreat() bool {
	if s.base == 0 {
		s.Refute()
		return false
	}
	decision := s.Trail[s.LevelStart(s.base)]
	first := len(s.late)
	for ; first > 0 && s.LevelOf(s.late[first-1].lit) == s.base; first-- {
		s.late[first-1].reason = s.ReasonOf(s.late[first-1].lit)
	}
	s.base--
	s.backtrack(s.base)
	again := s.late[first:]
	s.late = s.late[:first]
	for _, x := range again {
		if s.Assign(x.lit, x.reason); x.level < s.base {
			s.late = append(s.late, x)
		}
	}
	s.Assign(decision.Not(), 0)
	return true
}

// exclude takes back the levels that are kept, and excludes what was searched below them: by
// clauses that imply the complements of decisions, as many as there are, however many models
// that was.
func (s *solver) exclude() {
	var clauses [][]clause.Lit
	var c []clause.Lit
	for i := s.NumFixed(); i < len(s.Trail) && s.LevelOf(s.Trail[i]) <= s.base; i++ {
		switch l := s.Trail[i]; {
		case i == s.LevelStart(s.LevelOf(l)):
			c = append(c, l.Not())
		case s.ReasonOf(l) == 0:
			clauses = append(clauses, append(slices.Clone(c), l))
		}
	}
	units := slices.DeleteFunc(s.late, func(x late) bool { return x.level > 0 })
	s.base, s.late = 0, nil
	s.backtrack(0)
	for _, x := range units {
		s.AddUnit(x.lit)
	}
	for _, c := range clauses {
		s.AddWatched(c, 0)
	}
	s.excluded += int64(len(clauses))
}
