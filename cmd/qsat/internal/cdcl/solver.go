package cdcl

import (
	"context"
	"math/rand/v2"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// A solver searches for models of the clauses of a database, which it changes.
type solver struct {
	clause.Analysis
	options    options
	simplifier *simplify.Simplifier
	growth     int    // that the next elimination may cost
	gone       int    // number of variables eliminated or substituted
	dropped    []bool // by variable: from the orders of decision

	begun  bool // the first simplification is done
	walked bool // and a local search
	ctx    context.Context
	stop   error // why the search stops

	direct  bool   // only stable mode
	focused bool   // only focused mode
	stable  bool   // the mode
	queue   queue  // of focused mode
	scores  scores // of stable mode

	assumptions []clause.Lit // decisions to be taken before all others
	failed      []clause.Lit // the complements of those that cannot hold together

	base         int    // levels that are kept, and at which there is more to be searched
	late         []late // literals of levels below, in the order of those at which they were assigned
	same         int    // how much of the trail is as it was in the last model
	excluded     int64  // clauses in the place of models
	constraining []int8 // by variable: the phase, once there was a model of several; nil before

	saved  []int8 // by variable: the value it had last
	target []int8 // and in the largest trail without a conflict since phases were chosen
	best   []int8 // and in the largest since best phases were

	targetSize, bestSize int

	shorter []clause.Lit // scratch of strengthen

	averages        // since the mode began
	decisionsBefore int64
	reluctant       reluctant
	limits          limits

	portfolio *portfolio   // nil without a second search
	second    bool         // this is the second one
	begin     func()       // the second one, if there is a processor for it
	inbox     []clause.Lit // as portfolio.shared
	told      int          // how many units the second search knows
	switches  int64        // of the mode
	rephased  int64
	random    *rand.Rand
	bursts    int64 // of random decisions so far
	burst     int64 // conflicts until the end of this one

	stats    engine.Counts // but what counts adds
	times    timetable
	progress func(text func() string)       // engine.Task.Progress
	pause    func(ticks int64) (next int64) // engine.Task.Pause
}

// options are what a solver does, and how often. The zero value does nothing but
// search.
type options struct {
	techniques []technique
	walk       bool // a local search for phases, and at first for a model
	conflicts
	rounds int64 // of simplification, of which one in so many eliminates variables

	fewModels int64 // that Models may find, or as many as there were conflicts; 0: no bound
}

// defaults are the options of the engine.
var defaults = options{
	techniques: techniques, walk: true,
	conflicts: conflicts{restart: 2, reduce: 150, rephase: 1000, mode: 1000, inprocess: 2000, exclude: 10_000, free: 32}, rounds: 3,
}

// conflicts are how many there are until something is due for the first time.
type conflicts struct {
	restart   int64 // of focused mode, and between any two at least
	reduce    int64 // a reduction of learned clauses
	rephase   int64 // new phases
	mode      int64 // the other mode, which ends after so many ticks
	inprocess int64 // a simplification
	exclude   int64 // what was searched between two models is excluded
	free      int64 // and in the mean for a model that decisions off the projection lead to
}

// Scores decay with each conflict, and between models more slowly: both values of a decision are
// searched there, and what was of use long ago is so again.
const (
	scoreDecay        = 0.95
	scoreDecayBetween = 0.98
)

// limits are the numbers of conflicts, or of ticks, at which something is due.
type limits struct {
	conflicts
	burst       int64
	ticks       int64 // at which the search ends; 0: none
	poll        int64
	reductions  int64
	modeStarted int64
	walkTicks   int64
	inprocessed int64 // rounds
	ticksBefore int64 // of search and inprocessing when the last round ended
}

// newSolver returns a solver for a database at level 0.
func newSolver(d *clause.Database, seed int64, o options) *solver {
	n, now := d.Vars, time.Now()
	s := &solver{
		Analysis: clause.NewAnalysis(d), options: o, simplifier: simplify.New(d), dropped: make([]bool, n+1),
		queue:  queue{prev: make([]uint32, n+1), next: make([]uint32, n+1), stamp: make([]int64, n+1)},
		scores: scores{clause.NewHeap[float64](n), 1},
		saved:  make([]int8, n+1), target: make([]int8, n+1), best: make([]int8, n+1),
		reluctant: newReluctant(), random: rand.New(rand.NewPCG(uint64(seed), 0x6364636c)),
		times: timetable{now: searching, began: now, since: now},
	}
	s.averages = newAverages()
	for l := range d.Literals {
		if v := l.Var(); l.Sign() > 0 {
			s.saved[v] = 1
			s.queue.push(v)
			s.scores.Push(v)
		}
	}
	s.queue.search = s.queue.last
	s.limits = limits{conflicts: o.conflicts, burst: burstInterval}
	return s
}

// search looks for a model, and reports whether there is one: the trail is it. It
// returns an error if it was stopped before.
func (s *solver) search(ctx context.Context) (satisfied bool, err error) {
	s.ctx, s.stop, s.limits.poll = ctx, nil, 0
	if s.stops() {
		return false, s.stop
	}
	if s.Unsat || s.Level() == 0 && !s.PropagateUnits() {
		return false, nil
	}
	if !s.begun {
		s.begun = true
		s.direct = s.IsDirect()
		s.preprocess()
		if s.Unsat {
			return false, nil
		}
		if s.Unwatched {
			return false, s.Err
		}
	}
	if s.walks() && !s.walked {
		s.walk(int64(walkSize*s.Words()), walkPatience)
	}
	for {
		if falsified := s.Propagate(); falsified != nil {
			if !s.resolve(falsified) {
				return false, nil
			}
			continue
		}
		switch {
		case len(s.Trail) == s.Vars-s.gone && s.Level() >= len(s.assumptions):
			s.updatePhases(len(s.Trail))
			return true, nil
		case s.stops():
			return false, s.stop
		case s.restarts():
			s.restart()
		case s.stats.Conflicts >= s.limits.reduce:
			s.reduce()
		case s.switchesMode():
			s.switchMode()
		case s.stable && s.constraining == nil && s.stats.Conflicts >= s.limits.rephase:
			s.rephase()
		case s.base > 0 && s.stats.Conflicts >= s.limits.exclude:
			s.exclude()
			s.limits.exclude = s.stats.Conflicts + s.options.exclude
		case s.stats.Conflicts >= s.limits.inprocess && s.base == 0:
			s.inprocess()
		case s.Level() < len(s.assumptions):
			if !s.assume() {
				return false, nil
			}
		default:
			s.decide()
		}
		if s.Unsat {
			return false, nil
		}
		if s.Unwatched {
			return false, s.Err
		}
	}
}

// pollTicks is how many ticks pass between two looks at the context.
const pollTicks = 1 << 12

// stops reports whether the context has ended, the proof has failed or the limit
// is reached.
func (s *solver) stops() bool {
	if s.stop != nil || s.Ticks < s.limits.poll {
		return s.stop != nil
	}
	s.limits.poll = s.Ticks + pollTicks
	if s.pause != nil {
		s.limits.poll = min(s.limits.poll, s.pause(s.Ticks))
	}
	if s.progress != nil {
		s.progress(s.status)
	}
	if s.Err != nil {
		s.stop = s.Err
	} else if s.ctx.Err() != nil {
		s.stop = context.Cause(s.ctx)
	} else if s.limits.ticks > 0 && s.Ticks >= s.limits.ticks {
		s.stop = ErrLimit
	}
	return s.stop != nil
}

// resolve learns from a false clause. It returns false if there is no model.
func (s *solver) resolve(falsified []clause.Lit) bool {
	s.stats.Conflicts++
	s.burst = max(0, s.burst-1)
	if s.Level() == s.base {
		return s.retreat()
	}
	s.updatePhases(s.LevelStart(s.Level()))
	level, glue := s.Derive(falsified, s.Level())
	s.bumpAnalyzed()
	s.Unmark()
	s.fastGlue.add(float64(glue))
	s.slowGlue.add(float64(glue))
	s.decisionRate.add(float64(s.stats.Decisions - s.decisionsBefore))
	s.decisionsBefore = s.stats.Decisions
	if s.stable {
		s.reluctant.left--
	}
	s.backtrack(level)
	s.strengthen()
	s.learn(glue)
	if level < s.base {
		s.late = append(s.late, late{lit: s.Derived[0], level: level})
	}
	return true
}

// learn adds the clause that analysis has found and assigns its first literal.
func (s *solver) learn(glue int) {
	lits := s.Derived
	s.share(lits, glue)
	s.stats.Learned++
	if len(lits) == 1 {
		s.AddUnit(lits[0])
		return
	}
	s.ProveAdd(lits...)
	if s.Subsumed != 0 {
		s.RemoveWatched(s.Subsumed)
		if !s.Has(s.Subsumed, clause.Learned) {
			glue = 0
		}
	}
	s.Assign(lits[0], s.AddWatched(lits, glue))
}

// backtrack takes back all levels above level, but those that are kept.
func (s *solver) backtrack(level int) {
	level = max(level, s.base)
	if level >= s.Level() {
		return
	}
	for _, l := range s.Trail[s.LevelStart(level+1):] {
		v := l.Var()
		s.saved[v] = l.Sign()
		if s.queue.stamp[v] > s.queue.stamp[s.queue.search] {
			s.queue.search = v
		}
		if s.stable && !s.scores.Has(v) {
			s.scores.Push(v)
		}
	}
	s.Backtrack(level)
	s.same = min(s.same, len(s.Trail))
}
