package encode

import (
	"context"
	"fmt"

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

// Renaming returns the shuffle of the instance's own variables, for reading its
// models back; nil if it has none. An instance that cannot be encoded is an
// error.
func (in Instance) Renaming() (*Shuffle, error) { return in.renaming(context.Background()) }

// renaming is Renaming until ctx ends.
func (in Instance) renaming(ctx context.Context) (*Shuffle, error) {
	if in.Shuffle == nil {
		return nil, nil
	}
	size, err := in.Size()
	if err != nil {
		return nil, err
	}
	return newShuffle(ctx, *in.Shuffle, size.Variables)
}

// maxShuffled is the largest number of clauses that a shuffle takes: they are
// all in memory then, in some 20 bytes each.
const maxShuffled = 1<<31 - 1

// writeShuffled writes the renamed clauses in random order, with their literals
// in random order. The random numbers permute the clauses first, and then the
// literals of each in the order in which they are written.
func (in Instance) writeShuffled(ctx context.Context, out dimacs.Sink, size Size, renaming *Shuffle) error {
	if size.Clauses > maxShuffled {
		return fmt.Errorf("%d clauses are too many to shuffle: expected at most %d, as all are in memory for that", size.Clauses, maxShuffled)
	}
	count := literalCount{ctx: ctx}
	if err := in.Encode(&count); err != nil {
		return err
	}
	list := clauseList{ctx: ctx, starts: make([]int, 0, size.Clauses), lits: make([]dimacs.Lit, 0, count.n+size.Clauses)}
	if err := in.Encode(&list); err != nil {
		return err
	}
	r := newRandom(*in.Shuffle, streamOrder)
	order := list.starts
	if err := r.permute(ctx, len(order), func(i, j int) { order[i], order[j] = order[j], order[i] }); err != nil {
		return err
	}
	for _, start := range order {
		clause := list.clause(start)
		if err := r.permute(ctx, len(clause), func(i, j int) { clause[i], clause[j] = clause[j], clause[i] }); err != nil {
			return err
		}
		for i, l := range clause {
			clause[i] = renaming.Shuffled(l)
		}
		out.Clause(clause...)
		if err := out.Err(); err != nil {
			return err
		}
	}
	return nil
}

// A literalCount is a dimacs.Sink that counts literals, so that the array for them is
// made once.
type literalCount struct {
	ctx context.Context
	n   int64
}

func (c *literalCount) Clause(lits ...dimacs.Lit) { c.n += int64(len(lits)) }
func (c *literalCount) Binary(_, _ dimacs.Lit)    { c.n += 2 }
func (c *literalCount) Pairs(lits []dimacs.Lit)   { c.n += int64(len(lits)) * int64(len(lits)-1) }
func (c *literalCount) Err() error                { return context.Cause(c.ctx) }

// A clauseList is a dimacs.Sink that keeps clauses so that any of them is found at
// once, in less memory than a slice for each.
type clauseList struct {
	ctx    context.Context
	starts []int        // where clauses begin in lits
	lits   []dimacs.Lit // with a 0 after each clause
}

func (c *clauseList) Clause(lits ...dimacs.Lit) {
	c.starts = append(c.starts, len(c.lits))
	c.lits = append(append(c.lits, lits...), 0)
}

func (c *clauseList) Binary(a, b dimacs.Lit) {
	c.starts = append(c.starts, len(c.lits))
	c.lits = append(c.lits, a, b, 0)
}

func (c *clauseList) Pairs(lits []dimacs.Lit) {
	for i, a := range lits {
		if c.ctx.Err() != nil {
			return
		}
		for _, b := range lits[i+1:] {
			c.Binary(a, b)
		}
	}
}

func (c *clauseList) Err() error { return context.Cause(c.ctx) }

// clause returns the clause that begins at start.
func (c *clauseList) clause(start int) []dimacs.Lit {
	end := start
	for c.lits[end] != 0 {
		end++
	}
	return c.lits[start:end]
}
