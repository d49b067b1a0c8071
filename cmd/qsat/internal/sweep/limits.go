package sweep

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

const (
	depth          = 2      // number of rounds of collect; each copies the clauses of the variables known at its start
	maxVariables   = 256    // largest number of variables of a neighbourhood
	maxClauses     = 1024   // number of clauses of a neighbourhood at which collect stops
	maxOccurrences = 1024   // a variable with more clauses of one sign is not scheduled
	maxSize        = 100    // largest number of literals of a clause that is copied
	maxConflicts   = 100    // largest number of conflicts of solve; beyond, it returns unknown
	minShare       = 0.5    // share of the ticks that Sweep uses while it finds little
	maxShare       = 2      // the largest share
	factTicks      = 50_000 // Sweep finds little if finding a fact takes more ticks than this on average
)
