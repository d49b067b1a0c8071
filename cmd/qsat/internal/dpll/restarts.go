package dpll

// restartUnit is how many conflicts the shortest run between restarts has.
const restartUnit = 64

// restartAfter returns how many conflicts the run after so many restarts may
// have: without bound, so that the search is complete.
//
// References: M. Luby, A. Sinclair and D. Zuckerman, "Optimal Speedup of Las
// Vegas Algorithms", Information Processing Letters 47, 1993.
func restartAfter(restarts int64) int { return restartUnit * luby(restarts+1) }

// luby returns the i-th number, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..
func luby(i int64) int {
	k := int64(1) // 2^j - 1 for some j, at least i
	for k < i {
		k = 2*k + 1
	}
	for k != i {
		i -= k / 2
		for k = 1; k < i; {
			k = 2*k + 1
		}
	}
	return int(k/2 + 1)
}
