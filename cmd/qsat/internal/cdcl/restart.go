package cdcl

const restartMargin = 1.1 // of the glue of late over that of the mode

// An average is an exponential moving average, without the bias towards zero
// that its start would give it.
//
// Source: A. Biere and A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015;
// the correction of D. P. Kingma and J. Ba, "Adam: A Method for Stochastic
// Optimization", ICLR 2015.
type average struct {
	value  float64
	biased float64
	alpha  float64 // the weight of the newest number
	bias   float64 // the weight of the zero at the start
}

func newAverage(window float64) average { return average{alpha: 1 / window, bias: 1} }

func (a *average) add(x float64) {
	a.biased += a.alpha * (x - a.biased)
	if a.bias *= 1 - a.alpha; a.bias < 1e-12 {
		a.bias = 0
	}
	a.value = a.biased / (1 - a.bias)
}

// The averages of a mode.
type averages struct {
	fastGlue, slowGlue average
	decisionRate       average // decisions for a conflict
}

func newAverages() averages {
	return averages{newAverage(33), newAverage(1e5), newAverage(1e5)}
}

// A reluctant doubling tells after how many conflicts to restart: the sequence
// of Luby et al. times a period, computed from one number to the next.
//
// Source: D. E. Knuth, The Art of Computer Programming 4, Fascicle 6, 2015,
// section 7.2.2.2, after M. Luby, A. Sinclair and D. Zuckerman, "Optimal Speedup
// of Las Vegas Algorithms", Information Processing Letters 47, 1993.
type reluctant struct {
	u, v int64
	left int64 // conflicts; none if a restart is due
}

const (
	reluctantPeriod = 1 << 10
	reluctantMax    = 1 << 20
)

func newReluctant() reluctant { return reluctant{u: 1, v: 1, left: reluctantPeriod} }

// next begins the next number, if a restart is due.
func (r *reluctant) next() {
	if r.left > 0 {
		return
	}
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	if r.v >= reluctantMax {
		r.u, r.v = 1, 1
	}
	r.left += r.v * reluctantPeriod
}

// restarts reports whether to restart: in stable mode rarely, by reluctant
// doubling, otherwise as soon as the glue of late is above that since the mode began.
//
// Source: C. Oh, "Between SAT and UNSAT: The Fundamental Difference in CDCL SAT",
// SAT 2015; A. Biere and A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015.
func (s *solver) restarts() bool {
	if s.Level() == 0 || s.stats.Conflicts < s.limits.restart {
		return false
	}
	if s.stable {
		return s.reluctant.left <= 0
	}
	return s.fastGlue.value > restartMargin*s.slowGlue.value
}

// restart takes back the decisions that would not be taken again.
func (s *solver) restart() {
	s.stats.Restarts++
	s.reluctant.next()
	if s.second {
		s.importShared()
	}
	s.backtrack(s.reusable())
	s.limits.restart = s.stats.Conflicts + s.options.restart
}

// reusable returns how many levels begin with a decision that would be taken
// before the next one.
//
// Source: P. van der Tak, A. Ramos and M. J. H. Heule, "Reusing the Assignment
// Trail in CDCL Solvers", JSAT 7, 2011.
func (s *solver) reusable() int {
	level := min(s.Level(), len(s.assumptions))
	if level == s.Level() {
		return level
	}
	next := s.next()
	for level < s.Level() {
		v := s.Trail[s.LevelStart(level+1)].Var()
		if s.stable && !s.scores.Before(v, next) || !s.stable && s.queue.stamp[v] < s.queue.stamp[next] {
			break
		}
		level++
	}
	return level
}
