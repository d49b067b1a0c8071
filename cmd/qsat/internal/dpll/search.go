package dpll

import (
	"context"
	"math/rand/v2"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// A search is the state of the Davis-Putnam procedure on one formula.
type search struct {
	task      *engine.Task
	src       source
	rows      rows
	long      long
	projected []bool // by variable: it tells models apart; nil if all do
	empty     bool   // there is an empty clause, or units contradict each other

	value    values
	trail    []int32 // true literals in the order in which they became true
	implied  int     // how many of the trail the rows have been gone through for
	tallied  int     // how many of the trail are counted in tallies
	tallies  []tally // by long clause
	open     [2]openSet
	cursor   cursor
	free     []int32 // open variables of the projection that no unsatisfied clause holds
	frames   []frame
	ties     []int32 // scratch
	random   *rand.Rand
	schedule schedule

	ctx    context.Context
	err    error // why the search stops
	steps  int64
	look   int64 // at how many steps to look whether to stop
	limit  int64 // of steps
	counts engine.Counts
	lits   []dimacs.Lit // scratch
}

// A cursor says how far the variables have been assigned for good, on this
// path.
type cursor struct {
	projected int
	other     int
}

// A frame is a decision whose other branch has not been searched.
type frame struct {
	lit       int32
	trail     int32
	free      int32
	projected bool
	cursor    cursor
}

// next goes on to the next model, that is, until all variables of clauses not
// satisfied are assigned. It returns false when there is none, or with an error.
func (s *search) next(ctx context.Context, restarts bool) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	s.ctx, s.err = ctx, nil
	if s.empty {
		return false, s.refuted()
	}
	for {
		if s.propagate() {
			if l, projected := s.decide(); l != 0 {
				s.branch(l, projected)
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
		if restarts && s.schedule.conflict() {
			s.counts.Restarts++
			s.restart()
		}
	}
}

// branch makes l true and notes that its complement is to be tried later.
func (s *search) branch(l int32, projected bool) {
	s.counts.Decisions++
	s.frames = append(s.frames, frame{
		lit: l, trail: int32(len(s.trail)), free: int32(len(s.free)), projected: projected, cursor: s.cursor,
	})
	s.assign(l)
}

// back takes back the last decision and makes its complement true. It returns
// false if there is none.
func (s *search) back() bool {
	if len(s.frames) == 0 {
		return false
	}
	f := s.pop()
	s.assign(f.lit ^ 1)
	return true
}

func (s *search) pop() frame {
	f := s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	s.undo(int(f.trail))
	s.free = s.free[:f.free]
	s.cursor = f.cursor
	return f
}

// backProjected leaves a model behind: it takes back what does not tell models
// apart, and the last decision that does.
func (s *search) backProjected() bool {
	for len(s.frames) > 0 && !s.frames[len(s.frames)-1].projected {
		s.pop()
	}
	return s.back()
}

// restart takes back all decisions. What is known without any stays.
func (s *search) restart() {
	if len(s.frames) > 0 {
		s.frames = s.frames[:1]
		s.pop()
	}
}

// refuted adds to the proof that not all decisions hold. This follows by unit
// propagation: from the clauses alone, and the lines before for the branches
// that have been refuted below.
func (s *search) refuted() error {
	if s.task.Proof == nil {
		return nil
	}
	s.lits = s.lits[:0]
	for _, f := range s.frames {
		s.lits = append(s.lits, s.literal(f.lit^1))
	}
	return s.task.Proof.Add(s.lits)
}

// literal returns a literal of the search in the variables of the task.
func (s *search) literal(l int32) dimacs.Lit {
	v := dimacs.Lit(s.src.name(int(l >> 1)))
	if l&1 != 0 {
		return v.Neg()
	}
	return v
}

// A schedule says after how many conflicts to take back all decisions and begin
// anew, with other random numbers: on boards a bad start is rare and costs
// much. Each run may be a fifth longer than the one before, so the search is complete,
// and a refutation takes at most about six times the conflicts of its last run.
// Boards of 8 to 150 in the minimal form take 127 conflicts in all with these runs;
// with the sequence of Luby et al. 201 in units of 64 and 126 in units of 16, which
// multiplies long refutations by more.
//
// References: T. Walsh, "Search in a Small World", IJCAI 1999. M. Luby,
// A. Sinclair and D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms",
// Information Processing Letters 47, 1993.
type schedule struct {
	limit     int64 // of conflicts in this run; 0 before the first
	conflicts int64 // in this run
}

const firstRun = 16

// conflict notes a conflict and reports whether the run is over.
func (r *schedule) conflict() bool {
	r.limit = max(r.limit, firstRun)
	if r.conflicts++; r.conflicts < r.limit {
		return false
	}
	r.conflicts = 0
	r.limit += r.limit / 5
	return true
}
