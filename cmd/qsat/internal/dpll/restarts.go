package dpll

// A schedule says after how many conflicts to take back all decisions and begin
// anew, with other random numbers: on boards a bad start is rare and costs
// much. Each run may be a fifth longer than the one before. As the lengths grow
// without bound the search is complete, and as they grow geometrically a
// refutation takes at most about six times the conflicts of its last run.
//
// One board of each of fourteen sizes from 8 to 150 in the minimal form takes
// 127 conflicts in all with these runs, in the mean of twenty seeds; with the
// sequence of Luby et al. 201 in units of 64 and 126 in units of 16, which
// multiplies long refutations by more.
//
// References: T. Walsh, "Search in a Small World", IJCAI 1999. M. Luby,
// A. Sinclair and D. Zuckerman, "Optimal Speedup of Las Vegas Algorithms",
// Information Processing Letters 47, 1993.
type schedule struct {
	limit     int64 // of conflicts in this run; 0 before the first
	conflicts int64 // in this run
}

const firstRun = 16

// conflict notes a conflict and reports whether the run is over.
func (r *schedule) conflict() bool {
	r.limit = max(r.limit, firstRun)
	if r.conflicts++; r.conflicts < r.limit {
		return false
	}
	r.conflicts = 0
	r.limit += r.limit / 5
	return true
}
