package encode

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"queens/dimacs"
)

// A Size is what the header of a formula declares.
type Size struct {
	Variables int // board and auxiliary variables
	Clauses   int64
}

// A group is a run of clauses that together express one constraint.
type group struct {
	comment func() string // what the constraint is, for learners
	// meanings are those of the auxiliary variables, in words; nil if there are none.
	meanings func() iter.Seq[string]
	aux      int64   // number of auxiliary variables
	clauses  int64   // number of clauses
	shapes   []shape // of the clauses, but of those on constraints, which have tallies
	add      func(sink Sink, vars VarSource)
}

// Encode adds the clauses of the instance to sink: those of the lines in the
// order of Constraints, first that at least one square holds a queen and then
// that at most one does; those of the number of queens, if it is not N; placed
// and blocked squares in reading order; symmetries. Encode returns the first error of the
// sink.
//
// Most sinks take clauses only: the comments, the number of variables, the projection and
// the shuffle are lost. A Collector gets the variables and the projection. Formula and Write
// keep everything.
func (in Instance) Encode(sink Sink) error {
	if c, is := sink.(*Collector); is {
		if err := c.declare(in); err != nil {
			return err
		}
	}
	return in.encode(sink, func(group, dimacs.Lit) {})
}

// encode is Encode with a call of begin before each group, which is told the
// last variable so far.
func (in Instance) encode(sink Sink, begin func(g group, last dimacs.Lit)) error {
	groups, err := in.groups()
	if err != nil {
		return err
	}
	if in.Transform != nil {
		sink = in.Transform.to(sink)
	}
	aux := &Variables{Last: dimacs.Lit(in.squareVariables())}
	for g := range groups {
		if err := sink.Err(); err != nil {
			return err
		}
		begin(g, aux.Last)
		g.add(sink, aux)
	}
	return sink.Err()
}

// Formula returns the formula that Write writes: with the comments that describe the
// instance, a projection to the variables of the board if there are others, and shuffled if
// the instance is. It ends soon after ctx does, with the cause of that.
func (in Instance) Formula(ctx context.Context) (*dimacs.Formula, error) {
	size, err := in.Size()
	if err != nil {
		return nil, err
	}
	renaming, err := in.renaming(ctx)
	if err != nil {
		return nil, err
	}
	c := &Collector{ctx: ctx, formula: &dimacs.Formula{Comments: in.Comments()}}
	if renaming == nil {
		err = in.Encode(c)
	} else {
		c.grow(size.Variables)
		if board := in.BoardVariables(); size.Variables > board {
			c.project(projection(ctx, board, renaming))
		}
		err = in.writeShuffled(ctx, c, size, renaming)
	}
	if err = cmp.Or(err, c.Err()); err != nil {
		return nil, err
	}
	c.formula.Limit = 0
	return c.formula, nil
}

// Size returns the exact size of the formula that Encode produces without
// producing it: the sum of the closed forms of its constraints. For the
// full form with the pairwise encoding that comes to N^2 variables and
// 2N + N^2(N-1) + N(N-1)(2N-1)/3 clauses on the regular board with N > 1.
func (in Instance) Size() (Size, error) {
	if err := in.Check(); err != nil {
		return Size{}, err
	}
	vars, shapes := int64(in.squareVariables()), []shape(nil)
	amo, _ := AtMostOneByName(in.Encoding) // Check knows it
	for _, t := range in.family().tallies(in, false) {
		aux, each := t.size(amo)
		vars += t.count * aux
		for _, s := range each {
			shapes = append(shapes, shape{t.count * s.count, s.positive, s.negative})
		}
	}
	for _, g := range in.otherGroups() {
		vars, shapes = vars+g.aux, append(shapes, g.shapes...)
	}
	if vars > MaxVariables {
		return Size{}, fmt.Errorf("board size %d needs more than %d auxiliary variables with these parameters: expected at most 2^28-1 variables in all",
			in.N, MaxVariables-in.squareVariables())
	}
	if in.Transform != nil {
		return in.transformedSize(int(vars), shapes)
	}
	return Size{Variables: int(vars), Clauses: total(shapes)}, nil
}

// otherGroups returns the groups of clauses that are not about constraints.
func (in Instance) otherGroups() []group {
	return slices.Concat(in.queenGroups(), in.squareGroups(), in.symmetryGroups())
}

// groups yields the groups of clauses of the instance in the order of the file.
// They are added one after another, each at most once, and a group may use what
// an earlier one has left; sizes are good without that.
func (in Instance) groups() (iter.Seq[group], error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	amo, err := AtMostOneByName(in.Encoding)
	if err != nil {
		return nil, err
	}
	return func(yield func(group) bool) {
		for g := range in.constraintGroups(amo) {
			if !yield(g) {
				return
			}
		}
		for _, g := range in.otherGroups() {
			if !yield(g) {
				return
			}
		}
	}, nil
}

// constraintGroups yields the groups of clauses of all constraints.
func (in Instance) constraintGroups(amo AtMostOne) iter.Seq[group] {
	return func(yield func(group) bool) {
		var lits []dimacs.Lit
		for c := range in.Constraints() {
			for g := range c.groups(amo, &lits) {
				if !yield(g) {
					return
				}
			}
		}
	}
}

// group is the constraint that at most one variable of the scope is true.
func (e AtMostOne) group(s Scope, lits *[]dimacs.Lit) group {
	aux, clauses := e.Size(s.Len())
	return group{
		comment: func() string { return s.String() + ": at most one " + s.piece() + ", " + e.Name },
		meanings: func() iter.Seq[string] {
			return func(yield func(string) bool) {
				if aux == 0 {
					return
				}
				for _, m := range e.Meanings(s.Len()) {
					if !yield(m.words(s)) {
						return
					}
				}
			}
		},
		aux:     aux,
		clauses: clauses,
		add: func(sink Sink, vars VarSource) {
			*lits = s.AppendVars((*lits)[:0])
			e.Encode(*lits, sink, vars)
		},
	}
}

// squareGroups returns the unit clauses of the squares that hold a queen and of
// those that stay empty.
func (in Instance) squareGroups() []group {
	var all []group
	if placed := in.placed(); len(placed) > 0 && in.QueenCount() < in.N*in.N {
		all = append(all, units("placed queens", len(placed), slices.Values(placed), true))
	}
	if count, vars := in.emptied(); count > 0 {
		all = append(all, units("empty squares", count, vars, false))
	}
	return all
}

// units is one clause for each of so many variables, which are true or false.
func units(what string, count int, vars iter.Seq[dimacs.Lit], value bool) group {
	shapes := []shape{{int64(count), 1, 0}}
	if !value {
		shapes = []shape{{int64(count), 0, 1}}
	}
	return group{
		comment: func() string { return fmt.Sprintf("%s: %d", what, count) },
		clauses: int64(count),
		shapes:  shapes,
		add: func(sink Sink, _ VarSource) {
			clause := make([]dimacs.Lit, 1)
			for v := range vars {
				if clause[0] = v; !value {
					clause[0] = v.Neg()
				}
				sink.Clause(clause...)
				if sink.Err() != nil {
					return
				}
			}
		},
	}
}
