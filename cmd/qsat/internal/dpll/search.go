package dpll

import (
	"context"
	"math/rand/v2"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A search is the state of the Davis-Putnam procedure on one formula. Methods may add to steps for
// the literals and clauses that they look at; their comments do not repeat that.
type search struct {
	task         *engine.Task
	vars         int               // number of variables
	numbering    *clause.Numbering // numbering of the variables; nil if they are the variables of the task
	implications implications
	long         longClauses
	projected    bitset.Set[clause.Lit] // positive literals of the projection; nil for all variables
	empty        bool                   // a clause is empty, or units contradict
	structured   bool                   // some clause is a choice clause
	triesLucky   bool                   // the next restart calls lucky

	values        bitset.Set[clause.Lit] // true literals, one bit each, because bytes would not fit in a cache
	trail         []clause.Lit           // true literals in the order of assignment
	implied       int                    // number of trail literals propagated through implications
	counted       int                    // number of trail literals counted in long clauses
	stages        [2]stage               // for the projection, and for the other variables
	next          int                    // position of the next variable in the order of decisions
	unconstrained []int                  // unassigned variables of the projection whose clauses are all satisfied
	decisions     []decision             // the open decisions
	random        *rand.Rand
	restart       schedule // of the restarts

	ctx    context.Context
	err    error         // the reason to stop
	steps  int64         // number of steps so far; see Engine.Limit
	poll   int64         // number of steps at which to poll
	limit  int64         // largest number of steps
	counts engine.Counts // statistics

	ties   []int32      // buffer of shortest
	lits   []clause.Lit // unassigned literals of the clause that sample has used last
	clause []dimacs.Lit // buffer of refuted
}

// A decision is an open decision: the branch in which lit is false has not been searched
// yet. The last three fields are the state of the search before it.
type decision struct {
	lit           clause.Lit
	projected     bool // the variable of lit belongs to the projection
	trail         int  // length of search.trail
	unconstrained int  // length of search.unconstrained
	next          int  // search.next
}

// nextModel continues the search until every variable of an unsatisfied clause is assigned, and
// then returns true: the literals on the trail satisfy every clause. It returns false if there are
// no more models, and an error if the search stops or the proof cannot be written. After a model,
// call backProjected before the next call. A search for one model may set restarts. An enumeration
// must not, because a restart would find models again.
func (s *search) nextModel(ctx context.Context, restarts bool) (bool, error) {
	s.ctx, s.err = ctx, context.Cause(ctx)
	if s.empty && s.err == nil {
		return false, s.refuted()
	}
	for {
		if s.propagate() {
			if l, projected := s.decide(); l != 0 {
				s.counts.Decisions++
				s.decisions = append(s.decisions, decision{l, projected, len(s.trail), len(s.unconstrained), s.next})
				s.assign(l)
				continue
			} else if s.err == nil {
				return true, nil
			}
		}
		if s.err != nil {
			return false, s.err
		}
		s.counts.Conflicts++
		if err := s.refuted(); err != nil {
			return false, err
		}
		if !s.back() {
			return false, nil
		}
		if restarts && s.restart.conflict() && len(s.decisions) > 0 {
			s.counts.Restarts++
			if s.begin(); s.triesLucky && s.lucky(ctx) {
				return true, nil
			} else if s.empty {
				return false, s.refuted()
			}
		}
	}
}

// begin undoes all decisions. Literals that follow without decisions stay; the literals of refuted
// branches under decisions do not.
func (s *search) begin() {
	if len(s.decisions) > 0 {
		s.decisions = s.decisions[:1]
		s.pop()
	}
}

// back undoes the last open decision, with all later literals, and makes the complement of the
// decision true. It returns false if no decision is open.
func (s *search) back() bool {
	if len(s.decisions) == 0 {
		return false
	}
	s.assign(s.pop().Not())
	return true
}

// pop undoes the last open decision, with all later literals, and returns its literal.
func (s *search) pop() clause.Lit {
	d := s.decisions[len(s.decisions)-1]
	s.decisions = s.decisions[:len(s.decisions)-1]
	s.undo(d.trail)
	s.unconstrained, s.next = s.unconstrained[:d.unconstrained], d.next
	return d.lit
}

// backProjected leaves a model: it undoes the decisions outside the projection, and then calls back
// and returns its result.
func (s *search) backProjected() bool {
	for len(s.decisions) > 0 && !s.decisions[len(s.decisions)-1].projected {
		s.pop()
	}
	return s.back()
}

// refuted writes to the proof, if there is one, the clause of the negated open decisions. The
// clause follows by unit propagation from the formula and the lines for the branches refuted
// before. It returns the error of the proof.
func (s *search) refuted() error {
	if s.task.Proof == nil {
		return nil
	}
	s.clause = s.clause[:0]
	for _, d := range s.decisions {
		s.clause = append(s.clause, s.numbering.Name(d.lit.Not()))
	}
	return s.task.Proof.Add(s.clause)
}

// A schedule determines the restarts. A restart undoes all decisions, because on boards a
// bad start is rare and costs much. Each run may take a fifth more conflicts than the run
// before, so the search is complete, and a refutation takes at most about six times the
// conflicts of its last run. The sequence of Luby et al. multiplies long runs by more.
//
// References: T. Walsh, "Search in a Small World", IJCAI 1999. M. Luby,
// A. Sinclair and D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms",
// Information Processing Letters 47, 1993.
type schedule struct {
	limit     int64 // largest number of conflicts in this run
	conflicts int64 // number of conflicts in this run
}

// conflict counts a conflict and reports whether the run is over. If so, it begins the next run,
// which may take a fifth more conflicts.
func (r *schedule) conflict() bool {
	if r.conflicts++; r.conflicts < r.limit {
		return false
	}
	r.conflicts = 0
	r.limit += r.limit / 5
	return true
}

// lucky looks for a model in up to three attempts: it makes the unassigned variables false in
// ascending order, false in descending order, and true in ascending order, and propagates after
// each; see uniform. It returns true if an attempt assigns all variables. It resets s.triesLucky.
// If the first attempt leaves more than half of the variables unassigned, there is no other
// attempt, because these then fail, too, as on most random formulas. There must be no decisions.
// When lucky returns false, only the literals that follow from units are true; s.empty is set if
// they have a conflict, and s.err if the search must stop. An attempt takes at most a few times as
// long as reading the clauses, and does not count for the limit. Some formulas from applications
// have such models.
//
// Source: A. Biere, "CaDiCaL at the SAT Race 2019", SAT Race 2019, for lucky phases; kissat 4 tries
// the other value.
func (s *search) lucky(ctx context.Context) bool {
	s.ctx, s.err, s.triesLucky = ctx, context.Cause(ctx), false
	limit, before := s.limit, s.steps
	s.limit = unlimited
	defer func() {
		s.limit = limit + s.steps - before
		s.poll = min(s.poll, s.limit)
	}()
	if s.empty || !s.propagate() {
		s.empty = s.empty || s.err == nil
		return false
	}
	fixed := len(s.trail)
	for i, attempt := range []struct{ sign, step int }{{-1, 1}, {-1, -1}, {1, 1}} {
		if s.uniform(attempt.sign, attempt.step) {
			return true
		}
		assigned := len(s.trail)
		if s.undo(fixed); i == 0 && assigned < s.vars/2 {
			break
		}
	}
	return false
}

// uniform gives all unassigned variables the value of sign (1 or -1), in ascending order if step is
// 1 and in descending order if it is -1, and propagates after each. If that has a conflict, the
// variable gets the other value. uniform returns true if all variables are assigned. It returns
// false if both values have a conflict, if too much propagation has failed (see wastedSteps), or if
// the search must stop; then the caller must undo the assignments.
func (s *search) uniform(sign, step int) bool {
	began, wasted := s.steps, int64(0)
	v := 1
	if step < 0 {
		v = s.vars
	}
	for ; v > 0 && v <= s.vars; v += step {
		l := clause.Positive(v)
		if sign < 0 {
			l = l.Not()
		}
		if s.isAssigned(l) {
			continue
		}
		s.counts.Decisions++
		n, before := len(s.trail), s.steps
		if s.assign(l); s.propagate() {
			continue
		}
		s.undo(n)
		wasted += s.steps - before
		if s.err != nil || wasted > s.steps-began-wasted+wastedSteps*int64(s.vars) {
			return false
		}
		if s.assign(l.Not()); !s.propagate() {
			return false
		}
	}
	return true
}
