package auto

import "math"

// The schedules of the four kinds of questions. The comment above a step names the formulas for
// which the step is there; it may end at once for all others.
var (
	solving = []step{
		// Boards in every encoding, and other large formulas with much propagation and many models.
		{"dpll", start, model | refutation, "", (*search).dpllWork, (*search).dpll},
		// Systems of equations modulo 2, such as Tseitin formulas.
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		// More pigeons than holes, 31 queens on 30 rows, dominoes on a board without two opposite corners.
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		// Large formulas that need little search, such as sparse random 3-SAT.
		{"cdcl", start, model | refutation, "large formula", (*search).quickWork, (*search).learnQuickly},
		// Large tori and Latin squares: a large group of symmetries moves most variables.
		{"symmetric-model", start, model, "many clauses", (*search).ifLarge, (*search).symmetricModel},
		// Colourings, and other choices among values that may be exchanged.
		{"broken-symmetries", start, simpler, "", always, (*search).breakSymmetries},
		// Exact covers with a small search tree, such as short Langford pairs.
		{"cover", start, model | refutation, "", func(s *search) int64 { return s.CoverWork }, (*search).cover},
		// All other formulas.
		{"cdcl", main, model | refutation, "", always, (*search).learn},
		// Exact covers with a larger tree, mostly those without a model, such as a torus of size 15.
		{"cover", beside, model | refutation, "cover takes the task", (*search).ifCovered, (*search).coverBeside},
		// As at the start, for formulas on which the arguments take more work.
		{"parity", pause, refutation, "twice the first budget", (*search).laterCountingWork, (*search).refuteByParity},
		{"cardinality", pause, refutation, "twice the first budget", (*search).laterCardinalityWork, (*search).refuteByCardinality},
		// Exact covers without a model to which other clauses were added, such as a torus with broken symmetries.
		{"relaxation", pause, refutation, "the steps beside have ended", (*search).relaxationWork, (*search).relax},
		// Smaller tori, difference sets and other formulas with a large group of symmetries.
		{"symmetric-model", pause, model, "no proof", (*search).symmetryWork, (*search).symmetricModel},
		// Long searches for a formula with any symmetries, such as armies that do not fit.
		{"leaders", pause, simpler, "no proof, once", (*search).leaderWork, (*search).findLeaders},
	}
	enumerating = []step{
		// Exact covers, such as boards in every encoding.
		{"cover", start, models, "", func(s *search) int64 { return s.CoverWorkAlone }, (*search).enumerateByCover},
		// Formulas without a model, as in solving.
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		// Formulas with symmetries, such as armies and domination: cdcl then finds one model of each orbit.
		{"leaders", main, simpler, "", func(s *search) int64 { return s.OrbitWork }, (*search).findLeaders},
		// Boards with broken symmetries, and other choices that cover declines.
		{"dpll", main, models, "no symmetry, small tree", (*search).ifAsymmetric, (*search).enumerateByDPLL},
		// All other formulas.
		{"cdcl", main, models, "", always, (*search).enumerateByLearning},
		// Exact covers without a model and with a large tree.
		{"cover", beside, refutation, "cover takes the task", (*search).ifCovered, (*search).refuteByCover},
	}
	counting = []step{
		// Long and narrow formulas, such as domino tilings, and all formulas with weights.
		{"count", start, models, "narrow, or weights", always, ifNarrow((*search).count)},
		// Exact covers, such as boards in every encoding, also with broken symmetries.
		{"cover", start, models, "no weights", (*search).ifUnweighted, (*search).countByCover},
		// Formulas without a model, as in solving.
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		// All other formulas.
		{"count", main, models, "", always, (*search).count},
		// Formulas that are too large for count.
		{"dpll", main, models, "no weights", (*search).ifUnweighted, (*search).countByDPLL},
		// Formulas with few models, or few orbits of models, such as armies and domination.
		{"leaders", beside, simpler, "", func(s *search) int64 { return s.OrbitWork }, (*search).findLeaders},
		{"cdcl", beside, models, "no weights", (*search).fewModels, (*search).countByLearning},
	}
	// As counting, but only cover and count draw samples.
	sampling = []step{
		{"count", start, models, "narrow, or weights", always, ifNarrow((*search).sample)},
		{"cover", start, models, "no weights", (*search).ifUnweighted, (*search).sampleByCover},
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		{"count", main, models, "", always, (*search).sample},
	}
)

// unlimited is the budget of a step that runs until it has an answer or declines.
const unlimited = math.MaxInt64

func always(*search) int64 { return unlimited }

// unlimitedIf returns unlimited if the condition holds, and 0 otherwise.
func unlimitedIf(condition bool) int64 {
	if condition {
		return unlimited
	}
	return 0
}

func (s *search) ifCovered() int64 { return unlimitedIf(!s.uncoverable) }

func (s *search) ifUnweighted() int64 { return unlimitedIf(s.task.Weights == nil) }

// ifAsymmetric allows dpll if cover has declined and no symmetries are known.
func (s *search) ifAsymmetric() int64 { return unlimitedIf(s.leaders == nil && s.uncoverable) }

// quickWork is the budget of learnQuickly in ticks, or 0 for a small formula, for which the other
// steps take little time, too.
func (s *search) quickWork() int64 {
	if s.clauses < s.QuickClauses {
		return 0
	}
	return s.QuickTicks * s.clauses
}

func (s *search) dpllWork() int64 { return s.dpllLimit(s.clauses) }

// countingWork is the budget of the first search for counting or parity arguments, in the
// units of work of cardinality.Refute and parity.Refute: CountingWork plus
// CountingWorkPerClause for each clause.
func (s *search) countingWork() int64 { return s.CountingWork + s.CountingWorkPerClause*s.clauses }

// laterCountingWork is the budget of a later search, or 0 if the search is not due. It is
// due when the budget is at least twice the first one.
func (s *search) laterCountingWork() int64 {
	if work := min(s.ticks/s.CountingShare, 1<<30); work >= 2*s.countingWork() {
		return work
	}
	return 0
}

func (s *search) laterCardinalityWork() int64 {
	if s.proofTooLong {
		return 0
	}
	return s.laterCountingWork()
}

func (s *search) ifLarge() int64 { return unlimitedIf(s.clauses >= s.SymmetryClauses) }

func (s *search) symmetryWork() int64 {
	if s.symmetries == nil || s.task.Proof != nil || s.leaders != nil {
		return 0
	}
	return min(s.ticks/s.SymmetryShare, 1<<30)
}

func (s *search) leaderWork() int64 {
	if s.soughtLeaders || s.symmetryWork() == 0 || s.ticks < s.LeaderTicks*s.clauses {
		return 0
	}
	return min(s.LeaderWork+s.ticks/s.LeaderShare, s.OrbitWork)
}

// relaxationWork is the budget of a relaxation. It is 0 until the steps beside main have
// ended, because they try cover on the task itself.
func (s *search) relaxationWork() int64 {
	select {
	case <-s.besideEnded:
		if s.ticks >= s.RelaxationTicks*s.clauses {
			return max(1, s.ticks/s.RelaxationShare)
		}
	default:
	}
	return 0
}

// fewModels returns the number of models that cdcl may find in a count: CountLeaders if
// leaders are known, otherwise CountModels, and 0 with weights.
func (s *search) fewModels() int64 {
	switch {
	case s.task.Weights != nil:
		return 0
	case s.leaders != nil:
		return s.CountLeaders
	}
	return s.CountModels
}
