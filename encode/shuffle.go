package encode

import "queens/dimacs"

// A Shuffle renames variables and flips polarities, so that nothing in a
// formula tells which square a variable stands for. It is a function of a seed
// and of the number of variables, both of which the head of a file gives, so
// that models can be read back.
type Shuffle struct {
	to   []dimacs.Lit // variable -> the literal that stands for it
	from []dimacs.Lit // new variable -> the literal that it stands for
}

// NewShuffle returns the shuffle of variables 1 to vars that belongs to the
// seed. It takes eight bytes of memory for each.
func NewShuffle(seed int64, vars int) *Shuffle {
	s := &Shuffle{to: make([]dimacs.Lit, vars+1), from: make([]dimacs.Lit, vars+1)}
	for v := range s.to {
		s.to[v] = dimacs.Lit(v)
	}
	r := newRandom(seed, streamRenaming)
	order := s.to[1:]
	r.permute(vars, func(i, j int) { order[i], order[j] = order[j], order[i] })
	flip := r.coins()
	for v := 1; v <= vars; v++ {
		renamed := s.to[v]
		s.from[renamed] = dimacs.Lit(v)
		if flip() {
			s.to[v], s.from[renamed] = -renamed, dimacs.Lit(-v)
		}
	}
	return s
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

// Renaming returns the shuffle of the instance's own variables, for reading its
// models back; nil if it has none. An instance that cannot be encoded is an
// error.
func (in Instance) Renaming() (*Shuffle, error) {
	if in.Shuffle == nil {
		return nil, nil
	}
	size, err := in.Size()
	if err != nil {
		return nil, err
	}
	return NewShuffle(*in.Shuffle, size.Variables), nil
}
