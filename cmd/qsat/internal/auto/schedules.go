package auto

import (
	"math"
)

// The schedules, one for each kind of question. Each step stands with when it is due, what it may
// yield, and its budget.
var (
	solving = []step{
		{"dpll", alone, model | refutation, "", (*search).readingWork, (*search).dpll},
		{"parity", first, refutation | simpler, "", (*search).firstWork, (*search).simplifyByParity},
		{"cardinality", first, refutation, "", (*search).firstWork, (*search).refuteByCardinality},
		{"symmetric model", first, model, "many clauses", (*search).largeWork, (*search).symmetricModel},
		{"broken symmetries", first, simpler, "", always, (*search).breakSymmetries},
		{"cover", first, model | refutation, "", func(s *search) int64 { return s.CoverWork }, (*search).cover},
		{"cover", beside, model | refutation, "cover takes the task", (*search).ifCovered, (*search).cover},
		{"cdcl", main, model | refutation, "", always, (*search).learn},
		{"parity", pause, refutation, "a longer look than the first", (*search).laterWork, (*search).refuteByParity},
		{"cardinality", pause, refutation, "a longer look than the first", (*search).laterWorkOnCardinality, (*search).refuteByCardinality},
		{"relaxation", pause, refutation, "the steps beside have ended", (*search).relaxationWork, (*search).relax},
		{"symmetric model", pause, model, "no proof", (*search).symmetryWork, (*search).symmetricModel},
		{"leaders", pause, simpler, "no proof, once", (*search).leaderWork, (*search).findLeaders},
	}
	enumerating = []step{
		{"cover", alone, models, "", func(s *search) int64 { return s.CoverWorkAlone }, (*search).enumerateByCover},
		{"parity", alone, refutation | simpler, "", (*search).firstWork, (*search).simplifyByParity},
		{"cardinality", alone, refutation, "", (*search).firstWork, (*search).refuteByCardinality},
		{"cover", beside, refutation, "cover takes the task", (*search).ifCovered, (*search).refuteByCover},
		{"leaders", main, simpler, "", func(s *search) int64 { return s.OrbitWork }, (*search).findLeaders},
		{"dpll", main, models, "no symmetry, small tree", (*search).ifAsymmetric, (*search).enumerateByDPLL},
		{"cdcl", main, models, "", always, (*search).enumerateByLearning},
	}
	counting = []step{
		{"count", alone, models, "narrow, or weights", always, (*search).countNarrow},
		{"cover", alone, models, "no weights", (*search).ifUnweighted, (*search).countByCover},
		{"parity", alone, refutation | simpler, "", (*search).firstWork, (*search).simplifyByParity},
		{"cardinality", alone, refutation, "", (*search).firstWork, (*search).refuteByCardinality},
		{"count", main, models, "", always, (*search).count},
		{"dpll", main, models, "no weights", (*search).ifUnweighted, (*search).countByDPLL},
		{"leaders", beside, simpler, "", func(s *search) int64 { return s.OrbitWork }, (*search).findLeaders},
		{"dpll", beside, models, "no symmetry, small tree", (*search).ifAsymmetric, (*search).countSmallByDPLL},
		{"cdcl", beside, models, "no weights", (*search).fewModels, (*search).countByLearning},
	}
	sampling = []step{
		{"count", alone, models, "narrow, or weights", always, (*search).sampleNarrow},
		{"cover", alone, models, "no weights", (*search).ifUnweighted, (*search).sampleByCover},
		{"parity", alone, refutation | simpler, "", (*search).firstWork, (*search).simplifyByParity},
		{"cardinality", alone, refutation, "", (*search).firstWork, (*search).refuteByCardinality},
		{"count", main, models, "", always, (*search).sample},
	}
)

// unlimited is the budget of a step that ends with an answer, or declines for another reason.
const unlimited = math.MaxInt64

func always(*search) int64 { return unlimited }

// if returns the budget of a step that is due under a condition.
func unlimitedIf(condition bool) int64 {
	if condition {
		return unlimited
	}
	return 0
}

func (s *search) ifCovered() int64 { return unlimitedIf(!s.uncoverable) }

func (s *search) ifUnweighted() int64 { return unlimitedIf(s.task.Weights == nil) }

// ifAsymmetric is for dpll, which does not know the leaders of orbits.
func (s *search) ifAsymmetric() int64 { return unlimitedIf(s.leaders == nil && s.uncoverable) }

func (s *search) readingWork() int64 { return s.DPLLSteps + s.DPLLStepsPerClause*s.clauses }

// firstWork limits the first look for what counting refutes.
func (s *search) firstWork() int64 { return s.CountingWork + s.CountingWorkPerClause*s.clauses }

// laterWork limits a later look. It is due only if that takes much longer than the first.
func (s *search) laterWork() int64 {
	if work := min(s.ticks/s.CountingShare, 1<<30); work >= 2*s.firstWork() {
		return work
	}
	return 0
}

func (s *search) laterWorkOnCardinality() int64 {
	if s.proofTooLong {
		return 0
	}
	return s.laterWork()
}

func (s *search) largeWork() int64 { return unlimitedIf(s.clauses >= s.SymmetryClauses) }

func (s *search) symmetryWork() int64 {
	if s.symmetries == nil || s.task.Proof != nil || s.leaders != nil {
		return 0
	}
	return min(s.ticks/s.SymmetryShare, 1<<30)
}

// leaderWork limits the search for leaders, which is due once.
func (s *search) leaderWork() int64 {
	if s.soughtLeaders || s.symmetryWork() == 0 || s.ticks < s.LeaderTicks*s.clauses {
		return 0
	}
	return min(s.LeaderWork+s.ticks/s.LeaderShare, s.OrbitWork)
}

// relaxationWork is due when cover has declined the task itself.
func (s *search) relaxationWork() int64 {
	select {
	case <-s.spare:
		if s.ticks >= s.RelaxationTicks*s.clauses {
			return max(1, s.ticks/s.RelaxationShare)
		}
	default:
	}
	return 0
}

// fewModels is how many models cdcl may find in a count. Images of leaders take hardly any time.
func (s *search) fewModels() int64 {
	if s.task.Weights != nil {
		return 0
	}
	if s.leaders != nil {
		return s.CountLeaders
	}
	return s.CountModels
}
