package parity

const (
	// maxVars is the largest number of variables of an equation that find recognises. An equation of
	// n variables needs 2^(n-1) clauses.
	maxVars = 8
	// linesPerTerm is an estimate: the number of proof lines per variable of the two equations of an
	// addition.
	linesPerTerm = 24
)
