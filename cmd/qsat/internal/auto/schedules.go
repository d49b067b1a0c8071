package auto

import "math"

// The schedules of the four kinds of questions.
var (
	solving = []step{
		{"dpll", start, model | refutation, "", (*search).dpllWork, (*search).dpll},
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		{"cdcl", start, model | refutation, "large formula", (*search).quickWork, (*search).learnQuickly},
		{"symmetric-model", start, model, "many clauses", (*search).ifLarge, (*search).symmetricModel},
		{"broken-symmetries", start, simpler, "", always, (*search).breakSymmetries},
		{"cover", start, model | refutation, "", func(s *search) int64 { return s.CoverWork }, (*search).cover},
		{"cover", beside, model | refutation, "cover takes the task", (*search).ifCovered, (*search).coverBeside},
		{"cdcl", main, model | refutation, "", always, (*search).learn},
		{"parity", pause, refutation, "twice the first budget", (*search).laterCountingWork, (*search).refuteByParity},
		{"cardinality", pause, refutation, "twice the first budget", (*search).laterCardinalityWork, (*search).refuteByCardinality},
		{"relaxation", pause, refutation, "the steps beside have ended", (*search).relaxationWork, (*search).relax},
		{"symmetric-model", pause, model, "no proof", (*search).symmetryWork, (*search).symmetricModel},
		{"leaders", pause, simpler, "no proof, once", (*search).leaderWork, (*search).findLeaders},
	}
	enumerating = []step{
		{"cover", start, models, "", func(s *search) int64 { return s.CoverWorkAlone }, (*search).enumerateByCover},
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		{"cover", beside, refutation, "cover takes the task", (*search).ifCovered, (*search).refuteByCover},
		{"leaders", main, simpler, "", func(s *search) int64 { return s.OrbitWork }, (*search).findLeaders},
		{"dpll", main, models, "no symmetry, small tree", (*search).ifAsymmetric, (*search).enumerateByDPLL},
		{"cdcl", main, models, "", always, (*search).enumerateByLearning},
	}
	counting = []step{
		{"count", start, models, "narrow, or weights", always, ifNarrow((*search).count)},
		{"cover", start, models, "no weights", (*search).ifUnweighted, (*search).countByCover},
		{"parity", start, refutation | simpler, "", (*search).countingWork, (*search).simplifyByParity},
		{"cardinality", start, refutation, "", (*search).countingWork, (*search).refuteByCardinality},
		{"count", main, models, "", always, (*search).count},
		{"dpll", main, models, "no weights", (*search).ifUnweighted, (*search).countByDPLL},
		{"leaders", beside, simpler, "", func(s *search) int64 { return s.OrbitWork }, (*search).findLeaders},
		{"cdcl", beside, models, "no weights", (*search).fewModels, (*search).countByLearning},
	}
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
