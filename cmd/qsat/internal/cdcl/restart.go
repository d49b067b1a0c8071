package cdcl

// An average is an exponential moving average. It corrects the bias towards the initial zero.
//
// Source: A. Biere and A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015; the correction of
// D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015.
type average struct {
	value  float64 // the corrected average; 0 before the first number
	biased float64 // value before the correction
	alpha  float64 // weight of the newest number
	bias   float64 // weight of the initial zero
}

// newAverage returns an average over about the last window numbers.
func newAverage(window float64) average { return average{alpha: 1 / window, bias: 1} }

// add adds the number x to the average and updates value.
func (a *average) add(x float64) {
	a.biased += a.alpha * (x - a.biased)
	if a.bias *= 1 - a.alpha; a.bias < 1e-12 {
		a.bias = 0
	}
	a.value = a.biased / (1 - a.bias)
}

// averages holds the averages since the mode began.
type averages struct {
	fastGlue, slowGlue average // glue of learned clauses, over about 33 and 100,000 conflicts
	decisionRate       average // decisions per conflict
}

func newAverages() averages { return averages{newAverage(33), newAverage(1e5), newAverage(1e5)} }

// A reluctant schedules restarts after reluctantPeriod times the numbers of Luby et al.
// conflicts: 1, 1, 2, 1, 1, 2, 4, and so on. It computes each number from the last one.
//
// Source: D. E. Knuth, The Art of Computer Programming 4, Fascicle 6, 2015,
// section 7.2.2.2, after M. Luby, A. Sinclair and D. Zuckerman, "Optimal Speedup
// of Las Vegas Algorithms", Information Processing Letters 47, 1993.
type reluctant struct {
	u, v int64 // the position in the sequence, as in the source; v is the current number
	left int64 // conflicts until the next restart; it is due if left <= 0
}

func newReluctant() reluctant { return reluctant{u: 1, v: 1, left: reluctantPeriod} }

// next does nothing while left > 0. Otherwise it computes the next number of the sequence and adds
// it, times reluctantPeriod, to left.
func (r *reluctant) next() {
	if r.left > 0 {
		return
	}
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	r.left += r.v * reluctantPeriod
}

// restarts reports whether a restart is due. It is never due at level s.base, or before
// s.limits.restart conflicts. In stable mode the reluctant sequence decides; in focused mode a
// restart is due if fastGlue exceeds restartMargin times slowGlue.
//
// Source: C. Oh, "Between SAT and UNSAT: The Fundamental Difference in CDCL SAT", SAT 2015; A.
// Biere and A. Fröhlich, "Evaluating CDCL Restart Schemes", POS 2015.
func (s *solver) restarts() bool {
	if s.Level() == s.base || s.stats.Conflicts < s.limits.restart {
		return false
	}
	if s.stable {
		return s.reluctant.left <= 0
	}
	return s.fastGlue.value > restartMargin*s.slowGlue.value
}

// restart imports the clauses of other searches and then backtracks, except for the levels that the
// search would decide again; see reusable. It counts the restart, calls s.reluctant.next, and sets
// when the next one is due at the earliest.
func (s *solver) restart() {
	s.stats.Restarts++
	s.reluctant.next()
	s.importShared()
	s.backtrack(s.reusable())
	s.limits.restart = s.stats.Conflicts + s.options.restart
}

// reusable returns the number of levels to keep in a restart: the levels of assumptions, and the
// following levels before the first whose decision comes after the result of next, the variable to
// decide next. It calls next only if the current level is above the levels of assumptions.
//
// Source: P. van der Tak, A. Ramos and M. J. H. Heule, "Reusing the Assignment Trail in CDCL
// Solvers", JSAT 7, 2011.
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
