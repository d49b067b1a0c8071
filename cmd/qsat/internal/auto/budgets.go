package auto

import (
	"math/rand/v2"
	"reflect"
	"time"

	"queens/cmd/qsat/internal/orbit"
)

// Budgets are all limits and thresholds of the schedule of auto. They are counted in steps, nodes
// and ticks, so that the answers do not depend on the clock.
type Budgets struct {
	// DPLLSteps + DPLLStepsPerClause per clause is the number of literals and clauses that dpll
	// may look at in the first search, a few times the cost of reading the formula. Beyond, auto
	// looks for structure.
	DPLLSteps, DPLLStepsPerClause int64
	// CoverWork limits the first search of cover, in words of sets per subtree; see cover.Engine.
	// It takes a few milliseconds for all subtrees. A model that cover finds beyond depends on
	// the clock, and cdcl has precedence.
	CoverWork int64
	// CoverWorkAlone takes the place of CoverWork where no other engine runs beside cover, about
	// half a second. Beyond, auto asks another engine.
	CoverWorkAlone int64
	// MainAfter is the time per clause for which the first steps run alone. Beyond, main begins on
	// another processor. It is enough for boards, on which two searches at the same time take twice
	// as long, because both ask for memory.
	MainAfter time.Duration

	// CountingWork + CountingWorkPerClause per clause limits the first search for arguments by
	// counting, some milliseconds; see cardinality.Refute.
	CountingWork, CountingWorkPerClause int64
	// CountingShare limits the later searches for such arguments to one unit of work per
	// CountingShare ticks of cdcl.
	CountingShare int64

	// SymmetryTicks is the number of ticks of cdcl, about a quarter of a second, before auto
	// searches for symmetric models, repeats the search for counting arguments and tries a
	// relaxation. It does so again after four times as many ticks, and so on.
	SymmetryTicks int64
	// SymmetryShare is the number of ticks of cdcl that allow one unit of work on symmetric
	// models, 1/30 of the time.
	SymmetryShare int64
	// SymmetryClauses is the number of clauses from which on symmetric models are searched before
	// cdcl begins, because cdcl would take longer than that search.
	SymmetryClauses int64
	// LeaderTicks is the number of ticks per clause that cdcl spends before auto searches for
	// orbits. By then that search costs about 5 % of the total time.
	LeaderTicks int64
	// OrbitWork limits the search for the symmetries of orbits; see orbit.Find. Beyond, fewer
	// symmetries are known.
	OrbitWork int64
	// LeaderWork + 1 per LeaderShare ticks of cdcl takes the place of OrbitWork, if it is less,
	// after cdcl has begun.
	LeaderWork, LeaderShare int64
	// TryTicks limits the search of cdcl for a model of a formula that a symmetry has made small.
	TryTicks int64
	// TryWork + TryWorkPerClause per clause is the cost of that search in the units of
	// symmetry.Solver. It does not begin unless so much is left.
	TryWork, TryWorkPerClause int64

	// TurnTicks is the number of ticks of a turn of cdcl where cdcl and cover take turns, and
	// TurnWords the number of words of a turn of cover. Each takes a few milliseconds.
	TurnTicks, TurnWords int64
	// RelaxationTicks is the number of ticks per clause that cdcl spends before a relaxation is
	// tried.
	RelaxationTicks int64
	// RelaxationShare is the number of ticks of cdcl that allow cover one more unit of work on the
	// relaxation, about 1/8 of the total time.
	RelaxationShare int64
	// RelaxationClauses is the largest number of clauses of a formula that is relaxed, because
	// the relaxation takes the memory of the formula again.
	RelaxationClauses int64

	// WalkSteps limits the walks that estimate the tree of dpll, about 1/40 of a second.
	WalkSteps int64
	// DPLLNodes is the largest estimated number of nodes of a tree that dpll enumerates, some
	// seconds. Learning cuts off more of a larger tree.
	DPLLNodes int64
	// FewWalks is the number of walks below which the estimate says nothing about the size. That
	// so long walks meet a model all the same speaks for dpll.
	FewWalks int64

	// Narrow is the largest width of a tree decomposition for which count counts, and not cover.
	// The domino tilings of a square of 12 have 19, its independent sets 14; queens have more
	// than half of their variables.
	Narrow int64
	// CountModels is the number of models that cdcl may find in a count, and CountLeaders the
	// number of leaders of orbits, whose images take hardly any time. Beyond, cdcl may find one
	// more per conflict, because count does not need each model where there are many.
	CountModels, CountLeaders int64

	// FailedTicks limits each search of cdcl for failed assumptions after another engine has
	// refuted the task, about a second. Beyond, they are unknown or another refuter finds them.
	FailedTicks int64
}

// Default returns the budgets of New.
func Default() *Budgets {
	return &Budgets{
		DPLLSteps: 1 << 17, DPLLStepsPerClause: 16,
		CoverWork: 1 << 13, CoverWorkAlone: 1 << 20,
		MainAfter:    time.Microsecond,
		CountingWork: 1 << 18, CountingWorkPerClause: 4, CountingShare: 16,
		SymmetryTicks: 1 << 22, SymmetryClauses: 80_000,
		SymmetryShare: 2, LeaderTicks: 512, OrbitWork: orbit.Work, LeaderWork: 0, LeaderShare: 4,
		TryTicks: 1 << 16, TryWork: 1 << 22, TryWorkPerClause: 1 << 10,
		TurnTicks: 1 << 16, TurnWords: 1 << 19,
		RelaxationTicks: 256, RelaxationShare: 128, RelaxationClauses: 1 << 17,
		WalkSteps: 1 << 22, DPLLNodes: 1 << 20, FewWalks: 25,
		Narrow: 28, CountModels: 1000, CountLeaders: 1 << 18,
		FailedTicks: 1 << 24,
	}
}

// Scale makes each budget 1, 10 or 100 times smaller at random, but not less than 1, and returns b.
// Tests use it so that methods for large formulas run on small ones.
func (b *Budgets) Scale(r *rand.Rand) *Budgets {
	v := reflect.ValueOf(b).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(max(1, v.Field(i).Int()/[]int64{1, 10, 100}[r.IntN(3)]))
	}
	return b
}
