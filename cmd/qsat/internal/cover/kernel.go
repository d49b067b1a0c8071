package cover

import "math/bits"

// A kernel counts the solutions of a subproblem of at most 64 literals and 64
// clauses, in which a set of either is one word. Most of the time of a count
// goes by here.
type kernel struct {
	members    [64]uint64 // by clause
	hits       [64]uint64 // by literal: the clauses it is in
	compatible [64]uint64 // by literal
	exclusive  uint64     // clauses of which no two members go together
	settled    bool       // nothing can be chosen once all clauses are hit

	nodes   uint64
	due     uint64      // at how many nodes to poll
	poll    func() bool // whether to stop; sets due
	stopped bool
	number  []uint8 // by literal of the instance: its number here
}

// pollNodes is after how many nodes to poll.
const pollNodes = 1 << 14

// load takes in the part of an instance that is left: the literals in avail
// and the clauses in open. It returns false if they do not fit.
func (k *kernel) load(in *instance, avail, open []uint64) (all, clauses uint64, ok bool) {
	n := size(avail)
	m := size(open)
	if n == 0 || n > 64 || m > 64 || n > 62 && !in.settled { // counts stay below 2^63
		return 0, 0, false
	}
	all, clauses = ^uint64(0)>>(64-n), ^uint64(0)>>(64-m)
	k.settled = in.settled
	k.loadClauses(in, avail, open)
	k.loadLiterals(in, avail, all)
	return all, clauses, true
}

// loadClauses numbers the open clauses and marks the exclusive ones.
func (k *kernel) loadClauses(in *instance, avail, open []uint64) {
	k.exclusive = 0
	lit := 0
	for w, x := range avail {
		for ; x != 0; x &= x - 1 {
			k.number[w<<6+bits.TrailingZeros64(x)] = uint8(lit)
			k.hits[lit&63] = 0
			lit++
		}
	}
	j := 0
	for w, o := range open {
		for ; o != 0; o &= o - 1 {
			c := &in.clauses[w<<6+bits.TrailingZeros64(o)]
			if c.exclusive {
				k.exclusive |= 1 << j
			}
			members := uint64(0)
			for v, word := range c.members {
				for x := word & avail[c.lo+v]; x != 0; x &= x - 1 {
					i := k.number[(c.lo+v)<<6+bits.TrailingZeros64(x)] & 63
					members |= 1 << i
					k.hits[i] |= 1 << j
				}
			}
			k.members[j&63] = members
			j++
		}
	}
}

// loadLiterals gathers which of the literals go together. Conflicts are fewer
// than the others, and each is found once.
func (k *kernel) loadLiterals(in *instance, avail []uint64, all uint64) {
	for i := range k.compatible {
		k.compatible[i] = all &^ (1 << i)
	}
	i := 0
	for w, x := range avail {
		for ; x != 0; x &= x - 1 {
			b := bits.TrailingZeros64(x)
			row := in.row(w<<6 + b)[w:]
			above := ^uint64(0) << b
			mine := k.compatible[i&63]
			for v, a := range avail[w:] {
				for y := a & above &^ row[v]; y != 0; y &= y - 1 {
					j := k.number[(w+v)<<6+bits.TrailingZeros64(y)] & 63
					mine &^= 1 << j
					k.compatible[j] &^= 1 << (i & 63)
				}
				above = ^uint64(0)
			}
			k.compatible[i&63] = mine
			i++
		}
	}
}

// count returns the number of ways to hit all clauses in open with literals
// in avail, and to choose more of them where that is possible.
func (k *kernel) count(avail, open uint64) uint64 {
	if k.nodes++; k.nodes > k.due && k.poll() {
		k.stop()
		return 0
	}
	var best uint64
	var branch int
	for forced := true; forced; {
		forced = false
		least := 65
		for o := open; o != 0; o &= o - 1 {
			c := bits.TrailingZeros64(o) & 63
			x := avail & k.members[c]
			if x&(x-1) == 0 {
				if x == 0 {
					return 0
				}
				i := bits.TrailingZeros64(x) & 63
				avail &= k.compatible[i]
				if open &^= k.hits[i]; open == 0 {
					return k.more(avail)
				}
				forced = true
				break
			}
			if n := bits.OnesCount64(x); n < least {
				least, best, branch = n, x, c
			}
		}
	}
	shared := k.exclusive>>branch&1 == 0
	total := uint64(0)
	for ; best != 0; best &= best - 1 {
		i := bits.TrailingZeros64(best) & 63
		rest := avail & k.compatible[i]
		if o := open &^ k.hits[i]; o == 0 {
			total += k.more(rest)
		} else if rest != 0 {
			total += k.count(rest, o)
		}
		if shared {
			avail &^= 1 << i
		}
	}
	return total
}

// more returns the number of ways to choose literals in avail when no clause
// needs one any more.
func (k *kernel) more(avail uint64) uint64 {
	if k.settled || avail == 0 {
		return 1
	}
	i := bits.TrailingZeros64(avail)
	return k.more(avail&^(1<<i)) + k.more(avail&k.compatible[i])
}

// stop makes all calls of count return soon.
func (k *kernel) stop() {
	k.stopped = true
	k.members = [64]uint64{}
}
