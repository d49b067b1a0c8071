// Package simplify simplifies the clauses of a clause.Database between stretches of search.
// It records which variables are eliminated or substituted, and keeps the reconstruction
// stack that extends a model of the simplified clauses to these variables.
//
// Every technique begins and ends at level 0, with a propagated trail and watched clauses. All
// techniques except Substitute have a budget of ticks (see clause.Database.Ticks), and all stop
// when their context ends. Functions may add ticks to Stats.OwnTicks for the clauses that they
// read; their comments do not repeat that. If the arena becomes too small (clause.ErrTooLarge), the
// clauses stay unwatched, and the database is of no further use.
//
// Techniques preserve the models over the active variables. Each of these models extends
// to a model of the original clauses. If the variables to count are frozen, the number of
// models over them stays the same, too. A frozen variable may be substituted, but then its
// representative is frozen.
//
// While a technique resolves clauses, the watch lists are occurrence lists (see
// clause.Database.Connect). Their invariants, once units are propagated:
//
//   - A clause that was not learned has no literal with a value.
//   - It is in the lists of its literals and, unless it is garbage, in no other lists.
package simplify

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/priority"
)

// Flags of a variable.
const (
	eliminated  = 1 << iota
	substituted // has a representative
	frozen
	candidate // try to eliminate it: untried, or since the last attempt it lost a clause or became a representative, or a bound was relaxed
	touched   // occurs in a clause that is new to subsumption
	inactive  = eliminated | substituted
)

// A Simplifier simplifies the clauses of a database.
type Simplifier struct {
	*clause.Database
	Stats struct { // the work so far
		Eliminated, Substituted int64 // numbers of variables
		OwnTicks                int64 // ticks of all techniques, and of package sweep; Database.Ticks has the ticks of search
	}
	// Restores makes the stack hold all clauses of an eliminated variable, so that Restore can put
	// them back. Otherwise it holds the clauses of one literal.
	Restores bool
	Gates    int // number of gates that Congruence or CloseEqual found last; a call that ends before the search for all gates keeps it

	flags           []uint8      // indexed by variable
	representatives Classes      // of the substituted literals
	stack           []clause.Lit // reconstruction stack: clauses, each followed by its size; see push

	ctx   context.Context
	limit int64 // value of Stats.OwnTicks at which the budget ends
	poll  int64 // value of Stats.OwnTicks at which to poll

	// The following fields are valid while clauses are connected; occurrences also holds the numbers
	// of the last time.
	head        int                    // number of literals on the trail that are propagated
	occurrences []int32                // indexed by literal: number of original clauses with it
	literals    int                    // number of literals in original clauses
	long        int                    // growth in this call of the number of literals in clauses of more than two
	queue       []clause.Ref           // clauses that may subsume others
	schedule    *priority.Queue[int64] // variables to eliminate, cheapest first; nil outside eliminateAll

	marks []int64 // indexed by literal: the last round that marked it
	round int64   // number of rounds of marking

	// The following fields belong to elimination.
	bounds     Bounds
	growth     int            // the bound on growth for variables that were tried
	positive   []clause.Watch // clauses with the literal to resolve on
	negative   []clause.Watch // clauses with its complement
	resolvents []clause.Lit   // for each resolvent its size and its literals
	gate       gate           // the gate of the variable to resolve on

	probed     []int32        // indexed by literal: 1 + length of the trail when it was probed last, or 0
	lastProbed clause.Lit     // literal that Probe looked at last
	buffer     []clause.Lit   // of Rewritten, strengthen and markIndirect
	snapshot   []clause.Watch // copy of an occurrence list
}

// New returns a simplifier for d, which must be at level 0. No variable is eliminated, substituted
// or frozen.
func New(d *clause.Database) *Simplifier {
	n := d.NumLits()
	s := &Simplifier{
		Database: d, flags: slices.Repeat([]uint8{candidate | touched}, n/2), marks: make([]int64, n),
		occurrences: make([]int32, n), probed: make([]int32, n), representatives: NewClasses(n),
	}
	s.flags[0] = eliminated // 0 is no variable
	return s
}

// Clone returns a simplifier for d, which must be a clone of the database of s. The new simplifier
// has the flags, the representatives, the reconstruction stack, the bound on growth, the
// statistics, the number of gates and the field Restores of s.
func (s *Simplifier) Clone(d *clause.Database) *Simplifier {
	c := New(d)
	c.Stats, c.Restores, c.Gates = s.Stats, s.Restores, s.Gates
	c.growth, c.stack = s.growth, slices.Clip(s.stack) // both only append to the stack
	copy(c.flags, s.flags)
	copy(c.representatives, s.representatives)
	return c
}

// Freeze excludes v from elimination permanently. If v was substituted, it excludes the
// representative of v.
func (s *Simplifier) Freeze(v uint32) {
	s.flags[s.Representative(clause.Positive(v)).Var()] |= frozen
}

// Active reports whether v is neither assigned nor eliminated nor substituted.
func (s *Simplifier) Active(v uint32) bool { return s.flags[v]&inactive == 0 && !s.IsAssigned(v) }

func (s *Simplifier) Eliminated(v uint32) bool { return s.flags[v]&eliminated != 0 }

// Representative returns the literal that was substituted for l, or l if l was not
// substituted. The result may be assigned.
func (s *Simplifier) Representative(l clause.Lit) clause.Lit { return s.representatives.Find(l) }

// begin starts a technique with a budget of ticks, and propagates. It returns false if the
// technique must not run: the context has ended, the database has an error, or the clauses are
// unwatched or refuted.
func (s *Simplifier) begin(ctx context.Context, ticks int64) bool {
	s.ctx, s.poll, s.limit = ctx, 0, s.Stats.OwnTicks+ticks
	return s.err() == nil && !s.Unwatched && s.PropagateUnits()
}

// stops reports whether the budget is used up, the context has ended, the database has an error, or
// the clauses are refuted. It tests context and error only every pollTicks.
func (s *Simplifier) stops() bool {
	if s.Stats.OwnTicks >= s.poll {
		s.poll = s.Stats.OwnTicks + pollTicks
		if s.err() != nil {
			s.limit = -1
		}
	}
	return s.Unsat || s.Stats.OwnTicks > s.limit
}

// chargeList adds to Stats.OwnTicks the ticks of reading the watch list of l.
func (s *Simplifier) chargeList(l clause.Lit) { s.Stats.OwnTicks += 1 + int64(len(s.Watching(l)))>>3 }

// err returns the error of the database or the cause of the context's end, or nil.
func (s *Simplifier) err() error { return cmp.Or(s.Err, context.Cause(s.ctx)) }

// mark begins a new round and marks lits in it.
func (s *Simplifier) mark(lits []clause.Lit) {
	s.round++
	for _, l := range lits {
		s.marks[l] = s.round
	}
}

// push pushes a removed clause on the reconstruction stack. A model of the remaining clauses may
// falsify the clause. If it does, Extend makes the witness true, which is a literal of the clause.
// If lits is nil, the clause consists of the witness, so Extend makes it true. Extend reads the
// stack from the top, so it repairs the variables eliminated last first.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, "Inprocessing Rules", IJCAR 2012.
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

// ends returns the ends of the clauses on the reconstruction stack, each with its size, from the top. The last is 0, the
// start of the lowest clause.
func (s *Simplifier) ends() []int {
	ends := []int{len(s.stack)}
	for end := len(s.stack); end > 0; end = ends[len(ends)-1] {
		ends = append(ends, end-1-int(s.stack[end-1]))
	}
	return ends
}

// Extend extends a model of the simplified clauses to the eliminated and substituted variables. The
// slice values is indexed by literal, like clause.Database.Values; Extend changes it in place.
// Unassigned variables count as false, and may stay unassigned.
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

// AddVariables makes room for the variables that Database.AddVariables has added.
func (s *Simplifier) AddVariables() {
	n := s.NumLits()
	for l := clause.Lit(len(s.representatives)); int(l) < n; l += 2 {
		s.flags, s.representatives = append(s.flags, candidate|touched), append(s.representatives, l, l.Not())
	}
	s.marks, s.occurrences, s.probed = clause.Grown(s.marks, n), clause.Grown(s.occurrences, n), clause.Grown(s.probed, n)
}

// Restore undoes the elimination of the variables that lits contains, and of variables that their
// clauses contain. A substituted variable stays substituted; it counts as its representative.
// Restore returns the restored variables, which are frozen from now on and no longer counted in
// Stats.Eliminated, and their clauses, which the caller must add and must not change; both are nil
// if no variable of lits is eliminated. The clauses may contain variables that were substituted
// since. Restores must have been set before the first elimination.
//
// A clause on the stack contains only variables that were active when its witness was eliminated.
// So their clauses are higher on the stack, and one pass from the bottom finds all clauses. The
// resolvents and the learned clauses stay, because they follow from the clauses.
//
// Source: K. Fazekas, A. Biere and C. Scholl, "Incremental Inprocessing in SAT Solving", SAT 2019,
// which restores clauses and not variables.
func (s *Simplifier) Restore(lits []clause.Lit) (vars []uint32, clauses [][]clause.Lit) {
	activate := func(lits []clause.Lit) {
		for _, l := range lits {
			if v := s.Representative(l).Var(); s.Eliminated(v) {
				s.flags[v] = s.flags[v]&^eliminated | frozen | candidate | touched
				s.Stats.Eliminated--
				vars = append(vars, v)
			}
		}
	}
	if activate(lits); len(vars) == 0 {
		return nil, nil
	}
	old, ends := s.stack, s.ends()
	s.stack = make([]clause.Lit, 0, len(old)) // a clone may share the old one
	for i := len(ends) - 1; i > 0; i-- {
		start, end := ends[i], ends[i-1]
		c := old[start : end-1]
		if s.flags[c[0].Var()]&inactive != 0 {
			s.stack = append(s.stack, old[start:end]...)
			continue
		}
		activate(c)
		clauses = append(clauses, c)
	}
	return vars, clauses
}
