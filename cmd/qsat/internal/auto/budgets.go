package auto

import (
	"math/rand/v2"
	"reflect"

	"queens/cmd/qsat/internal/orbit"
)

// Budgets holds all limits and thresholds of the methods of auto. They count steps, ticks, words and
// other units of work, so that the answers do not depend on the clock.
type Budgets struct {
	// DPLLSteps + DPLLStepsPerClause per clause is the number of literals and clauses that
	// dpll may look at in the first search, a few times the cost of reading the formula.
	// After that, auto searches for structure.
	DPLLSteps, DPLLStepsPerClause int64
	// LinearTicks is the number of ticks of the first search in linear constraints, about a tenth of a second.
	LinearTicks int64
	// FirstTicks is the number of ticks of the first search of cdcl, which takes some milliseconds. The searches
	// for structure after it take longer on formulas of circuits, and hardly ever help there.
	FirstTicks int64
	// QuickTicks is the number of ticks per clause of a short search of cdcl, which simplifies only
	// circuits, for formulas of at least QuickClauses clauses. It comes after the search for
	// counting and parity arguments, which takes less time.
	QuickTicks, QuickClauses int64
	// CoverWork limits the first search of cover, in words of sets per subtree; see
	// cover.Engine. All subtrees together take a few milliseconds. Without a model by then,
	// cover runs beside cdcl, and a model of cdcl is preferred. Otherwise the clock would
	// choose the model.
	CoverWork int64
	// CoverWorkAlone limits cover when no other engine runs at the same time, to about half
	// a second. After that, auto tries another engine.
	CoverWorkAlone int64
	// TrialWords is the length of the trial of cover beside main in words (see cover.Engine), about
	// a tenth of a second. After that, cover gives up if it has made no progress. Main asks for the
	// processor of cover after TrialTicks ticks, which take about as long.
	TrialWords, TrialTicks int64

	// CountingWork + CountingWorkPerClause per clause limits the first search for counting
	// and parity arguments to some milliseconds; see cardinality.Refute and parity.Refute.
	CountingWork, CountingWorkPerClause int64
	// CountingShare limits the later searches for such arguments to one unit of work per
	// CountingShare ticks of cdcl.
	CountingShare int64

	// SymmetryTicks is the number of ticks of cdcl, about a quarter of a second, before
	// auto searches for symmetric models, repeats the search for counting arguments and
	// tries a relaxation. It does so again after 4, 16, 64, ... times SymmetryTicks.
	SymmetryTicks int64
	// SymmetryShare is the number of ticks of cdcl that allow one unit of work on symmetric
	// models, 1/30 of the time.
	SymmetryShare int64
	// SymmetryClauses is the number of clauses from which on symmetric models are searched before
	// cdcl begins, because cdcl would take longer than that search.
	SymmetryClauses int64
	// LeaderTicks is the number of ticks per clause that cdcl spends before auto searches
	// for the leaders of orbits. By then that search costs about 5 % of the total time.
	LeaderTicks int64
	// OrbitWork limits the search for the symmetries of orbits; see orbit.Find. A search
	// that reaches the limit uses the symmetries that it has found.
	OrbitWork int64
	// After cdcl has begun, the limit is LeaderWork + 1 per LeaderShare ticks of cdcl, if
	// that is less than OrbitWork.
	LeaderWork, LeaderShare int64
	// TryTicks limits the search of cdcl for a model of a formula that a symmetry has made
	// smaller.
	TryTicks int64
	// TryWork + TryWorkPerClause per clause is the cost of that search in the units of
	// symmetry.Solver. The search begins only if at least that much of the budget is left.
	TryWork, TryWorkPerClause int64

	// TurnTicks is the length of a turn of cdcl, in ticks, when cdcl and cover take turns.
	// TurnWords is the length of a turn of cover, in words. A turn takes a few
	// milliseconds.
	TurnTicks, TurnWords int64
	// RelaxationTicks is the number of ticks per clause that cdcl spends before auto tries
	// a relaxation.
	RelaxationTicks int64
	// RelaxationShare is the number of ticks of cdcl that allow cover one more word of work on the
	// relaxation, about 1/8 of the total time.
	RelaxationShare int64
	// RelaxationClauses is the largest number of clauses of a formula that is relaxed, because
	// the relaxation takes the memory of the formula again.
	RelaxationClauses int64

	// WalkSteps limits the walks that estimate the tree of dpll, about 1/40 of a second.
	WalkSteps int64
	// DPLLNodes is the largest estimated number of nodes of a tree that dpll enumerates, in
	// some seconds. On larger trees, clause learning saves more work than it costs.
	DPLLNodes int64
	// FewWalks is the smallest number of walks that estimates the size of the tree. After fewer
	// walks, dpll enumerates if and only if a walk has met a model.
	FewWalks int64

	// Narrow is a width of a tree decomposition. The engine count, and not cover, counts a task
	// without a projection that has at most this width; see count.IsNarrow. The domino tilings of a
	// square of 12 have width 19, and its independent sets 14. For queens the width is more than half
	// the number of variables.
	Narrow int64
	// CountTrialWords is the length of the first trial of cover in a count, about 20 milliseconds on
	// boards. CountWork is the number of propagations of the engine count after a failed trial, about
	// half a second. The second trial and the second run of count are 64 and 8 times as long.
	CountTrialWords, CountWork int64
	// GraphTicks is the least budget of a compilation in ticks, about 1/20 of a second. The budget is the
	// cost of the counts so far, if that is more. The first compilation begins at the second count of a
	// sequence, and another one when the cost is GraphPause times the last budget. So all compilations
	// that fail cost at most GraphPause/(GraphPause-1) times as much as the counts, beside GraphTicks.
	GraphTicks, GraphPause int64
	// CountModels is the number of models that cdcl may find in a count. CountLeaders is
	// the number of leaders of orbits; the other models of an orbit take hardly any time.
	// Beyond that number, cdcl may find at most one model per conflict. For many models the
	// engine count is better, because it does not find each of them.
	CountModels, CountLeaders int64

	// FailedTicks limits each search of cdcl for failed assumptions, after another engine
	// has refuted the task, to about a second. After that, the failed assumptions are
	// unknown, or Refuter asks its other refuter.
	FailedTicks int64
}

// Default returns the budgets of New.
func Default() *Budgets {
	return &Budgets{
		DPLLSteps: 1 << 17, DPLLStepsPerClause: 16, LinearTicks: 1 << 22, FirstTicks: 1 << 15,
		QuickTicks: 20, QuickClauses: 10_000,
		CoverWork: 1 << 13, CoverWorkAlone: 1 << 20, TrialWords: 1 << 26, TrialTicks: 1 << 21,
		CountingWork: 1 << 17, CountingWorkPerClause: 2, CountingShare: 16,
		SymmetryTicks: 1 << 22, SymmetryClauses: 80_000,
		SymmetryShare: 2, LeaderTicks: 512, OrbitWork: orbit.Work, LeaderWork: 0, LeaderShare: 4,
		TryTicks: 1 << 16, TryWork: 1 << 22, TryWorkPerClause: 1 << 10,
		TurnTicks: 1 << 16, TurnWords: 1 << 19,
		RelaxationTicks: 256, RelaxationShare: 128, RelaxationClauses: 1 << 17,
		WalkSteps: 1 << 22, DPLLNodes: 1 << 20, FewWalks: 25,
		Narrow: 28, CountTrialWords: 1 << 25, CountWork: 1 << 19,
		GraphTicks: 1 << 20, GraphPause: 4, CountModels: 1000, CountLeaders: 1 << 18,
		FailedTicks: 1 << 24,
	}
}

// Scale divides each budget of b by 1, 10 or 100 at random, but makes it at least 1, and returns b.
// Tests use it so that methods for large formulas run on small ones.
func (b *Budgets) Scale(r *rand.Rand) *Budgets {
	v := reflect.ValueOf(b).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(max(1, v.Field(i).Int()/[]int64{1, 10, 100}[r.IntN(3)]))
	}
	return b
}

// dpllLimit returns the limit of the first search of dpll for a formula with this number of clauses.
func (b *Budgets) dpllLimit(clauses int64) int64 { return b.DPLLSteps + b.DPLLStepsPerClause*clauses }
