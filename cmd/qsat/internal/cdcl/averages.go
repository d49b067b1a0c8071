package cdcl

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
	rest   float64 // of what there was before the first
}

func newAverage(window float64) average { return average{alpha: 1 / window, rest: 1} }

// add takes in a number.
func (a *average) add(x float64) {
	a.biased += a.alpha * (x - a.biased)
	if a.rest *= 1 - a.alpha; a.rest < 1e-12 {
		a.rest = 0
	}
	a.value = a.biased / (1 - a.rest)
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
	left int64
}

const (
	reluctantPeriod = 1 << 10
	reluctantMax    = 1 << 20
)

func newReluctant() reluctant { return reluctant{u: 1, v: 1, left: reluctantPeriod} }

// conflict counts a conflict and reports whether to restart.
func (r *reluctant) conflict() bool {
	if r.left--; r.left > 0 {
		return false
	}
	if r.u&-r.u == r.v {
		r.u, r.v = r.u+1, 1
	} else {
		r.v *= 2
	}
	if r.v >= reluctantMax {
		r.u, r.v = 1, 1
	}
	r.left = r.v * reluctantPeriod
	return true
}
