package cover

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

const (
	// trialShare limits the expected length of a search for one model that passes its trial. On each
	// thread, the rest of the search reads at most about trialShare/2 times the words of the trial, if
	// the shares of the subtrees are estimated well.
	trialShare = 256
	// At the end of its trial, a count gives up in two cases. First, random walks expect more than
	// countFactor times the visited nodes. Second, the visited nodes are more than doubt times the
	// nodes that the walks expect in the finished share of the tree: then the walks miss the large
	// subtrees. On boards that quotient is at most 3.4, and on colourings of sparse graphs at least
	// 5.
	countFactor = 1 << 10
	doubt       = 4

	// symmetricLimit is the smallest Limit with which Solve looks for symmetries. A smaller one would
	// be used up by that search.
	symmetricLimit = 1 << 15

	// maxOptions is the largest number of options. The table of conflicts takes maxOptions² bits.
	maxOptions = 4096

	// maxClauses is the largest number of clauses of a formula that the engine accepts.
	maxClauses = 1 << 20
	// Elimination may increase the literals in all clauses to eliminationGrowth times their
	// number before plus eliminationRoom. The literals in long clauses may increase by the
	// number of all literals before plus eliminationRoom/8. Variables that would exceed this
	// stay. The product encoding of a line of 64 grows by a factor of 12, in binary clauses.
	eliminationGrowth = 16
	eliminationRoom   = 1 << 15
	// eliminationPairs is the largest number of resolutions for one variable.
	eliminationPairs = 1 << 14
	// eliminationWidth is the largest length of a resolvent.
	eliminationWidth = 4096
	// otherClauses is the smallest number of choices and conflicts per clause of another shape.
	otherClauses = 4

	// wantedSubtrees is the approximate number of subtrees: enough to balance the load and to
	// show progress.
	wantedSubtrees = 1024
	// limitedSubtrees is the approximate number of subtrees of a search with a limit.
	limitedSubtrees = 128
	// Symmetries are searched at nodes with fewer than symmetricDepth chosen options and at
	// least symmetricSize available ones. That takes a millisecond, and deeper nodes have few
	// symmetries.
	symmetricDepth = 2
	symmetricSize  = 96
	// minAssigned is the smallest estimated number of nodes below a node for which an assigner
	// makes partial assignments.
	minAssigned = 1 << 14

	// pollNodes is the number of nodes between two calls of interrupt.
	pollNodes = 1 << 10

	// symmetryWork limits the neighbours read for the symmetries of one node, which takes some ten
	// milliseconds.
	symmetryWork = 1 << 23

	// maxAssignments is the largest number of partial assignments that an assigner may make by
	// choosing one more option in each of its subtrees.
	maxAssignments = 1 << 15
	// nodesPerAssignment limits the partial assignments of an assigner: at most one per
	// nodesPerAssignment estimated nodes of the tree.
	nodesPerAssignment = 64
	// walks is the number of random walks for an estimate that compares lists of subtrees. An
	// estimate of the whole tree takes twice as many.
	walks = 100
	// maxGroup is the largest number of symmetries in a group that is used.
	maxGroup = 1 << 8

	// probeWork limits the work of Estimate, in nodes of the kernel, to about a second.
	probeWork = 1 << 25
	// stepWork is the work of one step of a walk, in nodes of the kernel.
	stepWork = 1 << 6
	// kernelWords is the cost of a node of the kernel in words of sets, for the trial of a count. Under a
	// projection, where no kernel is used, it is the least cost of a node.
	kernelWords = 1 << 6
	// kernelNodes is the largest number of nodes that the kernel may count at the end of a
	// walk. If the subproblem has more, the walk goes on.
	kernelNodes = 1 << 13
	// timedSubtrees is the number of subtrees, and timedNodes the number of nodes in each, that
	// are searched to measure the time of a node.
	timedSubtrees = 128
	timedNodes    = 1 << 13

	// drawnSubtrees is the approximate number of subtrees for sampling. There are many, because
	// drawing from a subtree means searching it up to the last drawn rank.
	drawnSubtrees = 1 << 16
	// mostDrawn is the largest number of models that are drawn at a time. drawnBytes limits their
	// approximate memory in bytes.
	mostDrawn  = 1 << 20
	drawnBytes = 1 << 26
)
