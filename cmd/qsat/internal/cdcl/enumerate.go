package cdcl

import (
	"cmp"
	"context"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Enumerate finds models one by one.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return engine.Models(e.Models).Enumerate(ctx, t, found)
}

// Models is an engine.Models: of models that Enumerate finds and that differ on
// unconstrained variables alone, it finds one. No clause excludes a model: search backtracks
// from it. The decisions of the first levels (base) are of the projection, and what follows
// from their complements at each of these levels is still to be searched. Above them search
// learns and restarts as ever; what it learns follows from the formula, and stays.
//
// Sources: M. Gebser, B. Kaufmann, A. Neumann and T. Schaub, "Conflict-Driven Answer Set
// Enumeration", LPNMR 2007, and for projections M. Gebser, B. Kaufmann and T. Schaub,
// "Solution Enumeration for Projected Boolean Search Problems", CPAIOR 2009.
func (e *Engine) Models(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
	s, err := newSession(ctx, t, t.Assume, e.options)
	if err != nil {
		return err
	}
	defer s.Close()
	p := t.Projection(ctx, s.Database)
	for _, v := range p.Branch {
		s.simplifier.Freeze(v)
	}
	a, b := &dimacs.Assignment{}, branches{of: p.Branch}
	for {
		if satisfied, err := s.search(ctx); !satisfied {
			return cmp.Or(err, s.Err)
		}
		s.model(a, t.Assume)
		if err := found(a, p); err != nil {
			return err
		}
		if b.leave(s.solver); !s.retreat() {
			return nil
		}
	}
}

// branches are the variables of the projection.
type branches struct {
	of          []uint32
	is          []bool // by variable: it represents one of them
	substituted int64  // variables, when that was found out
	model       []clause.Lit
}

// leave makes the levels of a model all such as may be left one by one: of decisions on the
// projection alone, as far as that has other values.
func (b *branches) leave(s *solver) {
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
		return
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
