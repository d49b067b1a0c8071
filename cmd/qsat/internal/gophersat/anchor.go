package gophersat

// The library panics when it wants to drop learned clauses, after 2,000
// conflicts, and has none because every conflict has taught a unit. So each
// search begins by learning one that is never dropped, about three variables of
// our own: it tries the first variable and then the last, both as false, and
// of the two clauses here one has to fail.
const (
	anchorFirst = 1 // variables before those of the form
	anchorVars  = 3
)

// anchor returns the clauses, in the library's variables from 1, of which
// there are vars.
func anchor(vars int) [2][3]int32 {
	first, middle, last := int32(1), int32(vars-1), int32(vars)
	return [2][3]int32{{first, last, middle}, {first, last, -middle}}
}
