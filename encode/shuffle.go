package encode

import (
	"context"
	"iter"

	"queens/dimacs"
	"queens/encode/internal/random"
)

// A Shuffle renames variables and complements some of them, so that the formula does not
// show which square a variable belongs to. It depends only on a seed and the number of
// variables. Both are at the head of the file, so that a model can be mapped back.
type Shuffle struct {
	to   []dimacs.Lit // indexed by original variable: its literal in the shuffled formula
	from []dimacs.Lit // indexed by shuffled variable: its original literal
}

// NewShuffle returns the shuffle of variables 1 to vars for the seed, or the cause of ctx
// if ctx ends. It uses eight bytes for each variable.
func NewShuffle(ctx context.Context, seed int64, vars int) (*Shuffle, error) {
	s := &Shuffle{to: make([]dimacs.Lit, vars+1), from: make([]dimacs.Lit, vars+1)}
	for v := range s.to {
		if s.to[v] = dimacs.Lit(v); v&0xffff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	r := random.New(seed, random.StreamRenaming)
	order := s.to[1:]
	if err := r.Permute(ctx, vars, func(i, j int) { order[i], order[j] = order[j], order[i] }); err != nil {
		return nil, err
	}
	flip := r.Coins()
	for v := 1; v <= vars; v++ {
		if v&0xffff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		renamed := s.to[v]
		s.from[renamed] = dimacs.Lit(v)
		if flip() {
			s.to[v], s.from[renamed] = -renamed, dimacs.Lit(-v)
		}
	}
	return s, nil
}

// Vars returns the number of variables.
func (s *Shuffle) Vars() int { return len(s.to) - 1 }

// Shuffled returns the literal of the shuffled formula for the original literal l, or 0 if
// the variable of l is not from 1 to Vars.
func (s *Shuffle) Shuffled(l dimacs.Lit) dimacs.Lit { return apply(s.to, l) }

// Original returns the original literal for the literal l of the shuffled formula, or 0 if
// the variable of l is not from 1 to Vars.
func (s *Shuffle) Original(l dimacs.Lit) dimacs.Lit { return apply(s.from, l) }

// apply returns the literal to which the table to, indexed by variable, maps l, or 0 if the table has no such entry.
func apply(to []dimacs.Lit, l dimacs.Lit) dimacs.Lit {
	v := l.Var()
	if v < 1 || v >= len(to) {
		return 0
	}
	if l < 0 {
		return -to[v]
	}
	return to[v]
}

// projection yields the count variables of the board, renamed and in ascending order, so
// that the order reveals nothing about the shuffle. A nil renaming keeps them. It ends
// early if ctx ends.
func projection(ctx context.Context, count int, renaming *Shuffle) iter.Seq[int] {
	last, onBoard := count, func(int) bool { return true } // reports whether a variable belongs to the board
	if renaming != nil {
		last, onBoard = renaming.Vars(), func(v int) bool { return renaming.Original(dimacs.Lit(v)).Var() <= count }
	}
	return func(yield func(int) bool) {
		for v := 1; v <= last; v++ {
			if v&0xffff == 0 && ctx.Err() != nil || onBoard(v) && !yield(v) {
				return
			}
		}
	}
}
