package dpll

import (
	"context"
	"math/rand/v2"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A search is the state of the Davis-Putnam procedure on one formula.
type search struct {
	task         *engine.Task
	vars         int               // number of variables
	numbering    *clause.Numbering // of them, nil if they are those of the task
	implications implications
	long         longClauses
	projected    bitset.Set[clause.Lit] // positive literals of the projection; nil for all variables
	empty        bool                   // there is an empty clause, or units contradict each other

	values        bitset.Set[clause.Lit] // true literals: a bit each, as in a cache there is no room for bytes
	trail         []clause.Lit           // and they in the order of assignment
	implied       int                    // how much of the trail has been propagated through implications
	counted       int                    // how much of it is counted in long clauses
	stages        [2]stage               // of the projection, and of the other variables
	next          int                    // the variable to branch on, in the order of decisions
	unconstrained []int                  // unassigned variables of the projection that no unsatisfied clause holds
	decisions     []decision
	random        *rand.Rand
	restart       schedule

	ctx    context.Context
	err    error // why the search stops
	steps  int64
	poll   int64 // at how many steps to look whether to stop
	limit  int64 // of steps
	counts engine.Counts

	ties   []int32      // scratch
	lits   []clause.Lit // scratch
	clause []dimacs.Lit // scratch
}

// A decision is one whose other branch has not been searched, with the state
// before it.
type decision struct {
	lit           clause.Lit
	projected     bool
	trail         int // length
	unconstrained int // length
	next          int
}

// nextModel goes on to the next model, that is, until all variables of unsatisfied
// clauses are assigned. It returns false when there is none, or with an error.
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
			s.decisions = s.decisions[:1] // what is known without any stays
			s.pop()
		}
	}
}

// back takes back the last decision and makes its complement true. It returns
// false if there is none.
func (s *search) back() bool {
	if len(s.decisions) == 0 {
		return false
	}
	s.assign(s.pop().Not())
	return true
}

// pop takes back the last decision and returns its literal.
func (s *search) pop() clause.Lit {
	d := s.decisions[len(s.decisions)-1]
	s.decisions = s.decisions[:len(s.decisions)-1]
	s.undo(d.trail)
	s.unconstrained, s.next = s.unconstrained[:d.unconstrained], d.next
	return d.lit
}

// backProjected leaves a model behind: it takes back what comes after the
// projection, and the last decision in that.
func (s *search) backProjected() bool {
	for len(s.decisions) > 0 && !s.decisions[len(s.decisions)-1].projected {
		s.pop()
	}
	return s.back()
}

// refuted adds to the proof that not all decisions hold. This follows by unit
// propagation: from the clauses alone, and the lines before for the branches
// that have been refuted below.
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

// A schedule says after how many conflicts to take back all decisions and begin
// anew, with other random numbers: on boards a bad start is rare and costs
// much. Each run may be a fifth longer than the one before, so the search is complete,
// and a refutation takes at most about six times the conflicts of its last run; the
// sequence of Luby et al. multiplies long ones by more.
//
// References: T. Walsh, "Search in a Small World", IJCAI 1999. M. Luby,
// A. Sinclair and D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms",
// Information Processing Letters 47, 1993.
type schedule struct {
	limit     int64 // of conflicts in this run
	conflicts int64 // in this run
}

// conflict notes a conflict and reports whether the run is over.
func (r *schedule) conflict() bool {
	if r.conflicts++; r.conflicts < r.limit {
		return false
	}
	r.conflicts = 0
	r.limit += r.limit / 5
	return true
}
