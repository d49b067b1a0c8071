package encode

import (
	"context"
	"fmt"

	"queens/dimacs"
)

// renamed is a Sink that renames the literals on their way to another one.
type renamed struct {
	sink     Sink
	renaming *Shuffle
	lits     []dimacs.Lit
}

func (r *renamed) Clause(lits ...dimacs.Lit) { r.sink.Clause(r.apply(lits)...) }
func (r *renamed) Pairs(lits []dimacs.Lit)   { r.sink.Pairs(r.apply(lits)) }
func (r *renamed) Err() error                { return r.sink.Err() }

func (r *renamed) Binary(a, b dimacs.Lit) {
	r.sink.Binary(r.renaming.Shuffled(a), r.renaming.Shuffled(b))
}

func (r *renamed) apply(lits []dimacs.Lit) []dimacs.Lit {
	r.lits = r.lits[:0]
	for _, l := range lits {
		r.lits = append(r.lits, r.renaming.Shuffled(l))
	}
	return r.lits
}

// maxStored is the largest number of clauses that a shuffle takes: they are all
// in memory then, in some 20 bytes each.
const maxStored = 1<<31 - 1

// writeShuffled writes the renamed clauses in random order, with their literals
// in random order. The random numbers permute the clauses first, and then the
// literals of each in the order in which they are written.
func (f cnf) writeShuffled(ctx context.Context, out *dimacs.Writer, renaming *Shuffle) error {
	stored, err := f.store(ctx, renaming)
	if err != nil {
		return err
	}
	r := newRandom(*f.in.Shuffle, streamOrder)
	order := stored.starts
	r.permute(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for _, start := range order {
		clause := stored.clause(start)
		r.permute(len(clause), func(i, j int) { clause[i], clause[j] = clause[j], clause[i] })
		out.Clause(clause...)
		if err := out.Err(); err != nil {
			return err
		}
	}
	return nil
}

// store returns all clauses, renamed.
func (f cnf) store(ctx context.Context, renaming *Shuffle) (*store, error) {
	size, err := f.in.Size()
	if err != nil {
		return nil, err
	}
	if size.Clauses > maxStored {
		return nil, fmt.Errorf("%d clauses are too many to shuffle: expected at most %d, as all are in memory for that", size.Clauses, maxStored)
	}
	length, err := f.measure(ctx, renaming)
	if err != nil {
		return nil, err
	}
	s := &store{
		ctx:    ctx,
		starts: make([]int, 0, size.Clauses),
		lits:   make([]dimacs.Lit, 0, length.literals+size.Clauses),
	}
	return s, f.in.Encode(&renamed{sink: s, renaming: renaming})
}

// A store is a Sink that keeps clauses.
type store struct {
	ctx    context.Context
	starts []int        // where clauses begin in lits
	lits   []dimacs.Lit // with a 0 after each clause
}

func (s *store) Clause(lits ...dimacs.Lit) {
	s.starts = append(s.starts, len(s.lits))
	s.lits = append(append(s.lits, lits...), 0)
}

func (s *store) Binary(a, b dimacs.Lit) {
	s.starts = append(s.starts, len(s.lits))
	s.lits = append(s.lits, a, b, 0)
}

func (s *store) Pairs(lits []dimacs.Lit) {
	for i, a := range lits {
		for _, b := range lits[i+1:] {
			s.Binary(a, b)
		}
	}
}

func (s *store) Err() error { return context.Cause(s.ctx) }

// clause returns the clause that begins at start.
func (s *store) clause(start int) []dimacs.Lit {
	end := start
	for s.lits[end] != 0 {
		end++
	}
	return s.lits[start:end]
}
