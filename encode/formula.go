package encode

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"queens/dimacs"
	"queens/encode/internal/random"
)

// Renaming returns the shuffle of the instance, which maps the literals of its models back, or nil if the
// instance is not shuffled. For a shuffled instance, it returns an error if Size does.
func (in Instance) Renaming() (*Shuffle, error) { return in.renaming(context.Background()) }

// renaming is Renaming with a context that can end it.
func (in Instance) renaming(ctx context.Context) (*Shuffle, error) {
	if in.Shuffle == nil {
		return nil, nil
	}
	size, err := in.Size()
	if err != nil {
		return nil, err
	}
	return NewShuffle(ctx, *in.Shuffle, size.Variables)
}

// Formula returns the formula that Write writes. With an aim, its field Soft holds the objective. The formula has the comments that
// describe the instance. If there are auxiliary variables, it has a projection to the variables of
// the board. It is shuffled if the instance is. Formula returns an error if Size does or if there are
// too many clauses to shuffle. If ctx ends, it stops soon and returns the cause.
func (in Instance) Formula(ctx context.Context) (*dimacs.Formula, error) {
	size, err := in.Size()
	if err != nil {
		return nil, err
	}
	renaming, err := in.renaming(ctx)
	if err != nil {
		return nil, err
	}
	c := dimacs.NewCollector(ctx, size.Variables)
	f := c.Formula()
	f.Comments = in.Comments()
	if board := in.BoardVariables(); size.Variables > board {
		f.Projection = slices.Collect(projection(ctx, board, renaming))
	}
	switch {
	case in.Aim != "":
		out := &softSink{SoftSink: c, hard: c.Clause}
		err = in.encode(out, func(g group, _ int) { out.inSoft = g.soft })
	case renaming == nil:
		err = in.Encode(c)
	default:
		err = in.writeShuffled(ctx, c, size, renaming)
	}
	if err = cmp.Or(err, c.Err()); err != nil {
		return nil, err
	}
	f.Limit = 0
	return f, nil
}

// maxShuffled is the largest number of clauses of a shuffled formula. They are all held in
// memory, at about 20 bytes each.
const maxShuffled = 1<<31 - 1

// writeShuffled writes the clauses of in to out: renamed, in random order, and with their literals in random
// order. The seed is *in.Shuffle, which must be set; size must be the size of in, and renaming the result of
// in.Renaming. writeShuffled holds all clauses in memory. It returns an error if there are more than
// maxShuffled clauses, the error of out, or the cause of ctx.
func (in Instance) writeShuffled(ctx context.Context, out dimacs.SoftSink, size Size, renaming *Shuffle) error {
	if size.Clauses > maxShuffled {
		return tooManyToShuffle(size.Clauses)
	}
	list := ClauseList{ctx: ctx, starts: make([]int, 0, size.Clauses), lits: make([]dimacs.Lit, 0, 4*size.Clauses)} // most clauses have two literals, and a 0
	if err := in.Encode(&list); err != nil {
		return err
	}
	return list.Shuffle(*in.Shuffle, renaming, out)
}

func tooManyToShuffle(clauses int64) error {
	return fmt.Errorf("%d clauses are too many to shuffle: expected at most %d, because all clauses are held in memory", clauses, maxShuffled)
}

// Shuffle writes the clauses of the list to out in random order, with their literals in random order. Soft
// clauses keep their weights. Unless renaming is nil, it also renames the literals. The random numbers of the
// seed first permute the clauses, and then the literals of each clause in the order of writing. Shuffle
// changes the list. It returns an error if there are more than 2^31-1 clauses, the error of out, or the cause
// of the context.
func (c *ClauseList) Shuffle(seed int64, renaming *Shuffle, out dimacs.SoftSink) error {
	if len(c.starts) > maxShuffled {
		return tooManyToShuffle(int64(len(c.starts)))
	}
	r := random.New(seed, random.StreamOrder)
	order := c.starts
	if err := r.Permute(c.ctx, len(order), func(i, j int) {
		order[i], order[j] = order[j], order[i]
		if c.weights != nil {
			c.weights[i], c.weights[j] = c.weights[j], c.weights[i]
		}
	}); err != nil {
		return err
	}
	for k, start := range order {
		clause := c.clause(start)
		if err := r.Permute(c.ctx, len(clause), func(i, j int) { clause[i], clause[j] = clause[j], clause[i] }); err != nil {
			return err
		}
		if renaming != nil {
			for i, l := range clause {
				clause[i] = renaming.Shuffled(l)
			}
		}
		if c.weights == nil {
			out.Clause(clause...)
		} else {
			out.SoftClause(c.weights[k], clause...)
		}
		if err := out.Err(); err != nil {
			return err
		}
	}
	return nil
}

// A ClauseList is a dimacs.Sink that stores clauses for access in any order. It takes four bytes per literal,
// twelve bytes per clause, and eight more per soft clause. A clause that contains 0 panics, as in
// dimacs.Formula.Add.
type ClauseList struct {
	ctx     context.Context
	starts  []int        // positions in lits where the clauses begin
	lits    []dimacs.Lit // with a 0 after each clause
	weights []int64      // of soft clauses, in the order of starts; otherwise nil
}

// NewClauseList returns an empty list. Its methods stop soon when ctx ends.
func NewClauseList(ctx context.Context) *ClauseList { return &ClauseList{ctx: ctx} }

// Clause adds a copy of a clause.
func (c *ClauseList) Clause(lits ...dimacs.Lit) {
	if slices.Contains(lits, 0) {
		panic("encode: literal 0 in a clause")
	}
	c.starts = append(c.starts, len(c.lits))
	c.lits = append(append(c.lits, lits...), 0)
}

// SoftClause adds a copy of a soft clause. The other clauses of the list must be soft, too.
func (c *ClauseList) SoftClause(weight int64, lits ...dimacs.Lit) {
	c.Clause(lits...)
	c.weights = append(c.weights, weight)
}

// Binary adds the clause {a, b}.
func (c *ClauseList) Binary(a, b dimacs.Lit) { c.Clause(a, b) }

// Pairs adds a clause for each pair of literals.
func (c *ClauseList) Pairs(lits []dimacs.Lit) { dimacs.AddPairs(c, lits) }

// Err returns the cause of the end of the context, or nil.
func (c *ClauseList) Err() error { return context.Cause(c.ctx) }

// clause returns the clause that begins at position start of lits. It shares its memory with lits.
func (c *ClauseList) clause(start int) []dimacs.Lit {
	end := start
	for c.lits[end] != 0 {
		end++
	}
	return c.lits[start:end]
}
