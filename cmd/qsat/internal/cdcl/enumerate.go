package cdcl

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Enumerate calls found with every model, once for each assignment of the projection. The errors
// are as in Models.
func (e *Engine) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	return engine.Models(e.Models).Enumerate(ctx, t, found)
}

// Models implements engine.Models: among the models that differ only on unconstrained variables, it
// finds one. It calls found with an assignment that the next call changes, and with the projection
// of t. It returns nil after the last model, ErrLimit (only an engine made by Few),
// clause.ErrTooLarge, an error of the proof, the cause of ctx, or an error of found.
//
// After a model, the search backtracks chronologically. The levels up to base are decisions on the
// projection whose other value has not been searched. Above them the search learns and restarts as
// usual. Until exclude is called, no clause excludes a model, so learned clauses follow from the
// formula. Example: if the decisions a, b and c lead to a model, base is 3. The search then
// replaces level 3 by -c at level 2, and when that is exhausted, level 2 by -b at level 1.
//
// Both values of a decision must be searched. So phases are chosen to lead to conflicts early, not
// to models. Variables are eliminated only after a long search, because giving them values takes
// longer for each model than propagating them.
//
// Sources: M. Gebser, B. Kaufmann, A. Neumann and T. Schaub, "Conflict-Driven Answer Set
// Enumeration", LPNMR 2007, and for projections M. Gebser, B. Kaufmann and T. Schaub, "Solution
// Enumeration for Projected Boolean Search Problems", CPAIOR 2009.
func (e *Engine) Models(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
	o := e.options
	o.delay = 0
	o.techniques = slices.Clone(o.techniques)
	for i, k := range o.techniques { // no elimination before the first inprocessing
		if k.when&rarely != 0 {
			o.techniques[i].when = rarely
		}
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
			s.onlyStable, s.constraining, s.WatchTrue = true, s.constrainingPhases(), true
		}
		if s.unchanged == 0 {
			s.model(a, t.Assume)
		} else {
			s.change(a)
		}
		s.unchanged = len(s.Trail)
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
		// While levels are kept, their decisions come before free decisions; so exclude them.
		if free && s.stats.Conflicts >= max(s.options.free*models, s.excluded*s.excluded/excludeSquare) {
			s.exclude()
		}
		s.limits.exclude = s.stats.Conflicts + s.options.exclude
	}
}

// A branches holds the variables of the projection, for leave.
type branches struct {
	of          []uint32     // the variables to branch on; see engine.Projection
	is          []bool       // indexed by variable: it represents a variable in of; see simplify.Simplifier.Representative
	substituted int64        // number of substituted variables at the time when is was computed
	model       []clause.Lit // buffer of leave
}

// leave prepares the trail of a model for retreat: it makes every decision a decision on the
// projection, and sets s.base to the number of levels. If there are other decisions, which are
// called free, it undoes them and all decisions above, and decides the values that the model has on
// the projection. It reports whether there were free decisions. The values on the projection stay;
// other variables may lose theirs.
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

// An outOfOrder literal was implied at a kept level below the level at which it is on the trail.
type outOfOrder struct {
	lit    clause.Lit
	level  int           // the kept level
	reason clause.Reason // set by retreat
}

// retreat replaces the last kept level by the complement of its decision, at the level before, and
// returns true. The current level must be s.base. retreat assigns the literals of s.outOfOrder on
// that level again, because lower levels imply them. If no level is kept, it calls Refute and
// returns false: the search is complete.
func (s *solver) retreat() bool {
	if s.base == 0 {
		s.Refute()
		return false
	}
	decision := s.Trail[s.LevelStart(s.base)]
	first := len(s.outOfOrder)
	for ; first > 0 && s.LevelOf(s.outOfOrder[first-1].lit) == s.base; first-- {
		s.outOfOrder[first-1].reason = s.ReasonOf(s.outOfOrder[first-1].lit)
	}
	s.base--
	s.backtrack(s.base)
	again := s.outOfOrder[first:]
	s.outOfOrder = s.outOfOrder[:first]
	for _, x := range again {
		if s.Assign(x.lit, x.reason); x.level < s.base {
			s.outOfOrder = append(s.outOfOrder, x)
		}
	}
	s.Assign(decision.Not(), 0)
	return true
}

// exclude undoes the kept levels and adds clauses that exclude the assignments already searched
// below them. For each literal of a kept level that has no reason and is no decision, such as the
// complement of a decision, a clause says that the decisions before imply it. So the number of
// clauses is at most the length of the trail, for any number of models. exclude adds their number
// to s.excluded. Literals of s.outOfOrder that level 0 implies become units.
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
	units := slices.DeleteFunc(s.outOfOrder, func(x outOfOrder) bool { return x.level > 0 })
	s.base, s.outOfOrder = 0, nil
	s.backtrack(0)
	for _, x := range units {
		s.AddUnit(x.lit)
	}
	for _, c := range clauses {
		s.AddWatched(c, 0)
	}
	s.excluded += int64(len(clauses))
}
