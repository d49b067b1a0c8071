package encode

import (
	"context"
	"iter"

	"queens/dimacs"
)

// A Shuffle renames variables and flips polarities, so that nothing in a
// formula tells which square a variable stands for. It is a function of a seed
// and of the number of variables, both of which the head of a file gives, so
// that models can be read back.
type Shuffle struct {
	to   []dimacs.Lit // variable -> the literal that stands for it
	from []dimacs.Lit // new variable -> the literal that it stands for
}

// newShuffle returns the shuffle of variables 1 to vars that belongs to the
// seed. It takes eight bytes of memory for each.
func newShuffle(ctx context.Context, seed int64, vars int) (*Shuffle, error) {
	s := &Shuffle{to: make([]dimacs.Lit, vars+1), from: make([]dimacs.Lit, vars+1)}
	for v := range s.to {
		if s.to[v] = dimacs.Lit(v); v&0xffff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	r := newRandom(seed, streamRenaming)
	order := s.to[1:]
	if err := r.permute(ctx, vars, func(i, j int) { order[i], order[j] = order[j], order[i] }); err != nil {
		return nil, err
	}
	flip := r.coins()
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

// Shuffled returns the literal that stands for l in the shuffled formula, or 0
// if the variable of l is not one of 1 to Vars.
func (s *Shuffle) Shuffled(l dimacs.Lit) dimacs.Lit { return apply(s.to, l) }

// Original returns the literal that l of the shuffled formula stands for, or 0
// if the variable of l is not one of 1 to Vars.
func (s *Shuffle) Original(l dimacs.Lit) dimacs.Lit { return apply(s.from, l) }

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

// projection yields the variables of a board with count variables in ascending order, which
// tells nothing about what a shuffle has done. It ends early if ctx does.
func projection(ctx context.Context, count int, renaming *Shuffle) iter.Seq[dimacs.Lit] {
	last, stands := count, func(int) bool { return true } // for a variable of the board
	if renaming != nil {
		last, stands = renaming.Vars(), func(v int) bool { return renaming.Original(dimacs.Lit(v)).Var() <= count }
	}
	return func(yield func(dimacs.Lit) bool) {
		for v := 1; v <= last; v++ {
			if v&0xffff == 0 && ctx.Err() != nil || stands(v) && !yield(dimacs.Lit(v)) {
				return
			}
		}
	}
}
