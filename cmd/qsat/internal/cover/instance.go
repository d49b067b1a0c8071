package cover

import (
	"context"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// An instance is a generalized exact cover problem: choose literals so that
// each positive clause has one that is chosen and no two chosen ones are in
// conflict. Literals are numbered from 0 so that those of a clause lie
// together as far as that can be had for all clauses.
type instance struct {
	lits  []clause.Lit // of the database, by number
	words int          // of a set of literals

	compatible []uint64 // by literal: the set of those not in conflict with it, without itself
	clauses    []choice
	hits       [][]int32 // by literal: the clauses it is in

	// settled says that every literal is in an exclusive clause. Once all
	// clauses have a chosen literal, nothing else can then be chosen.
	settled bool
	rest    *rest // clauses of other shapes; nil if there are none
}

// A choice is a clause as a set of literals of which at least one is to be chosen.
type choice struct {
	members   []uint64 // words[lo:hi] of the set; the others are zero
	lo, hi    int
	exclusive bool // no two of them go together
}

// maxLiterals bounds an instance: its table of conflicts has their square in
// bits.
const maxLiterals = 4096

// newInstance makes an instance of positive clauses and pairs in conflict, all
// of them literals of so many variables. Once ctx has ended conflicts may be
// missing.
func newInstance(ctx context.Context, vars int, positive [][]clause.Lit, conflicts [][2]clause.Lit) *instance {
	in := &instance{lits: order(vars, positive, conflicts)}
	number := make([]int32, 2*vars+2) // by literal
	for i, l := range in.lits {
		number[l] = int32(i)
	}
	n := len(in.lits)
	in.words = (n + 63) / 64
	in.compatible = make([]uint64, n*in.words)
	all := in.root().avail
	for i := range n {
		copy(in.row(i), all)
		clear1(in.row(i), i)
	}
	for i, c := range conflicts {
		if i&0x3ff == 0 && ctx.Err() != nil {
			break
		}
		a, b := int(number[c[0]]), int(number[c[1]])
		clear1(in.row(a), b)
		clear1(in.row(b), a)
	}
	in.hits = make([][]int32, n)
	for _, c := range positive {
		in.addClause(c, number)
	}
	in.settled = !slices.ContainsFunc(in.hits, func(hit []int32) bool {
		return !slices.ContainsFunc(hit, func(c int32) bool { return in.clauses[c].exclusive })
	})
	return in
}

// addClause adds a positive clause.
func (in *instance) addClause(c []clause.Lit, number []int32) {
	all := make([]uint64, in.words)
	for _, l := range c {
		i := number[l]
		set(all, int(i))
		in.hits[i] = append(in.hits[i], int32(len(in.clauses)))
	}
	cl := choice{hi: in.words}
	for cl.lo < in.words && all[cl.lo] == 0 {
		cl.lo++
	}
	for cl.hi > cl.lo && all[cl.hi-1] == 0 {
		cl.hi--
	}
	cl.members = all[cl.lo:cl.hi]
	cl.exclusive = true
	for _, l := range c {
		row := in.row(int(number[l]))
		for w := cl.lo; w < cl.hi; w++ {
			if row[w]&all[w] != 0 {
				cl.exclusive = false
			}
		}
	}
	in.clauses = append(in.clauses, cl)
}

// row returns the set of literals that literal i goes together with.
func (in *instance) row(i int) []uint64 { return in.compatible[i*in.words : (i+1)*in.words] }

// order returns the literals clause by clause, first those of clauses that
// share none: a search that looks at one clause then looks at few words.
func order(vars int, positive [][]clause.Lit, conflicts [][2]clause.Lit) []clause.Lit {
	placed := make([]bool, 2*vars+2) // by literal
	var list []clause.Lit
	place := func(c []clause.Lit) {
		for _, l := range c {
			if !placed[l] {
				placed[l] = true
				list = append(list, l)
			}
		}
	}
	for _, c := range positive {
		if !slices.ContainsFunc(c, func(l clause.Lit) bool { return placed[l] }) {
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

// elements returns the elements of a set.
func elements(s []uint64) (list []int32) {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			list = append(list, int32(w<<6+bits.TrailingZeros64(x)))
		}
	}
	return list
}

// size returns the number of elements of a set.
func size(s []uint64) int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}
