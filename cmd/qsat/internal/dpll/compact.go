package dpll

import (
	"context"

	"queens/dimacs"
)

// A source is a formula in variables that arrays can be laid out by.
type source struct {
	*dimacs.Formula
	names []int32         // the original variable of each, from 1; nil if they are the same
	index map[int32]int32 // the opposite; nil if they are the same
}

// sparse is how many variables for each clause are too many for arrays over
// all of them.
const sparse = 4

// compact returns the formula itself, or a copy in other variables if there
// are far more variables than clauses: one large literal in a small file costs
// nothing.
func compact(ctx context.Context, f *dimacs.Formula, units []dimacs.Lit) (source, error) {
	if f.Vars <= sparse*f.NumClauses()+1<<16 {
		return source{Formula: f}, nil
	}
	s := source{Formula: &dimacs.Formula{}, names: []int32{0}, index: map[int32]int32{}}
	var renamed []dimacs.Lit
	for c := range until(ctx, f.Clauses()) {
		renamed = renamed[:0]
		for _, l := range c {
			renamed = append(renamed, s.rename(l))
		}
		s.Formula.Add(renamed...)
	}
	for _, l := range units {
		s.rename(l)
	}
	s.Formula.Vars = len(s.names) - 1
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	return s, nil
}

// rename returns l in the variables of s, with a new one if need be.
func (s *source) rename(l dimacs.Lit) dimacs.Lit {
	if s.index == nil {
		return l
	}
	v, known := s.index[int32(l.Var())]
	if !known {
		v = int32(len(s.names))
		s.names = append(s.names, int32(l.Var()))
		s.index[int32(l.Var())] = v
	}
	if l < 0 {
		return dimacs.Lit(-v)
	}
	return dimacs.Lit(v)
}

// name returns the variable of the task that v stands for.
func (s *source) name(v int) int {
	if s.names == nil {
		return v
	}
	return int(s.names[v])
}

// variable returns the variable that stands for that of the task, or 0 if there
// is none because it occurs nowhere.
func (s *source) variable(name int) int {
	if s.index == nil {
		return name
	}
	return int(s.index[int32(name)])
}
