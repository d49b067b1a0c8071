package cdcl

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/priority"
	"queens/cmd/qsat/internal/random"
	"queens/cmd/qsat/internal/simplify"
	"queens/cmd/qsat/internal/sweep"
)

// A solver searches for models of the clauses of a database, and changes the database.
type solver struct {
	clause.Analysis
	options    options
	simplifier *simplify.Simplifier // of the same database
	sweeper    *sweep.Sweeper       // nil before its first use
	growth     int                  // bound on the growth for the next elimination
	gone       int                  // number of variables eliminated or substituted
	dropped    []bool               // indexed by variable: eliminated or substituted, so no decision

	begun        bool            // the search has begun
	preprocessed bool            // the first simplification is done
	uniform      bool            // isUniform was true at the beginning, and no search without a limit has begun
	ctx          context.Context // of the current call of search or resume
	stop         error           // the reason to stop; nil while the search goes on

	// onlyStable keeps the search in stable mode, without sweeping. It is set if the formula chooses
	// values (csp.IsDirect), and after the first model of several.
	onlyStable bool
	stable     bool   // the current mode is stable mode
	queue      queue  // the decision order of focused mode
	scores     scores // the decision order of stable mode

	assumptions []clause.Lit // decided before all other variables
	failed      []clause.Lit // complements of assumptions that cannot hold together

	favored        []clause.Lit // decided after the assumptions, in this order; see Favor
	decidedFavored int          // the first decidedFavored literals of favored have values

	sums sums // linear constraints; see Between

	base         int          // number of kept levels, whose decisions still have another value to search
	outOfOrder   []outOfOrder // by the level at which they are on the trail
	unchanged    int          // number of trail literals unchanged since the last model
	excluded     int64        // number of clauses added by exclude
	constraining []int8       // indexed by variable: phase after the first model of several; nil before

	// Phases of the variables, indexed by variable: 1 or -1. In target and best, 0 means that the
	// variable has no phase yet.
	saved  []int8 // the last value, or the phase that rephase or walk has chosen since
	target []int8 // copy of saved at the last rephasing, updated by keepLarger since then
	best   []int8 // updated by keepLarger

	targetSize int // largest number of literals without a conflict in stable mode since the last rephasing
	bestSize   int // the same since rephase used the best phases

	averages              // of the current mode
	decisionsBefore int64 // number of decisions at the last conflict
	reluctant       reluctant
	limits          limits

	member    *member // nil outside a portfolio
	pauseAt   int64   // the ticks at which search returns errPaused, so that other searches may begin; may be never
	sentUnits int     // number of units sent to other searches
	switches  int64   // number of changes of the mode
	rephased  int64   // number of calls of rephase
	random    *rand.Rand

	stats    engine.Counts // without the numbers that counts adds
	times    timetable
	progress func(text func() string)       // engine.Task.Progress
	pause    func(ticks int64) (next int64) // engine.Task.Pause
}

// options determines the activities of a solver, and how often.
type options struct {
	techniques []technique
	walk       bool  // use local search for phases, and after the first simplification
	walkUnder  bool  // local search keeps the assumptions true
	delay      int64 // ticks per clause before the first simplification
	conflicts
	rounds int64 // one in rounds simplifications uses the rare techniques

	shuffle   bool  // begin with a random order of the variables
	fewModels int64 // limit of Models, if it exceeds the conflicts; 0 means no limit
}

// defaults are the options of the engine.
var defaults = options{
	techniques: techniques, walk: true,
	conflicts: conflicts{restart: 2, reduce: 150, rephase: 1000, mode: 1000, inprocess: 2000, exclude: 10_000, free: 32}, rounds: 3,
}

// conflicts holds the number of conflicts before each activity happens for the first time.
type conflicts struct {
	restart   int64 // a restart, and the least number between two restarts
	reduce    int64 // a reduction of learned clauses
	rephase   int64 // rephasing
	mode      int64 // the first change to stable mode, which lasts the same number of ticks as focused mode
	inprocess int64 // a simplification
	exclude   int64 // calling exclude, counted since the last model
	free      int64 // calling exclude after a model with free decisions (see leave), times the number of models
}

// limits holds the numbers of conflicts or ticks at which activities are due next, and the
// numbers from which the solver computes them.
type limits struct {
	conflicts
	ticks       int64 // ticks at which the search returns ErrLimit; 0 means no limit
	poll        int64 // ticks at which to poll the context
	total       int64 // number of conflicts after which the search returns ErrConflicts, or never
	pause       int64 // ticks at which to call pause
	preprocess  int64 // ticks from which the delay of the first simplification counts
	clauses     int64 // number of clauses then
	fixed       int   // number of literals fixed then
	reductions  int64 // number of calls of reduce
	modeStarted int64 // ticks of searching before the last stretch of focused mode
	walkTicks   int64 // ticks of searching before the last walk for phases
	inprocessed int64 // number of calls of inprocess
	ticksBefore int64 // ticks of searching before the last inprocessing
}

// newSolver returns a solver for the database of p, which must be at level 0. The argument seed
// determines its random numbers, and with o.shuffle the order of the variables. All variables are
// in both decision orders, with 1 as saved phase.
func newSolver(p *simplify.Simplifier, seed int64, o options) *solver {
	n, now := p.Vars, time.Now()
	s := &solver{
		Analysis: clause.NewAnalysis(p.Database), options: o, simplifier: p, dropped: make([]bool, n+1),
		queue:  queue{prev: make([]uint32, n+1), next: make([]uint32, n+1), stamp: make([]int64, n+1)},
		scores: scores{priority.NewQueue[float64](n), 1},
		saved:  make([]int8, n+1), target: make([]int8, n+1), best: make([]int8, n+1),
		reluctant: newReluctant(), random: random.CDCL.Rand(seed), pauseAt: never,
		times: timetable{now: searching, began: now, since: now},
	}
	s.averages, s.Strengthens = newAverages(), true
	vars := slices.Collect(p.Variables)
	if o.shuffle {
		s.random.Shuffle(len(vars), func(i, k int) { vars[i], vars[k] = vars[k], vars[i] })
	}
	for i, v := range vars {
		s.saved[v] = 1
		s.queue.push(v)
		if o.shuffle {
			s.scores.Priority[v] = float64(i) / float64(1000*len(vars)) // less than a conflict adds
		}
		s.scores.Push(v)
	}
	s.queue.search = s.queue.last
	s.limits = limits{conflicts: o.conflicts, total: never}
	return s
}

// search looks for a model. If it returns true, the trail is a model of the simplified clauses
// under s.assumptions. It returns false without an error if there is no model; then s.Unsat is set,
// or s.failed contains complements of assumptions. It returns errPaused if the search pauses, and
// another error if it stops: the reason of stops, or the error of the database.
//
// If isUniform returns true, the first search without a limit of ticks begins with a local search. It finds a
// model of random 3-SAT with 200,000 variables and 4 clauses a variable in 17 s. Without it, the search of CDCL
// found none in 60 s.
func (s *solver) search(ctx context.Context) (satisfied bool, err error) {
	s.ctx, s.stop, s.limits.poll = ctx, nil, 0
	if s.stops() {
		return false, s.stop
	}
	if s.Unsat || s.Level() == 0 && !s.PropagateUnits() {
		return false, nil
	}
	if !s.begun {
		s.backtrack(0)
		s.begun, s.onlyStable = true, csp.IsDirect(s.Database)
		s.uniform = s.options.walk && s.isUniform()
		s.limits.preprocess, s.limits.clauses, s.limits.fixed = s.Ticks, int64(s.NumWatches()/2), s.NumFixed()
		if s.simplify(before); s.Unsat || s.Unwatched {
			return false, s.Err
		}
	}
	if s.uniform && s.limits.ticks == 0 {
		start := s.Ticks
		s.uniform = false
		s.backtrack(0)
		s.walk(int64(walkSize*s.Words()), walkPatience)
		s.limits.preprocess += s.Ticks - start
	}
	return s.resume(ctx)
}

// resume continues a search that has begun or paused, with another context, and returns the same
// results as search.
func (s *solver) resume(ctx context.Context) (satisfied bool, err error) {
	s.ctx = ctx
	for {
		falsified, more := s.Propagate(), false
		if falsified == nil && s.sums.list != nil {
			falsified, more = s.propagateSums()
		}
		if falsified != nil {
			if !s.resolve(falsified) {
				return false, nil
			}
			continue
		}
		switch {
		case s.Unsat || more:
		case len(s.Trail) == s.Vars-s.gone && s.Level() >= len(s.assumptions):
			s.updatePhases(len(s.Trail))
			return true, nil
		case s.stops():
			return false, s.stop
		case !s.preprocessed && s.preprocesses() && s.base == 0:
			s.preprocess()
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
		case s.stats.Conflicts >= s.limits.inprocess && s.base == 0 && s.preprocessed:
			s.inprocess()
		case s.work() >= s.pauseAt && s.stats.Conflicts >= forkConflicts:
			s.backtrack(0)
			return false, errPaused
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

// stops reports whether the search must stop, for the reason s.stop: another search has the answer,
// the database has an error, the context has ended, or the limit of ticks is reached. About every
// pollTicks ticks it tests this anew, exchanges clauses with other searches, calls pause if that is
// due, and reports progress; between, it only returns whether s.stop is set.
func (s *solver) stops() bool {
	if s.stop != nil || s.Ticks < s.limits.poll {
		return s.stop != nil
	}
	pauses := s.pause != nil && s.Ticks >= s.limits.pause
	if s.member != nil {
		if s.stop = s.member.exchange(s.ctx, pauses); s.stop != nil {
			return true
		}
	}
	s.limits.poll = s.Ticks + pollTicks
	if pauses {
		s.limits.pause = s.pause(s.Ticks)
		s.limits.poll = min(s.limits.poll, s.limits.pause)
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

// resolve learns from a falsified clause, backtracks, and returns true. If the conflict is at the
// level base, it calls retreat instead and returns its result, which is false if there is no
// further model. A learned literal that a level below s.base implies is added to s.outOfOrder.
//
// If the analysis finds a clause to strengthen, resolve strengthens that clause and analyzes it as
// the next conflict. Each analysis bumps its variables.
func (s *solver) resolve(falsified []clause.Lit) bool {
	s.stats.Conflicts++
	if s.Level() == s.base {
		return s.retreat()
	}
	if s.stats.Conflicts > s.limits.total {
		s.stop = ErrConflicts
	}
	s.updatePhases(s.LevelStart(s.Level()))
	level, glue := s.Derive(falsified, s.Level())
	for s.bumpAnalyzed(); s.Strengthening.Clause != 0; s.bumpAnalyzed() {
		s.Unmark()
		level, glue = s.Derive(s.Strengthen(s.Strengthening), s.Level())
	}
	s.Unmark()
	s.fastGlue.add(float64(glue))
	s.slowGlue.add(float64(glue))
	s.decisionRate.add(float64(s.stats.Decisions - s.decisionsBefore))
	s.decisionsBefore = s.stats.Decisions
	if s.stable {
		s.reluctant.left--
	}
	s.backtrack(level)
	s.learn(glue)
	if level < s.base {
		s.outOfOrder = append(s.outOfOrder, outOfOrder{lit: s.Derived[0], level: level})
	}
	return true
}

// learn adds the clause Derived to the clauses, to the proof and for other searches, and assigns
// its first literal; the others must be false. If it has two or more literals, learn removes the
// clause Subsumed; if that was an original clause, the derived one counts as original, too.
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

// backtrack undoes the levels above level and above s.base. It saves the phases of the variables
// that lose their values, puts these variables back into the decision order of the mode, and limits
// s.unchanged to the length of the trail.
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
	s.sums.uncount(s.Trail, s.LevelStart(level+1))
	s.Backtrack(level)
	s.decidedFavored = 0
	s.unchanged = min(s.unchanged, len(s.Trail))
}
