package cardinality

// Limits of effort. A unit of work is about one watch or four words of a set.
const (
	// maxLits is the largest number of different literals in pigeons. With more, Refute finds
	// nothing. The relation "excludes" has one bit per pair of literals: 8 MiB.
	maxLits = 1 << 13
	// attempts is the largest number of ways in which find chooses holes for the literals.
	attempts = 8
	// labelWork is added to the budget of work for each window of a counter times each label of its first
	// window, and n*n times for a set of at most two with n literals. Formulas with counters are rare, so
	// they may cost more.
	labelWork = 1 << 8
	// pigeonWork is added to the budget of work per pigeon if there are at least longLits different
	// literals per pigeon. Such formulas are rare, too.
	pigeonWork = 1 << 16
	longLits   = 8
	// maxMisses is the number of ternary clauses in a row that may lead to no set of at most two.
	// After one more, findAtMostTwos stops.
	maxMisses = 32
	// countersWork is the work of Counters. It takes some tenths of a second.
	countersWork = 1 << 24
	// maxLines is the largest estimated number of lines of a proof by sums. Beyond it, contradict
	// returns ErrTooLong. The proof for a torus of 30 has half this number of lines.
	maxLines = 1 << 20
	// linesPerTriple is an estimate: the number of proof lines per triple of a pigeon, a hole and a
	// number of free holes. A closure of n pigeons has n^3 triples.
	linesPerTriple = 5
)
