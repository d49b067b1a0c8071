package simplify

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

// Unlimited is a number of ticks that no call reaches.
const Unlimited = 1 << 60

// pollTicks is the number of ticks between two polls of the context. Tests reduce it.
var pollTicks int64 = 1 << 9

const (
	// maxInput is the largest number of literals in the long clause of a conjunction; see findGates.
	maxInput = 100

	// CloseEqual merges gates if that merges at least one in equalShare of the variables. In 18
	// comparisons of equal circuits it is one in two to six; the search then takes half of the
	// conflicts. In multipliers, ciphers and protocols it is one in seven to a thousand, and to
	// merge gates before the search takes 10 % more conflicts.
	equalShare = 6

	// mostDefining is the largest number of clauses of a variable that isDefined examines, and
	// definingTicks the budget of ticks for one variable. Without isDefined, a count of the
	// factors of a 12-bit number takes twice the decisions.
	mostDefining  = 24
	definingTicks = 1 << 14

	// subsumptionWidth is the largest number of literals of a clause that is tested for subsuming
	// others. During elimination, the test is skipped if its rarest variable occurs in more than
	// subsumingOccurrences clauses; for binary clauses, which may be many, the limit is
	// binaryOccurrences.
	subsumptionWidth     = 1000
	subsumingOccurrences = 2000
	binaryOccurrences    = 20
)
