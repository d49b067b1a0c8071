package dpll

import (
	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// load builds a search for one model, or with all a search for all models over the projection of t.
// It fails as build does.
func (e *Engine) load(t *engine.Task, all bool) (*search, error) {
	f, numbering := compact(t)
	s := &search{
		task: t, vars: f.Vars, numbering: numbering, values: bitset.New[clause.Lit](2*f.Vars + 2), trail: make([]clause.Lit, 0, f.Vars),
		random:  random.DPLL.Rand(t.Seed),
		restart: schedule{limit: 16}, poll: pollSteps, limit: unlimited,
	}
	if e.Limit > 0 {
		s.limit, s.poll = e.Limit, min(s.poll, e.Limit)
	}
	s.stages[0].end = f.Vars
	if all && t.Project != nil {
		s.projected = bitset.New[clause.Lit](2*f.Vars + 2)
		for _, v := range t.Project {
			s.projected.Add(clause.Positive(numbering.Var(v))) // 0 if the numbering does not contain it
		}
		s.stages[0].end, s.stages[1].end = len(t.Project), len(t.Project)+f.Vars
	}
	if err := s.build(f, e.Structured && !e.Lucky); err != nil {
		return nil, err
	}
	return s, nil
}

// compact returns the formula of a task and a nil numbering. If variables are sparse (see
// clause.IsSparse), it returns a copy with the variables renumbered, and the numbering, which
// contains the variables of the assumptions, too. So one large literal in a small file costs
// nothing.
func compact(t *engine.Task) (*dimacs.Formula, *clause.Numbering) {
	if !clause.IsSparse(t.Formula) {
		return t.Formula, nil
	}
	numbering := clause.Number(t.Formula, t.Assume)
	f := &dimacs.Formula{}
	var lits []dimacs.Lit
	for c := range t.Formula.Clauses() {
		lits = lits[:0]
		for _, l := range c {
			lits = append(lits, numbering.Lit(l).Dimacs())
		}
		f.Add(lits...)
	}
	f.Vars = len(numbering.Names) - 1
	return f, numbering
}

// build builds the implications, the long clauses and the unsatisfied clauses of the stages, sets
// s.structured, and makes units and assumptions true, without propagation. It sets s.empty if they
// contradict one another or a clause is empty. If structured is set, it declines a formula without
// choice clauses. It also fails as storeLong and buildImplications do.
func (s *search) build(f *dimacs.Formula, structured bool) error {
	lits := 2*f.Vars + 2
	if err := s.storeLong(f); err != nil {
		return err
	}
	b, err := buildImplications(f, lits, s.task.Threads)
	if err != nil {
		return err
	}
	s.implications = b.implications
	for _, l := range append(b.units, lists.Map(s.task.Assume, s.numbering.Lit)...) {
		s.empty = !s.makeTrue(l) || s.empty
	}
	var first, second int32
	s.structured, first, second = s.long.group(b.choices, s.projected)
	if structured && !s.structured {
		return errUnstructured
	}
	s.stages[0].unsatisfied, s.stages[1].unsatisfied = newSubset(0, first), newSubset(first, second)
	s.long.connect(lits)
	return nil
}

// declined returns an engine.DeclinedError.
func declined(reason string) error { return &engine.DeclinedError{Engine: Name, Reason: reason} }
