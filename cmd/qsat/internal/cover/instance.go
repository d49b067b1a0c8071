package cover

import (
	"context"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/normal"
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

// newInstance makes an instance of positive clauses and pairs in conflict, all
// of them literals of a form of so many variables. Once ctx has ended conflicts
// may be missing.
func newInstance(ctx context.Context, vars int, positive [][]int32, conflicts [][2]int32) *instance {
	in := &instance{lits: order(vars, positive, conflicts)}
	number := make([]int32, 2*vars+2) // by normal.Index
	for i, k := range in.lits {
		number[normal.Index(k)] = int32(i)
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
	for i, c := range conflicts {
		if i&lookMask == 0 && ctx.Err() != nil {
			break
		}
		a, b := int(number[normal.Index(c[0])]), int(number[normal.Index(c[1])])
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
func (in *instance) addClause(c []int32, number []int32) {
	all := make([]uint64, in.words)
	for _, k := range c {
		i := number[normal.Index(k)]
		set(all, int(i))
		in.hits[i] = append(in.hits[i], int32(len(in.clauses)))
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
		row := in.row(int(number[normal.Index(k)]))
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
func order(vars int, positive [][]int32, conflicts [][2]int32) []int32 {
	placed := make([]bool, 2*vars+2) // by normal.Index
	var list []int32
	place := func(c []int32) {
		for _, k := range c {
			if !placed[normal.Index(k)] {
				placed[normal.Index(k)] = true
				list = append(list, k)
			}
		}
	}
	for _, c := range positive {
		if !slices.ContainsFunc(c, func(k int32) bool { return placed[normal.Index(k)] }) {
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
