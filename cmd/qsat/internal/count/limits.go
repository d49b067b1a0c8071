package count

import "time"

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

const (
	// pollNodes is the number of nodes between two looks at the context, about a millisecond on
	// boards; progressNodes is the number of nodes between two progress reports.
	pollNodes     = 1 << 4
	progressNodes = 1 << 8
	// Once ctx has ended, the search for lower bounds goes on for lastNodes nodes, and then until
	// lastTime has passed. Small components need no more.
	lastTime  = 20 * time.Millisecond
	lastNodes = 1 << 8

	activityWeight = 0.3    // weight of activity in a branching score, next to degrees
	activityGrowth = 1.0054 // factor per decision: 2 after 128 decisions
	activityMost   = 1e100  // the largest increment; beyond it, choose scales all activities down
	// In satisfiable, the increment of activities grows by conflictGrowth per conflict. It restarts
	// after firstRestart conflicts, and each later interval is a quarter longer.
	conflictGrowth = 1.05
	firstRestart   = 50
	fewKept        = 2000 // the first value of learner.kept

	// After mostProbes probes at a level, probe looks at no further clause. After probeBatch
	// probes, if fewer than one in failRate have failed, only one node in probePause is probed.
	// Without probes, a count of the dominations of a board of 7 takes 8 times the decisions, and
	// other counts as many as before.
	mostProbes = 20
	probeBatch = 512
	failRate   = 8
	probePause = 1 << 7
	// mostTabled is the largest number of variables of a component that is counted by a truth
	// table. That takes less time than building its key and looking into the cache: without
	// tables, counts of random formulas take 1.3 to 3 times as long.
	mostTabled = 10

	// simplifyTicks limits each technique in each round of simplification, unless
	// Engine.Ticks is lower.
	simplifyTicks = 1 << 24
	// definedWidth is the largest number of literals of a resolvent when a function of other
	// variables is eliminated. A chain of gates then stays a chain, which few decisions divide.
	// Without the limit it became one clause of 64 literals, and the count of
	// mc2022_track1_087 took 31,388 decisions instead of 1,322.
	definedWidth = 8

	// mostExtended is the largest number of clauses for which extend runs. functionTicks limits the
	// test of a variable, and extendTicks all tests, to about a quarter of a second.
	// mc2022_track3_019 takes 0.8 s with extend, and over 20 s without.
	mostExtended  = 1 << 15
	functionTicks = 1 << 14
	extendTicks   = 1 << 22

	// mostDecomposed is the largest number of variables for which decompose tries. mostFillWork
	// limits the words of sets that it reads, per variable. The few formulas that take more have
	// wide decompositions: the count of mc2022_track1_088 takes 5.2 s with it, and 2.4 s without.
	mostDecomposed = 4000
	mostFillWork   = 1 << 17
	mostWidth      = 512     // a wider decomposition would hardly change branching scores
	mostWatches    = 1 << 19 // IsNarrow does not try larger formulas
	// depthWeight scales the weight of the decomposition in branching scores; see newModelCount.
	// mostDepthWeight is the largest such weight. With a smaller weight of narrow formulas, the
	// count of mc2022_track2_013 took 70,940 decisions instead of 10,824. With a weight of 1e7,
	// mc2024_track3_005 takes 4,917 instead of 2,763, and with 1e3 4,224.
	depthWeight     = 2
	mostDepthWeight = 1e4

	chunkSize   = 1 << 20 // bytes of a chunk of the cache; the first chunks are smaller
	fewBuckets  = 1 << 10 // the first number of buckets
	entryBytes  = 32      // memory per entry, with its share of the buckets
	defaultSize = 1 << 30 // limit in bytes if the task has no memory limit
	memoryShare = 4       // the cache takes 1/4 of the memory limit; the garbage collector lets the heap double
	// extensionBytes is the approximate limit in bytes for the memory of extension.models.
	extensionBytes = 1 << 26
)
