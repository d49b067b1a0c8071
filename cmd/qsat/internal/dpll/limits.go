package dpll

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

const (
	// unlimited is the limit of a search without a limit, in steps.
	unlimited = 1 << 62
	// pollSteps is the largest number of steps between two polls of the context, less than a
	// millisecond.
	pollSteps = 1 << 15
	// batch is the largest number of literals of the trail whose lists are fetched at once, so that
	// the loads overlap. In a large formula in random order, each access waits for memory. Without
	// fetching, a shuffled board of 1000 in the sequential encoding takes 1.14 times as long.
	batch = 32
	// window is the largest number of unsatisfied clauses that a decision looks at: the last
	// ones in the list. It exceeds the number of rows and columns of any board that can be
	// written.
	window = 1 << 13
	// wastedSteps is the number of steps of failed propagation per variable that uniform allows,
	// in addition to its other steps.
	wastedSteps = 16

	// pieceSize is the largest number of clauses in a piece of a share.
	pieceSize = 1 << 16
	// maxEntries is the largest number of binary clauses and literals together, and of literals in
	// long clauses. The engine declines larger formulas, because offsets in a chunk have 31 bits.
	maxEntries = 1<<30 - 1

	// walkSteps is the largest number of steps of the walks of an estimate, one or two
	// seconds. The time of a decision is measured in timedPieces runs of timedSteps steps each.
	walkSteps   = 1 << 26
	timedSteps  = 1 << 16
	timedPieces = 64
)
