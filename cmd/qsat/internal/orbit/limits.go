package orbit

const (
	// Work is a value for the argument work of Find that suffices for most boards: the number of
	// neighbours read in the graph. It takes some tenths of a second.
	Work = 1 << 23
	// maxClauses is the largest number of clauses of a formula. Find returns nil for larger formulas.
	maxClauses = 1 << 16
	// maxLabels is the largest number of labels of a counter. Larger counters are not used.
	maxLabels = 1 << 10
	// maxGroup is the largest number of symmetries in a group, and maxMoved the largest product of
	// this number and the number of vertices of the graph. Larger groups are not used.
	maxGroup = 1 << 14
	maxMoved = 1 << 23
	// maxRepresentatives is the largest number of symmetries whose images the clauses for leaders
	// compare with a model. The number of compared literals, over all these symmetries, is at most
	// maxCompared. Beyond these limits, some models that are not leaders satisfy the clauses, too.
	maxRepresentatives = 64
	maxCompared        = 1 << 14
)
