package cdcl

import "queens/cmd/qsat/internal/clause"

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

const (
	// pollTicks is the largest number of ticks between two polls of the context.
	pollTicks = 1 << 12
	// delay is the number of ticks per clause before the first simplification. Many formulas are
	// solved before, and the learned clauses and phases help afterwards.
	delay = 300
	// circuitDelay is the delay in a circuit, which becomes much smaller. On 29 formulas of hardware, multipliers and
	// protocols, 10 takes a fifth less time than 300, 30 a seventh less, and 3 the same as 10.
	circuitDelay = 10
	// After manyConflicts, and once one in manyUnits of the variables is fixed, the delay is a tenth. Without the second
	// condition, the ordering principle takes up to four times as long.
	manyConflicts = 3000
	manyUnits     = 16
	// firstEffort is the number of ticks of a technique in the first simplification, per word of the
	// clauses and watch lists.
	firstEffort = 10
	// maxGrowth is the largest growth of the number of clauses by the elimination of a
	// variable. The growth allowed doubles from round to round up to maxGrowth, because a
	// large growth does harm while easier variables remain.
	maxGrowth = 8
	// aloneTicks limits the search of FailedOrNone: its number of ticks is at most aloneTicks
	// plus the number of ticks that the session has taken before.
	aloneTicks = 1 << 24

	// reasonDecisions is the mean number of decisions per conflict from which on bumpAnalyzed
	// does not bump the variables in reasons.
	reasonDecisions = 100
	// maxScore is the score beyond which all scores and inc are divided by it.
	maxScore = 1e150
	// Factors by which scores decay with each conflict, before and after the first model of several.
	// Both values of a decision are searched after a model, so old scores stay useful for longer.
	scoreDecay        = 0.95
	scoreDecayBetween = 0.98

	restartMargin = 1.1 // the ratio of the averages fastGlue and slowGlue that triggers a restart
	// A restart in stable mode is due after reluctantPeriod conflicts times a number; see reluctant.
	reluctantPeriod = 1 << 10

	// Kissat 4 keeps more learned clauses: its intervals begin with 1,000 conflicts, not 150 (see
	// defaults), and it drops half of the candidates at first. With its schedule, 15 formulas
	// without a model take 16 % fewer conflicts here, but the same time, because each conflict
	// reads more clauses. With intervals that grow as the power 3/4 of the number of reductions, 20
	// such formulas take 9 % fewer conflicts and 7 % more time in all.
	reduceLow  = 0.75 // share of the candidates that the first reduction drops
	reduceHigh = 0.9  // share that later reductions approach
	// reduceWords is a number of words of clauses: between two reductions there is at least one
	// conflict per reduceWords words, because a reduction reads all clauses.
	reduceWords = 400

	// excludeSquare limits the calls of exclude after models with free decisions. If exclude has
	// added x clauses so far, Models calls it only while x*x is at most excludeSquare times the
	// number of conflicts. So in a long search x is far below the number of conflicts.
	excludeSquare = 1 << 11

	maxWalkWords = 1 << 27 // largest number of words of clauses and watches for a walk
	walkSize     = 5       // ticks of a stretch of the first walk, per word of the arena
	// uniformClauses is the least number of clauses of a formula that isUniform. In smaller random formulas
	// the search finds a model as early without a walk before it.
	uniformClauses = 10_000
	walkPoll       = 1 << 6 // flips between two polls of the context; a flip takes up to 20 microseconds
	circuitShare   = 4      // a formula is a circuit if it has at least Vars/circuitShare gates
	walkPatience   = 2      // the first walk ends after walkPatience+1 stretches in a row, each without over 10 % fewer false clauses

	// forkConflicts is the number of conflicts before the other searches of a portfolio may begin.
	forkConflicts = 300
	// forkWords is the largest number of words of clauses that are worth copying.
	forkWords = 1 << 24
	// periodWork is the length of a period of a portfolio in ticks, some milliseconds.
	periodWork = 1 << 17
	// shareGlue is the largest glue of a clause of three literals or more that a search sends to
	// other searches.
	shareGlue = clause.Tier1 + 1
	// never is a number of conflicts or ticks that no search reaches.
	never = 1 << 62
	// lag is the number of periods by which a search may be ahead of another one.
	lag = 2
)
