package auto

import "math"

// A schedule lists the methods for one kind of question. The methods of each list run one after
// another. Each gets the task as the methods before it in the list, and the start methods, have
// simplified it.
type schedule struct {
	start  []method // before all other methods
	main   []method // after the start methods
	beside []method // after the start methods, at the same time as main
	pause  []method // while main waits: after SymmetryTicks ticks, after 4*SymmetryTicks ticks, and so on
}

// The schedules of the four kinds of questions. The comment above a method names the formulas that need
// the method. For all others, it may end at once.

// solving is the schedule for one model.
func (s *scheduler) solving() schedule {
	return schedule{
		start: []method{
			// Boards in every encoding, and other large formulas with much propagation and many models.
			{"dpll", s.dpllWork, s.dpll},
			// Linear constraints with large coefficients, whose clauses are many.
			{"linear", s.linearWork, s.searchLinear},
			// Systems of equations modulo 2, such as Tseitin formulas.
			{"parity", s.countingWork, s.simplifyByParity},
			// Formulas that need very little search.
			{"cdcl", func() int64 { return s.FirstTicks }, s.learnQuickly},
			// More pigeons than holes, 31 queens on 30 rows, dominoes on a board without two opposite corners.
			{"cardinality", s.countingWork, s.refuteByCardinality},
			// Large formulas that need little search, such as sparse random 3-SAT.
			{"cdcl", s.quickWork, s.learnQuickly},
			// Large tori and Latin squares: a large group of symmetries moves most variables.
			{"symmetric-model", s.ifLarge, s.symmetricModel},
			// Colourings, and other choices among values that may be exchanged.
			{"broken-symmetries", nil, s.breakSymmetries},
			// Exact covers with a small search tree, such as short Langford pairs.
			{"cover", func() int64 { return s.CoverWork }, s.cover},
		},
		main: []method{
			// All other formulas.
			{"cdcl", nil, s.learn},
		},
		beside: []method{
			// Exact covers with a larger tree, mostly those without a model, such as a torus of size 15.
			{"cover", s.ifCovered, s.coverBeside},
		},
		pause: []method{
			// As at the start.
			{"linear", s.linearWork, s.searchLinear},
			// As at the start, for formulas on which the arguments take more work.
			{"parity", s.countingWork, s.refuteByParity},
			{"cardinality", s.cardinalityWork, s.refuteByCardinality},
			// Exact covers without a model to which other clauses were added, such as a torus with broken symmetries.
			{"relaxation", s.relaxationWork, s.relax},
			// Smaller tori, difference sets and other formulas with a large group of symmetries.
			{"symmetric-model", s.symmetryWork, s.symmetricModel},
			// Long searches for a formula with any symmetries, such as armies that do not fit.
			{"leaders", s.leaderWork, s.findLeaders},
		},
	}
}

// asking returns the methods for a question of a Solver, in order. Once the Solver has a session, the
// session answers alone, without another goroutine. The budget is the limit of the question in ticks.
func (s *scheduler) asking(budget int64) []method {
	return []method{
		// At the first question: boards and other large formulas, as in solving.
		{"dpll", s.firstWork, s.findModel},
		// All other questions.
		{"cdcl", func() int64 { return budget }, s.ask},
	}
}

// enumerating is the schedule for all models.
func (s *scheduler) enumerating() schedule {
	return schedule{
		start: []method{
			// Exact covers, such as boards in every encoding.
			{"cover", func() int64 { return s.CoverWorkAlone }, s.enumerateByCover},
			// Formulas without a model, as in solving.
			{"parity", s.countingWork, s.simplifyByParity},
			{"cardinality", s.countingWork, s.refuteByCardinality},
		},
		main: []method{
			// Formulas with symmetries, such as armies and domination: cdcl then finds one model of each orbit.
			{"leaders", func() int64 { return s.OrbitWork }, s.findLeaders},
			// Boards with broken symmetries, and other choices that cover declines.
			{"dpll", s.ifAsymmetric, s.enumerateByDPLL},
			// All other formulas.
			{"cdcl", nil, s.enumerateByLearning},
		},
		beside: []method{
			// Exact covers without a model and with a large tree.
			{"cover", s.ifCovered, s.refuteByCover},
		},
	}
}

// counting is the schedule for the number of models. The functions count and cover call the engines count and
// cover. The method sampling passes functions that draw samples instead, and uses only the start methods, without
// a graph, and the first main method.
func (s *scheduler) counting(count, cover runFunc) schedule {
	return schedule{
		start: []method{
			// A formula that was counted before, by its compiled graph. It is compiled when counts repeat, or
			// when they have cost as much as the compilation.
			{"graph", s.graphWork, s.countByGraph},
			// Long and narrow formulas, such as domino tilings, and all formulas with weights.
			{"count", nil, s.ifNarrow(count)},
			// Exact covers, such as boards in every encoding, also with broken symmetries.
			{"cover", s.coverTrial, cover},
			// Formulas without a model, as in solving.
			{"parity", s.countingWork, s.simplifyByParity},
			{"cardinality", s.countingWork, s.refuteByCardinality},
			// Exact covers with a large tree, such as colourings. The budgets grow, because neither engine
			// knows which of them is faster.
			{"count", s.ifLong(s.CountWork), count},
			{"cover", s.ifLong(64 * s.CountTrialWords), cover},
			{"count", s.ifLong(8 * s.CountWork), count},
			{"cover", s.ifLong(unlimited), cover},
		},
		main: []method{
			// All other formulas.
			{"count", nil, count},
			// Formulas that are too large for count.
			{"dpll", s.ifUnweighted, s.countByDPLL},
		},
		beside: []method{
			// Formulas with few models, or few orbits of models, such as armies and domination.
			{"leaders", func() int64 { return s.OrbitWork }, s.findLeaders},
			{"cdcl", s.fewModels, s.countByLearning},
		},
	}
}

// sampling is the schedule for random models. Only count and cover draw samples.
func (s *scheduler) sampling() schedule {
	c := s.counting(s.sample, s.sampleByCover)
	return schedule{start: c.start, main: c.main[:1]}
}

// unlimited is the budget of a method that runs until it has an answer or declines.
const unlimited = math.MaxInt64

// The functions below return the budget of a method, or 0 if the method is not due.

// when returns the budget if the condition holds, and 0 otherwise.
func when(condition bool, budget int64) int64 {
	if condition {
		return budget
	}
	return 0
}

// graphWork is unlimited if an earlier count of the sequence has left a graph. Otherwise it is the budget
// of a compilation in ticks: the cost of the counts so far, or GraphTicks if that is more. It is 0 for a
// single question, at the first count, and while the cost is less than GraphPause times the last budget.
func (s *scheduler) graphWork() int64 {
	switch k := s.kept; {
	case k == nil || k.cost == 0:
		return 0
	case k.graph != nil:
		return unlimited
	case k.cost >= s.GraphPause*k.tried:
		return max(k.cost, s.GraphTicks)
	}
	return 0
}

func (s *scheduler) ifCovered() int64 { return when(!s.uncoverable, unlimited) }

// ifLong returns a function that returns the budget if cover has failed its last trial in a count, and
// otherwise 0.
func (s *scheduler) ifLong(budget int64) func() int64 {
	return func() int64 { return when(s.long, budget) }
}

// coverTrial is the length of the first trial of cover in a count, or 0 with weights.
func (s *scheduler) coverTrial() int64 { return when(s.task.Weights == nil, s.CountTrialWords) }

func (s *scheduler) ifUnweighted() int64 { return when(s.task.Weights == nil, unlimited) }

// ifAsymmetric is unlimited if cover has declined the formula and no symmetries are known, and otherwise
// 0.
func (s *scheduler) ifAsymmetric() int64 { return when(s.leaders == nil && s.uncoverable, unlimited) }

// quickWork is the budget of learnQuickly in ticks, or 0 for a small formula, for which the other
// methods take little time, too.
func (s *scheduler) quickWork() int64 {
	return when(s.clauses >= s.QuickClauses, s.QuickTicks*s.clauses)
}

func (s *scheduler) dpllWork() int64 { return s.dpllLimit(s.clauses) }

// linearWork is the budget of searchLinear in ticks: first LinearTicks, and in a pause the ticks of main, if these are
// more. It is 0 with a proof, and without linear constraints.
func (s *scheduler) linearWork() int64 {
	return when(s.task.Proof == nil && len(s.task.Formula.Linear) > 0, max(s.LinearTicks, s.ticks))
}

// firstWork is dpllWork at one question of a Solver: the first one without guards, which dpll does not see,
// and with at least QuickClauses clauses, if the session is not open yet. Then it sets begun. Otherwise it
// is 0.
func (s *scheduler) firstWork() int64 {
	if k := s.solver; k.begun || k.Session != nil || len(s.guards) > 0 || s.clauses < s.QuickClauses {
		return 0
	}
	s.solver.begun = true
	return s.dpllWork()
}

// countingWork is the budget of a search for counting or parity arguments, in the units of work of
// cardinality.Refute and parity.Refute: at first CountingWork plus CountingWorkPerClause for each
// clause. The budget of a later search is one unit per CountingShare ticks of main, at most 2^30, or 0 if
// that is less than twice the first budget.
func (s *scheduler) countingWork() int64 {
	first := s.CountingWork + s.CountingWorkPerClause*s.clauses
	if s.ticks == 0 {
		return first
	}
	work := min(s.ticks/s.CountingShare, 1<<30)
	return when(work >= 2*first, work)
}

// cardinalityWork is countingWork, or 0 after a refutation whose proof was too long.
func (s *scheduler) cardinalityWork() int64 { return when(!s.proofTooLong, s.countingWork()) }

func (s *scheduler) ifLarge() int64 { return when(s.clauses >= s.SymmetryClauses, unlimited) }

// symmetryWork is the budget of symmetricModel in a pause: one unit of work per SymmetryShare ticks of main,
// at most 2^30. It is 0 with a proof, when leaders are known, and before initSymmetries.
func (s *scheduler) symmetryWork() int64 {
	return when(s.symmetries != nil && s.task.Proof == nil && s.leaders == nil, min(s.ticks/s.SymmetryShare, 1<<30))
}

// leaderWork is the budget of findLeaders in a pause: LeaderWork plus 1 per LeaderShare ticks of main, at
// most OrbitWork. It is 0 if findLeaders has run, before LeaderTicks ticks per clause, and when symmetryWork
// is 0.
func (s *scheduler) leaderWork() int64 {
	due := !s.soughtLeaders && s.symmetryWork() > 0 && s.ticks >= s.LeaderTicks*s.clauses
	return when(due, min(s.LeaderWork+s.ticks/s.LeaderShare, s.OrbitWork))
}

// relaxationWork is the budget of a relaxation in words: a word per RelaxationShare ticks of main, but at
// least 1. It is 0 until RelaxationTicks ticks per clause, and until the methods beside main have ended,
// because they try cover on the task itself.
func (s *scheduler) relaxationWork() int64 {
	select {
	case <-s.besideEnded:
		return when(s.ticks >= s.RelaxationTicks*s.clauses, max(1, s.ticks/s.RelaxationShare))
	default:
		return 0
	}
}

// fewModels is the budget of countByLearning: CountLeaders if leaders are known, otherwise CountModels,
// and 0 with weights.
func (s *scheduler) fewModels() int64 {
	switch {
	case s.task.Weights != nil:
		return 0
	case s.leaders != nil:
		return s.CountLeaders
	}
	return s.CountModels
}
