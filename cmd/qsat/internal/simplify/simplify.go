// Package simplify makes the clauses of a clause.Database simpler between phases of
// search. It owns which variables are fixed, eliminated or substituted, and the
// reconstruction stack that extends a model of the simplified clauses to them.
//
// Every technique begins and ends with a propagated trail at level 0 and watched
// clauses, and takes a budget of ticks, which is used up once its context ends. If it finds
// too many clauses (clause.ErrTooLarge), it leaves them unwatched, and nothing more can be
// done with them.
//
// What is done to the clauses preserves the models over the active variables, once
// for each, so also the number of models if the variables that are counted are
// frozen. Equivalent literals are an exception in name only: a frozen
// variable may be substituted, but its representative is frozen then.
//
// While clauses are resolved, the watch lists are lists of occurrences (see
// clause.Database.Connect), with these invariants once units are propagated:
//   - A clause that was not learned has no literal with a value.
//   - It is in the lists of its literals and, unless it is garbage, in no others.
package simplify

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// Flags of a variable.
const (
	eliminated  = 1 << iota
	substituted // by its representative
	frozen
	candidate // for elimination: a clause of it was dropped since the last attempt
	touched   // in a clause that is new to subsumption
	inactive  = eliminated | substituted
)

// A Simplifier simplifies a database.
type Simplifier struct {
	*clause.Database
	Stats statistics
	Gates int // that Congruence found when it was last called

	flags           []uint8      // by variable
	representatives []clause.Lit // by literal: of the same class and nearer to the representative
	stack           []clause.Lit // of reconstruction: clauses, each before its size

	ctx   context.Context
	limit int64 // of Stats.Ticks
	poll  int64

	// While clauses are connected.
	head        int                 // how much of the trail is propagated
	occurrences []int32             // by literal: clauses that were not learned
	literals    int                 // in all of them
	long        int                 // by how many elimination has made those of more than two literals grow
	queue       []clause.Ref        // clauses to subsume others
	schedule    *clause.Heap[int64] // of variables to eliminate, the cheapest first; nil while none are

	marks []int64 // by literal: the last round that marked it
	round int64

	// Of elimination.
	bounds     Bounds
	growth     int            // with which all variables were tried that are no candidates
	positive   []clause.Watch // the clauses of the literal to be resolved on
	negative   []clause.Watch // and of its complement
	resolvents []clause.Lit   // the size of each, and its literals
	gate       gate

	probed     []int32 // by literal: the length of the trail when it was probed last, and 1
	lastProbed clause.Lit
	buffer     []clause.Lit
	snapshot   []clause.Watch // of a list
}

// statistics count what was done.
type statistics struct {
	Eliminated, Substituted int64 // variables
	Ticks                   int64 // cache lines read, about
}

// New returns a simplifier for a database at level 0.
func New(d *clause.Database) *Simplifier {
	n := d.NumLits()
	s := &Simplifier{
		Database: d, flags: slices.Repeat([]uint8{candidate | touched}, n/2), marks: make([]int64, n),
		occurrences: make([]int32, n), probed: make([]int32, n), representatives: make([]clause.Lit, n),
	}
	s.flags[0] = eliminated // it is no variable
	return s
}

// Clone returns a simplifier for a copy of the database that goes on from where s is.
func (s *Simplifier) Clone(d *clause.Database) *Simplifier {
	c := New(d)
	c.growth, c.stack = s.growth, slices.Clip(s.stack) // to which both only append
	copy(c.flags, s.flags)
	copy(c.representatives, s.representatives)
	return c
}

// Freeze keeps a variable from being eliminated, for ever.
func (s *Simplifier) Freeze(v uint32) {
	s.flags[s.Representative(clause.Positive(v)).Var()] |= frozen
}

// Active reports whether a variable is neither fixed nor eliminated nor
// substituted.
func (s *Simplifier) Active(v uint32) bool { return s.flags[v]&inactive == 0 && !s.IsAssigned(v) }

// Eliminated reports whether a variable was eliminated.
func (s *Simplifier) Eliminated(v uint32) bool { return s.flags[v]&eliminated != 0 }

// Representative returns the literal that has taken the place of an equivalent
// one, which is l itself if none has. It may have a value.
func (s *Simplifier) Representative(l clause.Lit) clause.Lit {
	for s.flags[l.Var()]&substituted != 0 {
		l = s.representatives[l]
	}
	return l
}

// pollTicks is how many ticks pass between two looks at the context; tests look
// more often.
var pollTicks int64 = 1 << 9

// begin prepares a technique with a budget. It returns false if there is nothing
// to be done.
func (s *Simplifier) begin(ctx context.Context, ticks int64) bool {
	s.ctx, s.poll, s.limit = ctx, 0, s.Stats.Ticks+ticks
	return s.err() == nil && !s.Unwatched && s.PropagateUnits()
}

// stops reports whether the budget is used up, or the clauses are refuted.
func (s *Simplifier) stops() bool {
	if s.Stats.Ticks >= s.poll {
		s.poll = s.Stats.Ticks + pollTicks
		if s.err() != nil {
			s.limit = -1
		}
	}
	return s.Unsat || s.Stats.Ticks > s.limit
}

// countList counts the ticks of a look through the list of a literal.
func (s *Simplifier) countList(l clause.Lit) { s.Stats.Ticks += 1 + int64(len(s.Watching(l)))>>3 }

// err returns why to stop, if that is not a refutation or a budget.
func (s *Simplifier) err() error { return cmp.Or(s.Err, context.Cause(s.ctx)) }

// mark begins a round, and marks literals.
func (s *Simplifier) mark(lits []clause.Lit) {
	s.round++
	for _, l := range lits {
		s.marks[l] = s.round
	}
}

// push notes that a clause was dropped which a model of the others may falsify, and that
// the witness, one of its literals, is to be made true then. A clause is pushed before those
// of variables that are eliminated later, and Extend takes the last clause first.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, "Inprocessing Rules",
// IJCAR 2012.
func (s *Simplifier) push(witness clause.Lit, lits []clause.Lit) {
	n := len(s.stack)
	s.stack = append(s.stack, witness)
	for _, l := range lits {
		if l != witness {
			s.stack = append(s.stack, l)
		}
	}
	s.stack = append(s.stack, clause.Lit(len(s.stack)-n))
}

// Extend gives values to the variables that were eliminated or substituted, so
// that a model of the simplified clauses becomes one of all. The values are by
// literal, as those of the database; variables without one count as false.
func (s *Simplifier) Extend(values []int8) {
next:
	for end := len(s.stack); end > 0; {
		n := int(s.stack[end-1])
		lits := s.stack[end-1-n : end-1]
		end -= n + 1
		for _, l := range lits {
			if values[l] > 0 || values[l] == 0 && l.Sign() < 0 {
				continue next
			}
		}
		values[lits[0]], values[lits[0].Not()] = 1, -1
	}
}
