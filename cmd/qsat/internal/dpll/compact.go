package dpll

import (
	"context"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A source is a formula in variables that arrays can be laid out by.
type source struct {
	*dimacs.Formula
	numbering *clause.Numbering // nil if the variables are those of the task
}

// compact returns the formula itself, or a copy in other variables if there
// are far more variables than clauses: one large literal in a small file costs
// nothing.
func compact(ctx context.Context, f *dimacs.Formula, units []dimacs.Lit) (source, error) {
	if !clause.IsSparse(f) {
		return source{Formula: f}, nil
	}
	numbering, err := clause.Number(ctx, f, units)
	if err != nil {
		return source{}, err
	}
	s := source{&dimacs.Formula{}, numbering}
	var renamed []dimacs.Lit
	for c := range until(ctx, f.Clauses()) {
		renamed = renamed[:0]
		for _, l := range c {
			renamed = append(renamed, numbering.Lit(l).Dimacs())
		}
		s.Formula.Add(renamed...)
	}
	s.Formula.Vars = len(numbering.Names) - 1
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	return s, nil
}

// lit returns a literal of the task as one of the search.
func (s *source) lit(l dimacs.Lit) int32 {
	if s.numbering == nil {
		return int32(clause.Of(l))
	}
	return int32(s.numbering.Lit(l))
}

// name returns the variable of the task that v stands for.
func (s *source) name(v int) int {
	if s.numbering == nil {
		return v
	}
	return int(s.numbering.Names[v])
}

// variable returns the variable that stands for that of the task, or 0 if there
// is none because it occurs nowhere.
func (s *source) variable(name int) int {
	if s.numbering == nil {
		return name
	}
	return s.numbering.Var(name)
}
