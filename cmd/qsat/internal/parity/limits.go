package parity

const (
	// maxVars is the largest number of variables of an equation that find recognises. An equation of
	// n variables needs 2^(n-1) clauses.
	maxVars = 8
	// samples is the approximate number of clauses that sample reads. A formula needs no sample if it
	// has at most 16*samples long clauses.
	samples = 1 << 12
	// linesPerTerm is an estimate: the number of proof lines per variable of the two equations of an
	// addition.
	linesPerTerm = 24
)
