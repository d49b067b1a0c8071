package cover

import (
	"math/bits"
	"slices"
)

// An instance is a generalized exact cover problem: choose literals so that
// each positive clause has one that is chosen and no two chosen ones are in
// conflict. Literals are numbered from 0 so that those of a clause lie
// together as far as that can be had for all clauses.
type instance struct {
	lits  []int32 // of the form, by number
	words int     // of a set of literals

	compatible []uint64 // by literal: the set of those not in conflict with it, without itself
	clauses    []clause
	hits       [][]int32 // by literal: the clauses it is in

	// settled says that every literal is in an exclusive clause. Once all
	// clauses have a chosen literal, nothing else can then be chosen.
	settled bool
	rest    *rest // clauses of other shapes; nil if there are none
}

// A clause is a set of literals of which at least one is to be chosen.
type clause struct {
	members   []uint64 // words[lo:hi] of the set; the others are zero
	lo, hi    int
	exclusive bool // no two of them go together
}

// maxLiterals bounds an instance: its table of conflicts has their square in
// bits.
const maxLiterals = 4096

// newInstance makes an instance of positive clauses and pairs in conflict,
// all of them literals of the form.
func newInstance(positive [][]int32, conflicts [][2]int32) *instance {
	in := &instance{lits: order(positive, conflicts)}
	number := make(map[int32]int, len(in.lits))
	for i, k := range in.lits {
		number[k] = i
	}
	n := len(in.lits)
	in.words = (n + 63) / 64
	in.compatible = make([]uint64, n*in.words)
	for i := range n {
		row := in.row(i)
		for w := range row {
			row[w] = ^uint64(0)
		}
		row[in.words-1] >>= uint(64*in.words - n)
		clear1(row, i)
	}
	for _, c := range conflicts {
		a, b := number[c[0]], number[c[1]]
		clear1(in.row(a), b)
		clear1(in.row(b), a)
	}
	in.hits = make([][]int32, n)
	for _, c := range positive {
		in.addClause(c, number)
	}
	in.settled = in.isSettled()
	return in
}

// addClause adds a positive clause.
func (in *instance) addClause(c []int32, number map[int32]int) {
	all := make([]uint64, in.words)
	for _, k := range c {
		set(all, number[k])
		in.hits[number[k]] = append(in.hits[number[k]], int32(len(in.clauses)))
	}
	cl := clause{hi: in.words}
	for cl.lo < in.words && all[cl.lo] == 0 {
		cl.lo++
	}
	for cl.hi > cl.lo && all[cl.hi-1] == 0 {
		cl.hi--
	}
	cl.members = all[cl.lo:cl.hi]
	cl.exclusive = true
	for _, k := range c {
		row := in.row(number[k])
		for w := cl.lo; w < cl.hi; w++ {
			if row[w]&all[w] != 0 {
				cl.exclusive = false
			}
		}
	}
	in.clauses = append(in.clauses, cl)
}

// isSettled reports whether every literal is in an exclusive clause.
func (in *instance) isSettled() bool {
	for _, hit := range in.hits {
		if !slices.ContainsFunc(hit, func(c int32) bool { return in.clauses[c].exclusive }) {
			return false
		}
	}
	return true
}

// row returns the set of literals that literal i goes together with.
func (in *instance) row(i int) []uint64 { return in.compatible[i*in.words : (i+1)*in.words] }

// order returns the literals clause by clause, first those of clauses that
// share none: a search that looks at one clause then looks at few words.
func order(positive [][]int32, conflicts [][2]int32) []int32 {
	placed := map[int32]bool{}
	var list []int32
	place := func(c []int32) {
		for _, k := range c {
			if !placed[k] {
				placed[k] = true
				list = append(list, k)
			}
		}
	}
	for _, c := range positive {
		if !slices.ContainsFunc(c, func(k int32) bool { return placed[k] }) {
			place(c)
		}
	}
	for _, c := range positive {
		place(c)
	}
	for i := range conflicts {
		place(conflicts[i][:])
	}
	return list
}

func set(s []uint64, i int)    { s[i>>6] |= 1 << (i & 63) }
func clear1(s []uint64, i int) { s[i>>6] &^= 1 << (i & 63) }

// size returns the number of elements of a set.
func size(s []uint64) int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}
